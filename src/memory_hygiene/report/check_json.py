"""A verdict for programs. Keys and their order are an interface; no path of the machine is in it."""

from memory_hygiene.core.findings import Severity, Verdict

from .safe import safe_json


def render(verdict: Verdict) -> str:
    """The JSON document of a verdict (``version`` 1), ASCII only, with a final line ending."""
    counts = {severity.value: verdict.count(severity) for severity in Severity}
    status = "incomplete" if verdict.skipped else "findings" if verdict.findings else "clean"
    findings = [
        {
            "rule": finding.rule,
            "name": finding.name,
            "severity": finding.severity.value,
            "path": printable(finding.path),
            "line": finding.line,
            "column": finding.column,
            "fingerprint": finding.fingerprint,
            "message": printable(finding.message),
            "fix": printable(finding.fix),
        }
        for finding in verdict.findings
    ]
    document = {
        "version": 1,
        "status": status,
        "compared": {"before": verdict.before, "after": verdict.after},
        "findings": findings,
        "summary": counts,
    }
    return safe_json(document)


def printable(text: str) -> str:
    """``text`` with lone surrogates (undecodable bytes) written as ``\\xNN``, so that every reader accepts it."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
