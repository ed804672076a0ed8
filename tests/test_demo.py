"""The demo: what it promises to show, shown by the real commands, also under hostile configuration."""

from pathlib import Path

import pytest

from .conftest import MemoryRepo


def test_the_demo_shows_the_refusal_the_plan_the_commit_and_the_clean_gate(repo: MemoryRepo) -> None:
    done = repo.hygiene("demo", "../shown", "--now", "2026-11-30")
    assert done.returncode == 0, done.stdout + done.stderr
    for promised in (
        "[entry-lost MH501]",
        "prune 2, archive 1, dedup 2",
        "committed as",
        "hygiene: clean",
        "2026-09-23",
    ):
        assert promised in done.stdout
    shown = MemoryRepo(repo.path.parent / "shown")
    assert shown.git("status", "--porcelain") == ""
    assert shown.git("rev-list", "--count", "HEAD").strip() == "5"
    assert shown.hygiene("check", "--strict").returncode == 0


def test_the_demo_does_not_depend_on_the_user_s_configuration(repo: MemoryRepo, tmp_path: Path) -> None:
    hostile = tmp_path / "gitconfig"
    hostile.write_text(
        "[init]\n\tdefaultBranch = trunk\n\tdefaultObjectFormat = sha256\n[commit]\n\tgpgSign = true\n"
        "[gpg]\n\tprogram = false\n[core]\n\tautocrlf = true\n\thooksPath = /nowhere\n[color]\n\tui = always\n"
    )
    done = repo.hygiene("demo", "../shown", GIT_CONFIG_GLOBAL=str(hostile), GIT_DIR=str(tmp_path / "elsewhere"))
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name", ["full", "file"])
def test_a_folder_in_use_is_refused(repo: MemoryRepo, name: str) -> None:
    repo.write("full/file", "x")
    done = repo.hygiene("demo", "full" if name == "full" else "full/file")
    assert (done.returncode, "is not empty" in done.stderr) == (2, True)
    assert [path.name for path in (repo.path / "full").iterdir()] == ["file"]
