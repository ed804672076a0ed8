"""Reaching: a range of commits made ready to be judged one by one, whether or not the history knows our files."""

from collections.abc import Iterator
from dataclasses import dataclass

from memory_hygiene.core.contracts import CONFIG, Profile
from memory_hygiene.core.losses.guessing import NAMES, guess_settings
from memory_hygiene.core.settings import Settings
from memory_hygiene.edge.git.commits import FileChange, read_commits
from memory_hygiene.edge.git.comparisons import Commit
from memory_hygiene.edge.git.process import ObjectReader
from memory_hygiene.edge.git.repository import Repository
from memory_hygiene.edge.git.revisions import Span, paths_in, read_span
from memory_hygiene.edge.git.snapshots import TreeSnapshot
from memory_hygiene.errors import HygieneError
from memory_hygiene.runs.gate import Judge, Options, config_of
from memory_hygiene.runs.steps import Steps

_SAMPLES = 50
"""Versions of a file that are looked through for section signs."""
_SIGN = "\n§\n".encode()


@dataclass(frozen=True, slots=True)
class Reach:
    """A range, its commits (parents first), what walks and judges them, and remarks on how.

    ``last`` are the settings at the end of the range, by which what was lost is looked for there.
    """

    span: Span
    commits: tuple[Commit, ...]
    steps: Steps
    judge: Judge
    last: Settings
    notes: tuple[str, ...]


def reach(
    repository: Repository, reader: ObjectReader, written: str, profile: Profile | None, holds_start: bool
) -> Reach:
    """Make the range ``written`` ready. Commits without a configuration are judged by the one at its end.

    Without that by ``profile``, or by the profile that the names of memory files tell. ``holds_start``: what the
    configuration at the start governs is judged in every commit, whatever becomes of it. Raises HygieneError when there
    are no memory files, GitError when commits are missing.
    """
    span = read_span(repository, reader, written)
    judge = Judge(repository, Options())
    start = next(filter(None, (_config(repository, reader, oid) for oid in span.starts)), None)
    end = next(filter(None, (_config(repository, reader, oid) for oid in span.ends)), None)
    stand_in, note = end or start, ""
    if profile is not None or stand_in is None:
        stand_in, note = _guessed(repository, reader, span, profile)
    steps = Steps(repository, reader, judge, start if holds_start else None, stand_in=stand_in)
    notes = tuple(filter(None, (span.note, note)))
    return Reach(span, steps.read(span.commits), steps, judge, end or stand_in, notes)


def _config(repository: Repository, reader: ObjectReader, commit: str) -> Settings | None:
    """The configuration in a commit. Raises ConfigError when it cannot be used."""
    return config_of(TreeSnapshot(reader, commit, commit[:12]), repository.state_dir)


def _guessed(repository: Repository, reader: ObjectReader, span: Span, profile: Profile | None) -> tuple[Settings, str]:
    changes = [
        (path, change)
        for commit in read_commits(repository, list(span.commits), _is_named)
        for change in commit.changes
        for path in _names(change)
    ]
    ends = dict.fromkeys((*span.starts, *span.ends))
    paths = {path for path, _ in changes} | {path for oid in ends for path in paths_in(repository, oid)}
    found = guess_settings(sorted(paths), _Signs(reader, span, changes), profile)
    if found is None:
        names = ", ".join(sorted(NAMES))
        raise HygieneError(f"no memory file is or was in {span.range}", f"these names are known: {names}; see -C DIR")
    folders = ", ".join(f"{agent.profile.value} in {agent.path or 'the top folder'}" for agent in found.agents)
    return found, f"where there is no {CONFIG}, judged by file names: {folders}"


def _is_named(change: FileChange) -> bool:
    return any(path.rpartition("/")[2] in NAMES for path in _names(change))


def _names(change: FileChange) -> Iterator[str]:
    """The path of a changed file, and the one it was renamed from."""
    return (path.decode("utf-8", "surrogateescape") for path in (change.path, change.source) if path)


class _Signs:
    """Tells whether a file was ever split by section signs: at the ends of a range, or in one of its last versions."""

    def __init__(self, reader: ObjectReader, span: Span, changes: list[tuple[str, FileChange]]) -> None:
        self._reader = reader
        self._trees = [TreeSnapshot(reader, oid, oid[:12]) for oid in (*span.ends, *span.starts)]
        self._changes = changes

    def __call__(self, path: str) -> bool:
        if any(_is_split(tree.read(path)) for tree in self._trees):
            return True
        oids = [change.oid or change.old_oid for name, change in reversed(self._changes) if name == path]
        blobs = self._reader.get_many(dict.fromkeys(oids[:_SAMPLES]))
        return any(_is_split(found[2]) for found in blobs if found and found[1] == "blob")


def _is_split(data: bytes | None) -> bool:
    return data is not None and _SIGN in data.replace(b"\r\n", b"\n")
