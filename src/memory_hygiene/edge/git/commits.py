"""Commits and what each changed, by plumbing only: no configuration of the user reaches it.

``rev-list`` names the commits, ``diff-tree --stdin`` compares each with its first parent.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from memory_hygiene.errors import GitError

from .process import failure, git
from .repository import Repository, known_id

_AT_ONCE = 5_000  # commits per diff-tree: bounds memory, costs a process start each
_FORMAT = "--format=%x02%H%x00%P%x00%at%x00%ct%x00%an <%ae>"
_FIELDS = 5
_DIFF = (
    "diff-tree", "--stdin", "-r", "--root", "--raw", "-z", "-M", "-l1000", "--no-abbrev", "--no-ext-diff",
    "--diff-merges=first-parent", "--always", "--encoding=UTF-8", _FORMAT,
)  # fmt: skip
_NAMES = (
    "diff-tree", "--stdin", "-r", "--root", "--name-only", "-z", "--no-renames", "--no-commit-id", "--no-ext-diff",
    "--diff-merges=first-parent",
)  # fmt: skip
NO_GRAFTS = os.devnull
"""The file of grafts that is read unless another is given: like replacements, the user's would tell another history."""


class FileChange(NamedTuple):
    """A file that a commit changed against its first parent: modes and ids ("" when absent), path.

    ``source`` is the path it was renamed from, or "".
    """

    old_mode: str
    mode: str
    old_oid: str
    oid: str
    path: bytes
    source: bytes = b""


class LoggedCommit(NamedTuple):
    """A commit: id, parents, author date and committer date in epoch seconds, author, changed files."""

    oid: str
    parents: tuple[str, ...]
    time: int
    committed: int
    author: str
    changes: tuple[FileChange, ...]


def commit_ids(repository: Repository, head: str) -> list[str]:
    """The ids of ``head`` and all its ancestors, children before parents. Raises GitError."""
    return _run(repository, ("rev-list", "--topo-order", head, "--"), b"").decode("ascii").split()


def trees_of(repository: Repository, head: str) -> dict[str, tuple[str, tuple[str, ...]]]:
    """The tree and the parents of ``head`` and all its ancestors, by commit. Raises GitError."""
    asked = ("rev-list", "--topo-order", "--format=%H %T %P", head, "--")
    rows = [line.split() for line in _run(repository, asked, b"").decode("ascii").splitlines()]
    return {row[0]: (row[1], tuple(row[2:])) for row in rows if row[0] != "commit"}


def commit_ids_since(
    repository: Repository, head: str, known: Iterable[str], grafts: str = NO_GRAFTS
) -> tuple[list[str], set[str]]:
    """As ``commit_ids``, less the ``known`` commits and their ancestors; and the parents that are left out so.

    A known commit that is gone does not matter. ``grafts`` is a file with other parents. Raises GitError.
    """
    less = (f"^{oid}" for oid in known)
    asked = ("rev-list", "--topo-order", "--parents", "--ignore-missing", head, *less, "--")
    lines = _run(repository, asked, b"", grafts)
    rows = [line.split() for line in lines.decode("ascii").splitlines()]
    ids = [row[0] for row in rows]
    return ids, {parent for row in rows for parent in row[1:]}.difference(ids)


def read_commits(
    repository: Repository, ids: list[str], is_wanted: Callable[[FileChange], bool], grafts: str = NO_GRAFTS
) -> Iterator[LoggedCommit]:
    """The commits called ``ids``, in that order, each with the changes that are wanted. Raises GitError.

    ``grafts`` is a file with other parents.
    """
    for start in range(0, len(ids), _AT_ONCE):
        asked = "\n".join([*ids[start : start + _AT_ONCE], ""]).encode("ascii")
        yield from _parse(_compare(repository, asked, grafts).split(b"\0"), is_wanted)


def paths_changed(repository: Repository, ids: Sequence[str]) -> frozenset[bytes]:
    """Every path that differs in one of the commits from its first parent. Raises GitError."""
    found: set[bytes] = set()
    for start in range(0, len(ids), _AT_ONCE):
        asked = "\n".join([*ids[start : start + _AT_ONCE], ""]).encode("ascii")
        found.update(_run(repository, _NAMES, asked).split(b"\0"))
    return frozenset(found - {b""})


def _compare(repository: Repository, asked: bytes, grafts: str) -> bytes:
    """What diff-tree says; where it lacks content to tell renames by, only files renamed as they were count."""
    try:
        return _run(repository, _DIFF, asked, grafts)
    except GitError:
        if not is_partial(repository):
            raise
        return _run(repository, (*_DIFF, "-M100%"), asked, grafts)


def shallow_boundary(repository: Repository) -> frozenset[str]:
    """The commits whose parents a shallow clone has cut off."""
    try:
        with open(os.path.join(repository.common, "shallow"), encoding="ascii") as file:
            return frozenset(file.read().split())
    except FileNotFoundError:
        return frozenset()


def is_partial(repository: Repository) -> bool:
    """Whether objects may be left behind at a promisor (partial clone)."""
    try:
        return any(
            name.endswith(".promisor") for name in os.listdir(os.path.join(repository.common, "objects", "pack"))
        )
    except OSError:
        return False


def objects_here(repository: Repository) -> frozenset[str]:
    """The ids of all objects in the repository: asking for another one would end ``cat-file``. Raises GitError."""
    asked = ("cat-file", "--batch-all-objects", "--unordered", "--batch-check=%(objectname)")
    return frozenset(_run(repository, asked, b"").decode("ascii").split())


def _run(repository: Repository, arguments: tuple[str, ...], data: bytes, grafts: str = NO_GRAFTS) -> bytes:
    folder = repository.top or repository.git_dir
    result = git(arguments, folder=folder, data=data, extra={"GIT_GRAFT_FILE": grafts})
    if result.code != 0:
        raise failure(arguments, result)
    return result.output


def _parse(fields: list[bytes], is_wanted: Callable[[FileChange], bool]) -> Iterator[LoggedCommit]:
    position, end = 0, len(fields) - 1
    authors: dict[bytes, str] = {}
    while position < end:
        oid, parents, time, committed, author = fields[position : position + _FIELDS]
        position += _FIELDS
        changes: list[FileChange] = []
        while position < end and (field := fields[position].lstrip(b"\n")).startswith(b":"):
            change, position = _change(field, fields, position)
            if is_wanted(change):
                changes.append(change)
        if author not in authors:
            authors[author] = author.decode("utf-8", "surrogateescape")
        ids = tuple(parents.decode("ascii").split())
        yield LoggedCommit(oid[1:].decode("ascii"), ids, int(time), int(committed), authors[author], tuple(changes))


def _change(field: bytes, fields: list[bytes], position: int) -> tuple[FileChange, int]:
    old_mode, mode, old_oid, oid, status = field[1:].decode("ascii").split(" ")
    old_oid, oid = known_id(old_oid), known_id(oid)
    if status[0] == "R":
        return FileChange(old_mode, mode, old_oid, oid, fields[position + 2], fields[position + 1]), position + 3
    return FileChange(old_mode, mode, old_oid, oid, fields[position + 1]), position + 2
