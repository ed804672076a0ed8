"""What a check compares: the states before (one per parent), the state after, and which paths differ."""

import os
import re
import time
from typing import NamedTuple

from memory_hygiene.core.state import Snapshot
from memory_hygiene.errors import GitError

from .process import MISSING_HINT, ObjectReader
from .repository import (
    RawChange,
    Repository,
    all_staged,
    head_commit,
    is_shallow,
    merge_bases,
    other_parents,
    resolve,
    staged_changes,
    tree_changes,
)
from .snapshots import EmptySnapshot, IndexSnapshot, TreeSnapshot, WorktreeSnapshot

_GIT_DATE = r"@?(\d{1,12}) [+-]\d{4}\Z"
_ISO_DAY = r"\d{4}-\d{2}-\d{2}(?![\d-])"
SHALLOW_HINT = "the history is truncated: git fetch --unshallow (GitHub: fetch-depth: 0, GitLab: GIT_DEPTH: 0)"


class Comparison(NamedTuple):
    """Snapshots before and after a change. ``changed`` holds the paths that differ, or None to judge everything.

    ``today`` (``YYYY-MM-DD`` or "") is the author's day of the change, where it has one. ``is_past`` says that the
    change is made: nothing can be acknowledged in it any more.
    """

    befores: tuple[Snapshot, ...]
    after: Snapshot
    bases: tuple[Snapshot, ...] = ()
    changed: tuple[str, ...] | None = None
    today: str = ""
    is_past: bool = False


def compare_staged(repository: Repository, reader: ObjectReader) -> Comparison:
    """The index against HEAD and every commit being merged. With nothing staged, ``changed`` is None."""
    changes = staged_changes(repository, "HEAD")
    if changes is None:
        changes = all_staged(repository)
        _refuse_unmerged(changes)
        after = IndexSnapshot(reader, EmptySnapshot(), changes)
        return Comparison((), after, changed=_paths(changes), today=author_day())
    _refuse_unmerged(changes)
    head = TreeSnapshot(reader, "HEAD", "HEAD")
    after = IndexSnapshot(reader, head, changes)
    others = tuple(other for other in other_parents(repository) if reader.get(other) is not None)
    if not others:
        return Comparison((head,), after, changed=_paths(changes) or None, today=author_day())
    for other in others:
        changes += staged_changes(repository, other) or ()
    parents = tuple(TreeSnapshot(reader, other, other[:12]) for other in others)
    bases = _bases(repository, reader, ("HEAD", *others))
    return Comparison((head, *parents), after, bases, _paths(changes), author_day())


def _paths(changes: tuple[RawChange, ...]) -> tuple[str, ...]:
    return tuple(sorted({change.path for change in changes}))


def _bases(repository: Repository, reader: ObjectReader, commits: tuple[str, ...]) -> tuple[Snapshot, ...]:
    return tuple(TreeSnapshot(reader, base, base[:12]) for base in known_bases(repository, commits))


def known_bases(repository: Repository, commits: tuple[str, ...]) -> tuple[str, ...]:
    """The merge bases; empty only when the histories truly share nothing. Raises GitError when they are cut off."""
    bases = merge_bases(repository, commits)
    if not bases and is_shallow(repository):
        raise GitError("the commit where the histories part is not here", SHALLOW_HINT)
    return bases


def _refuse_unmerged(changes: tuple[RawChange, ...]) -> None:
    for change in changes:
        if change.status == "U":
            raise GitError(f"unmerged path: {change.path}", "resolve the conflict and git add the file")


def compare_worktree(repository: Repository, reader: ObjectReader) -> Comparison:
    """The files on disk against HEAD."""
    befores = (TreeSnapshot(reader, "HEAD", "HEAD"),) if head_commit(repository) else ()
    return Comparison(befores, WorktreeSnapshot(repository.top))


def compare_commit(repository: Repository, reader: ObjectReader, revision: str) -> Comparison:
    """A commit against every one of its parents. Raises GitError when a parent is missing (shallow history)."""
    commit = read_commit(repository, reader, resolve(repository, revision))
    for parent in commit.parents:
        read_commit(repository, reader, parent)
    return compare_to_parents(repository, reader, commit, None)


def compare_to_parents(
    repository: Repository, reader: ObjectReader, commit: "Commit", changed: tuple[str, ...] | None
) -> Comparison:
    """As ``compare_commit``, of a commit whose parents are known to be here; only ``changed`` is judged."""
    befores = tuple(TreeSnapshot(reader, parent, parent[:12]) for parent in commit.parents)
    bases = _bases(repository, reader, commit.parents) if len(befores) > 1 else ()
    after = TreeSnapshot(reader, commit.oid, commit.oid[:12])
    return Comparison(befores, after, bases, changed if befores else None, commit.author_day)


def compare_ends(repository: Repository, reader: ObjectReader, befores: tuple[str, ...], after: str) -> Comparison:
    """The ends of a range, commits by id; with no ``befores``, it is all that led to ``after``."""
    end = read_commit(repository, reader, after)
    changes: tuple[RawChange, ...] = ()
    for before in befores:
        read_commit(repository, reader, before)
        changes += tree_changes(repository, before, after)
    starts = tuple(TreeSnapshot(reader, before, before[:12]) for before in befores) or (EmptySnapshot(),)
    changed = _paths(changes) if befores else None
    return Comparison(starts, TreeSnapshot(reader, after, after[:12]), (), changed, end.author_day, is_past=True)


class Commit(NamedTuple):
    """A commit's id, parents and author's day (UTC)."""

    oid: str
    parents: tuple[str, ...]
    author_day: str


def read_commit(repository: Repository, reader: ObjectReader, oid: str) -> Commit:
    """The commit with this id, with the parents it was made with. Raises GitError when it is missing."""
    found = reader.get(oid)
    if found is None or found[1] != "commit":
        raise GitError(f"the commit {oid[:12]} is not here", SHALLOW_HINT if is_shallow(repository) else MISSING_HINT)
    head = found[2].partition(b"\n\n")[0].decode("utf-8", "surrogateescape").split("\n")
    parents = tuple(line[7:] for line in head if line.startswith("parent "))
    author = next((line for line in head if line.startswith("author ")), "")
    return Commit(found[0], parents, day_of(author.rpartition("> ")[2]))


def new_commits(repository: Repository, tips: tuple[str, ...], known: tuple[str, ...]) -> tuple[str, ...]:
    """The commits that ``tips`` reach and ``known`` (ids, ``--all`` or ``--remotes=…``) do not, parents first."""
    arguments = ("rev-list", "--topo-order", "--reverse", *tips, *(("--not", *known) if known else ()))
    return tuple(repository.text(*arguments).split())


def author_day() -> str:
    """The author's day (UTC) of the commit this hook runs for, from the environment git gives; "" when unknown."""
    return day_of(os.environ.get("GIT_AUTHOR_DATE", ""))


def day_of(written: str) -> str:
    """The UTC day of a date as git writes it into commits and hooks, or of an ISO date; "" when it is neither."""
    if match := re.match(_GIT_DATE, written):
        return time.strftime("%Y-%m-%d", time.gmtime(min(int(match[1]), 253402300799)))
    iso = re.match(_ISO_DAY, written)
    return iso[0] if iso else ""
