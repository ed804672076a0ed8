"""What a check compares: the states before (one per parent), the state after, and which paths differ."""

import os
import re
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from memory_hygiene.core.state import Snapshot
from memory_hygiene.core.writers.writers import Identity, Role, identity_of
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
_SIGNED = ("gpgsig ", "gpgsig-sha256 ")
_SIGNERS_AT_ONCE = 50  # bounds what a time limit has to cover
SHALLOW_HINT = "the history is truncated: git fetch --unshallow (GitHub: fetch-depth: 0, GitLab: GIT_DEPTH: 0)"


Makers = Callable[[bool], tuple[Identity, ...]]
"""Tells who makes a change when asked; the answer to "are there signing keys?" decides on looking at signatures."""


class Comparison(NamedTuple):
    """Snapshots before and after a change. ``changed`` holds the paths that differ, or None to judge everything.

    ``today`` (``YYYY-MM-DD`` or "") is the author's day of the change, where it has one. ``is_past`` says that the
    change is made: nothing can be acknowledged in it any more. ``makers`` is asked who makes the change, when a writer
    registry wants to know; None: nobody in particular. ``guards`` are further snapshots whose registry is in force.
    """

    befores: tuple[Snapshot, ...]
    after: Snapshot
    bases: tuple[Snapshot, ...] = ()
    changed: tuple[str, ...] | None = None
    today: str = ""
    is_past: bool = False
    makers: Makers | None = None
    guards: tuple[Snapshot, ...] = ()


def compare_staged(repository: Repository, reader: ObjectReader) -> Comparison:
    """The index against HEAD and every commit being merged. With nothing staged, ``changed`` is None."""
    changes = staged_changes(repository, "HEAD")
    if changes is None:
        changes = all_staged(repository)
        _refuse_unmerged(changes)
        after = IndexSnapshot(reader, EmptySnapshot(), changes)
        return Comparison((), after, changed=_paths(changes), today=author_day(), makers=next_author(repository))
    _refuse_unmerged(changes)
    head = TreeSnapshot(reader, "HEAD", "HEAD")
    after = IndexSnapshot(reader, head, changes)
    others = tuple(other for other in other_parents(repository) if reader.get(other) is not None)
    if not others:
        changed, makers = _paths(changes) or None, next_author(repository)
        return Comparison((head,), after, changed=changed, today=author_day(), makers=makers)
    for other in others:
        changes += staged_changes(repository, other) or ()
    parents = tuple(TreeSnapshot(reader, other, other[:12]) for other in others)
    bases = _bases(repository, reader, ("HEAD", *others))
    makers = next_author(repository)
    return Comparison((head, *parents), after, bases, _paths(changes), author_day(), makers=makers)


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
    return Comparison(befores, WorktreeSnapshot(repository.top, remembers=True), makers=next_author(repository))


def compare_commit(repository: Repository, reader: ObjectReader, revision: str) -> Comparison:
    """A commit against every one of its parents. Raises GitError when a parent is missing (shallow history)."""
    commit = read_commit(repository, reader, resolve(repository, revision))
    changes: tuple[RawChange, ...] = ()
    for parent in commit.parents:
        read_commit(repository, reader, parent)
        changes += tree_changes(repository, parent, commit.oid)
    return compare_to_parents(repository, reader, commit, _paths(changes), makers_of(repository, (commit,)))


def compare_to_parents(
    repository: Repository,
    reader: ObjectReader,
    commit: "Commit",
    changed: tuple[str, ...] | None,
    makers: "CommitMakers",
    tree: "Callable[[str], Snapshot] | None" = None,
    parting: "Callable[[str, str], tuple[str, ...]] | None" = None,
) -> Comparison:
    """As ``compare_commit``, of a commit whose parents are known to be here; only ``changed`` is judged.

    ``tree`` gives the snapshot of a commit by its id: a walk over many meets each more than once. ``parting`` gives the
    merge bases of two commits, none when git has to be asked.
    """
    at = tree or (lambda oid: TreeSnapshot(reader, oid, oid[:12]))
    befores = tuple(at(parent) for parent in commit.parents)
    known = parting(*commit.parents) if parting and len(befores) == 2 else ()
    bases = known or (known_bases(repository, commit.parents) if len(befores) > 1 else ())
    after = at(commit.oid)
    judged = changed if befores else None
    parted = tuple(at(base) for base in bases)
    return Comparison(befores, after, parted, judged, commit.author_day, makers=lambda keys: makers(commit, keys))


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
    """A commit's id, parents and author's day (UTC); who made it, and whether it carries a signature, good or bad.

    ``message`` are the bytes of its message.
    """

    oid: str
    parents: tuple[str, ...]
    author_day: str
    people: tuple[Identity, ...] = ()
    is_signed: bool = False
    message: bytes = b""


def read_commit(repository: Repository, reader: ObjectReader, oid: str) -> Commit:
    """The commit with this id, with the parents it was made with. Raises GitError when it is missing."""
    return _commit(repository, oid, reader.get(oid))


def read_all_commits(repository: Repository, reader: ObjectReader, oids: Sequence[str]) -> tuple[Commit, ...]:
    """As ``read_commit``, of many that are asked for together. Raises GitError."""
    return tuple(_commit(repository, oid, found) for oid, found in zip(oids, tuple(reader.get_many(oids))))


def _commit(repository: Repository, oid: str, found: tuple[str, str, bytes] | None) -> Commit:
    if found is None or found[1] != "commit":
        raise GitError(f"the commit {oid[:12]} is not here", SHALLOW_HINT if is_shallow(repository) else MISSING_HINT)
    header, _, message = found[2].partition(b"\n\n")
    head = header.decode("utf-8", "surrogateescape").split("\n")
    parents = tuple(line[7:] for line in head if line.startswith("parent "))
    author = next((line for line in head if line.startswith("author ")), "")
    people = tuple(_person(role, head) for role in (Role.AUTHOR, Role.COMMITTER))
    is_signed = any(line.startswith(_SIGNED) for line in head)
    return Commit(found[0], parents, day_of(author.rpartition("> ")[2]), people, is_signed, message)


def _person(role: Role, head: list[str]) -> Identity:
    """Who has a role by the commit's header; two such lines are nobody: programs would read them differently."""
    lines = [line for line in head if line.startswith(f"{role.value} ")]
    written = lines[0][len(role.value) + 1 :] if len(lines) == 1 else ""
    return identity_of(role, _without_date(written))


def _without_date(written: str) -> str:
    """``Name <e-mail>`` of an identity with a date behind it, as git writes it."""
    return written.rpartition("> ")[0] + ">"


CommitMakers = Callable[[Commit, bool], tuple[Identity, ...]]


def makers_of(repository: Repository, commits: tuple[Commit, ...]) -> CommitMakers:
    """Tells who made each of ``commits``: author, committer and, where there are signing keys, the signer."""
    signed = tuple(commit.oid for commit in commits if commit.is_signed)
    known: dict[str, Identity] = {}

    def makers(commit: Commit, has_keys: bool) -> tuple[Identity, ...]:
        if not has_keys:
            return commit.people
        if not commit.is_signed:
            return (*commit.people, Identity(Role.SIGNER, fault="not signed"))
        if commit.oid not in known:
            from .signatures import signers  # needs subprocess, which is dear to import

            start = signed.index(commit.oid)
            known.update(signers(repository, signed[start : start + _SIGNERS_AT_ONCE]))
        return (*commit.people, known[commit.oid])

    return makers


def next_author(repository: Repository) -> Makers:
    """Tells, when asked, who the author of the next commit is: what git would write, whatever it takes it from.

    In a hook that is the author of the commit at hand, be it given by ``--author`` or taken over by ``--amend``.
    """

    def makers(_: bool) -> tuple[Identity, ...]:
        result = repository.run("var", "GIT_AUTHOR_IDENT")
        if result.code != 0:
            return (Identity(Role.AUTHOR, fault="git does not know who commits"),)
        return (identity_of(Role.AUTHOR, _without_date(result.text)),)

    return makers


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
