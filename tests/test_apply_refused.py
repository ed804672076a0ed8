"""Apply refused: by git's state, by a hook, a signer or a missing identity; then every byte is as it was."""

import fcntl
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from .conftest import MemoryRepo
from .pictures import ARCHIVE, LEDGER, MEMORY, leave_hook, picture_of, with_work

STATES = {
    "MERGE_HEAD": "a merge",
    "CHERRY_PICK_HEAD": "a cherry-pick",
    "REVERT_HEAD": "a revert",
    "BISECT_LOG": "a bisect",
    "rebase-merge/": "a rebase",
    "rebase-apply/": "a rebase or am",
    "sequencer/": "a cherry-pick or revert",
    "index.lock": "the index is locked",
}


@pytest.fixture
def due(hermes: MemoryRepo) -> MemoryRepo:
    """A Hermes memory directory in which two entries are to go."""
    return with_work(hermes)


def _refused(repo: MemoryRepo, **extra: str) -> str:
    before = picture_of(repo)
    done = repo.hygiene("apply", **extra)
    assert done.returncode == 2, done.stdout + done.stderr
    assert picture_of(repo) == before
    assert "Traceback" not in done.stderr
    assert "mend:" in done.stderr
    return done.stderr


def _works_after_all(repo: MemoryRepo) -> None:
    done = repo.hygiene("apply")
    assert done.returncode == 0, done.stderr
    assert "interrupted" not in done.stderr
    assert "archive 1, prune 1" in done.stdout


@pytest.mark.parametrize("name", STATES)
def test_while_git_is_in_the_middle_of_something(due: MemoryRepo, name: str) -> None:
    place = due.path / ".git" / name
    if name.endswith("/"):
        place.mkdir()
    else:
        place.write_text(due.git("rev-parse", "HEAD"))
    before = due.read("MEMORY.md")
    done = due.hygiene("apply")
    assert done.returncode == 2
    assert STATES[name] in done.stderr
    assert due.read("MEMORY.md") == before


def test_during_real_merges_rebases_cherry_picks_and_reverts(due: MemoryRepo) -> None:
    due.write("notes.txt", "ours\n")
    due.commit("ours")
    due.git("checkout", "-q", "-b", "side", "HEAD~1")
    due.write("notes.txt", "theirs\n")
    due.commit("theirs")
    for command in (("merge", "main"), ("rebase", "main"), ("cherry-pick", "main"), ("revert", "--no-commit", "HEAD")):
        due.run("git", *command)
        done = due.hygiene("apply")
        assert done.returncode == 2, command
        assert f"{command[0]} " in done.stderr
        due.git(command[0], "--abort")
    assert due.read("MEMORY.md").decode() == MEMORY
    _works_after_all(due)


@pytest.mark.parametrize("variable", ["GIT_INDEX_FILE", "GIT_DIR", "PRE_COMMIT"])
def test_inside_a_hook(due: MemoryRepo, variable: str) -> None:
    value = str(due.path / ".git" / ("index" if variable == "GIT_INDEX_FILE" else ""))
    assert "looks like a hook" in _refused(due, **{variable: value})


def test_inside_a_real_hook(due: MemoryRepo) -> None:
    leave_hook(due, "pre-commit", f"{sys.executable} -m memory_hygiene apply 2>.git/said; true")
    due.write("notes.txt", "more\n")
    due.commit()
    assert "looks like a hook" in (due.path / ".git" / "said").read_text()
    assert due.read("MEMORY.md").decode() == MEMORY


@pytest.mark.parametrize("is_staged", [False, True])
@pytest.mark.parametrize("name", ["MEMORY.md", LEDGER, ARCHIVE])
def test_a_target_that_is_not_committed(due: MemoryRepo, name: str, is_staged: bool) -> None:
    due.write(name, due.read(name) + b"\n" if name == "MEMORY.md" else b"# mine\n")
    if is_staged:
        due.git("add", name)
    assert f"not committed yet: {name}" in _refused(due)


def test_a_target_staged_but_not_changed_on_disk(due: MemoryRepo) -> None:
    due.write("MEMORY.md", MEMORY + "\n§\nstaged only")
    due.git("add", "MEMORY.md")
    due.write("MEMORY.md", MEMORY)
    assert "not committed yet: MEMORY.md" in _refused(due)


@pytest.mark.parametrize("flag", ["--assume-unchanged", "--skip-worktree"])
def test_a_target_git_was_told_not_to_look_at(due: MemoryRepo, flag: str) -> None:
    due.git("update-index", flag, "MEMORY.md")
    due.write("MEMORY.md", MEMORY + "\n§\nunseen")
    assert "not to look at MEMORY.md" in _refused(due)


def test_an_archive_that_git_ignores(due: MemoryRepo) -> None:
    due.write(".gitignore", "archive/\n")
    due.commit()
    assert ".gitignore" in _refused(due)
    due.write(ARCHIVE, "# an old one\n")
    assert "ignored by git" in _refused(due)


def test_before_the_first_commit(hermes: MemoryRepo) -> None:
    hermes.write("MEMORY.md", MEMORY)
    for staged in (False, True):
        if staged:
            hermes.git("add", "-A", ":!*.lock")
        done = hermes.hygiene("apply")
        assert done.returncode == 2, done.stderr
        assert "not committed yet: MEMORY.md" in done.stderr
    assert hermes.read("MEMORY.md").decode() == MEMORY
    assert not (hermes.path / "archive").exists()


def test_by_a_hook(due: MemoryRepo) -> None:
    leave_hook(due, "pre-commit", "echo no commits on Mondays >&2; exit 1")
    assert "no commits on Mondays" in _refused(due)
    (due.path / ".git/hooks/pre-commit").unlink()
    _works_after_all(due)


def test_what_a_hook_says_is_shown_line_by_line(due: MemoryRepo) -> None:
    leave_hook(due, "pre-commit", "printf 'no commits\\n::error::on Mondays\\033[2J\\n' >&2; exit 1")
    shown = _refused(due).splitlines()
    assert shown[0] == "hygiene: the commit was refused"
    assert shown[1:3] == ["    | no commits", "    | \\::error::on Mondays\\x1b[2J"]


def test_by_a_commit_msg_hook_with_other_work_staged(due: MemoryRepo) -> None:
    due.write("other.txt", "staged\n")
    due.git("add", "other.txt")
    leave_hook(due, "commit-msg", "exit 3")
    _refused(due)
    (due.path / ".git/hooks/commit-msg").unlink()
    _works_after_all(due)
    assert due.git("diff", "--cached", "--name-only") == "other.txt\n"


def test_by_a_hook_that_changes_the_files_first(due: MemoryRepo) -> None:
    leave_hook(due, "pre-commit", "echo tail >>MEMORY.md; rm archive/*.md; mkdir archive/x; exit 1")
    before = due.read("MEMORY.md")
    done = due.hygiene("apply")
    assert done.returncode == 2
    assert due.read("MEMORY.md") == before
    kept = [path.read_bytes() for path in (due.path / ".git/hygiene/set-aside").rglob("*") if path.is_file()]
    assert any(data.endswith(b"tail\n") for data in kept)
    assert "set-aside" in done.stderr
    (due.path / ".git/hooks/pre-commit").unlink()
    (due.path / "archive/x").rmdir()
    _works_after_all(due)


def test_by_a_failing_signer(due: MemoryRepo) -> None:
    due.git("config", "gpg.program", "false")
    due.git("config", "commit.gpgsign", "true")
    assert "gpg failed to sign" in _refused(due)


def test_by_a_missing_identity(due: MemoryRepo) -> None:
    due.git("config", "--unset", "user.name")
    due.git("config", "--unset", "user.email")
    due.git("config", "user.useConfigOnly", "true")
    assert "Please tell me who you are" in _refused(due)


def test_by_our_own_gate_in_the_hook(due: MemoryRepo) -> None:
    """The gate of the hook judges the same change, so it passes; a hook that fails is reported with its words."""
    leave_hook(due, "pre-commit", f"exec {sys.executable} -m memory_hygiene hook pre-commit")
    _works_after_all(due)


@pytest.mark.parametrize("name", [ARCHIVE, LEDGER])
def test_a_folder_in_place_of_a_file(due: MemoryRepo, name: str) -> None:
    due.write(f"{name}/inside.txt", "x")
    due.commit()
    assert f"{name} is no file" in _refused(due)


def test_a_file_in_place_of_the_archive_folder(due: MemoryRepo) -> None:
    due.write("archive", "x")
    due.commit()
    assert "archive is no folder" in _refused(due)


def test_a_full_disk(due: MemoryRepo, tmp_path: Path) -> None:
    """The disk fills while the ledger is written: a file size limit, as no file system can be mounted everywhere."""
    due.write("MEMORY.md", MEMORY.replace("[stale] The", "[stale] The" + " very" * 400))
    due.commit()
    before = picture_of(due)
    script = f"trap '' XFSZ; ulimit -f 1; exec {sys.executable} -m memory_hygiene apply"
    done = due.run("sh", "-c", script)
    assert done.returncode == 2, done.stderr
    assert "cannot write" in done.stderr
    assert picture_of(due) == before
    _works_after_all(due)


def test_while_another_process_holds_the_lock(due: MemoryRepo) -> None:
    with (due.path / "MEMORY.md.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        before = picture_of(due)
        started = time.monotonic()
        done = due.hygiene("apply", "--wait", "0.5")
        assert time.monotonic() - started > 0.5
    assert done.returncode == 2
    assert "MEMORY.md.lock is held" in done.stderr
    assert picture_of(due) == before
    _works_after_all(due)


def test_a_lock_that_is_a_link_is_not_followed(due: MemoryRepo, tmp_path: Path) -> None:
    (due.path / "MEMORY.md.lock").symlink_to(tmp_path / "elsewhere")
    done = due.hygiene("apply")
    assert done.returncode == 2
    assert "cannot open the lock" in done.stderr
    assert not (tmp_path / "elsewhere").exists()


def test_ctrl_c_during_a_hook_puts_everything_back(due: MemoryRepo) -> None:
    leave_hook(due, "pre-commit", "touch .git/waiting; sleep 30")
    before = picture_of(due)
    child = subprocess.Popen(
        [sys.executable, "-m", "memory_hygiene", "apply"],
        cwd=due.path,
        env=due.environment,
        start_new_session=True,
        stderr=subprocess.PIPE,
        text=True,
    )
    while not (due.path / ".git/waiting").exists():
        time.sleep(0.02)
    os.killpg(child.pid, signal.SIGINT)
    said = child.communicate(timeout=20)[1]
    assert child.returncode == 130, said
    assert picture_of(due) == before
    (due.path / ".git/hooks/pre-commit").unlink()
    _works_after_all(due)


def test_an_interrupt_for_us_alone_waits_for_git(due: MemoryRepo) -> None:
    leave_hook(due, "pre-commit", "touch .git/waiting; sleep 1")
    child = subprocess.Popen(
        [sys.executable, "-m", "memory_hygiene", "apply"], cwd=due.path, env=due.environment, stdout=subprocess.PIPE
    )
    while not (due.path / ".git/waiting").exists():
        time.sleep(0.02)
    child.send_signal(signal.SIGINT)
    said = child.communicate(timeout=20)[0]
    assert child.returncode == 0
    assert b"committed as" in said
    assert due.git("status", "--porcelain", "-uno") == ""


def test_a_plan_takes_no_lock_and_writes_nothing(due: MemoryRepo) -> None:
    before = sorted(path.name for path in due.path.iterdir())
    document = json.loads(due.hygiene("plan", "--format", "json").stdout)
    assert [action["action"] for action in document["actions"]] == ["archive", "prune"]
    assert sorted(path.name for path in due.path.iterdir()) == before


def test_a_configuration_in_no_commit_governs_nothing_so_nothing_is_written(hermes: MemoryRepo) -> None:
    hermes.write("MEMORY.md", "[prune] Gone.\n§\nBerth 14 lies between 3 and 4.")
    hermes.git("add", "MEMORY.md")
    hermes.git("commit", "-q", "-m", "memory alone")
    head = hermes.git("rev-parse", "HEAD")
    done = hermes.hygiene("apply")
    assert (done.returncode, hermes.git("rev-parse", "HEAD")) == (2, head)
    assert ".hygiene.yaml is in no commit yet" in done.stderr
    hermes.commit()
    assert hermes.hygiene("apply").returncode == 0
