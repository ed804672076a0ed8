"""A diagnosis for people: one line per check that is fine, and each finding with what mends it."""

from collections.abc import Iterator

from memory_hygiene.core.diagnosis import Diagnosis, Examined, Symptom
from memory_hygiene.core.findings import Severity
from memory_hygiene.core.sizes import numbered

from .palette import PLAIN, Palette
from .safe import safe


def render(diagnosis: Diagnosis, palette: Palette = PLAIN) -> str:
    """The text, with a final line ending."""
    lines = [f"fixed: {safe(line)}" for line in diagnosis.done]
    for check in diagnosis.checks:
        lines += _check(check, palette)
    return "\n".join([*lines, _summary(diagnosis), ""])


def _check(check: Examined, palette: Palette) -> Iterator[str]:
    name = f"{check.name} of {safe(check.agent)}" if check.agent else check.name
    if not check.symptoms:
        yield f"{palette.paint(palette.good, 'fine')} {name}"
    for symptom in check.symptoms:
        code = {Severity.ERROR: palette.error, Severity.WARNING: palette.warning}.get(symptom.severity, "")
        yield f"{palette.paint(code, symptom.severity.value)} {name}: {safe(symptom.message)} [{symptom.id}]"
        if symptom.fix:
            yield f"    mend:  {safe(symptom.fix)}"


def _summary(diagnosis: Diagnosis) -> str:
    checks = numbered(len(diagnosis.checks), "check")
    if not diagnosis.has_findings:
        return f"{checks}: all fine"
    found = [s for s in diagnosis.symptoms if s.severity is not Severity.INFO]
    text = f"{checks}: {_count(found, Severity.ERROR)}, {_count(found, Severity.WARNING)}"
    fixable = sum(symptom.cure is not None for symptom in found)
    return f"{text}; hygiene doctor --fix mends {fixable} of them" if fixable else text


def _count(found: list[Symptom], severity: Severity) -> str:
    return numbered(sum(symptom.severity is severity for symptom in found), severity.value)
