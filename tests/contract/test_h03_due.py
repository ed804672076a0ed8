"""H3, when an audit is due: 14 days after the last one, or when a store is over ``memory_threshold``."""

import datetime
import re
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_hygiene.core.audit.due import due, due_by_age, is_audit, last_audit, last_done_audit
from memory_hygiene.core.audit.ledger import Ledger, read_ledger
from memory_hygiene.core.audit.timestamps import day_count, seconds_of
from memory_hygiene.core.contracts import Profile
from memory_hygiene.core.settings import single_agent
from tests.conftest import MemoryRepo
from tests.in_memory import SANCTUM, state_of

HERMES = single_agent(Profile.HERMES)


def record(day: str, *fields: str) -> str:
    return "\n".join(["", f"## {day}T10:00:00Z", "", *(f"- {field}" for field in fields), ""])


def ledger(*records: str) -> Ledger:
    return read_ledger("".join(records).encode())


INIT = record("2026-08-01", "status: INIT")
AUDIT = record("2026-09-01", "memory_util_after: 50%", "status: COMPLETE", "run: audit")


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        (("run: audit", "status: SKIP"), True),
        (("run: audit", "status: COMPLETE", "plan: abcd"), True),
        (("run: apply", "memory_util_after: 50%", "drift_alerts: 0"), False),
        (("run: snapshot", "status: CRITICAL"), False),
        (("memory_util_before: 60%", "memory_util_after: 50%", "drift_alerts: 0", "status: COMPLETE"), True),
        (("memory_util_after: 50%", "status: COMPLETE", "plan: abcd"), False),
        (("deletions: 1", "status: COMPLETE"), False),
        (("status: INIT",), False),
    ],
)
def test_h03_what_counts_as_an_audit(fields: tuple[str, ...], expected: bool) -> None:
    (found,) = ledger(record("2026-09-01", *fields)).records
    assert is_audit(found) is expected


@pytest.mark.parametrize("status", ["SKIP", "DRY_RUN", "CRITICAL", "ERROR", "skip"])
def test_h03_an_audit_that_did_nothing_does_not_put_off_the_next(status: str) -> None:
    records = ledger(INIT, AUDIT, record("2026-09-14", f"status: {status}", "run: audit"))
    last, done = last_audit(records), last_done_audit(records, "2100-01-01")
    assert last is not None
    assert done is not None
    assert (last.time[:10], done.time[:10]) == ("2026-09-14", "2026-09-01")
    assert due_by_age(records, HERMES, "2026-09-15") == (
        True,
        "the last audit was 14 days ago, every 14 days one is due",
    )


def test_h03_the_newest_audit_counts_wherever_a_merge_has_put_it() -> None:
    records = ledger(INIT, AUDIT, record("2026-08-20", "run: audit", "status: COMPLETE"))
    found = last_audit(records)
    assert found is not None
    assert found.time[:10] == "2026-09-01"
    assert not due_by_age(records, HERMES, "2026-09-14").is_due


def test_h03_a_record_from_the_future_does_not_silence_what_is_due() -> None:
    records = ledger(INIT, AUDIT, record("2099-01-01", "run: audit", "status: COMPLETE"))
    assert due_by_age(records, HERMES, "2026-09-20").is_due
    assert not due_by_age(records, HERMES, "2026-09-10").is_due


def test_h03_an_apply_of_a_sanctum_folder_is_all_an_audit_would_be() -> None:
    apply = record("2026-09-10", "lore_util_after: 50%", "plan: abcd", "run: apply")
    assert not due_by_age(ledger(INIT, apply), HERMES, "2026-09-15", Profile.SANCTUM).is_due
    assert due_by_age(ledger(INIT, apply), HERMES, "2026-09-15", Profile.HERMES).is_due


def test_h03_a_full_store_makes_an_audit_due_at_any_time() -> None:
    files = {"MEMORY.md": b"x" * 1871, "MEMORY_AUDIT_LEDGER.md": (INIT + AUDIT).encode()}
    full = "MEMORY.md holds 1,871 of 2,200 characters, over 85 %"
    assert due(state_of(files), "2026-09-02") == (True, full)
    assert not due(state_of({**files, "MEMORY.md": b"x" * 1870}), "2026-09-02").is_due


def test_h03_without_any_record_an_audit_is_due() -> None:
    assert due(state_of({"LORE.md": b"one"}, SANCTUM), "2026-09-02") == (True, "the ledger has no record with a date")


@given(st.dates(min_value=datetime.date(1, 1, 1)))
def test_days_are_counted_as_the_calendar_has_them(day: datetime.date) -> None:
    assert day_count(day.isoformat()) == day.toordinal() - datetime.date(1970, 1, 1).toordinal()


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("2026-09-15T10:00:00Z", "2026-09-15T10:00:00+00:00"),
        ("2026-09-15 10:00", "2026-09-15T10:00:00+00:00"),
        ("2026-09-15 10:00:00 UTC", "2026-09-15T10:00:00+00:00"),
        ("2026-09-15T10:00:00.250+02:00", "2026-09-15T08:00:00+00:00"),
        ("2026-09-15T10:00:00-0530", "2026-09-15T15:30:00+00:00"),
    ],
)
def test_timestamps_are_read_with_their_zone(written: str, expected: str) -> None:
    assert seconds_of(written) == datetime.datetime.fromisoformat(expected).timestamp()


@pytest.mark.parametrize("written", ["", "2026-02-30T10:00:00Z", "2026-09-15", "2026-09-15T25:00:00Z", "soon"])
def test_what_is_no_timestamp_has_no_second(written: str) -> None:
    assert seconds_of(written) is None


LATE, IN_TIME = "2026-10-01T12:00:00+0000", "2026-09-20T12:00:00+0000"


@pytest.fixture
def kept(repo: MemoryRepo) -> MemoryRepo:
    """A memory directory set up by the product on some day, its ledger dated 2026-09-15."""
    repo.write("MEMORY.md", "The build server is 10.0.0.7.")
    assert repo.hygiene("init", "--profile", "hermes").returncode == 0
    text = re.sub(r"(?m)^## \S+$", "## 2026-09-15T10:00:00Z", repo.read("MEMORY_AUDIT_LEDGER.md").decode())
    repo.write("MEMORY_AUDIT_LEDGER.md", text)
    repo.git("add", "-A")
    repo.git("commit", "-q", "--amend", "--no-verify", "--no-edit")
    return repo


def attempt(repo: MemoryRepo, fact: str, date: str) -> subprocess.CompletedProcess[str]:
    data = repo.read("MEMORY.md").decode()
    repo.write("MEMORY.md", f"{data}\n§\n{fact}")
    repo.git("add", "-A")
    return repo.run("git", "commit", "-m", "more", f"--date={date}")


def test_h03_the_gate_mentions_an_overdue_audit_and_lets_the_commit_pass(kept: MemoryRepo) -> None:
    done = attempt(kept, "Deploys run on Fridays.", LATE)
    assert done.returncode == 0
    assert done.stderr.count("audit-overdue") == 1
    assert "the set-up was 16 days ago, every 14 days one is due" in done.stderr
    assert "hygiene audit" in done.stderr


def test_h03_the_author_date_decides_and_not_the_clock(kept: MemoryRepo) -> None:
    done = attempt(kept, "Deploys run on Fridays.", IN_TIME)
    assert (done.returncode, done.stderr) == (0, "")


def test_h03_a_commit_of_other_files_says_nothing(kept: MemoryRepo) -> None:
    kept.write("notes.txt", "not ours")
    kept.git("add", "-A")
    done = kept.run("git", "commit", "-m", "other", f"--date={LATE}")
    assert (done.returncode, done.stderr) == (0, "")


def test_h03_an_overdue_audit_blocks_only_a_strict_check(kept: MemoryRepo) -> None:
    base = kept.git("rev-parse", "HEAD").strip()
    assert attempt(kept, "Deploys run on Fridays.", LATE).returncode == 0
    assert kept.hygiene("check").returncode == 0
    ranged = kept.hygiene("check", "--from-ref", base, "--to-ref", "HEAD")
    assert ranged.returncode == 0
    assert ranged.stdout.count("audit-overdue") == 1
    strict = kept.hygiene("check", "--rev", "HEAD", "--strict")
    assert strict.returncode == 1
    assert "audit-overdue" in strict.stdout


def test_h03_of_a_range_only_the_end_is_late(kept: MemoryRepo) -> None:
    base = kept.git("rev-parse", "HEAD").strip()
    assert attempt(kept, "Deploys run on Fridays.", LATE).returncode == 0
    audit = record("2026-10-01", "run: audit", "status: COMPLETE")
    kept.write("MEMORY_AUDIT_LEDGER.md", kept.read("MEMORY_AUDIT_LEDGER.md") + audit.encode())
    assert "audit-overdue" not in attempt(kept, "Lunch is at noon.", LATE).stderr
    strict = kept.hygiene("check", "--from-ref", base, "--to-ref", "HEAD", "--strict")
    assert "audit-overdue" not in strict.stdout


def test_h08_a_record_from_the_future_hides_no_gap() -> None:
    records = ledger(INIT, AUDIT, record("2099-01-01", "run: audit", "status: COMPLETE"))
    last = last_done_audit(records, "2026-09-30")
    assert last is not None
    assert last.time[:10] == "2026-09-01"
