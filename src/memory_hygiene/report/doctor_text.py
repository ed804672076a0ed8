"""A diagnosis for people: what is fine on a line per agent, and each finding with what mends it."""

from collections.abc import Iterator
from itertools import groupby

from memory_hygiene.core.diagnosis import NOT_DONE, Diagnosis, Examined, Symptom
from memory_hygiene.core.findings import Severity
from memory_hygiene.core.sizes import numbered

from .palette import PLAIN, Palette
from .safe import safe


def render(diagnosis: Diagnosis, palette: Palette = PLAIN) -> str:
    """The text, with a final line ending."""
    lines = [safe(line) if line.startswith(NOT_DONE) else f"fixed: {safe(line)}" for line in diagnosis.done]
    for agent, checks in groupby(diagnosis.checks, lambda check: check.agent):
        lines += _scope(agent, list(checks), palette)
    return "\n".join([*lines, _summary(diagnosis), ""])


def _scope(agent: str, checks: list[Examined], palette: Palette) -> Iterator[str]:
    """The lines of this clone (``agent`` is "") or of one agent: what is fine on one line, then what is not."""
    of = f" of {safe(agent)}" if agent else ""
    fine = ", ".join(check.name for check in checks if not check.symptoms)
    if fine:
        yield f"{palette.paint(palette.good, 'fine')}{of}: {fine}"
    for check in checks:
        for symptom in check.symptoms:
            yield from _symptom(f"{check.name}{of}", symptom, palette)


def _symptom(name: str, symptom: Symptom, palette: Palette) -> Iterator[str]:
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
