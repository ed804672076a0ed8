"""Guarding: the canaries of an agent's files on disk, judged by its ledger and by the last commit."""

from memory_hygiene.core.canaries.canary_check import AgentCanaries, canary_report, missing_folder
from memory_hygiene.core.settings import Agent
from memory_hygiene.core.state import AgentState
from memory_hygiene.edge.git.process import ObjectReader
from memory_hygiene.edge.git.repository import head_commit
from memory_hygiene.edge.git.snapshots import TreeSnapshot
from memory_hygiene.edge.workspace import Workspace
from memory_hygiene.formats import parse


def look_at_canaries(workspace: Workspace, agent: Agent) -> AgentCanaries:
    """The canaries of ``agent`` on disk; what the last commit had counts as evidence of a breach too."""
    settings = workspace.settings
    state = AgentState(agent, settings, workspace.worktree, parse)
    if folder := missing_folder(state):
        return AgentCanaries(agent, (), f"the memory directory {folder} is missing")
    head = head_commit(workspace.repository)
    with ObjectReader(workspace.repository.top) as reader:
        before = AgentState(agent, settings, TreeSnapshot(reader, head, "HEAD"), parse) if head else None
        stores = canary_report(state, (before,) if before else ())
    if not stores and not state.stores:
        return AgentCanaries(agent, (), f"no governed store in {agent.path or 'the top folder'}")
    return AgentCanaries(agent, stores)
