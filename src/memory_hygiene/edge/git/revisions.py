"""Ranges as git writes them: which commits a range names, and where it begins and ends."""

from typing import NamedTuple

from memory_hygiene.errors import GitError

from .comparisons import known_bases, new_commits
from .process import ObjectReader, failure
from .repository import Repository, merge_bases, resolve

_ONE = "^!"
_FORMS = "write A..B, A...B, REV or REV^!"


class Span(NamedTuple):
    """The commits of a range (ids, parents first), the ends it lies between, and a remark on an empty one.

    ``starts`` are the commits that it begins after; none when it begins with the first commit.
    """

    range: str
    commits: tuple[str, ...]
    starts: tuple[str, ...]
    ends: tuple[str, ...]
    note: str = ""


def read_span(repository: Repository, reader: ObjectReader, written: str) -> Span:
    """The commits that ``A..B``, ``A...B``, ``REV^!`` (one commit) or ``REV`` (all that led to it) names.

    As in git, a side that is left out is HEAD. Raises GitError when a side names no commit.
    """
    first, dots, last = _sides(written)
    if not written:
        raise GitError("an empty range", _FORMS)
    if not dots:
        return _one_sided(repository, reader, written)
    start, end = resolve(repository, first or "HEAD"), resolve(repository, last or "HEAD")
    if dots == "...":
        bases = known_bases(repository, (start, end))
        return Span(written, new_commits(repository, (start, end), bases), bases, (start, end))
    commits = new_commits(repository, (end,), (start,))
    return Span(written, commits, (start,), (end,), "" if commits else _why_empty(repository, start, end, written))


def _sides(written: str) -> tuple[str, str, str]:
    for dots in ("...", ".."):
        first, found, last = written.partition(dots)
        if found:
            if ".." in last:
                raise GitError(f"{written!r} is no range", _FORMS)
            return first, dots, last
    return written, "", ""


def _one_sided(repository: Repository, reader: ObjectReader, written: str) -> Span:
    end = resolve(repository, written.removesuffix(_ONE))
    if not written.endswith(_ONE):
        return Span(written, new_commits(repository, (end,), ()), (), (end,))
    found = reader.get(end)
    head = found[2].partition(b"\n\n")[0].decode("utf-8", "surrogateescape") if found else ""
    parents = tuple(line[7:] for line in head.split("\n") if line.startswith("parent "))
    return Span(written, (end,), parents, (end,))


def _why_empty(repository: Repository, start: str, end: str, written: str) -> str:
    first, _, last = _sides(written)
    if start != end and merge_bases(repository, (start, end)) == (end,):
        return f"no commit is in {written}: {last or 'HEAD'} is older; the other way round: {last}..{first}"
    return f"no commit is in {written}"


def paths_in(repository: Repository, commit: str) -> tuple[str, ...]:
    """The paths of all files in a commit."""
    asked = ("ls-tree", "-r", "-z", "--name-only", "--full-tree", commit)
    result = repository.run(*asked)
    if result.code != 0:
        raise failure(asked, result)
    return tuple(result.output.decode("utf-8", "surrogateescape").split("\0")[:-1])
