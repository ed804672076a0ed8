"""An audit for programs: the maintenance contract's report (H19) and what it rests on."""

from collections.abc import Iterable

from memory_hygiene.core.audit.audit_report import AuditReport
from memory_hygiene.core.canaries.canary_check import StoreCanary
from memory_hygiene.core.planning.actions import StoreSizes

from .check_json import printable
from .plan_json import Json, action_row, alert_row, residual_row, unresolved_row
from .safe import safe_json

_WORST = ("ERROR", "CRITICAL", "DRY_RUN", "COMPLETE", "SKIP")


def render(report: AuditReport) -> str:
    """The JSON document (``version`` 1) of one agent's audit."""
    return safe_json({"version": 1, **_row(report)})


def render_all(reports: Iterable[AuditReport]) -> str:
    """The JSON document of several agents' audits: the worst status, then each."""
    rows = [{"agent": printable(report.agent.name), **_row(report)} for report in reports]
    status = next((status for status in _WORST if any(row["status"] == status for row in rows)), "SKIP")
    return safe_json({"version": 1, "status": status, "agents": [*rows]})


def _row(report: AuditReport) -> dict[str, Json]:
    return {
        "status": report.status,
        "memory_utilization": _utilization(report.sizes_of("MEMORY.md")),
        "user_utilization": _utilization(report.sizes_of("USER.md")),
        "actions_applied": len(report.actions) if report.commit else 0,
        "deletions": report.deletions,
        "moves": report.moves,
        "corrections": report.corrections,
        "unverified": report.unverified,
        "unresolved": [unresolved_row(unresolved) for unresolved in report.unresolved],
        "drift_alerts": [alert_row(alert) for alert in report.alerts],
        "last_audit": printable(report.last_audit) or None,
        "ledger_updated": report.is_ledger_updated,
        "summary": printable(report.summary),
        "reason": printable(report.reason),
        "commit": report.commit or None,
        "snapshot": report.snapshot.commit if report.snapshot else None,
        "critical": [
            {"rule": fault.rule, "name": fault.name, "path": printable(fault.path), "message": printable(fault.message)}
            for fault in (report.snapshot.faults if report.snapshot else ())
        ],
        "canaries": [_canary(canary) for canary in report.canaries],
        "isolation": [printable(fault) for fault in report.faults],
        "preflight": [
            {"check": check.name, "status": "OK" if check.ok else "BROKEN", "detail": printable(check.detail)}
            for check in report.checks
        ],
        "actions": [action_row(action, report.plan) for action in report.actions if report.plan],
        "residual": [residual_row(residual) for residual in report.residual],
        "notes": [printable(note) for note in report.notes],
    }


def _utilization(sizes: StoreSizes | None) -> Json:
    return {"before": sizes.before.utilization, "after": sizes.after.utilization} if sizes else None


def _canary(canary: StoreCanary) -> Json:
    return {
        "path": printable(canary.path),
        "canary": canary.health.value,
        "breach": canary.is_breach,
        "reason": printable(canary.reason),
    }
