"""What shows issue 5 on whole files: ``hygiene plan`` over an old history deletes nothing a sidecar forbids, and names
every duplicate.

The files lie beside the checkout, in ``shared/cases/files``; where they do not, ``tests/files`` holds the same.
"""

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from .conftest import MemoryRepo

HERE = Path(__file__).parent
BESIDE = HERE.parent.parent / "shared" / "cases" / "files"
FILES = BESIDE if BESIDE.is_dir() else HERE / "files"
OLD, DAY = "2026-01-02T12:00:00+0000", "2026-09-15"
PASSED = "Session today: fixed the typo in the README and pushed it."
"""A session note that has passed. It is as old as all that stands beside it: were age alone to decide, all would go."""
TO_THE_ARCHIVE = {("d1-lore-markers", 20)} | {("d2-persona-evolution-log", row) for row in (7, 8, 9, 10)}
"""Entries of which the sidecar says that they may be moved to the archive, never deleted."""
SANCTUM = ("LORE.md", "MEMORY.md", "PERSONA.md", "CREED.md", "BOND.md")


class Play(NamedTuple):
    """A labelled file, and the store it plays."""

    sidecar: Path
    profile: str
    path: str


def _plays() -> list[Play]:
    found: list[Play] = []
    for sidecar in sorted(FILES.glob("*/*.json")):
        labels = json.loads(sidecar.read_text("utf-8"))
        if labels["family"] == "hermes":
            found += [Play(sidecar, "hermes", path) for path in ("MEMORY.md", "USER.md")]
        elif labels["plays_as"] in SANCTUM:
            found.append(Play(sidecar, "sanctum", labels["plays_as"]))
        else:
            found += [Play(sidecar, "sanctum", path) for path in ("LORE.md", "CREED.md")]
    return found


class Planned(NamedTuple):
    """What a plan says: ``entries`` are the lines and texts of the file, numbered from 1 in file order."""

    entries: dict[int, tuple[int, str]]
    actions: list[dict[str, Any]]
    unresolved: list[dict[str, Any]]

    def number_of(self, entry: int, text: str) -> int:
        """The number of a labelled entry here: where a reader counts otherwise than we do, its text finds it."""
        for number in (entry, *self.entries):
            told, words = (" ".join(one.split()) for one in (self.entries.get(number, (0, ""))[1], text))
            if told and (told.startswith(words) or words.startswith(told) or words in told):
                return number
        raise AssertionError(f"no entry says {text!r}")

    def deleted(self, path: str, *actions: str) -> set[int]:
        """The entries of the store at ``path`` that these actions take."""
        lines = {one["line"] for one in self.actions if one["path"] == path and one["action"] in actions}
        return {number for number, (line, _) in self.entries.items() if line in lines}


def _planned(play: Play, repo: MemoryRepo) -> Planned:
    """The plan of a real repository whose one commit is eight months old."""
    repo.write(".hygiene.yaml", f"version: 1\nprofile: {play.profile}\n")
    repo.write(play.path, play.sidecar.with_suffix(".md").read_bytes())
    if play.profile == "hermes":
        repo.write("USER.md" if play.path == "MEMORY.md" else "MEMORY.md", PASSED)
    repo.commit(date=OLD)
    done = repo.hygiene("plan", "--now", DAY, "--format", "json")
    assert done.returncode in (0, 1), done.stderr  # 1: a store stays over its limit
    plan = json.loads(done.stdout)
    aged = json.loads(repo.hygiene("age", play.path, "--format", "json").stdout)["entries"]
    entries = {number: (row["line"], row["text"]) for number, row in enumerate(aged, 1)}
    return Planned(entries, plan["actions"], plan["unresolved"])


@pytest.mark.parametrize("play", _plays(), ids=lambda play: f"{play.sidecar.stem}-as-{play.path}")
def test_no_deletion_that_a_sidecar_forbids_and_every_duplicate_found(play: Play, repo: MemoryRepo) -> None:
    planned = _planned(play, repo)
    labels = json.loads(play.sidecar.read_text("utf-8"))

    deleted = planned.deleted(play.path, "prune", "dedup")
    archived = planned.deleted(play.path, "archive")
    for row in labels["must_not_be_pruned_lookalikes"]:
        number = planned.number_of(row["entry"], row["text"])
        assert number not in deleted, row
        assert number not in archived or (play.sidecar.stem, row["entry"]) in TO_THE_ARCHIVE, row

    marked = {row["entry"] for row in labels["prunable_by_explicit_marker"]}
    repeats = {later["entry"] for group in labels["duplicates"] for later in group["later"]}
    assert planned.deleted(play.path, "prune") <= (set() if play.path == "CREED.md" else marked)
    assert planned.deleted(play.path, "dedup") <= (set() if play.path == "CREED.md" else repeats)

    for group in labels["duplicates"]:
        whole = {group["first"], *(later["entry"] for later in group["later"])}
        for later in group["later"]:
            assert _is_shown(planned, later["entry"], whole - {later["entry"]}), later

    if play.profile == "hermes":  # the same plan lets go what age may take
        assert [one["text"] for one in planned.actions if one["path"] != play.path] == [PASSED]


def _is_shown(planned: Planned, later: int, others: set[int]) -> bool:
    """Whether the plan says at the entry ``later`` that it repeats one of ``others``."""
    line = planned.entries[later][0]
    said = [one["reason"] for one in (*planned.actions, *planned.unresolved) if one["line"] == line]
    words = {word.strip(":,;()") for reason in said for word in reason.split()}
    starts = {str(planned.entries[number][0]) for number in others}
    return not starts.isdisjoint(word.rpartition(":")[2] for word in words)


def test_the_files_beside_the_checkout_are_those_kept_here() -> None:
    for path in sorted(FILES.glob("*/*")):
        assert path.read_bytes() == (HERE / "files" / path.parent.name / path.name).read_bytes(), path.name
