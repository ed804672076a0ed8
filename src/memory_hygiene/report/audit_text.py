"""An audit for people: the status first, then sizes, what was done, what needs somebody, what was checked."""

from collections.abc import Iterator

from memory_hygiene.core.audit.audit_record import CRITICAL, ERROR
from memory_hygiene.core.audit.audit_report import AuditReport
from memory_hygiene.core.planning.actions import NAMES, StoreSizes
from memory_hygiene.core.sizes import counted, numbered
from memory_hygiene.core.state import MAX_BYTES

from .palette import PLAIN, Palette
from .safe import safe, shorten


def render(report: AuditReport, palette: Palette = PLAIN) -> str:
    """The text of one agent's audit, with a final line ending."""
    color = palette.error if report.status in (CRITICAL, ERROR) else palette.good
    head = palette.paint(color, report.status)
    lines = [f"audit of {safe(report.agent.name)}: {head}{safe(report.summary.removeprefix(report.status))}"]
    lines += [_sizes(sizes) for sizes in report.stores]
    lines += _breaches(report, palette)
    lines += _done(report)
    lines += _open(report, palette)
    lines += [f"  note: {safe(note)}" for note in report.notes]
    if report.commit:
        before = f"; the audit before was on {safe(report.last_audit)}" if report.last_audit else ""
        lines.append(f"  committed as {report.commit[:12]}, recorded in the ledger{before}")
    if report.has_changed_memory:
        lines.append(f"  to undo: hygiene restore --last-apply{_agent_option(report)}")
    return "\n".join([*lines, ""])


def _agent_option(report: AuditReport) -> str:
    """What a command of this agent needs at the top of a repository that holds several."""
    return f" --agent {report.agent.name}" if report.agent.path else ""


def _sizes(sizes: StoreSizes) -> str:
    if sizes.after.bytes > MAX_BYTES:
        return f"  {safe(sizes.path)}: not read: {sizes.after.bytes:,} bytes"
    before, after = sizes.before.utilization, sizes.after.utilization
    usage = f"{before:g} %" if before == after else f"{before:g} % -> {after:g} %"
    return f"  {safe(sizes.path)}: {numbered(sizes.after.entries, 'entry', 'entries')}, {usage} of its cap"


def _breaches(report: AuditReport, palette: Palette) -> Iterator[str]:
    for canary in report.canaries:
        if canary.reason:
            label = palette.paint(palette.error, "breach") if canary.is_breach else "canary"
            yield f"  {label}: {safe(canary.path)}: {safe(canary.reason)}"
            if canary.fix:
                yield f"    mend:  {safe(canary.fix)}"
    for fault in report.faults:
        yield f"  {palette.paint(palette.error, 'isolation')}: {safe(fault)}"
    for check in report.checks:
        if not check.ok:
            yield f"  {palette.paint(palette.warning, 'BROKEN')} {safe(check.name)}: {safe(check.detail)}"
    if report.snapshot:
        rescued = numbered(len(report.snapshot.rescued), "entry", "entries")
        yield f"  first committed what the agent left, as {report.snapshot.commit[:12]}; {rescued} rescued"
        for taken in report.snapshot.faults:
            label = palette.paint(palette.error, "CRITICAL")
            yield f"  {label} {safe(taken.path)}:{taken.line}: {safe(taken.message)} [{taken.name}]"


def _done(report: AuditReport) -> Iterator[str]:
    for action in report.actions:
        place = action.place
        identity = f" {place.fingerprint}" if place.fingerprint else ""
        yield f"  {NAMES[type(action)]} {safe(place.path)}:{place.line}{identity}: {safe(action.reason)}"
        if place.text:
            yield f"    {shorten(' '.join(place.text.split()), 100)}"


def _open(report: AuditReport, palette: Palette) -> Iterator[str]:
    for alert in report.alerts:
        yield f"  {palette.paint(palette.warning, 'drift')} {alert.id}: {safe(alert.message)}"
    for unresolved in report.unresolved:
        place, label = unresolved.place, palette.paint(palette.warning, "unresolved")
        identity = f" {place.fingerprint}" if place.fingerprint else ""
        yield f"  {label} {safe(place.path)}:{place.line}{identity}: {safe(unresolved.reason)}"
        if place.text:
            yield f"    {shorten(' '.join(place.text.split()), 100)}"
    for residual in report.residual:
        over = counted(residual.over_by, residual.unit)
        yield f"  residual {safe(residual.path)}: {over} over the level an audit rests at; only a rewrite saves more"
