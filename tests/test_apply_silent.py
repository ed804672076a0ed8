"""A signer or hook that says nothing counts as a refusal: it is ended, and everything is as it was before."""

import os
import shlex
import sys
import time
from pathlib import Path

import pytest

from .conftest import MemoryRepo
from .pictures import leave_hook, picture_of, with_work

NOTE_PID = "echo $$ >>.git/pids; "
WAITS = {
    "sleeps": "sleep 600",
    "ignores SIGTERM": "trap '' TERM; while :; do sleep 600; done",
    "cleans up first": "trap 'sleep 0.3; exit 0' TERM; while :; do sleep 0.1; done",
    "waits for input": f"exec {sys.executable} -c 'import time; time.sleep(600)'",
    "stops git, which then cannot remove its locks": "kill -STOP $PPID; sleep 600",
    "changes the files first": "echo tail >>MEMORY.md; sleep 600",
}


@pytest.fixture
def due(hermes: MemoryRepo) -> MemoryRepo:
    """A Hermes memory directory in which two entries are to go, and a limit of a second."""
    repo = with_work(hermes)
    repo.git("config", "hygiene.silentSeconds", "1")
    return repo


def _refused(repo: MemoryRepo, words: str = "git commit said nothing for 1 s and was ended") -> str:
    before = picture_of(repo)
    started = time.monotonic()
    done = repo.hygiene("apply")
    assert done.returncode == 2, done.stdout + done.stderr
    assert time.monotonic() - started < 25
    assert words in done.stderr
    assert "git config hygiene.silentSeconds" in done.stderr
    assert picture_of(repo) == before
    assert not list((repo.path / ".git").rglob("*.lock"))
    _nobody_is_left(repo)
    return done.stderr


def _nobody_is_left(repo: MemoryRepo) -> None:
    pids = repo.path / ".git/pids"
    for pid in pids.read_text().split() if pids.exists() else ():
        deadline = time.monotonic() + 10
        while _is_running(pid) and time.monotonic() < deadline:  # a kill takes a moment to arrive
            time.sleep(0.05)
        assert not _is_running(pid)


def _is_running(pid: str) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def _works_after_all(repo: MemoryRepo) -> None:
    done = repo.hygiene("apply", "--wait", "0.1")
    assert done.returncode == 0, done.stderr
    assert "interrupted" not in done.stderr
    assert "archive 1, prune 1" in done.stdout
    assert repo.git("status", "--porcelain", "-uno") == ""


@pytest.mark.parametrize("name", ["pre-commit", "commit-msg"])
@pytest.mark.parametrize("kind", WAITS)
def test_a_hook_that_says_nothing(due: MemoryRepo, kind: str, name: str) -> None:
    due.write("other.txt", "staged\n")
    due.git("add", "other.txt")
    leave_hook(due, name, NOTE_PID + WAITS[kind])
    _refused(due)
    (due.path / ".git/hooks" / name).unlink()
    _works_after_all_but_other(due)


def _works_after_all_but_other(repo: MemoryRepo) -> None:
    assert repo.git("diff", "--cached", "--name-only") == "other.txt\n"
    repo.git("rm", "-q", "-f", "--cached", "other.txt")
    _works_after_all(repo)


@pytest.mark.parametrize("kind", ["sleeps", "ignores SIGTERM"])
def test_a_signer_that_says_nothing(due: MemoryRepo, kind: str) -> None:
    signer = due.path.with_name("signer")
    signer.write_text(f"#!/bin/sh\n{NOTE_PID}{WAITS[kind]}\n")
    signer.chmod(0o755)
    due.git("config", "gpg.program", str(signer))
    due.git("config", "commit.gpgSign", "true")
    _refused(due)
    due.git("config", "commit.gpgSign", "false")
    _works_after_all(due)


def test_what_it_said_before_is_shown(due: MemoryRepo) -> None:
    leave_hook(due, "pre-commit", "echo touch the key now; sleep 600")
    assert "    | touch the key now" in _refused(due)


def test_what_a_hook_left_in_the_background_is_not_waited_for(due: MemoryRepo) -> None:
    leave_hook(due, "pre-commit", "sleep 5 &\nexit 0")
    _works_after_all(due)


def test_a_hook_that_keeps_talking_has_its_time(due: MemoryRepo) -> None:
    leave_hook(due, "pre-commit", "for i in 1 2 3 4 5 6 7 8; do echo $i; sleep 0.4; done")
    _works_after_all(due)


@pytest.mark.parametrize("kind", ["sleeps", "ignores SIGTERM", "stops git, which then cannot remove its locks"])
def test_after_the_commit_is_made_it_stands(due: MemoryRepo, kind: str) -> None:
    leave_hook(due, "post-commit", NOTE_PID + WAITS[kind])
    _works_after_all(due)
    _nobody_is_left(due)
    assert not list((due.path / ".git").rglob("*.lock"))


@pytest.mark.parametrize("state", ["prepared", "committed"])
def test_in_the_middle_of_moving_the_branch(due: MemoryRepo, state: str) -> None:
    script = f'test "$1" = {state} && grep -q refs/heads/main && sleep 600; exit 0'
    leave_hook(due, "reference-transaction", script)
    if state == "prepared":
        _refused(due)
        (due.path / ".git/hooks/reference-transaction").unlink()
    _works_after_all(due)
    assert due.git("diff", "--cached", "--name-only") == ""


def test_a_lock_of_another_git_stays(due: MemoryRepo) -> None:
    other = due.path / ".git/next-index-1.lock"
    leave_hook(due, "pre-commit", "touch .git/next-index-1.lock; kill -STOP $PPID; sleep 600")
    assert due.hygiene("apply").returncode == 2
    assert other.exists()
    assert not (due.path / ".git/index.lock").exists()


@pytest.mark.parametrize("value", ["never", "0", "-3"])
def test_a_limit_that_is_none_stops_before_anything_is_lost(due: MemoryRepo, value: str) -> None:
    due.git("config", "hygiene.silentSeconds", value)
    before = picture_of(due)
    done = due.hygiene("apply")
    assert done.returncode == 2
    assert "hygiene.silentSeconds in git's configuration is no number of seconds" in done.stderr
    assert picture_of(due) == before


def test_the_limit_is_30_seconds_of_its_own(due: MemoryRepo) -> None:
    """The contract's number, waited for once."""
    due.git("config", "--unset", "hygiene.silentSeconds")
    leave_hook(due, "pre-commit", "sleep 600")
    before, started = picture_of(due), time.monotonic()
    done = due.hygiene("apply")
    assert 30 <= time.monotonic() - started < 60
    assert done.returncode == 2
    assert "git commit said nothing for 30 s" in done.stderr
    assert picture_of(due) == before


def test_init_is_refused_in_the_same_way(repo: MemoryRepo) -> None:
    repo.git("config", "hygiene.silentSeconds", "1")
    leave_hook(repo, "pre-commit", "sleep 600")
    done = repo.hygiene("init", "--profile", "hermes", "--hooks", "none")
    assert done.returncode == 2, done.stdout
    assert "git commit said nothing for 1 s" in done.stderr
    assert repo.git("ls-files") == ""


def test_a_process_with_an_odd_name_is_ended_too(due: MemoryRepo) -> None:
    """The table of processes is read by its last parenthesis: a name may hold anything."""
    odd = due.path.with_name("a) S 1 (b")
    odd.write_text("#!/bin/sh\nsleep 600\n")
    odd.chmod(0o755)
    leave_hook(due, "pre-commit", NOTE_PID + f"{shlex.quote(os.fspath(odd))}; true")
    _refused(due)
