"""Surveying: how every agent of a repository stands, its hooks, and what an interrupted apply left. Reads only."""

from dataclasses import dataclass

from memory_hygiene.core.contracts import CONFIG
from memory_hygiene.core.live.live_config import LiveConfig, limit_notes
from memory_hygiene.core.live.preflight import Check
from memory_hygiene.core.standing import AgentStanding, StoreStanding, standing_of
from memory_hygiene.core.state import AgentState
from memory_hygiene.edge.git.hooks import HookState, Place, find_place
from memory_hygiene.edge.git.other_hooks import look_at_all_hooks
from memory_hygiene.edge.git.standing import changed_since_head, detached_at, tracked_in_head
from memory_hygiene.edge.live_config import read_live_config
from memory_hygiene.edge.workspace import Workspace
from memory_hygiene.runs.leftovers import has_leftover
from memory_hygiene.runs.preflight import checks_of, live_state
from memory_hygiene.runs.soul import soul_beside

LOCK_TIMEOUT = 1.0  # seconds: the state is looked at, nobody waits to write


@dataclass(frozen=True, slots=True)
class LiveStanding:
    """What the live agent's own configuration says (None without one), where it differs, and the pre-flight (H5)."""

    config: LiveConfig | None
    limit_notes: tuple[str, ...]
    checks: tuple[Check, ...]


@dataclass(frozen=True, slots=True)
class Survey:
    """The whole of ``hygiene status``.

    ``config_note`` says how the configuration differs from the committed one, "" when it does not; ``souls`` are
    SOUL.md files read beside memory directories, ``lives`` the live agents' side of it, both by agent name.
    ``detached_at`` is the commit that HEAD names without a branch, "" when it is on one.
    """

    agents: tuple[AgentStanding, ...]
    souls: tuple[tuple[str, StoreStanding], ...]
    place: Place
    hooks: tuple[HookState, ...]
    has_leftover: bool
    config: str
    config_note: str
    lives: tuple[tuple[str, LiveStanding], ...]
    detached_at: str = ""


def survey(workspace: Workspace, today: str) -> Survey:
    """How the agents around the current folder stand on ``today``."""
    repository = workspace.repository
    agents = workspace.agents_here()
    configs = [read_live_config(repository.top, agent) for agent in agents]
    states = [live_state(workspace, agent, config) for agent, config in zip(agents, configs)]
    place = find_place(repository)
    return Survey(
        tuple(standing_of(state, today) for state in states),
        tuple((agent.name, soul) for agent in agents if (soul := soul_beside(workspace, agent)) is not None),
        place,
        look_at_all_hooks(repository, place),
        has_leftover(repository),
        CONFIG,
        _config_note(workspace),
        tuple((state.agent.name, _live(workspace, state, config)) for state, config in zip(states, configs)),
        detached_at(repository),
    )


def _live(workspace: Workspace, state: AgentState, config: LiveConfig | None) -> LiveStanding:
    notes = limit_notes(workspace.settings, config)
    return LiveStanding(config, notes, checks_of(workspace, state, config, LOCK_TIMEOUT, LOCK_TIMEOUT))


def _config_note(workspace: Workspace) -> str:
    repository = workspace.repository
    if not tracked_in_head(repository, [CONFIG]):
        return "not committed yet"
    return "changed since the last commit" if changed_since_head(repository, [CONFIG]) else ""
