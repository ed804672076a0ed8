"""What a check compares: the states before (one per parent), the state after, and which paths differ."""

import os
import re
import time
from typing import NamedTuple

from memory_hygiene.core.state import Snapshot
from memory_hygiene.errors import GitError

from .process import ObjectReader
from .repository import (
    RawChange,
    Repository,
    head_commit,
    index_files,
    is_shallow,
    merge_bases,
    other_parents,
    resolve,
    staged_changes,
    tree_changes,
)
from .snapshots import EmptySnapshot, IndexSnapshot, TreeSnapshot, WorktreeSnapshot, index_from_files

_GIT_DATE = re.compile(r"@?(\d{1,12}) ([+-])(\d\d)(\d\d)\Z")
_ISO_DAY = re.compile(r"\d{4}-\d{2}-\d{2}(?![\d-])")
SHALLOW_HINT = "the history is truncated: git fetch --unshallow (GitHub: fetch-depth: 0, GitLab: GIT_DEPTH: 0)"


class Comparison(NamedTuple):
    """Snapshots before and after a change. ``changed`` holds the paths that differ, or None to judge everything.

    ``today`` (``YYYY-MM-DD`` or "") is the author's day of the change, where it has one.
    """

    befores: tuple[Snapshot, ...]
    after: Snapshot
    bases: tuple[Snapshot, ...] = ()
    changed: tuple[str, ...] | None = None
    today: str = ""


def compare_staged(repository: Repository, reader: ObjectReader) -> Comparison:
    """The index against HEAD and every commit being merged. With nothing staged, ``changed`` is None."""
    changes = staged_changes(repository, "HEAD")
    if changes is None:
        files = index_files(repository)
        return Comparison((), index_from_files(reader, files), changed=tuple(files), today=author_day())
    _refuse_unmerged(changes)
    head = TreeSnapshot(reader, "HEAD", "HEAD")
    after = IndexSnapshot(reader, head, changes)
    others = other_parents(repository)
    if not others:
        changed = tuple(change.path for change in changes) or None
        return Comparison((head,), after, changed=changed, today=author_day())
    return _compare_merge(repository, reader, head, after, changes, others)


def _compare_merge(
    repository: Repository,
    reader: ObjectReader,
    head: TreeSnapshot,
    after: IndexSnapshot,
    changes: tuple[RawChange, ...],
    others: tuple[str, ...],
) -> Comparison:
    changed = {change.path for change in changes}
    for other in others:
        changed.update(change.path for change in staged_changes(repository, other) or ())
    parents = tuple(TreeSnapshot(reader, other, other[:12]) for other in others)
    bases = _bases(repository, reader, ("HEAD", *others))
    return Comparison((head, *parents), after, bases, tuple(sorted(changed)), author_day())


def _bases(repository: Repository, reader: ObjectReader, commits: tuple[str, ...]) -> tuple[Snapshot, ...]:
    return tuple(TreeSnapshot(reader, base, base[:12]) for base in merge_bases(repository, commits))


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
    commit = read_commit(reader, resolve(repository, revision))
    befores = tuple(_parent(repository, reader, parent) for parent in commit.parents)
    bases = _bases(repository, reader, commit.parents) if len(befores) > 1 else ()
    return Comparison(befores, TreeSnapshot(reader, commit.oid, commit.oid[:12]), bases, None, commit.author_day)


def compare_history_step(repository: Repository, reader: ObjectReader, oid: str) -> Comparison:
    """As ``compare_commit``, for one commit of a range: only what it changed is judged."""
    comparison = compare_commit(repository, reader, oid)
    changed: set[str] = set()
    for parent in read_commit(reader, oid).parents:
        changed.update(change.path for change in tree_changes(repository, parent, oid))
    return comparison._replace(changed=tuple(sorted(changed)) if comparison.befores else None)


def _parent(repository: Repository, reader: ObjectReader, oid: str) -> TreeSnapshot:
    if reader.get(oid) is None:
        hint = SHALLOW_HINT if is_shallow(repository) else "run git fsck"
        raise GitError(f"the parent {oid[:12]} is not here", hint)
    return TreeSnapshot(reader, oid, oid[:12])


def compare_ends(repository: Repository, reader: ObjectReader, before: str | None, after: str) -> Comparison:
    """Two commits, as the ends of a range; ``before`` None is the time before the first commit."""
    end = read_commit(reader, after)
    changed = None
    if before is not None:
        changed = tuple(change.path for change in tree_changes(repository, before, after))
    befores: tuple[Snapshot, ...] = (EmptySnapshot(),) if before is None else (_parent(repository, reader, before),)
    return Comparison(befores, TreeSnapshot(reader, after, after[:12]), (), changed, end.author_day)


class Commit(NamedTuple):
    """A commit's id, parents and author's day (UTC)."""

    oid: str
    parents: tuple[str, ...]
    author_day: str


def read_commit(reader: ObjectReader, oid: str) -> Commit:
    """The commit with this id. Raises GitError when it is missing."""
    found = reader.get(oid)
    if found is None or found[1] != "commit":
        raise GitError(f"the commit {oid[:12]} is not here", SHALLOW_HINT)
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
    if match := _GIT_DATE.match(written):
        return time.strftime("%Y-%m-%d", time.gmtime(min(int(match[1]), 253402300799)))
    iso = _ISO_DAY.match(written)
    return iso[0] if iso else ""
