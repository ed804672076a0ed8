"""Planning: the plan of one agent from its files on disk, and the bytes that a plan makes of them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from memory_hygiene.core.audit.alerts import drift_alerts
from memory_hygiene.core.audit.audit_record import APPLY, record_of
from memory_hygiene.core.audit.ledger import append_record
from memory_hygiene.core.live.live_config import LiveConfig, with_live_limits
from memory_hygiene.core.model import Document
from memory_hygiene.core.planning.actions import Archive, Move, Plan, Prune, Removal
from memory_hygiene.core.planning.decisions import Decision, decide
from memory_hygiene.core.planning.edits import append_archive
from memory_hygiene.core.planning.fitting import edited
from memory_hygiene.core.planning.near_decisions import near_reports
from memory_hygiene.core.planning.plan import make_plan
from memory_hygiene.core.planning.skill_file import with_rules
from memory_hygiene.core.planning.witness import FileChange, ProvedChange, prove
from memory_hygiene.core.settings import Agent
from memory_hygiene.core.state import AgentState
from memory_hygiene.edge.git.repository import Repository
from memory_hygiene.edge.live_config import read_live_config
from memory_hygiene.edge.workspace import Workspace
from memory_hygiene.errors import HygieneError
from memory_hygiene.formats import parse
from memory_hygiene.report.plan_json import identity_of

from .gathering import Gathered, gather, gather_again


@dataclass(frozen=True, slots=True)
class Planned:
    """A plan with the state it was made from, and what the operator should know of it."""

    plan: Plan
    state: AgentState
    identity: str
    gathered: Gathered


def plan_agent(
    workspace: Workspace,
    agent: Agent,
    today: str,
    cap: int | None = None,
    paths: tuple[str, ...] = (),
    verify: bool = False,
    earlier: Gathered | None = None,
    merge_near: bool = False,
) -> Planned:
    """The plan for ``agent`` as of ``today``; with ``paths`` (from the top) for these files alone, whatever they are.

    With ``verify`` the endpoints that entries name are asked, or answers of the last day taken; with ``merge_near``
    later entries that say the same in other small words go to the archive. With what was
    gathered ``earlier`` nobody is asked again: what may take its time is done before the locks are taken.
    Raises HygieneError when no store is governed, or a path is no file of this agent.
    """
    state = read_state(workspace, agent, cap, paths)
    if earlier is None:
        gathered = gather(workspace, state, live_of(workspace, agent), today, verify)
    else:
        gathered = gather_again(workspace, state, today, earlier)
    gathered = replace(gathered, evidence=replace(gathered.evidence, merges_near=merge_near))
    decisions = tuple(decide(state, today, gathered.evidence))
    decisions += tuple(near_reports(state, decisions, gathered.evidence.since_of))
    chosen = (decision for decision in decisions if not paths or _is_about(decision, paths))
    planned = _plan_with(workspace, state, chosen, today, gathered)
    return _as_asked(planned, replace(planned.plan, is_verified=verify, merges_near=merge_near), today)


def gather_for(
    workspace: Workspace, agent: Agent, today: str, paths: tuple[str, ...] = (), verify: bool = False
) -> Gathered:
    """What a plan for ``agent`` rests on, with everybody asked that is to be asked."""
    return gather(workspace, read_state(workspace, agent, None, paths), live_of(workspace, agent), today, verify)


def _is_about(decision: Decision, paths: tuple[str, ...]) -> bool:
    """Whether a decision touches these files alone."""
    return decision.place.path in paths and not (isinstance(decision, Move) and decision.to not in paths)


def _as_asked(planned: Planned, plan: Plan, today: str) -> Planned:
    """``planned`` with what it was asked for on record; drift is of whole memories alone."""
    if not plan.paths:
        plan = replace(plan, alerts=drift_alerts(planned.state, plan, today))
    return replace(planned, plan=plan, identity=identity_of(plan))


def read_state(workspace: Workspace, agent: Agent, cap: int | None = None, paths: tuple[str, ...] = ()) -> AgentState:
    """The agent's files on disk. Raises HygieneError when it governs no store, or a path is no file of this agent."""
    settings = with_live_limits(workspace.settings, live_of(workspace, agent))
    state = AgentState(agent, settings, workspace.worktree, parse, paths, cap)
    if not state.stores:
        raise HygieneError(f"no governed store in {agent.path or 'the top folder'}", "check -C DIR and .hygiene.yaml")
    for path in paths:
        if state.store(path) is None:
            raise HygieneError(f"no file of agent {agent.name} at {path}", "check the path, or give another --agent")
    return state


def plan_decisions(workspace: Workspace, state: AgentState, decisions: Iterable[Decision], today: str) -> Planned:
    """The plan that carries out ``decisions`` of a person; nobody else is asked."""
    gathered = gather(workspace, state, live_of(workspace, state.agent), today, delegates=False)
    return _plan_with(workspace, state, decisions, today, gathered)


def live_of(workspace: Workspace, agent: Agent) -> LiveConfig | None:
    """The configuration of the live agent whose memory this is, None where there is no home."""
    return read_live_config(workspace.repository.top, agent)


def _plan_with(
    workspace: Workspace, state: AgentState, decisions: Iterable[Decision], today: str, gathered: Gathered
) -> Planned:
    plan = make_plan(state, decisions, today, gathered.evidence, Blobs(workspace.repository), parse)
    return Planned(plan, state, identity_of(plan), gathered)


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


def prove_plan(planned: Planned, time: str, run: str = APPLY) -> ProvedChange:
    """The plan's files before and after, proved. ``time`` is the ledger record's UTC timestamp, ``run`` who makes it.

    Raises NotProvedError when either account of the proof does not hold.
    """
    plan, state = planned.plan, planned.state
    targets = {store.path: store.target for store in state.stores}
    changes = [
        FileChange(targets[path], document.data, after)
        for path, (document, after) in edited(state.stores, plan.actions, parse, plan.summaries).items()
    ]
    documents = {store.path: store.document for store in state.stores}
    changes += _archives(plan, state, documents)
    changes += _skills(plan, state)
    changes.append(_ledger(planned, time, run))
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


def _skills(plan: Plan, state: AgentState) -> list[FileChange]:
    rules: dict[str, list[str]] = {}
    for move in plan.moves:
        if state.store(move.to) is None:
            rules.setdefault(move.to, []).append(move.new_text)
    changes: list[FileChange] = []
    for path, texts in rules.items():
        before = state.snapshot.read(path)
        name = path.rpartition("/")[0].rpartition("/")[2]
        changes.append(FileChange(path, before, with_rules(before, name, texts, parse)))
    return changes


def _ledger(planned: Planned, time: str, run: str) -> FileChange:
    state = planned.state
    before = state.snapshot.read(state.ledger_path)
    record = record_of(planned.plan, state, time, planned.identity, state.ledger, run)
    return FileChange(state.ledger_path, before, append_record(before, record))
