"""Restore killed at every step: nothing is lost, nothing comes twice, and the same command finishes it."""

import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from memory_hygiene.core.audit.ledger import read_ledger
from memory_hygiene.core.fingerprint import fingerprint

from .conftest import MemoryRepo
from .pictures import ARCHIVE, GONE, LEDGER, MEMORY, STALE, STAY, Picture, leave_hook, picture_of, with_work

KILLED = str(Path(__file__).with_name("killed.py"))
LATER = "The agent learnt that the tide turns at six."
DELIMITER = "\n§\n"


class Undo(NamedTuple):
    """What is typed, and the store as it must be in the end."""

    command: tuple[str, ...]
    wanted: str


def _apply(repo: MemoryRepo) -> str:
    done = repo.hygiene("apply")
    assert done.returncode == 0, done.stderr
    return repo.git("rev-parse", "HEAD").strip()


def _learn(repo: MemoryRepo) -> str:
    """Something new at the end of the store, committed; the store as it is then."""
    text = repo.read("MEMORY.md").decode() + DELIMITER + LATER
    repo.write("MEMORY.md", text)
    repo.commit("learnt")
    return text


def _of_an_archived_entry(repo: MemoryRepo) -> Undo:
    _apply(repo)
    _learn(repo)
    return Undo(("restore", fingerprint(STALE)), DELIMITER.join((STAY, STALE, LATER)))


def _of_an_entry_lost_past_the_gate(repo: MemoryRepo) -> Undo:
    repo.write("MEMORY.md", DELIMITER.join((STAY, GONE)))
    repo.git("commit", "-q", "--no-verify", "-am", "forgot")
    return Undo(("restore", fingerprint(STALE)), MEMORY)


def _of_the_last_apply(repo: MemoryRepo) -> Undo:
    _apply(repo)
    return Undo(("restore", "--last-apply"), MEMORY)


def _of_an_apply_under_later_work(repo: MemoryRepo) -> Undo:
    commit = _apply(repo)
    _learn(repo)
    return Undo(("restore", "--commit", commit), MEMORY + DELIMITER + LATER)


KINDS: tuple[Callable[[MemoryRepo], Undo], ...] = (
    _of_an_archived_entry,
    _of_an_entry_lost_past_the_gate,
    _of_the_last_apply,
    _of_an_apply_under_later_work,
)


def _run(repo: MemoryRepo, mode: str, step: int, command: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
    return repo.run(sys.executable, KILLED, mode, str(step), *command, PYTHONDONTWRITEBYTECODE="1")


def _copy(repo: MemoryRepo, name: str) -> MemoryRepo:
    copy = MemoryRepo.__new__(MemoryRepo)
    copy.path, copy.environment = repo.path.with_name(name), repo.environment
    shutil.copytree(repo.path, copy.path, symlinks=True)
    copy.git("update-index", "-q", "--refresh")
    return copy


def _restores(repo: MemoryRepo) -> list[str]:
    """The times of the records of restores."""
    records = read_ledger(repo.read(LEDGER)).records if (repo.path / LEDGER).exists() else ()
    return [record.time for record in records if record.get("run") == "restore"]


def _is_finished(repo: MemoryRepo, undo: Undo, before: Picture) -> None:
    """The store has the wanted bytes, one commit and one record say so, and nothing is left lying about."""
    assert repo.read("MEMORY.md").decode() == undo.wanted
    assert repo.git("rev-parse", "HEAD^") == before.head
    assert len(_restores(repo)) == 1
    assert repo.git("status", "--porcelain", "--", ":!*.lock") == ""
    assert not (repo.path / ".git/hygiene/journal/journal.json").exists()
    assert not list(repo.path.rglob("*.hygiene.tmp"))


def _nothing_is_nowhere(repo: MemoryRepo, undo: Undo, before: Picture) -> None:
    """Whoever looks before it is resolved finds every entry, each at most once, and the old ledger's bytes."""
    now = repo.read("MEMORY.md").decode().split(DELIMITER)
    assert len(now) == len(set(now))
    held = before.files["MEMORY.md"][1].decode().split(DELIMITER)
    assert {text for text in held if "_[archived" not in text} <= {*now, *undo.wanted.split(DELIMITER)} & {*now}
    for path in (LEDGER, ARCHIVE):
        old = before.files.get(path, (0, b""))[1]
        assert (repo.read(path) if old else b"").startswith(old)


@pytest.mark.parametrize("part", range(3))
@pytest.mark.parametrize("kind", [_of_an_archived_entry, _of_the_last_apply], ids=lambda kind: kind.__name__[4:])
def test_a_kill_at_any_step(hermes: MemoryRepo, kind: Callable[[MemoryRepo], Undo], part: int) -> None:
    _killed(hermes, kind, part)


@pytest.mark.parametrize(
    "kind", [_of_an_entry_lost_past_the_gate, _of_an_apply_under_later_work], ids=lambda kind: kind.__name__[4:]
)
def test_a_kill_at_any_third_step(hermes: MemoryRepo, kind: Callable[[MemoryRepo], Undo]) -> None:
    _killed(hermes, kind, 0)


def _killed(hermes: MemoryRepo, kind: Callable[[MemoryRepo], Undo], part: int) -> None:
    repo = with_work(hermes)
    undo = kind(repo)
    before = picture_of(repo)
    counted = _run(_copy(repo, "counted"), "count", 0, undo.command)
    assert counted.returncode == 0, counted.stderr
    steps = int(counted.stdout.split("\n")[-2])
    assert 12 < steps < 60
    for step in range(1 + part, steps + 1, 3):
        one = _copy(repo, f"step{step}")
        done = _run(one, "kill", step, undo.command)
        assert done.returncode == -9, f"step {step} of {steps}: {done.stdout}{done.stderr}"
        _let_git_end(one)
        _nothing_is_nowhere(one, undo, before)
        again = one.hygiene(*undo.command)
        is_there = again.returncode == 2 and "it is there" in again.stderr
        assert again.returncode == 0 or is_there, f"step {step} of {steps}: {again.stderr}"
        _is_finished(one, undo, before)
        shutil.rmtree(one.path)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__.removeprefix("_of_"))
def test_a_full_disk_at_any_third_step(hermes: MemoryRepo, kind: Callable[[MemoryRepo], Undo]) -> None:
    repo = with_work(hermes)
    undo = kind(repo)
    before = picture_of(repo)
    for step in range(3, 30, 6):
        one = _copy(repo, f"step{step}")
        done = _run(one, "fail", step, undo.command)
        assert "Traceback" not in done.stderr
        if done.returncode != 0:
            assert "No space left" in done.stderr, f"step {step}: {done.stderr}"
            assert picture_of(one) == before, f"step {step}: {done.stderr}"
            assert one.hygiene(*undo.command).returncode == 0
        assert one.hygiene("plan").returncode == 0  # a journal that could not be removed is found finished
        _is_finished(one, undo, before)
        shutil.rmtree(one.path)


def _let_git_end(repo: MemoryRepo) -> None:
    """A git that outlives its parent ends by itself."""
    deadline = time.monotonic() + 10
    while (repo.path / ".git/index.lock").exists() and time.monotonic() < deadline:
        time.sleep(0.02)


def test_the_agent_writes_before_the_killed_restore_is_resolved(hermes: MemoryRepo) -> None:
    repo = with_work(hermes)
    undo = _of_an_archived_entry(repo)
    leave_hook(repo, "pre-commit", "kill -9 $(ps -o ppid= -p $PPID); kill -9 $PPID")
    assert repo.hygiene(*undo.command).returncode == -9
    time.sleep(0.2)
    (repo.path / ".git/index.lock").unlink(missing_ok=True)
    (repo.path / ".git/hooks/pre-commit").unlink()
    written = repo.read("MEMORY.md") + f"{DELIMITER}Written in between.".encode()
    repo.write("MEMORY.md", written)
    assert "MEMORY.md changed since" in repo.hygiene("plan").stderr
    assert repo.read("MEMORY.md") == written
    repo.commit("all of it")
    for command in (("check", "--rev", "HEAD"), ("ledger", "verify")):
        done = repo.hygiene(*command)
        assert done.returncode == 0, done.stdout + done.stderr
    assert repo.read("MEMORY.md").decode().count(STALE) == 1


def test_an_apply_taken_back_can_be_applied_and_taken_back_again_and_the_ledger_only_grows(hermes: MemoryRepo) -> None:
    repo = with_work(hermes)
    ledgers: list[bytes] = [b""]
    for _ in range(2):
        for command in (("apply",), ("restore", "--last-apply")):
            done = repo.hygiene(*command)
            assert done.returncode == 0, done.stdout + done.stderr
            ledgers.append(repo.read(LEDGER))
            assert ledgers[-1].startswith(ledgers[-2])
            assert ledgers[-1] != ledgers[-2]
        assert repo.read("MEMORY.md").decode() == MEMORY
    assert (repo.path / "MEMORY.md").stat().st_mode & 0o777 == 0o600
    assert repo.hygiene("ledger", "verify").returncode == 0
    start = repo.git("rev-list", "--max-parents=0", "HEAD").strip()
    assert repo.hygiene("check", "--from-ref", start, "--to-ref", "HEAD").returncode == 0


def test_the_first_of_two_applies_is_taken_back_under_the_second_and_then_the_second(hermes: MemoryRepo) -> None:
    repo = with_work(hermes)
    first = _apply(repo)
    more = "[superseded] The ferry left at nine."
    repo.write("MEMORY.md", repo.read("MEMORY.md").decode() + DELIMITER + more + DELIMITER + LATER)
    repo.commit("more")
    second = _apply(repo)
    kept = repo.read(LEDGER)
    assert repo.hygiene("restore", "--commit", first).returncode == 0
    assert GONE in repo.read("MEMORY.md").decode()
    assert STALE in repo.read("MEMORY.md").decode()
    done = repo.hygiene("restore", "--commit", second)
    assert done.returncode == 0, done.stderr
    assert repo.read("MEMORY.md").decode() == MEMORY + DELIMITER + more + DELIMITER + LATER
    assert repo.read(LEDGER).startswith(kept)
    assert len(_restores(repo)) == 2
    assert repo.hygiene("ledger", "verify").returncode == 0


def test_a_revert_and_its_own_revert_are_both_explained_and_end_where_they_began(hermes: MemoryRepo) -> None:
    """Ledger and archive go and come back: each of the two commits is told; what was committed stands in the end."""
    repo = with_work(hermes)
    apply_commit = _apply(repo)
    repo.git("revert", "--no-edit", apply_commit)
    told = repo.hygiene("check", "--rev", "HEAD")
    assert (told.returncode, "what a revert by git does to the apply" in told.stdout) == (1, True)
    repo.git("revert", "--no-edit", "HEAD")
    assert repo.git("rev-parse", "HEAD^{tree}") == repo.git("rev-parse", f"{apply_commit}^{{tree}}")
    assert repo.hygiene("check", "--rev", "HEAD").returncode == 0
    assert repo.hygiene("check").returncode == 0
    told = repo.hygiene("ledger", "verify")
    assert told.returncode == 1  # the trail was rewound and put back: no later commit takes that out of the history
    assert re.search(r"[0-9a-f]{12}", told.stdout)
    done = repo.hygiene("restore", "--commit", apply_commit)
    assert done.returncode == 0, done.stdout + done.stderr
    assert repo.read("MEMORY.md").decode() == MEMORY
