"""Planning: the plan of one agent from its files on disk, and the bytes that a plan makes of them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from memory_hygiene.core.actions import Archive, Plan, Prune, Removal
from memory_hygiene.core.audit_record import record_of
from memory_hygiene.core.decisions import Decision, decide
from memory_hygiene.core.edits import append_archive
from memory_hygiene.core.ledger import append_record
from memory_hygiene.core.model import Document
from memory_hygiene.core.plan import edited, make_plan
from memory_hygiene.core.settings import Agent
from memory_hygiene.core.state import AgentState
from memory_hygiene.core.witness import FileChange, ProvedChange, prove
from memory_hygiene.edge.git.history import ages_in
from memory_hygiene.edge.git.repository import Repository, head_commit
from memory_hygiene.edge.workspace import Workspace
from memory_hygiene.errors import HygieneError
from memory_hygiene.formats import parse
from memory_hygiene.report.plan_json import identity_of


@dataclass(frozen=True, slots=True)
class Planned:
    """A plan with the state it was made from."""

    plan: Plan
    state: AgentState
    identity: str


def choose_agent(workspace: Workspace, name: str | None) -> Agent:
    """The agent asked for, or the one whose directory we are in. Raises HygieneError when that leaves several."""
    agents = workspace.settings.agents
    if name is not None:
        found = next((agent for agent in agents if agent.name == name), None)
        if found is None:
            raise HygieneError(f"no agent called {name!r}", f"one of: {', '.join(agent.name for agent in agents)}")
        return found
    here = workspace.agents_here()
    if len(here) != 1:
        raise HygieneError("several agents live here", f"give --agent: {', '.join(agent.name for agent in here)}")
    return here[0]


def plan_agent(
    workspace: Workspace, agent: Agent, today: str, cap: int | None = None, paths: tuple[str, ...] = ()
) -> Planned:
    """The plan for ``agent`` as of ``today``; with ``paths`` (from the top) for these files alone, whatever they are.

    Raises HygieneError when no store is governed, or a path is no file of this agent.
    """
    state = read_state(workspace, agent, cap, paths)
    decisions = decide(state, today)
    chosen = (decision for decision in decisions if not paths or decision.place.path in paths)
    return plan_decisions(workspace, state, chosen, today)


def read_state(workspace: Workspace, agent: Agent, cap: int | None = None, paths: tuple[str, ...] = ()) -> AgentState:
    """The agent's files on disk. Raises HygieneError when it governs no store, or a path is no file of this agent."""
    state = AgentState(agent, workspace.settings, workspace.worktree, parse, paths, cap)
    if not state.stores:
        raise HygieneError(f"no governed store in {agent.path or 'the top folder'}", "check -C DIR and .hygiene.yaml")
    for path in paths:
        if state.store(path) is None:
            raise HygieneError(f"no file of agent {agent.name} at {path}", "check the path, or give another --agent")
    return state


def plan_decisions(workspace: Workspace, state: AgentState, decisions: Iterable[Decision], today: str) -> Planned:
    """The plan that carries out ``decisions``."""
    repository = workspace.repository
    ages = ages_in(repository, state, head_commit(repository), today)
    age_of = {fingerprint: ages.of(fingerprint).age_days for fingerprint in _fingerprints(state)}.get
    plan = make_plan(state, decisions, today, age_of, Blobs(repository), parse)
    return Planned(plan, state, identity_of(plan))


def _fingerprints(state: AgentState) -> set[str]:
    nested = {item.fingerprint for store in state.stores for item in store.document.nested}
    return nested | {block.fingerprint for _, block in state.blocks()}


class Blobs:
    """Git's id for bytes as they are, without filters."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self._known: dict[bytes, str] = {}

    def __call__(self, data: bytes) -> str:
        """The blob id of ``data``."""
        if data not in self._known:
            self._known[data] = self._repository.text("hash-object", "--no-filters", "--stdin", data=data)
        return self._known[data]


def prove_plan(planned: Planned, time: str) -> ProvedChange:
    """The plan's files before and after, proved. ``time`` is the ledger record's UTC timestamp.

    Raises NotProvedError when either account of the proof does not hold.
    """
    plan, state = planned.plan, planned.state
    targets = {store.path: store.target for store in state.stores}
    changes = [
        FileChange(targets[path], document.data, after)
        for path, (document, after) in edited(state.stores, plan.actions, parse).items()
    ]
    documents = {store.path: store.document for store in state.stores}
    changes += _archives(plan, state, documents)
    changes.append(_ledger(planned, time))
    return prove(plan, state.stores, changes, state.ledger_path, parse)


def _archives(plan: Plan, state: AgentState, documents: Mapping[str, Document]) -> list[FileChange]:
    arrivals: dict[str, list[Removal]] = {}
    for removal in plan.removals:
        if isinstance(removal, Prune | Archive) and removal.to:
            arrivals.setdefault(removal.to, []).append(removal)
    changes: list[FileChange] = []
    for path, removals in arrivals.items():
        before = state.snapshot.read(path)
        changes.append(FileChange(path, before, append_archive(before, removals, documents, plan.created)))
    return changes


def _ledger(planned: Planned, time: str) -> FileChange:
    state = planned.state
    before = state.snapshot.read(state.ledger_path)
    record = record_of(planned.plan, state, time, planned.identity, state.ledger)
    return FileChange(state.ledger_path, before, append_record(before, record))
