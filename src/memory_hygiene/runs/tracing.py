"""Tracing: looks for the canary tokens of agents in files, wherever they are; reads only."""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from memory_hygiene.core.canaries.token_scan import sightings
from memory_hygiene.core.canaries.tracing import Leak, Owned, leaks_of, owned_tokens
from memory_hygiene.core.contracts import Role
from memory_hygiene.core.settings import Agent
from memory_hygiene.core.state import AgentState
from memory_hygiene.edge.scanning import Found, Passed, find_files, read_chunks
from memory_hygiene.edge.workspace import Workspace
from memory_hygiene.errors import HygieneError
from memory_hygiene.formats import parse

MOST = 1000
"""Leaks and passed files that are kept to be shown; the rest is counted."""


@dataclass(frozen=True, slots=True)
class Trace:
    """What was found: leaks, canaries of strangers, files that were not read; how many files and bytes were."""

    leaks: tuple[Leak, ...]
    strangers: tuple[Leak, ...]
    passed: tuple[Found, ...]
    leak_count: int
    files: int
    size: int

    @property
    def is_incomplete(self) -> bool:
        """Whether something that should have been searched was not."""
        return any(found.passed in (Passed.UNREADABLE, Passed.ABSENT) for found in self.passed)


def trace(
    workspace: Workspace, agents: tuple[Agent, ...], names: tuple[str, ...], show: Callable[[int, int], None]
) -> Trace:
    """Look for the tokens of ``agents`` in the files and folders ``names``; ``show`` is told bytes done and to do.

    Raises HygieneError when no token is known, for then nothing could be found.
    """
    states = [AgentState(agent, workspace.settings, workspace.worktree, parse) for agent in agents]
    known = owned_tokens(states)
    if not known:
        names_of = ", ".join(agent.name for agent in agents)
        raise HygieneError(f"no canary is known of {names_of}", "hygiene canary rotate plants them")
    found = list(find_files(names))
    return _Tracer(workspace, known, show, sum(file.size for file in found)).trace(found)


class _Tracer:
    def __init__(
        self, workspace: Workspace, known: dict[str, tuple[Owned, ...]], show: Callable[[int, int], None], total: int
    ) -> None:
        self._settings = workspace.settings
        self._top = os.path.realpath(workspace.repository.top)
        self._known = known
        self._show = show
        self._total = total
        self._size = 0

    def trace(self, found: list[Found]) -> Trace:
        leaks: list[Leak] = []
        strangers: list[Leak] = []
        passed = [file for file in found if file.passed]
        count = 0
        for file in found:
            if file.passed:
                continue
            try:
                for leak in self._leaks(file):
                    count += bool(leak.agent)
                    rows = leaks if leak.agent else strangers
                    if len(rows) < MOST:
                        rows.append(leak)
            except OSError as error:
                detail = error.strerror or str(error)
                passed.append(Found(file.name, passed=Passed.UNREADABLE, detail=detail))
        read = sum(not file.passed for file in found)
        return Trace(tuple(leaks), tuple(strangers), tuple(passed), count, read, self._size)

    def _leaks(self, file: Found) -> Iterator[Leak]:
        path = self._path(file.name)
        held = self._settings.role_of(path) if path else None
        is_store = held is not None and held[1] is Role.STORE
        for leak in leaks_of(sightings(self._chunks(file.name)), file.name, path, self._known):
            if leak.agent or not is_store:  # the canaries of agents that were not asked for stand in their stores
                yield leak

    def _chunks(self, name: str) -> Iterator[bytes]:
        for chunk in read_chunks(name):
            self._size += len(chunk)
            self._show(self._size // 1_000_000, max(self._size, self._total) // 1_000_000)
            yield chunk

    def _path(self, name: str) -> str | None:
        """Where a file is from the top of the repository, or None when it is outside."""
        relative = os.path.relpath(os.path.realpath(name), self._top)
        is_outside = relative.split(os.sep)[0] == os.pardir or os.path.isabs(relative)
        return None if is_outside else os.fsencode(relative.replace(os.sep, "/")).decode("utf-8", "surrogateescape")
