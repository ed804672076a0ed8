"""Auditing: the maintenance contract's run from the canaries to the report, for one agent.

The order is the contract's: canaries and isolation, pre-flight, drift, categorize, actions, verify, apply, after-check,
summary, ledger, report. Where it stops early nothing has been written.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from memory_hygiene.core.audit.audit_record import COMPLETE, CRITICAL, DRY_RUN, ERROR, SKIP
from memory_hygiene.core.audit.audit_report import AuditReport, left_over
from memory_hygiene.core.audit.due import AUDIT, due, last_audit
from memory_hygiene.core.audit.skipping import why_skip
from memory_hygiene.core.canaries.canary_check import AgentCanaries, StoreCanary
from memory_hygiene.core.contracts import Unit
from memory_hygiene.core.live.live_config import limit_notes
from memory_hygiene.core.planning.actions import Place, Residual, StoreSizes, Unresolved
from memory_hygiene.core.planning.plan import sizes_of
from memory_hygiene.core.planning.summarising import with_summaries
from memory_hygiene.core.settings import Agent
from memory_hygiene.core.shell import hygiene
from memory_hygiene.core.state import AgentState
from memory_hygiene.edge.exchange import RacedError
from memory_hygiene.edge.git.commit import IndexLockedError
from memory_hygiene.edge.locks import TIMEOUT, LockedError
from memory_hygiene.edge.workspace import Workspace
from memory_hygiene.formats import parse
from memory_hygiene.report.plan_json import identity_of
from memory_hygiene.runs.applying import Applied, StaleError, apply_plan, locked
from memory_hygiene.runs.gathering import Gathered
from memory_hygiene.runs.guarding import look_at_canaries
from memory_hygiene.runs.isolation import isolation_faults
from memory_hygiene.runs.leftovers import resolve_leftover
from memory_hygiene.runs.planning import Planned, gather_for, live_of, plan_agent, read_state
from memory_hygiene.runs.preflight import preflight
from memory_hygiene.runs.snapshotting import snapshot_agent

RETRIES = 2
"""Times an apply is tried again when a store changed or its lock, or git's, was held (contract, H15)."""


class Asked(NamedTuple):
    """What the caller wants: never skip, only when due, seconds to wait for each lock, whether endpoints are asked."""

    force: bool = False
    if_due: bool = False
    wait: float = TIMEOUT
    verify: bool = True


def audit_agent(
    workspace: Workspace, agent: Agent, asked: Asked, today: str, time: str, tell: Callable[[str], None]
) -> AuditReport:
    """Audit ``agent`` as of ``today`` (``YYYY-MM-DD``); ``time`` is the record's UTC timestamp, ``tell`` takes notes.

    Raises RefusedByGateError, NotProvedError or HygieneError as ``apply_plan`` does; then nothing was written.
    """
    canaries = look_at_canaries(workspace, agent)
    if canaries.error:
        return AuditReport(agent, ERROR, canaries.error)
    state = read_state(workspace, agent)
    report = _first(workspace, state, canaries)
    if breach := _breach(canaries, state):
        return replace(report, status=CRITICAL, reason=breach)
    if faults := isolation_faults(workspace, agent, today):
        return replace(report, status=CRITICAL, reason="isolation breach", faults=faults)
    if reason := _why_not(state, asked, today):
        return replace(report, status=SKIP, reason=reason)
    report = replace(report, checks=preflight(workspace, agent, asked.wait))
    if workspace.settings.dry_run:
        planned = _plan(workspace, agent, asked, today)
        return replace(_planned(report, planned), status=DRY_RUN)
    return _carried_out(workspace, report, asked, today, time, tell)


def _first(workspace: Workspace, state: AgentState, canaries: AgentCanaries) -> AuditReport:
    """What every report says, however the run ends."""
    stores = tuple(sizes_of(store, store.document) for store in state.stores)
    last = last_audit(state.ledger)
    return AuditReport(
        state.agent,
        COMPLETE,
        "",
        stores=stores,
        last_audit=last.time if last else "",
        canaries=canaries.stores,
        residual=_residual(state, stores),
        notes=limit_notes(workspace.settings, live_of(workspace, state.agent)),
    )


def _residual(state: AgentState, stores: tuple[StoreSizes, ...]) -> tuple[Residual, ...]:
    """What stays over the level an audit rests at, for the stores whose limit the client keeps."""
    limits = {
        store.path: cap.limit
        for store in state.stores
        for cap in store.contract.caps
        if cap.unit is Unit.CHARS and store.contract.has_canary
    }
    return left_over(stores, state.settings, limits)


def _breach(canaries: AgentCanaries, state: AgentState) -> str:
    """The stores whose canary is missing or altered; in a memory that was never set up, those that have none (H4)."""
    broken = [store for store in canaries.stores if store.is_breach or _is_unguarded(store, state)]
    return "canary breach: " + "; ".join(f"{store.path}: {store.reason}" for store in broken) if broken else ""


def _is_unguarded(store: StoreCanary, state: AgentState) -> bool:
    return not state.ledger.records and not store.token


def _why_not(state: AgentState, asked: Asked, today: str) -> str:
    """Why there is nothing to do today, or ""."""
    if asked.if_due:
        found = due(state, today)
        return "" if found.is_due else f"not due: {found.reason}"
    return "" if asked.force else why_skip(state, today)


def _plan(workspace: Workspace, agent: Agent, asked: Asked, today: str, earlier: Gathered | None = None) -> Planned:
    planned = plan_agent(workspace, agent, today, verify=asked.verify, earlier=earlier)
    if workspace.settings.summary_marker != "entry":
        return planned
    plan = with_summaries(planned.plan, planned.state, parse)
    return replace(planned, plan=plan, identity=identity_of(plan))


def _carried_out(
    workspace: Workspace, report: AuditReport, asked: Asked, today: str, time: str, tell: Callable[[str], None]
) -> AuditReport:
    agent = report.agent
    gathered = gather_for(workspace, agent, today, verify=asked.verify)  # may take longer than a lock may be held
    made: list[Planned] = []

    def replan() -> Planned:
        made.append(_plan(workspace, agent, asked, today, gathered))
        return made[-1]

    for attempt in range(1 + RETRIES):
        try:
            with locked(workspace, agent, asked.wait):
                if leftover := resolve_leftover(workspace.repository):
                    tell(leftover)
                taken = snapshot_agent(workspace, agent, "", time, tell)
                report = replace(report, snapshot=taken or report.snapshot)
                applied = apply_plan(workspace, replan, time, AUDIT)
                assert applied is not None, "an audit always leaves its record"
                return _finished(workspace, _planned(report, made[-1]), applied)
        except (StaleError, RacedError, LockedError, IndexLockedError) as error:
            if attempt == RETRIES:
                where = Place(agent.absolute(""), 0, "", "")
                stale = Unresolved(where, f"given up after {1 + RETRIES} attempts: {error.message}")
                return replace(report, status=ERROR, reason=error.message, stale=(stale,))
    raise AssertionError("the last attempt returns")


def _planned(report: AuditReport, planned: Planned) -> AuditReport:
    residual = _residual(planned.state, planned.plan.stores)
    return replace(
        report, plan=planned.plan, stores=planned.plan.stores, residual=residual, notes=planned.gathered.notes
    )


def _finished(workspace: Workspace, report: AuditReport, applied: Applied) -> AuditReport:
    """The report with what is on disk now: sizes and canaries are read again (H16)."""
    canaries = look_at_canaries(workspace, report.agent)
    state = read_state(workspace, report.agent)
    now = {store.path: sizes_of(store, store.document).after for store in state.stores}
    stores = tuple(replace(sizes, after=now.get(sizes.path, sizes.after)) for sizes in report.stores)
    report = replace(
        report,
        stores=stores,
        residual=_residual(state, stores),
        commit=applied.commit,
        canaries=canaries.stores,
    )
    if breach := _breach(canaries, state):
        undo = hygiene("restore --last-apply", state)
        return replace(report, status=CRITICAL, reason=f"{breach}; after the apply: {undo}")
    return report
