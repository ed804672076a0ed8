"""H7: an audit is skipped when the last one is younger than 14 days and both stores are under 75 %; never by force."""

from datetime import timedelta
from pathlib import Path

import pytest

from memory_hygiene.core.audit.skipping import why_skip
from tests.contract.homes import TODAY, Home
from tests.in_memory import state_of

AUDIT = b"\n## 2026-09-01T10:00:00Z\n\n- memory_util_after: 50%\n- status: COMPLETE\n- run: audit\n"
APPLY = AUDIT.replace(b"run: audit", b"plan: abcd\n- run: apply")


def _why(memory: int, user: int, today: str, ledger: bytes = AUDIT) -> str:
    files = {"MEMORY.md": b"x" * memory, "USER.md": b"y" * user, "MEMORY_AUDIT_LEDGER.md": ledger}
    return why_skip(state_of(files), today)


def test_h07_the_reason_names_both_conditions() -> None:
    said = "the last audit was 13 days ago (every 14), and every store is under 75 %"
    assert _why(1649, 1031, "2026-09-14") == said
    assert _why(0, 0, "2026-09-01") == said.replace("13 days ago", "today")


@pytest.mark.parametrize(
    ("memory", "user", "today"),
    [
        (1649, 1031, "2026-09-15"),  # fourteen days old: no longer younger
        (1650, 1031, "2026-09-14"),  # 75 % of 2,200
        (1649, 1032, "2026-09-14"),  # 75.1 % of 1,375
        (2300, 10, "2026-09-02"),
        (10, 10, "2026-08-31"),  # a last audit of tomorrow is no reason to rest
    ],
)
def test_h07_at_a_limit_nothing_is_skipped(memory: int, user: int, today: str) -> None:
    assert _why(memory, user, today) == ""


def test_h07_only_an_audit_that_went_to_its_end_counts() -> None:
    for other in (b"", APPLY, AUDIT.replace(b"COMPLETE", b"DRY_RUN"), AUDIT.replace(b"COMPLETE", b"CRITICAL")):
        assert _why(10, 10, "2026-09-02", other) == ""


def test_h07_a_skip_writes_nothing(audited: Home) -> None:
    head = audited.repo.git("rev-parse", "HEAD")
    report = audited.report(day=TODAY + timedelta(days=13))
    assert (report["status"], report["ledger_updated"], report["commit"]) == ("SKIP", False, None)
    assert report["summary"] == f"SKIP: {report['reason']}"
    assert audited.repo.git("rev-parse", "HEAD") == head


def test_h07_forced_and_with_nothing_to_do_it_still_leaves_its_record(audited: Home, tmp_path: Path) -> None:
    home = audited.copied_to(tmp_path / "home")
    report = home.report("--force", day=TODAY)
    assert (report["status"], report["actions_applied"], report["ledger_updated"]) == ("COMPLETE", 0, True)
    assert report["last_audit"].startswith("2026-09-15")
    assert len(home.records()) == len(audited.records()) + 1
