"""Jobs of many agents at once: on one clone they take turns and lose nothing; in clones of their own they push anew."""

import fcntl
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from .conftest import MemoryRepo
from .fleets import Fleet, name_of

JOBS = 8
DAY = "2026-09-20"
AUDIT = ("audit", "--force", "--offline", "--now", DAY)


def gone(number: int) -> str:
    return f"[prune] Agent {name_of(number)} heard of something that goes with the next audit."


@pytest.fixture
def fleet(tmp_path: Path) -> Fleet:
    """A fleet of which each agent has left an entry that an audit lets go, not committed yet."""
    made = Fleet(tmp_path / "fleet", JOBS + 1, 20)
    for number in range(JOBS):
        made.append(number, gone(number))
    return made


def audit(fleet: Fleet, number: int) -> "CompletedProcess[str]":
    return fleet.repo.hygiene(*AUDIT, "--agent", name_of(number))


def commits_of(repo: MemoryRepo, number: int, since: str) -> list[str]:
    return repo.git("log", "--format=%s", f"{since}..HEAD", "--", f"agents/{name_of(number)}").splitlines()


def is_sound(repo: MemoryRepo) -> bool:
    changed = repo.git("status", "--porcelain", "-uno")
    return not changed and repo.run("git", "fsck", "--no-dangling").returncode == 0


def test_eight_audits_at_once_on_one_clone_lose_nothing(fleet: Fleet) -> None:
    base = fleet.repo.git("rev-parse", "HEAD").strip()
    with ThreadPoolExecutor(JOBS) as jobs:
        done = list(jobs.map(lambda number: audit(fleet, number), range(JOBS)))
    assert [one.returncode for one in done] == [0] * JOBS, [one.stderr for one in done]
    for number in range(JOBS):
        assert len(commits_of(fleet.repo, number, base)) == 2, number  # what was left, then what was decided
        assert gone(number).encode() not in fleet.repo.read(fleet.members[number].store)
        told = done[number].stdout + done[number].stderr
        assert set(re.findall(r"\ba\d{3}\b", told)) == {name_of(number)}
    assert is_sound(fleet.repo)
    assert fleet.repo.hygiene("check", "--from-ref", base, "--to-ref", "HEAD").returncode == 0
    assert fleet.repo.hygiene("prove", f"{base}..HEAD").returncode == 0


def test_agents_that_commit_meanwhile_are_in_nobodys_way(fleet: Fleet) -> None:
    """They do not know of our lock; git's own is waited for on both sides."""
    notes = 6

    def write() -> int:
        made = 0
        for number in range(notes):
            fleet.append(JOBS, f"Agent {name_of(JOBS)} notes while all others are audited, for the time {number}.")
            folder = f"agents/{name_of(JOBS)}"
            while fleet.repo.run("git", "commit", "-q", "-m", f"note {number}", "--", folder).returncode == 128:
                continue
            made += 1
        return made

    base = fleet.repo.git("rev-parse", "HEAD").strip()
    with ThreadPoolExecutor(4) as jobs:
        writing = jobs.submit(write)
        done = list(jobs.map(lambda number: audit(fleet, number), range(3)))
    assert writing.result() == notes
    assert [one.returncode for one in done] == [0, 0, 0], [one.stdout + one.stderr for one in done]
    for number, one in enumerate(done):
        commit = one.stdout.partition("committed as ")[2].split(",")[0]
        changed = fleet.repo.git("show", "--format=", "--name-only", commit).split()
        assert {path.split("/")[1] for path in changed} == {name_of(number)}
    assert len(commits_of(fleet.repo, JOBS, base)) == notes
    fleet.repo.git("checkout", "-q", "--", *(f"agents/{name_of(number)}" for number in range(3, JOBS)))
    assert is_sound(fleet.repo)


def test_a_locked_index_is_told_and_nothing_is_written(fleet: Fleet) -> None:
    lock = fleet.repo.path / ".git/index.lock"
    lock.touch()
    head = fleet.repo.git("rev-parse", "HEAD")
    done = fleet.repo.hygiene("snapshot", "--agent", "a000")
    assert done.returncode == 2
    assert "the index is locked by another git process" in done.stderr
    lock.unlink()
    assert fleet.repo.git("rev-parse", "HEAD") == head
    assert audit(fleet, 0).returncode == 0


def test_a_lock_of_one_agent_is_in_no_others_way(fleet: Fleet) -> None:
    with (fleet.repo.path / "agents/a000/MEMORY.md.lock").open("a") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        codes = [
            fleet.repo.hygiene(*AUDIT, "--agent", name_of(number), "--wait", "0.2").returncode for number in (0, 1, 2)
        ]
    assert codes == [2, 0, 0]
