"""A change of the configuration that leaves a store with its memory in it to nobody, in real repositories."""

import pytest

from .conftest import MemoryRepo

ROSTER = "version: 1\nprofile: sanctum\nagents:\n  heron: {path: agents/heron}\n  kite: {path: agents/kite}\n"
ONE = "version: 1\nprofile: sanctum\nagents:\n  heron: {path: agents/heron}\n"
STORE = "agents/kite/LORE.md"


@pytest.fixture
def roster(repo: MemoryRepo) -> MemoryRepo:
    """Two agents, each with one store, committed."""
    repo.write(".hygiene.yaml", ROSTER)
    repo.write("agents/heron/LORE.md", "- Orders are append-only.\n")
    repo.write(STORE, "- The kite flies at noon.\n")
    repo.commit()
    return repo


def test_removing_the_configuration_is_refused_by_the_hook(roster: MemoryRepo) -> None:
    roster.git("rm", "-q", ".hygiene.yaml")
    done = roster.hygiene("hook", "pre-commit")
    assert done.returncode == 1, done.stdout + done.stderr
    assert f"error: {STORE}:1: governed by nobody" in done.stdout
    assert "drop its entries and remove the file first" in done.stdout


def test_taking_an_agent_off_is_refused_at_commit_and_at_push(roster: MemoryRepo) -> None:
    start = roster.git("rev-parse", "HEAD").strip()
    roster.write(".hygiene.yaml", ONE)
    assert f"error: {STORE}:1: governed by nobody" in roster.hygiene("check", "--worktree").stdout
    roster.git("add", "-A")
    done = roster.hygiene("hook", "pre-commit")
    assert done.returncode == 1
    assert "agents/heron/LORE.md:1" not in done.stdout
    roster.commit()
    done = roster.hygiene("check", "--from-ref", start, "--to-ref", "HEAD")
    assert done.returncode == 1
    assert f"error: {STORE}:1: governed by nobody" in done.stdout
    assert roster.hygiene("check", "--rev", "HEAD").returncode == 1


def test_merge_that_brings_it_is_refused(roster: MemoryRepo) -> None:
    roster.git("switch", "-q", "-c", "side")
    roster.git("rm", "-q", ".hygiene.yaml")
    roster.commit()
    roster.git("switch", "-q", "main")
    roster.write("notes.txt", "main moved\n")
    roster.commit()
    roster.git("merge", "-q", "--no-commit", "side")
    done = roster.hygiene("hook", "pre-merge-commit")
    assert done.returncode == 1
    assert f"error: {STORE}:1: governed by nobody" in done.stdout


def test_configuration_of_nothing_may_go(roster: MemoryRepo) -> None:
    for path in (STORE, "agents/heron/LORE.md"):
        roster.git("rm", "-q", path)
    roster.commit()
    roster.git("rm", "-q", ".hygiene.yaml")
    assert "governed by nobody" not in roster.hygiene("hook", "pre-commit").stdout


@pytest.mark.parametrize("at_once", [True, False])
def test_agent_whose_directory_is_gone_may_be_taken_off(roster: MemoryRepo, at_once: bool) -> None:
    roster.git("rm", "-q", STORE)
    if not at_once:
        roster.commit()
    roster.write(".hygiene.yaml", ONE)
    roster.git("add", "-A")
    shown = roster.hygiene("hook", "pre-commit").stdout
    assert "roster-mismatch" not in shown
    assert ("entry-lost" in shown) is at_once
