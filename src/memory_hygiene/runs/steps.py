"""The commits of a range, judged one by one: what was lost inside, and what rewrote a trail.

Each commit is judged by the configuration of its parents, and by that of the range's start where the two differ: a
configuration that was taken away, broken or narrowed on the way weakens nothing that comes after it in the range.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from memory_hygiene.core.contracts import CONFIG
from memory_hygiene.core.findings import Finding
from memory_hygiene.core.settings import Agent, Settings
from memory_hygiene.edge.git.comparisons import (
    Commit,
    CommitMakers,
    Comparison,
    compare_to_parents,
    makers_of,
    read_commit,
)
from memory_hygiene.edge.git.process import ObjectReader
from memory_hygiene.edge.git.remembering import RememberingReader
from memory_hygiene.edge.git.repository import Repository, changed_paths
from memory_hygiene.edge.git.snapshots import TreeSnapshot
from memory_hygiene.errors import ConfigError
from memory_hygiene.runs.gate import Judge, config_of, rules_over_all, with_new_agents

_AT_ONCE = 100  # commits whose objects are asked for together
_REMEMBERED = 50  # snapshots
Progress = Callable[[int, int], None]
"""Told now and then how many of how many commits are done."""


class Loss(NamedTuple):
    """An error of one commit of a range: the commit, the agent and the finding."""

    commit: str
    agent: Agent
    finding: Finding


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
        self._descendants = {receiver}
        self._settings: dict[str, Settings | None] = {}
        self._trees: dict[str, TreeSnapshot] = {}

    def losses(self, commits: Iterable[str]) -> Iterator[Loss]:
        """What the change rules say of each commit. Raises GitError when a commit or a parent is missing."""
        for step, settings, comparison in self.comparisons(self.read(commits)):
            for agent, finding in self._judge.losses(comparison, settings):
                yield Loss(step.oid, agent, finding)

    def read(self, commits: Iterable[str]) -> tuple[Commit, ...]:
        """The commits with these ids. Raises GitError when one is missing, or a parent of one."""
        steps = tuple(read_commit(self._repository, self._reader, oid) for oid in commits)
        inside = {step.oid for step in steps}
        for parent in dict.fromkeys(parent for step in steps for parent in step.parents if parent not in inside):
            read_commit(self._repository, self._reader, parent)
        return steps

    def comparisons(
        self, steps: tuple[Commit, ...], progress: Progress | None = None
    ) -> Iterator[tuple[Commit, Settings, Comparison]]:
        """Each commit against its parents, with the settings that judge it; of one that touches nothing of ours none.

        A commit comes twice when the range's start has other settings. ``progress`` is told how many are done.
        """
        pairs = [(step.oid, parent) for step in steps for parent in step.parents]
        differing = changed_paths(self._repository, pairs)
        makers = makers_of(self._repository, steps)
        for start in range(0, len(steps), _AT_ONCE):
            batch = [
                (step, tuple(sorted({path for _ in step.parents for path in next(differing)})))
                for step in steps[start : start + _AT_ONCE]
            ]
            self._fetch(batch)
            for number, (step, changed) in enumerate(batch, start):
                if progress:
                    progress(number, len(steps))
                for settings, comparison in self._of_one(step, changed, makers):
                    yield step, settings, comparison

    def _fetch(self, batch: list[tuple[Commit, tuple[str, ...]]]) -> None:
        """Ask git at once for what judging these commits will read one by one, where the reader remembers."""
        if isinstance(self._reader, RememberingReader):
            trees = [f"{step.oid}^{{tree}}" for step, _ in batch]
            files = [f"{step.oid}:{path}" for step, paths in batch for path in paths if self._is_memory(path)]
            self._reader.fetch([*trees, *files])

    def _is_memory(self, path: str) -> bool:
        known = self._stand_in or self._start
        return known is not None and known.role_of(path) is not None

    def _tree(self, oid: str) -> TreeSnapshot:
        """The snapshot of a commit; the last ones stay at hand, for a commit's parents are near it."""
        if oid not in self._trees:
            if len(self._trees) >= _REMEMBERED:
                del self._trees[next(iter(self._trees))]
            self._trees[oid] = TreeSnapshot(self._reader, oid, oid[:12])
        return self._trees[oid]

    def _of_one(
        self, step: Commit, changed: tuple[str, ...], makers: CommitMakers
    ) -> Iterator[tuple[Settings, Comparison]]:
        inherited = next((found for parent in step.parents if (found := self._settings_at(parent))), None)
        own = inherited
        if CONFIG in changed or not step.parents:
            own = self._read(step.oid) or inherited
        self._settings[step.oid] = own
        judging = (with_new_agents(inherited, own) if inherited else own) or self._stand_in
        guards = self._guards(step)
        for settings in dict.fromkeys(found for found in (judging, self._start) if found):
            is_touched = any(settings.agent_of(path) for path in changed) or rules_over_all(changed)
            if not step.parents or is_touched:
                comparison = compare_to_parents(self._repository, self._reader, step, changed, makers, self._tree)
                yield settings, comparison._replace(guards=guards)

    def _guards(self, step: Commit) -> tuple[TreeSnapshot, ...]:
        if not self._descendants.isdisjoint(step.parents):
            self._descendants.add(step.oid)
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
