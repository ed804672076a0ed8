"""The pre-flight of one agent: what is probed, where the live configuration is, and what the checks make of it."""

import os
from collections.abc import Iterator

from memory_hygiene.core.contracts import STORES
from memory_hygiene.core.live.live_config import LiveConfig, with_live_limits
from memory_hygiene.core.live.preflight import Check, Probed, preflight_checks
from memory_hygiene.core.settings import Agent
from memory_hygiene.core.state import AgentState
from memory_hygiene.edge.files import refuse_links, what_stands_at
from memory_hygiene.edge.git.commit import refuse_unfinished
from memory_hygiene.edge.live_config import read_live_config
from memory_hygiene.edge.locks import TIMEOUT
from memory_hygiene.edge.probing import folder_fault, locks_fault, owner_fault
from memory_hygiene.edge.workspace import Workspace
from memory_hygiene.errors import HygieneError
from memory_hygiene.formats import parse
from memory_hygiene.runs.applying import TURNS, lock_files


def preflight(workspace: Workspace, agent: Agent, timeout: float = TIMEOUT) -> tuple[Check, ...]:
    """The checks of contract H5 for ``agent``; writes nothing and raises nothing. ``timeout`` is in seconds."""
    live = read_live_config(workspace.repository.top, agent)
    return checks_of(workspace, live_state(workspace, agent, live), live, timeout, timeout * TURNS)


def live_state(workspace: Workspace, agent: Agent, live: LiveConfig | None) -> AgentState:
    """The agent's files on disk, under the limits that its own configuration states."""
    return AgentState(agent, with_live_limits(workspace.settings, live), workspace.worktree, parse)


def checks_of(
    workspace: Workspace, state: AgentState, live: LiveConfig | None, timeout: float, turns: float
) -> tuple[Check, ...]:
    """As ``preflight``, of a state that has been read already; for our own lock ``turns`` seconds are waited."""
    unreadable, places = _places(workspace, state)
    ours, theirs = lock_files(workspace, state.agent)
    locks = locks_fault(ours, turns) or locks_fault(theirs, timeout)
    here = _Here(workspace)
    probed = Probed(
        here.named(unreadable),
        tuple(_misplaced(workspace, state.agent)),
        here.named(locks),
        tuple(map(here.named, places)),
        _unfinished(workspace),
    )
    return preflight_checks(state, probed, live)


def _places(workspace: Workspace, state: AgentState) -> tuple[str, tuple[str, ...]]:
    """Why the files cannot be read, and which folders and stores cannot be written."""
    try:
        stores, _ = state.stores, state.ledger
    except HygieneError as error:
        return f"{error.message}: {error.hint}", tuple(_faults(workspace, state.agent, []))
    return "", tuple(_faults(workspace, state.agent, [store.path for store in stores]))


def _faults(workspace: Workspace, agent: Agent, paths: list[str]) -> Iterator[str]:
    top = workspace.repository.top
    folders = dict.fromkeys([agent.path, *(path.rpartition("/")[0] for path in paths)])
    for folder in folders:
        yield folder_fault(os.path.join(top, folder), folder or "the directory")
    yield folder_fault(workspace.repository.git_dir, "the git directory")
    for path in paths:
        yield _store_fault(top, path)


def _misplaced(workspace: Workspace, agent: Agent) -> Iterator[str]:
    """What stands in place of a store and is no file, so that no listing of files shows it."""
    for path in map(agent.absolute, STORES[agent.profile]):
        if what := what_stands_at(os.path.join(workspace.repository.top, path)):
            yield f"{what} stands in place of {path}: move it away"


def _unfinished(workspace: Workspace) -> str:
    try:
        refuse_unfinished(workspace.repository, patience=0)
    except HygieneError as error:
        return f"{error.message}, and nothing is written meanwhile: {error.hint}"
    return ""


def _store_fault(top: str, path: str) -> str:
    try:
        refuse_links(top, path)
    except HygieneError as error:
        return f"{error.message}: {error.hint}"
    return owner_fault(os.path.join(top, path), path)


class _Here:
    """Texts without the paths of this machine."""

    def __init__(self, workspace: Workspace) -> None:
        self._repository = workspace.repository

    def named(self, text: str) -> str:
        """``text`` with paths from the top of the repository."""
        git = self._repository.git_dir
        return text.replace(git + os.sep, ".git/").replace(self._repository.top.rstrip(os.sep) + os.sep, "")
