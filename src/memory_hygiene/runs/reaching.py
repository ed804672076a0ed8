"""Reaching: a range of commits made ready to be judged one by one, whether or not the history knows our files."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from memory_hygiene.core.contracts import CONFIG, Profile
from memory_hygiene.core.losses.guessing import NAMES, guess_settings
from memory_hygiene.core.losses.proof import Spot
from memory_hygiene.core.settings import Settings
from memory_hygiene.core.state import AgentState
from memory_hygiene.edge.git.commits import FileChange, paths_changed, read_commits
from memory_hygiene.edge.git.process import ObjectReader
from memory_hygiene.edge.git.repository import Repository
from memory_hygiene.edge.git.revisions import Span, paths_in, read_span
from memory_hygiene.edge.git.snapshots import TreeSnapshot
from memory_hygiene.errors import HygieneError
from memory_hygiene.runs.gate import Judge, config_of
from memory_hygiene.runs.steps import Steps
from memory_hygiene.runs.stepwise import StepwiseJudge

_SAMPLES = 50
"""Versions of a file that are looked through for section signs."""
_SIGN = "\n§\n".encode()


@dataclass(frozen=True, slots=True)
class Reach:
    """A range, what walks and what judges its commits, whether its ends hold an entry, and remarks on how."""

    span: Span
    steps: Steps
    judge: Judge
    is_present: Callable[[Spot], bool]
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
    judge = StepwiseJudge(repository)
    start = next(filter(None, (_config(repository, reader, oid) for oid in span.starts)), None)
    end = next(filter(None, (_config(repository, reader, oid) for oid in span.ends)), None)
    stand_in, note = end or start, ""
    if profile is not None or stand_in is None:
        stand_in, note = _guessed(repository, reader, span, profile)
    steps = Steps(repository, reader, judge, start if holds_start else None, stand_in=stand_in)
    notes = tuple(filter(None, (span.note, note)))
    return Reach(span, steps, judge, _Presence(reader, span, judge, end or stand_in), notes)


class _Presence:
    """Tells whether the ends of a range hold a lost entry, in memory files or outside of them; read when asked."""

    def __init__(self, reader: ObjectReader, span: Span, judge: Judge, settings: Settings) -> None:
        self._reader = reader
        self._span = span
        self._judge = judge
        self._settings = settings

    @cached_property
    def _states(self) -> tuple[AgentState, ...]:
        trees = [TreeSnapshot(self._reader, oid, oid[:12]) for oid in self._span.ends]
        agents, parse = self._settings.agents, self._judge.parse
        return tuple(AgentState(agent, self._settings, tree, parse) for tree in trees for agent in agents)

    @cached_property
    def _hot(self) -> frozenset[str]:
        return frozenset(block.fingerprint for state in self._states for _, block in state.blocks())

    def __call__(self, lost: Spot) -> bool:
        if lost.fingerprint in self._hot:
            return True
        near = (state for state in self._states if lost.fingerprint and state.may_keep(lost.text))
        return any(lost.fingerprint in state.kept_elsewhere for state in near)


def _config(repository: Repository, reader: ObjectReader, commit: str) -> Settings | None:
    """The configuration in a commit. Raises ConfigError when it cannot be used."""
    return config_of(TreeSnapshot(reader, commit, commit[:12]), repository.state_dir)


def _guessed(repository: Repository, reader: ObjectReader, span: Span, profile: Profile | None) -> tuple[Settings, str]:
    ends = dict.fromkeys((*span.starts, *span.ends))
    paths = {path.decode("utf-8", "surrogateescape") for path in paths_changed(repository, span.commits)}
    paths |= {path for oid in ends for path in paths_in(repository, oid)}
    found = guess_settings(sorted(paths), _Signs(repository, reader, span), profile)
    if found is None:
        names = ", ".join(sorted(NAMES))
        raise HygieneError(f"no memory file is or was in {span.range}", f"these names are known: {names}; see -C DIR")
    folders = ", ".join(f"{agent.profile.value} in {agent.path or 'the top folder'}" for agent in found.agents)
    return found, f"where there is no {CONFIG}, judged by file names: {folders}"


def _names(change: FileChange) -> Iterator[str]:
    """The path of a changed file, and the one it was renamed from."""
    return (path.decode("utf-8", "surrogateescape") for path in (change.path, change.source) if path)


class _Signs:
    """Tells whether a file was ever split by section signs: at the ends of a range, or in one of its last versions."""

    def __init__(self, repository: Repository, reader: ObjectReader, span: Span) -> None:
        self._repository = repository
        self._reader = reader
        self._span = span
        self._trees = [TreeSnapshot(reader, oid, oid[:12]) for oid in (*span.ends, *span.starts)]

    @cached_property
    def _changes(self) -> list[tuple[str, FileChange]]:
        """The changes of files that are named like memory, and of what they were renamed from, the last ones first."""
        commits = read_commits(self._repository, list(self._span.commits), _is_named)
        changes = [change for commit in commits for change in commit.changes]
        return [(path, change) for change in reversed(changes) for path in _names(change)]

    def __call__(self, path: str) -> bool:
        if any(_is_split(tree.read(path)) for tree in self._trees):
            return True
        oids = [change.oid or change.old_oid for name, change in self._changes if name == path]
        blobs = self._reader.get_many(dict.fromkeys(oids[:_SAMPLES]))
        return any(_is_split(found[2]) for found in blobs if found and found[1] == "blob")


def _is_named(change: FileChange) -> bool:
    return any(path.rpartition("/")[2] in NAMES for path in _names(change))


def _is_split(data: bytes | None) -> bool:
    return data is not None and _SIGN in data.replace(b"\r\n", b"\n")
