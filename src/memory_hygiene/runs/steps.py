"""The commits of a range, judged one by one: what was lost inside, and what rewrote a trail.

Each commit is judged by the configuration of its parents, and by that of the range's start where the two differ: a
configuration that was taken away, broken or narrowed on the way weakens nothing that comes after it in the range.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from memory_hygiene.core.contracts import CONFIG
from memory_hygiene.core.findings import Finding
from memory_hygiene.core.settings import Agent, Settings
from memory_hygiene.edge.git.ancestry import Ancestry
from memory_hygiene.edge.git.comparisons import (
    Commit,
    CommitMakers,
    Comparison,
    compare_to_parents,
    makers_of,
    read_all_commits,
    read_commit,
)
from memory_hygiene.edge.git.process import ObjectReader
from memory_hygiene.edge.git.remembering import RememberingReader
from memory_hygiene.edge.git.repository import RawChange, Repository, changes_between
from memory_hygiene.edge.git.snapshots import TreeSnapshot
from memory_hygiene.edge.git.successive import SuccessiveSnapshot
from memory_hygiene.errors import ConfigError
from memory_hygiene.runs.gate import Judge, config_of, rules_over_all, with_new_agents

_AT_ONCE = 100  # commits whose files are asked for together
_COMPARED = 20 * _AT_ONCE  # commits that one process of git compares with their parents
_REMEMBERED = 50  # snapshots
Progress = Callable[[int, int], None]
"""Told now and then how many of how many commits are done."""


class Loss(NamedTuple):
    """An error of one commit of a range: the commit, the agent and the finding."""

    commit: str
    agent: Agent
    finding: Finding


class Step(NamedTuple):
    """A commit, and the files that differ from each of its parents."""

    commit: Commit
    changes: tuple[tuple[RawChange, ...], ...]

    @property
    def paths(self) -> tuple[str, ...]:
        """The files that differ from some parent."""
        return tuple(sorted({change.path for changes in self.changes for change in changes}))


Judged = tuple[Settings, Comparison]
"""A commit against its parents, with the settings that judge it."""


class Steps:
    """The commits of one range, parents first.

    ``receiver`` is the commit that takes the range in, "" for none: its writer registry is in force for every commit
    that does not descend from it, else one could go back to before one was struck off. ``stand_in`` are settings for
    the commits that have none, None: these are not judged.
    """

    def __init__(
        self,
        repository: Repository,
        reader: ObjectReader,
        judge: Judge,
        start: Settings | None,
        receiver: str = "",
        stand_in: Settings | None = None,
    ) -> None:
        self._repository = repository
        self._reader = reader
        self._judge = judge
        self._start = start
        self._receiver = receiver
        self._stand_in = stand_in
        self._is_walk = isinstance(reader, RememberingReader)  # nothing depends on it: a gate reads every tree whole
        self._descendants = {receiver}
        self._ancestry = Ancestry()
        self._settings: dict[str, Settings | None] = {}
        self._trees: dict[str, TreeSnapshot] = {}

    def losses(self, commits: Sequence[str]) -> Iterator[Loss]:
        """What the change rules say of each commit. Raises GitError when a commit or a parent is missing."""
        for commit, judged in self.walk(commits):
            for settings, comparison in judged:
                for agent, finding in self._judge.losses(comparison, settings):
                    yield Loss(commit.oid, agent, finding)

    def walk(
        self, commits: Sequence[str], progress: Progress | None = None
    ) -> Iterator[tuple[Commit, tuple[Judged, ...]]]:
        """Each of the commits (ids, parents first) and how it is to be judged; not at all when it touches nothing of
        ours, twice when the range's start has other settings.

        ``progress`` is told how many are done. Raises GitError when a commit or a parent is missing.
        """
        inside = set(commits)
        for start in range(0, len(commits), _COMPARED):
            some = read_all_commits(self._repository, self._reader, commits[start : start + _COMPARED])
            for parent in dict.fromkeys(parent for commit in some for parent in commit.parents if parent not in inside):
                read_commit(self._repository, self._reader, parent)
            makers = makers_of(self._repository, some)
            for number, step in enumerate(self._fetched(self._compared(some)), start):
                if progress:
                    progress(number, len(commits))
                yield step.commit, tuple(self._judged(step, makers))

    def _compared(self, commits: tuple[Commit, ...]) -> Iterator[Step]:
        pairs = [(commit.oid, parent) for commit in commits for parent in commit.parents]
        differing = changes_between(self._repository, pairs)
        for commit in commits:
            yield Step(commit, tuple(next(differing) for _ in commit.parents))

    def _fetched(self, steps: Iterator[Step]) -> Iterator[Step]:
        """The steps; git is asked at once for the files that judging some of them will read one by one."""
        while some := tuple(step for step, _ in zip(steps, range(_AT_ONCE))):
            if isinstance(self._reader, RememberingReader):
                changes = (change for step in some for changes in step.changes for change in changes)
                self._reader.fetch(change.oid for change in changes if change.oid and self._is_memory(change.path))
            yield from some

    def _is_memory(self, path: str) -> bool:
        known = self._stand_in or self._start
        return known is not None and known.role_of(path) is not None

    def _tree(self, oid: str) -> TreeSnapshot:
        """The snapshot of a commit; the last ones stay at hand, for a commit's parents are near it."""
        if oid not in self._trees:
            self._remember(oid, TreeSnapshot(self._reader, oid, oid[:12]))
        return self._trees[oid]

    def _remember(self, oid: str, tree: TreeSnapshot) -> None:
        if len(self._trees) >= _REMEMBERED:
            del self._trees[next(iter(self._trees))]
        self._trees[oid] = tree

    def _judged(self, step: Step, makers: CommitMakers) -> Iterator[Judged]:
        commit, changed = step.commit, step.paths
        self._ancestry.add(commit.oid, commit.parents)
        before = self._trees.get(commit.parents[0]) if commit.parents and self._is_walk else None
        if before is not None:
            self._remember(commit.oid, SuccessiveSnapshot(self._reader, commit.oid, before, step.changes[0]))
        inherited = next((found for parent in commit.parents if (found := self._settings_at(parent))), None)
        own = inherited
        if CONFIG in changed or not commit.parents:
            own = self._read(commit.oid) or inherited
        self._settings[commit.oid] = own
        judging = (with_new_agents(inherited, own) if inherited else own) or self._stand_in
        guards = self._guards(commit)
        for settings in dict.fromkeys(found for found in (judging, self._start) if found):
            is_touched = any(settings.agent_of(path) for path in changed) or rules_over_all(changed)
            if not commit.parents or is_touched:
                yield settings, self._comparison(commit, changed, makers)._replace(guards=guards)

    def _comparison(self, commit: Commit, changed: tuple[str, ...], makers: CommitMakers) -> Comparison:
        parting = self._ancestry.bases
        return compare_to_parents(self._repository, self._reader, commit, changed, makers, self._tree, parting)

    def _guards(self, commit: Commit) -> tuple[TreeSnapshot, ...]:
        if not self._descendants.isdisjoint(commit.parents):
            self._descendants.add(commit.oid)
            return ()
        if not self._receiver:
            return ()
        return (TreeSnapshot(self._reader, self._receiver, self._receiver[:12]),)

    def _settings_at(self, oid: str) -> Settings | None:
        if oid not in self._settings:
            self._settings[oid] = self._read(oid)
        return self._settings[oid]

    def _read(self, oid: str) -> Settings | None:
        try:
            return config_of(self._tree(oid), self._repository.state_dir)
        except ConfigError:
            return None  # broken for a while and mended since, or the end of the range is refused for it
