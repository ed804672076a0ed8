"""A diagnosis for programs. Keys and their order are an interface; it may name paths of the machine it is about."""

from memory_hygiene.core.diagnosis import Diagnosis, Symptom
from memory_hygiene.core.findings import Severity

from .check_json import printable
from .safe import safe_json


def render(diagnosis: Diagnosis) -> str:
    """The JSON document (``version`` 1), ASCII only, with a final line ending."""
    checks = [
        {"name": check.name, "agent": printable(check.agent) or None, "findings": list(map(_finding, check.symptoms))}
        for check in diagnosis.checks
    ]
    summary = {s.value: sum(symptom.severity is s for symptom in diagnosis.symptoms) for s in Severity}
    status = "unusable" if diagnosis.is_unusable else "findings" if diagnosis.has_findings else "fine"
    done = [printable(line) for line in diagnosis.done]
    return safe_json({"version": 1, "status": status, "checks": checks, "fixed": done, "summary": summary})


def _finding(symptom: Symptom) -> dict[str, object]:
    return {
        "id": symptom.id,
        "severity": symptom.severity.value,
        "message": printable(symptom.message),
        "fix": printable(symptom.fix),
        "fixable": symptom.cure is not None,
    }
