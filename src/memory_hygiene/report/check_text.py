"""A verdict for people: one paragraph per finding, the command that mends it, one line of summary."""

from collections.abc import Iterator

from memory_hygiene.core.findings import Finding, Severity, Verdict

from .palette import PLAIN, Palette
from .safe import safe, shorten

_ENTRY_WIDTH = 160


def render(verdict: Verdict, palette: Palette = PLAIN) -> str:
    """The text of a verdict, with a final line ending."""
    lines = [f"note: {safe(note)}" for note in verdict.notes]
    for finding in verdict.findings:
        lines += _finding(finding, palette)
    lines += [f"not checked: {safe(reason)}" for reason in verdict.skipped]
    return "\n".join([*lines, _summary(verdict, palette), ""])


def render_session_close(verdict: Verdict, palette: Palette = PLAIN) -> str:
    """As ``render``, with one block per breach under the heading that users of the seed skill look for."""
    breaches = [finding for finding in verdict.findings if finding.severity is Severity.ERROR]
    rest = verdict._replace(findings=tuple(f for f in verdict.findings if f.severity is not Severity.ERROR))
    lines: list[str] = []
    for breach in breaches:
        heading = palette.paint(palette.error, f"SYSTEM FAILURE: {breach.name} in {safe(breach.path)}")
        lines += [heading, f"    {safe(breach.path)}:{breach.line}: {safe(breach.message)} [{breach.rule}]"]
        if breach.text:
            lines.append(f"    entry:  {shorten(breach.text, _ENTRY_WIDTH)}")
        lines += [f"    remedy: {safe(breach.fix)}", ""]
    shown = render(rest, palette).removesuffix(_summary(rest, palette) + "\n")
    return "\n".join(lines) + ("\n" if lines else "") + shown + _summary(verdict, palette) + "\n"


def _finding(finding: Finding, palette: Palette) -> Iterator[str]:
    code = {Severity.ERROR: palette.error, Severity.WARNING: palette.warning}.get(finding.severity, palette.quiet)
    severity = palette.paint(code, finding.severity.value)
    place = f"{safe(finding.path)}:{finding.line}"
    age = palette.paint(palette.quiet, " (was there before)") if finding.is_old else ""
    yield f"{severity}: {place}: {safe(finding.message)} [{finding.name} {finding.rule}]{age}"
    if finding.text:
        yield f"    entry: {shorten(finding.text, _ENTRY_WIDTH)}"
    if finding.fix:
        yield f"    mend:  {safe(finding.fix)}"


def _summary(verdict: Verdict, palette: Palette) -> str:
    errors, warnings = verdict.count(Severity.ERROR), verdict.count(Severity.WARNING)
    compared = f"compared {safe(verdict.before)} with {safe(verdict.after)}"
    if not errors and not warnings:
        return f"hygiene: {palette.paint(palette.good, 'clean')} ({compared})"
    counts = ", ".join(
        palette.paint(code, f"{count} {word}{'s' if count > 1 else ''}")
        for count, word, code in ((errors, "error", palette.error), (warnings, "warning", palette.warning))
        if count
    )
    return f"hygiene: {counts} ({compared})"
