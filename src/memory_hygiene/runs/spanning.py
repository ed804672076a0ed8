"""Spanning: which agents' memory one commit changes (contract H23)."""

from collections.abc import Iterator

from memory_hygiene.core.settings import Agent, Settings
from memory_hygiene.core.state import AgentState, Snapshot
from memory_hygiene.edge.git.comparisons import Comparison
from memory_hygiene.edge.git.snapshots import WorktreeSnapshot
from memory_hygiene.formats import parse


def is_one_commit(comparison: Comparison) -> bool:
    """Whether a comparison is one commit, made or to be made, with one parent.

    A merge brings what others committed, the ends of a range lie commits apart, and what is on disk is no commit yet.
    """
    is_disk = isinstance(comparison.after, WorktreeSnapshot)
    return not comparison.is_past and not is_disk and len(comparison.befores) == 1


def first_changed(settings: Settings, comparison: Comparison) -> dict[Agent, str]:
    """The agents whose governed files differ, each with the first of them."""
    paths = _changed(settings, comparison) if comparison.changed is None else comparison.changed
    first: dict[Agent, str] = {}
    for path in sorted(paths):
        if found := settings.role_of(path):
            first.setdefault(found[0], path)
    return first


def _changed(settings: Settings, comparison: Comparison) -> Iterator[str]:
    """The governed files that differ, where nobody compared the trees."""
    for agent in settings.agents:
        before = AgentState(agent, settings, comparison.befores[0], parse).files
        after = AgentState(agent, settings, comparison.after, parse).files
        yield from (path for path in before.keys() | after.keys() if before.get(path) != after.get(path))


def has_memory(agent: Agent, settings: Settings, snapshot: Snapshot) -> bool:
    """Whether an agent has a store, a ledger or a registry in a snapshot."""
    return bool(AgentState(agent, settings, snapshot, parse).near_files)
