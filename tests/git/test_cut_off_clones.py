"""Ages in clones that lack history (issue 6): unknown, never old; nothing is fetched; the command named mends it."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import MemoryRepo
from tests.git.histories import SEPARATOR, day, on

DEPLOY = "Deploys run on Fridays after the stand-up, never later than four"
NOTE = "Renamed the fixtures and ran the formatter over them."
COFFEE = "Anna drinks her coffee black and wants no sugar near it"
PARTIAL = "git fetch --refetch --no-filter"
CLONES = {
    "depth": (("--depth=2",), "git fetch --unshallow"),
    "no blobs": (("--filter=blob:none",), PARTIAL),
    "small blobs": (("--filter=blob:limit=20",), PARTIAL),
    "no trees": (("--filter=tree:0",), PARTIAL),
    "top trees": (("--filter=tree:1",), PARTIAL),
    "sparse, no blobs": (("--filter=blob:none", "--sparse"), PARTIAL),
    "sparse, no trees": (("--filter=tree:0", "--sparse"), PARTIAL),
    "depth, no trees": (("--filter=tree:0", "--depth=2"), f"git fetch --unshallow && {PARTIAL}"),
    "depth, no blobs": (("--filter=blob:none", "--depth=2"), f"git fetch --unshallow && {PARTIAL}"),
}


@pytest.fixture
def origin(tmp_path: Path) -> MemoryRepo:
    """Days 0 to 8: two entries from day 0 on, and one that changes every day."""
    repo = MemoryRepo(tmp_path / "origin")
    repo.git("config", "uploadpack.allowFilter", "true")
    repo.git("config", "uploadpack.allowAnySHA1InWant", "true")
    repo.write(".hygiene.yaml", "version: 1\nprofile: hermes\n")
    for number in range(9):
        repo.write("MEMORY.md", SEPARATOR.join((DEPLOY, NOTE, f"{COFFEE}, cup {number}")) + "\n")
        repo.write("skills/brew/notes.txt", f"nothing of the agent's, {number}\n")
        repo.commit(f"day {number}", day(number))
    return repo


def clone(origin: MemoryRepo, folder: Path, *options: str) -> MemoryRepo:
    origin.git("clone", "-q", *options, f"file://{origin.path}", str(folder))
    repo = MemoryRepo(folder)
    repo.git("config", "user.email", "writer@example.org")
    repo.git("config", "user.name", "Test Writer")
    return repo


def entries(repo: MemoryRepo, *options: str) -> list[dict[str, Any]]:
    done = repo.hygiene("age", "--format", "json", "--now", on(100), *options)
    assert done.returncode == 0, done.stderr
    found: list[dict[str, Any]] = json.loads(done.stdout)["entries"]
    return found


def objects(repo: MemoryRepo) -> str:
    return repo.git("cat-file", "--batch-all-objects", "--batch-check=%(objectname)")


@pytest.mark.parametrize("kind", CLONES)
def test_what_is_cut_off_is_unknown_and_the_command_named_mends_it(
    origin: MemoryRepo, tmp_path: Path, kind: str
) -> None:
    options, mend = CLONES[kind]
    repo = clone(origin, tmp_path / "clone", *options)
    before = objects(repo)
    for _ in range(2):  # and once more with whatever was kept
        for entry in entries(repo)[:2]:
            assert (entry["first_seen"], entry["age_days"]) == (None, None)
            assert entry["why_unknown"].endswith(f" clone): {mend}"), entry
    for command in (("status",), ("plan", "--now", on(100)), ("check", "--now", on(100))):
        done = repo.hygiene(*command)
        assert done.returncode in (0, 1), (command, done.stderr)
        assert "git diff-tree" not in done.stdout + done.stderr
    assert objects(repo) == before
    subprocess.run(mend, shell=True, cwd=repo.path, check=True, capture_output=True)
    assert [entry["age_days"] for entry in entries(repo)] == [100, 100, 92]
    assert entries(repo)[2]["first_seen"]["date"] == on(0)


def test_what_cuts_off_several_entries_is_said_once(origin: MemoryRepo, tmp_path: Path) -> None:
    options, mend = CLONES["no blobs"]
    done = clone(origin, tmp_path / "clone", *options).hygiene("age", "--now", on(100))
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(mend) == 1
    assert "  note: 3 ages unknown: " in done.stdout


@pytest.mark.parametrize("kind", CLONES)
def test_what_is_committed_in_the_clone_has_its_age(origin: MemoryRepo, tmp_path: Path, kind: str) -> None:
    repo = clone(origin, tmp_path / "clone", *CLONES[kind][0])
    text = repo.read("MEMORY.md").decode()
    repo.write("MEMORY.md", text + f"{SEPARATOR}Committed in the clone")
    repo.git("commit", "-qam", "local", GIT_AUTHOR_DATE=day(20), GIT_COMMITTER_DATE=day(20))
    before = objects(repo)
    ages = [entry["age_days"] for entry in entries(repo)]
    assert ages[0] is ages[1] is None
    # Where the trees of folders are missing, no commit can be compared with another.
    assert ages[3] in ((80,) if "trees" not in kind or kind == "no trees" else (80, None)), ages
    assert objects(repo) == before


@pytest.mark.parametrize("kind", ["depth", "no blobs", "no trees"])
def test_what_would_go_by_its_age_stays_where_the_age_is_unknown(origin: MemoryRepo, tmp_path: Path, kind: str) -> None:
    assert gone(origin) == {NOTE}
    repo = clone(origin, tmp_path / "clone", *CLONES[kind][0])
    assert gone(repo) == set()


def gone(repo: MemoryRepo) -> set[str]:
    """What a plan of day 900 takes out."""
    plan = repo.hygiene("plan", "--format", "json", "--now", on(900))
    assert plan.returncode in (0, 1), plan.stderr
    return {action["text"] for action in json.loads(plan.stdout)["actions"]}
