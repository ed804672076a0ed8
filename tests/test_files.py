"""Real-shaped files of five families, each in a fresh repository under the name it plays as.

Each sidecar says how many entries a reader counts, which ones may go by an explicit mark, and which look as if they
might and may not.
"""

import json
from pathlib import Path
from typing import NamedTuple

import pytest

from .conftest import MemoryRepo

FILES = Path(__file__).parent / "files"
CASES = sorted(FILES.glob("*/*.json"))
DAY = "2026-09-15"
BREACHED = {"a3-migrated-breadcrumbs", "d4-creed-check-only"}
BLOCKED_WHEN_NEW = {"a3-migrated-breadcrumbs", "d2-persona-evolution-log", "d4-creed-check-only"}


class Case(NamedTuple):
    """One file and what its sidecar says."""

    name: str
    path: str
    data: bytes
    profile: str
    counts: tuple[int, ...]
    prunable: frozenset[int]
    protected: frozenset[int]


def _case(sidecar: Path) -> Case:
    told = json.loads(sidecar.read_text("utf-8"))
    return Case(
        told["case"],
        told["plays_as"],
        sidecar.with_suffix(".md").read_bytes(),
        "hermes" if told["family"] == "hermes" else "sanctum",
        (told["expected_entries"], *told.get("accept_entries_also", ())),
        frozenset(entry["entry"] for entry in told["prunable_by_explicit_marker"]),
        frozenset(entry["entry"] for entry in told["must_not_be_pruned_lookalikes"]),
    )


@pytest.fixture(params=CASES, ids=[path.stem for path in CASES])
def case(request: pytest.FixtureRequest, repo: MemoryRepo) -> Case:
    """The case, written into the repository under a hand-written configuration."""
    found = _case(request.param)
    repo.write(".hygiene.yaml", f"version: 1\nprofile: {found.profile}\n")
    repo.write(found.path, found.data)
    return found


def test_entries_are_counted_as_a_reader_counts_them(case: Case, repo: MemoryRepo) -> None:
    done = repo.hygiene("age", case.path, "--format", "json")
    assert done.returncode == 0, done.stderr
    assert len(json.loads(done.stdout)["entries"]) in case.counts
    assert repo.read(case.path) == case.data


def test_the_gate_judges_and_writes_nothing(case: Case, repo: MemoryRepo) -> None:
    new = repo.hygiene("check", case.path)
    assert new.returncode == (1 if case.name in BLOCKED_WHEN_NEW else 0), new.stdout
    repo.commit()
    old = repo.hygiene("check", case.path)
    assert old.returncode == 0, old.stdout
    assert repo.read(case.path) == case.data
    assert repo.git("status", "--porcelain", "--ignored") == ""


def test_plans_act_on_explicit_marks_and_repeats_alone(case: Case, repo: MemoryRepo) -> None:
    repo.commit()
    done = repo.hygiene("plan", "--now", DAY, "--format", "json")
    if "/" in case.path or case.path in ("AGENTS.md", "CLAUDE.md", "SOUL.md"):
        assert done.returncode == 2
        return
    assert done.returncode == (1 if case.name in BREACHED else 0), done.stderr
    plan = json.loads(done.stdout)
    aged = json.loads(repo.hygiene("age", case.path, "--format", "json").stdout)["entries"]
    numbers = {(entry["line"], entry["fingerprint"]): number for number, entry in enumerate(aged, 1)}
    pruned = {numbers[a["line"], a["fingerprint"]] for a in plan["actions"] if a["action"] == "prune"}
    removed = {numbers[a["line"], a["fingerprint"]] for a in plan["actions"] if a["action"] in ("prune", "dedup")}
    if len(aged) == case.counts[0]:
        assert pruned <= case.prunable
        assert not removed & case.protected
    assert repo.read(case.path) == case.data


def test_what_is_applied_once_stays_applied(case: Case, repo: MemoryRepo) -> None:
    repo.commit()
    if repo.hygiene("plan", "--now", DAY).returncode == 2:
        return  # nothing here is governed without being named
    first = repo.hygiene("apply", "--now", DAY)
    breached = 1 if case.name in BREACHED else 0
    assert first.returncode == breached, first.stdout + first.stderr
    if "nothing to do" in first.stdout:
        assert repo.read(case.path) == case.data
    second = repo.hygiene("apply", "--now", DAY)
    assert (second.returncode, second.stdout.splitlines()[0]) == (breached, "hygiene: nothing to do")
    left = repo.git("status", "--porcelain", "--ignored").splitlines()
    assert [line for line in left if not line.endswith(".lock")] == []
