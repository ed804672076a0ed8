"""Isolation: what of one agent's files on disk crosses into another's, or out of its directory (contract H23)."""

from memory_hygiene.core.findings import Severity
from memory_hygiene.core.settings import Agent
from memory_hygiene.edge.git.comparisons import Comparison
from memory_hygiene.edge.git.process import ObjectReader
from memory_hygiene.edge.git.repository import head_commit
from memory_hygiene.edge.git.snapshots import TreeSnapshot
from memory_hygiene.edge.workspace import Workspace
from memory_hygiene.runs.gate import Judge, Options

CROSSING = frozenset(("path-escape", "canary-leaked", "entry-crosses-agents"))
"""The rules whose errors are breaches of isolation."""


def isolation_faults(workspace: Workspace, agent: Agent, today: str) -> tuple[str, ...]:
    """The breaches in the files of ``agent``, one text each; ``today`` is ``YYYY-MM-DD``."""
    repository = workspace.repository
    head = head_commit(repository)
    with ObjectReader(repository.top) as reader:
        befores = (TreeSnapshot(reader, head, "HEAD"),) if head else ()
        comparison = Comparison(befores, workspace.worktree, (), None, today)
        verdict = Judge(repository, Options(strict=True)).verdict(comparison)
    return tuple(
        f"{finding.path}:{finding.line}: {finding.message} [{finding.name}]"
        for finding in verdict.findings
        if finding.name in CROSSING and finding.severity is Severity.ERROR and agent.relative(finding.path) is not None
    )
