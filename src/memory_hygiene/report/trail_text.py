"""The verdict on a ledger for people: what was looked at, the faults with their mends, the digest to note."""

from collections.abc import Iterable, Iterator

from memory_hygiene.core.audit.trail import Fault, Trail
from memory_hygiene.core.findings import Severity
from memory_hygiene.core.sizes import numbered

from .palette import PLAIN, Palette
from .safe import safe

_MOST = 200
"""Faults that are shown of one ledger."""
_ORDER = (Severity.ERROR, Severity.WARNING, Severity.INFO)


def render(trails: Iterable[Trail], palette: Palette = PLAIN) -> str:
    """The text of the verdicts, with a final line ending."""
    chosen = tuple(trails)
    lines = [line for trail in chosen for line in _trail(trail, palette)]
    return "\n".join([*lines, _summary(chosen, palette), ""])


def _trail(trail: Trail, palette: Palette) -> Iterator[str]:
    by_hand = f", {trail.by_hand:,} of them written by hand" if trail.by_hand else ""
    yield palette.paint(palette.bold, f"{safe(trail.path)} (agent {safe(trail.agent.name)})")
    commits = numbered(trail.commits, "commit")
    yield f"  {numbered(trail.records, 'record')}{by_hand}; ledger or archives changed in {commits}"
    if trail.tips and not trail.count(Severity.ERROR):
        yield f"  newest digest: {', '.join(trail.tips)} (note it elsewhere, and give it to --expect)"
    if trail.is_cut_off:
        yield "  not checked: commits beyond the end of this shallow clone (git fetch --unshallow)"
    faults = sorted(trail.faults, key=lambda fault: _ORDER.index(fault.severity))
    for fault in faults[:_MOST]:
        yield from _fault(fault, palette)
    if (more := len(faults) - _MOST) > 0:
        yield f"… and {more:,} more (see --format json)"


def _fault(fault: Fault, palette: Palette) -> Iterator[str]:
    code = {Severity.ERROR: palette.error, Severity.WARNING: palette.warning}.get(fault.severity, palette.quiet)
    record = f"record {safe(fault.record)}: " if fault.record else ""
    commit = f" (commit {fault.commit[:12]})" if fault.commit else ""
    severity = palette.paint(code, fault.severity.value)
    yield f"{severity}: {safe(fault.path)}:{fault.line}: {record}{safe(fault.message)} [{fault.name}]{commit}"
    if fault.fix:
        yield f"    mend:  {safe(fault.fix)}"


def _summary(trails: tuple[Trail, ...], palette: Palette) -> str:
    counts = {
        severity: sum(trail.count(severity) for trail in trails) for severity in (Severity.ERROR, Severity.WARNING)
    }
    if not any(counts.values()):
        return f"hygiene: {palette.paint(palette.good, 'the trail holds')}"
    codes = {Severity.ERROR: palette.error, Severity.WARNING: palette.warning}
    shown = [palette.paint(codes[s], numbered(count, s.value)) for s, count in counts.items() if count]
    return f"hygiene: {', '.join(shown)}"
