"""Isolation: what of one agent's files on disk crosses into another's, or out of its directory (contract H23)."""

from memory_hygiene.core.findings import errors_of
from memory_hygiene.core.lint import lint_change
from memory_hygiene.core.settings import Agent
from memory_hygiene.core.state import AgentState, Change
from memory_hygiene.edge.git.overlay import FolderSnapshot
from memory_hygiene.edge.git.process import ObjectReader
from memory_hygiene.edge.git.repository import head_commit
from memory_hygiene.edge.git.snapshots import EmptySnapshot, TreeSnapshot
from memory_hygiene.edge.workspace import Workspace
from memory_hygiene.formats import parse
from memory_hygiene.rules import canary_leaked, path_escape

_CROSSING = (path_escape.RULE, canary_leaked.RULE)
"""The rules whose errors are breaches of isolation, and that one agent's files show."""


def isolation_faults(workspace: Workspace, agent: Agent, today: str) -> tuple[str, ...]:
    """The breaches in the files of ``agent``, one text each; ``today`` is ``YYYY-MM-DD``.

    No file of another agent is read, but for ledgers as they were committed: a word in a store that could be a token
    is looked up there.
    """
    repository = workspace.repository
    head = head_commit(repository)
    with ObjectReader(repository.top) as reader:
        committed = TreeSnapshot(reader, head, "HEAD") if head else EmptySnapshot()
        here = FolderSnapshot(agent.path, workspace.worktree, committed)
        befores = (AgentState(agent, workspace.settings, committed, parse),) if head else ()
        change = Change(befores, AgentState(agent, workspace.settings, here, parse), today=today)
        errors = errors_of(lint_change(_CROSSING, change, strict=True))
    return tuple(f"{error.path}:{error.line}: {error.message} [{error.name}]" for error in errors)
