"""Apply and the real client at the same moment: the client's own lock is waited for, and nothing is lost or torn."""

import fcntl
import json
import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.conftest import MemoryRepo
from tests.pictures import STALE, STAY, picture_of

from .homes import CANARY, IGNORED, PROBE, Stores, make_home

pytestmark = pytest.mark.hermes
ENTRIES = [STAY, CANARY, *(f"Berth {number} is let until spring." for number in range(10))]
SECONDS = 10.0


@pytest.fixture
def home(tmp_path: Path) -> MemoryRepo:
    """A live home: ten entries, a canary, and one entry that is to be archived."""
    text = "\n§\n".join([*ENTRIES, STALE])
    return make_home(tmp_path / "home", Stores(text.encode(), b"Prefers short answers."))


@contextmanager
def _client(python: str, repo: MemoryRepo, *arguments: str) -> Iterator["subprocess.Popen[str]"]:
    """The probe at work in another process."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "HERMES_"))}
    command = [python, str(PROBE), str(repo.path.parent), *arguments]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8", env=kept)
    try:
        yield child
    finally:
        child.kill()
        child.wait()


def test_apply_waits_while_the_client_holds_its_lock(hermes_python: str, home: MemoryRepo) -> None:
    with _client(hermes_python, home, "--hold-lock", "memory", "3") as child:
        assert child.stdout is not None
        assert "holding" in child.stdout.readline()
        started = time.monotonic()
        before = picture_of(home)
        done = home.hygiene("apply", "--wait", "0.5")
        assert done.returncode == 2
        assert "MEMORY.md.lock is held by another process" in done.stderr
        assert picture_of(home) == before
        done = home.hygiene("apply")
        assert done.returncode == 0, done.stderr
        assert time.monotonic() - started > 2
    assert STALE.encode() not in home.read("MEMORY.md")
    assert (home.path / "MEMORY.md.lock").stat().st_size == 0


def test_nothing_is_lost_while_the_client_hammers_the_store(hermes_python: str, home: MemoryRepo) -> None:
    """The client adds and removes notes back to back; apply runs again and again, and finds new work in between."""
    applied, refused, number = 0, 0, 0
    with _client(hermes_python, home, "--hammer", "memory", "1000000") as child:
        deadline = time.monotonic() + SECONDS
        while time.monotonic() < deadline:
            done = home.hygiene("apply")
            assert done.returncode in (0, 2), done.stdout + done.stderr
            if done.returncode == 2:
                assert "not committed yet: MEMORY.md" in done.stderr, done.stderr
                refused += 1
            applied += "committed as" in done.stdout
            number += _add_work(home, number)
            _nothing_lost(home)
        assert child.poll() is None
    _nothing_lost(home)
    print(f"applied {applied}, refused {refused}, new work {number}")
    assert applied > 0
    assert refused + applied > 3
    assert home.git("fsck", "--strict", "--no-dangling") == ""
    checked = home.hygiene("check", "--from-ref", _first(home), "--to-ref", "HEAD")
    assert checked.returncode == 0, checked.stdout
    assert not (home.path / ".git/hygiene/journal").exists()


def _first(repo: MemoryRepo) -> str:
    return repo.git("rev-list", "--max-parents=0", "HEAD").strip()


@contextmanager
def _both_locks(repo: MemoryRepo) -> Iterator[None]:
    with ExitStack() as stack:
        for name in ("MEMORY.md.lock", "USER.md.lock"):
            lock = stack.enter_context((repo.path / name).open("a"))
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _add_work(repo: MemoryRepo, number: int) -> int:
    """Between two of the client's writes, under its lock: commit one more entry to archive when the store is clean."""
    with _both_locks(repo):
        data = repo.read("MEMORY.md")
        if b"probe " in data or b"[stale]" in data:
            return 0
        repo.write("MEMORY.md", data + f"\n§\n[stale] {number}: {STALE[8:]}".encode())
        repo.git("commit", "-q", "-m", "the agent's own", "--only", "MEMORY.md")
        return 1


def _nothing_lost(repo: MemoryRepo) -> None:
    with _both_locks(repo):
        entries = repo.read("MEMORY.md").decode().split("\n§\n")
        kept = repo.read("archive/MEMORY.archive.md") if (repo.path / "archive").exists() else b""
        committed = repo.git("log", "--format=%H", "-S[stale]", "--", "MEMORY.md").split()
    for entry in ENTRIES:
        assert entry in entries, entry
    assert STALE in entries or STALE.encode() in kept
    assert committed


def test_the_probe_is_the_real_client(hermes_python: str, home: MemoryRepo) -> None:
    done = home.run(hermes_python, str(PROBE), str(home.path.parent), "--compact")
    report = json.loads(done.stdout)
    assert report["hermes_version"] == "0.19.0"
    assert report["files"]["MEMORY.md"]["external_drift"] == {"has_check": True, "detected": False, "reasons": []}
    assert IGNORED in home.read(".gitignore").decode()
