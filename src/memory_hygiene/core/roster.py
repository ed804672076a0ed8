"""The roster of a repository: what a change of its configuration no longer governs."""

from collections.abc import Iterator

from .contracts import Role
from .settings import Settings
from .state import AgentState, Parse, Snapshot


def ungoverned_stores(before: Settings, after: Settings | None, snapshot: Snapshot, parse: Parse) -> Iterator[str]:
    """The stores in ``snapshot`` that ``before`` governs and ``after`` does not (None: there is no configuration)."""
    for agent in before.agents:
        for path, (role, _) in AgentState(agent, before, snapshot, parse).files.items():
            found = after.role_of(path) if after else None
            if role is Role.STORE and (found is None or found[1] is not Role.STORE):
                yield path
