"""What a reader is shown of many findings: the first two hundred, errors first, and how many more there are."""

import json

from memory_hygiene.core.findings import Finding, Severity, Verdict
from memory_hygiene.report import check_json, check_text


def found(severity: Severity, line: int) -> Finding:
    return Finding("MH999", "bad-line", severity, "LORE.md", line, 1, "", "bad", "mend it")


def verdict(warnings: int, errors: int) -> Verdict:
    findings = [found(Severity.WARNING, line) for line in range(1, warnings + 1)]
    findings += [found(Severity.ERROR, line) for line in range(1, errors + 1)]
    return Verdict("HEAD", "index", tuple(findings))


def test_two_hundred_are_shown_whole() -> None:
    shown = check_text.render(verdict(150, 50))
    assert shown.count("LORE.md:") == 200
    assert "more" not in shown


def test_of_more_the_errors_come_first() -> None:
    shown = check_text.render(verdict(55_000, 150))
    assert shown.count("error: LORE.md:") == 150
    assert shown.count("warning: LORE.md:") == 50
    assert shown.splitlines()[-2] == "… and 54,950 more (see --format json)"
    assert shown.splitlines()[-1] == "hygiene: 150 errors, 55000 warnings (compared HEAD with index)"
    assert len(json.loads(check_json.render(verdict(55_000, 150)))["findings"]) == 55_150


def test_at_the_end_of_a_session_as_well() -> None:
    shown = check_text.render_session_close(verdict(300, 300))
    assert shown.count("SYSTEM FAILURE") == 200
    assert "warning: " not in shown
    assert shown.splitlines()[-2] == "… and 400 more (see --format json)"
