"""H3 through ``hygiene audit --if-due``, as cron, a hook of the agent or CI calls it."""

from datetime import timedelta
from pathlib import Path

from tests.contract.homes import TODAY, Home


def test_h03_not_due_is_exit_0_and_one_line(audited: Home) -> None:
    done = audited.audit("--if-due", day=TODAY + timedelta(days=13))
    assert (done.returncode, done.stderr) == (0, "")
    said = "the last audit was 13 days ago, the next one is due in 1 day"
    assert done.stdout == f"hygiene: default: not due: {said}\n"
    report = audited.report("--if-due", day=TODAY)
    assert (report["status"], report["reason"][:8], report["commit"]) == ("SKIP", "not due:", None)


def test_h03_due_by_age(audited: Home, tmp_path: Path) -> None:
    home = audited.copied_to(tmp_path / "home")
    report = home.report("--if-due", day=TODAY + timedelta(days=14))
    assert (report["status"], report["ledger_updated"]) == ("COMPLETE", True)
    assert home.audit("--if-due", day=TODAY + timedelta(days=14)).stdout.count("not due") == 1


def test_h03_due_by_a_store_over_the_threshold(audited: Home, tmp_path: Path) -> None:
    home = audited.copied_to(tmp_path / "home")
    room = 2200 * 85 // 100 - len(home.store("MEMORY.md"))
    home.add("MEMORY.md", "The tide gauge is at the west mole. " + "x" * (room - 39), TODAY)
    assert len(home.store("MEMORY.md")) == 1870
    assert "not due" in home.audit("--if-due", day=TODAY).stdout
    home.add("MEMORY.md", "y", TODAY)
    report = home.report("--if-due", day=TODAY)
    assert report["status"] == "COMPLETE"


def test_h03_it_can_be_asked_for_at_any_time(audited: Home) -> None:
    """Without ``--if-due`` it runs; the H7 rest is another matter, and ``--force`` does not know it."""
    assert audited.report(day=TODAY)["reason"].startswith("the last audit was today")
