"""Apply killed, or failing, at every step: the next command finds the old state or the new one, never in between."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from .conftest import MemoryRepo
from .pictures import ARCHIVE, GONE, MEMORY, STALE, STAY, Picture, leave_hook, picture_of, with_work

KILLED = str(Path(__file__).with_name("killed.py"))


@pytest.fixture
def due(hermes: MemoryRepo) -> MemoryRepo:
    """A Hermes memory directory in which two entries are to go."""
    return with_work(hermes)


def _run(repo: MemoryRepo, mode: str, step: int) -> subprocess.CompletedProcess[str]:
    return repo.run(sys.executable, KILLED, mode, str(step), "apply", PYTHONDONTWRITEBYTECODE="1")


def _steps(repo: MemoryRepo) -> int:
    copy = repo.path.with_name("copy")
    shutil.copytree(repo.path, copy, symlinks=True)
    done = subprocess.run(
        [sys.executable, KILLED, "count", "0", "apply"],
        cwd=copy,
        env={**repo.environment, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return int(done.stdout.split("\n")[-2])


def _is_new(repo: MemoryRepo, before: Picture) -> bool:
    """Whether the repository is wholly in the new state; fails when it is neither there nor in the old one."""
    now = picture_of(repo)
    if now == before:
        return False
    assert repo.git("rev-parse", "HEAD^") == before.head
    assert repo.git("status", "--porcelain", "--", ":!*.lock") == ""
    assert repo.read("MEMORY.md").decode().startswith(STAY + "\n§\n_[archived")
    for entry in (STALE, GONE):
        assert entry.encode() in repo.read(ARCHIVE)
        assert entry.encode() not in repo.read("MEMORY.md")
    return True


def _ends_applied(repo: MemoryRepo, before: Picture) -> None:
    done = repo.hygiene("apply")
    assert done.returncode == 0, done.stderr
    assert _is_new(repo, before)
    assert not (repo.path / ".git/hygiene/journal").exists()
    assert not list(repo.path.rglob("*.hygiene.tmp"))


@pytest.mark.parametrize("part", range(4))
def test_a_kill_at_any_step(due: MemoryRepo, part: int) -> None:
    steps = _steps(due)
    assert 20 < steps < 60
    before = picture_of(due)
    seen: set[bool] = set()
    for step in range(1 + part, steps + 1, 4):
        done = _run(due, "kill", step)
        assert done.returncode == -9, f"step {step} of {steps}: {done.stdout}{done.stderr}"
        _let_git_end(due)
        _nothing_is_nowhere(due)
        plan = due.hygiene("plan")
        assert plan.returncode == 0, f"step {step}: {plan.stderr}"
        is_new = _is_new(due, before)
        seen.add(is_new)
        if "interrupted" in plan.stderr:
            assert ("after its commit" if is_new else "before its commit") in plan.stderr
        _ends_applied(due, before)
        _begin_again(due, before)
    assert False in seen


def _nothing_is_nowhere(repo: MemoryRepo) -> None:
    """Whoever looks before the killed run is resolved finds every entry, twice rather than not at all."""
    archive = repo.read(ARCHIVE) if (repo.path / ARCHIVE).exists() else b""
    for entry in (STAY, STALE, GONE):
        assert entry.encode() in repo.read("MEMORY.md") + archive


def _begin_again(repo: MemoryRepo, before: Picture) -> None:
    """As if nothing had ever run here."""
    repo.git("reset", "-q", "--hard", before.head.strip())
    for folder in ("archive", ".git/hygiene"):
        shutil.rmtree(repo.path / folder, ignore_errors=True)
    for lock in repo.path.glob("*.lock"):
        lock.unlink()
    (repo.path / "MEMORY.md").chmod(0o600)
    assert picture_of(repo) == before


def _let_git_end(repo: MemoryRepo) -> None:
    """A git that outlives its parent ends by itself."""
    deadline = time.monotonic() + 10
    while (repo.path / ".git/index.lock").exists() and time.monotonic() < deadline:
        time.sleep(0.02)


@pytest.mark.parametrize("part", range(4))
def test_a_full_disk_at_any_step(due: MemoryRepo, part: int) -> None:
    steps = _steps(due)
    before = picture_of(due)
    for step in range(1 + part, steps + 1, 4):
        done = _run(due, "fail", step)
        assert "Traceback" not in done.stderr
        assert done.returncode in (0, 2), f"step {step} of {steps}: {done.stderr}"
        if done.returncode == 2:
            assert "No space left" in done.stderr, f"step {step}"
            assert not _is_new(due, before), f"step {step}: {done.stderr}"
        _ends_applied(due, before)
        _begin_again(due, before)


KILL_US = "kill -9 $(ps -o ppid= -p $PPID)"
KILL_GIT = "kill -9 $PPID"


def test_we_are_killed_while_git_goes_on(due: MemoryRepo) -> None:
    leave_hook(due, "pre-commit", f"{KILL_US}; while ! test -e .git/go-on; do sleep 0.05; done")
    before = picture_of(due)
    assert due.hygiene("apply").returncode == -9
    for command in ("plan", "apply", "drop"):
        done = due.hygiene(command, *(["abcd"] if command == "drop" else []))
        assert done.returncode == 2, done.stdout
        assert "index" in done.stderr
    (due.path / ".git/go-on").touch()
    _let_git_end(due)
    done = due.hygiene("plan")
    assert done.returncode == 0
    assert "interrupted after its commit" in done.stderr
    assert _is_new(due, before)
    (due.path / ".git/hooks/pre-commit").unlink()
    assert "nothing to do" in due.hygiene("apply").stdout


def test_we_are_killed_and_a_hook_rewrites_the_message(due: MemoryRepo) -> None:
    leave_hook(due, "commit-msg", f'echo "no trailers" >"$1"; {KILL_US}')
    before = picture_of(due)
    assert due.hygiene("apply").returncode == -9
    _let_git_end(due)
    assert "after its commit" in due.hygiene("plan").stderr
    assert _is_new(due, before)


def test_git_and_we_are_killed_before_the_commit(due: MemoryRepo) -> None:
    leave_hook(due, "pre-commit", f"{KILL_US}; {KILL_GIT}")
    before = picture_of(due)
    assert due.hygiene("apply").returncode == -9
    time.sleep(0.2)
    (due.path / ".git/hooks/pre-commit").unlink()
    assert "before its commit" in due.hygiene("plan").stderr
    assert not _is_new(due, before)
    _ends_applied(due, before)


def test_git_and_we_are_killed_between_moving_head_and_its_index(due: MemoryRepo) -> None:
    leave_hook(
        due,
        "reference-transaction",
        f'test "$1" = committed || exit 0; grep -q refs/heads/ || exit 0; {KILL_US}; {KILL_GIT}',
    )
    before = picture_of(due)
    assert due.hygiene("apply").returncode == -9
    time.sleep(0.2)
    (due.path / ".git/hooks/reference-transaction").unlink()
    (due.path / ".git/index.lock").unlink()
    assert due.git("diff", "--cached", "--name-only") != ""  # what git itself would leave: the apply staged for undoing
    assert "after its commit" in due.hygiene("plan").stderr
    assert _is_new(due, before)


def test_the_agent_wrote_before_the_killed_run_was_resolved(due: MemoryRepo) -> None:
    leave_hook(due, "pre-commit", f"{KILL_US}; {KILL_GIT}")
    assert due.hygiene("apply").returncode == -9
    time.sleep(0.2)
    (due.path / ".git/index.lock").unlink()
    (due.path / ".git/hooks/pre-commit").unlink()
    added = due.read("MEMORY.md") + "\n§\nThe agent learnt something.".encode()
    due.write("MEMORY.md", added)
    assert "MEMORY.md changed since" in due.hygiene("plan").stderr
    assert due.read("MEMORY.md") == added
    assert STALE.encode() in due.read(ARCHIVE)
    assert "not committed yet" in due.hygiene("apply").stderr or "nothing to do" in due.hygiene("apply").stdout
    due.commit("all of it")
    assert due.hygiene("check", "--rev", "HEAD").returncode == 0


def test_a_damaged_journal_stops_everything(due: MemoryRepo) -> None:
    leave_hook(due, "pre-commit", f"{KILL_US}; {KILL_GIT}")
    assert due.hygiene("apply").returncode == -9
    time.sleep(0.2)
    (due.path / ".git/index.lock").unlink()
    journal = due.path / ".git/hygiene/journal"
    kept = next(path for path in journal.glob("*.before") if path.read_bytes() == MEMORY.encode())
    kept.unlink()
    before = due.read("MEMORY.md")
    done = due.hygiene("apply")
    assert done.returncode == 2
    assert "journal that cannot be read" in done.stderr
    assert due.read("MEMORY.md") == before


@pytest.mark.parametrize("hook", ["pre-commit", "prepare-commit-msg", "commit-msg"])
def test_killed_together_with_its_git_it_is_resolved_by_the_next_apply(due: MemoryRepo, hook: str) -> None:
    """As the out-of-memory killer and a closing session do: git cannot clear its own lock away."""
    before = picture_of(due)
    leave_hook(due, hook, "test -e .git/next-index-*.lock || exit 0; kill -KILL 0")
    alone = "import os, sys; os.setsid(); os.execv(sys.executable, [sys.executable, '-m', 'memory_hygiene', 'apply'])"
    assert due.run(sys.executable, "-c", alone).returncode == -9
    time.sleep(0.2)
    assert (due.path / ".git/index.lock").exists()
    (due.path / f".git/hooks/{hook}").unlink()
    _ends_applied(due, before)
    assert not list((due.path / ".git").glob("*.lock"))


@pytest.mark.parametrize("name", ["", "next-index-LIVING.lock", "next-index-1x.lock"])
def test_a_lock_of_a_git_that_may_live_stays(due: MemoryRepo, name: str) -> None:
    leave_hook(due, "pre-commit", f"{KILL_US}; {KILL_GIT}")
    assert due.hygiene("apply").returncode == -9
    time.sleep(0.2)
    (due.path / ".git/hooks/pre-commit").unlink()
    for lock in (due.path / ".git").glob("next-index-*.lock"):
        lock.unlink()
    if name:
        (due.path / ".git" / name.replace("LIVING", str(os.getpid()))).touch()
    done = due.hygiene("apply")
    assert done.returncode == 2
    assert "remove index.lock" in done.stderr
    assert (due.path / ".git/index.lock").exists()
