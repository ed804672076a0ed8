"""A verdict for people: one paragraph per finding, the command that mends it, one line of summary."""

from collections.abc import Iterator

from memory_hygiene.core.findings import Finding, Severity, Verdict

from .palette import PLAIN, Palette
from .safe import safe, shorten

_ENTRY_WIDTH = 160
_MOST = 200
"""Findings that are shown: nobody reads more, and a terminal or a CI log should not drown in them."""


def render(verdict: Verdict, palette: Palette = PLAIN) -> str:
    """The text of a verdict, with a final line ending."""
    return "\n".join([*_body(verdict, palette, verdict.findings, _MOST), _summary(verdict, palette), ""])


def render_session_close(verdict: Verdict, palette: Palette = PLAIN) -> str:
    """As ``render``, with one block per breach under the heading that users of the seed skill look for."""
    breaches = [finding for finding in verdict.findings if finding.severity is Severity.ERROR]
    rest = tuple(finding for finding in verdict.findings if finding.severity is not Severity.ERROR)
    lines: list[str] = []
    for breach in breaches[:_MOST]:
        heading = palette.paint(palette.error, f"SYSTEM FAILURE: {breach.name} in {safe(breach.path)}")
        lines += [heading, f"    {safe(breach.path)}:{breach.line}: {safe(breach.message)} [{breach.rule}]"]
        if breach.text:
            lines.append(f"    entry:  {shorten(breach.text, _ENTRY_WIDTH)}")
        lines += [f"    remedy: {safe(breach.fix)}", ""]
    left = tuple(breaches[_MOST:]) + rest
    lines += _body(verdict, palette, left, max(0, _MOST - len(breaches)))
    return "\n".join([*lines, _summary(verdict, palette), ""])


def _body(verdict: Verdict, palette: Palette, findings: tuple[Finding, ...], most: int) -> Iterator[str]:
    """Notes, at most ``most`` of ``findings``, errors first, how many more there are, and what was skipped."""
    yield from _notes(verdict)
    shown = findings
    if len(findings) > most:
        shown = tuple(sorted(findings, key=lambda finding: finding.severity is not Severity.ERROR))[:most]
    for finding in shown:
        yield from _finding(finding, palette)
    if more := len(findings) - len(shown):
        yield f"… and {more:,} more (see --format json)"
    yield from _skipped(verdict)


def remarks(verdict: Verdict) -> tuple[str, ...]:
    """What is to be known of a verdict besides its findings, line by line: notes, and what was skipped."""
    return (*_notes(verdict), *_skipped(verdict))


def _notes(verdict: Verdict) -> Iterator[str]:
    return (f"note: {safe(note)}" for note in verdict.notes)


def _skipped(verdict: Verdict) -> Iterator[str]:
    return (f"not checked: {safe(reason)}" for reason in verdict.skipped)


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
