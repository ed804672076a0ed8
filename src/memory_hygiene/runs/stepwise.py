"""The judge of a walk over many commits: what it knows of an agent in one commit it need not read in the next.

Of the findings it has the errors alone: those that would have stopped a commit.
"""

from collections.abc import Iterator

from memory_hygiene.core.acquittal import may_leak, touched_part
from memory_hygiene.core.findings import Finding, Severity, errors_of
from memory_hygiene.core.lint import lint_change
from memory_hygiene.core.losses.trimming import trimmed
from memory_hygiene.core.model import Document, Format
from memory_hygiene.core.rule import Rule
from memory_hygiene.core.settings import Agent, Settings
from memory_hygiene.core.state import AgentState, Change, Snapshot
from memory_hygiene.core.succession import succeeding
from memory_hygiene.edge.git.comparisons import Comparison
from memory_hygiene.edge.git.repository import Repository
from memory_hygiene.formats.versions import Versions
from memory_hygiene.rules import ALL_RULES, canary_leaked, entry_lost
from memory_hygiene.runs.gate import Judge, Options

_LOST = entry_lost.RULE._replace(check=lambda change: entry_lost.check(trimmed(change)))
_STOPPING: tuple[Rule, ...] = tuple(
    _LOST if rule is entry_lost.RULE else rule for rule in ALL_RULES if rule.severity is Severity.ERROR
)
"""The rules that can stop a commit; the others only ever warn."""

_AGENTS = 1_000
"""Agents of which the last state is kept."""


class StepwiseJudge(Judge):
    """Judges as the gate does, commit after commit."""

    def __init__(self, repository: Repository) -> None:
        super().__init__(repository, Options())
        self._latest: dict[tuple[Agent, Settings], AgentState] = {}
        self._versions = Versions()

    def parse(self, format: Format, data: bytes) -> Document:
        """As ``formats.parse``; of a § store only what its last versions had not."""
        return self._versions.parse(data) if format is Format.SECTION_SIGN else super().parse(format, data)

    def lint(self, change: Change, comparison: Comparison) -> tuple[Finding, ...]:
        """The errors of one agent's part of a comparison."""
        rules = tuple(_suspects(change))
        acknowledge = not comparison.is_past
        return errors_of(lint_change(rules, change, acknowledge=acknowledge, part=touched_part(change)))

    def _new_state(self, agent: Agent, settings: Settings, snapshot: Snapshot) -> AgentState:
        latest = self._latest.pop((agent, settings), None)
        state = succeeding(latest, snapshot) if latest else super()._new_state(agent, settings, snapshot)
        if len(self._latest) >= _AGENTS:
            del self._latest[next(iter(self._latest))]
        self._latest[agent, settings] = state
        return state


def _suspects(change: Change) -> Iterator[Rule]:
    """The rules by which the change may be stopped."""
    for rule in _STOPPING:
        if rule is not canary_leaked.RULE or may_leak(change):
            yield rule
