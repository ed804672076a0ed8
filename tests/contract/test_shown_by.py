"""What shows the maintenance contract whole: two homes of sixty days, one that comes to rest and one that cannot."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import MemoryRepo
from tests.contract.homes import FADED, USER_FADED, Home

FIELDS = [
    "status",
    "memory_utilization",
    "user_utilization",
    "actions_applied",
    "deletions",
    "moves",
    "corrections",
    "unverified",
    "unresolved",
    "drift_alerts",
    "last_audit",
    "ledger_updated",
    "summary",
]
KEYS = [
    "memory_util_before",
    "memory_util_after",
    "user_util_before",
    "user_util_after",
    "deletions",
    "moves",
    "corrections",
    "unverified",
    "unresolved",
    "drift_alerts",
    "canary_intact",
    "status",
]


@pytest.fixture(scope="module")
def report(audited: Home) -> dict[str, Any]:
    """What the first audit of the ordinary home said."""
    document: dict[str, Any] = json.loads((audited.repo.path / ".report.json").read_text())
    return document


def test_the_ordinary_home_is_mostly_durable_and_full(lived_in: Home, report: dict[str, Any]) -> None:
    fading = {*FADED, *USER_FADED}
    assert sum(text not in fading for text in set(lived_in.written)) / len(lived_in.written) >= 0.6
    assert report["memory_utilization"]["before"] > 85
    assert report["user_utilization"]["before"] > 85


def test_an_audit_brings_both_stores_to_rest(report: dict[str, Any]) -> None:
    assert report["status"] == "COMPLETE"
    assert report["memory_utilization"]["after"] < 75
    assert report["user_utilization"]["after"] < 75
    assert report["residual"] == []


def test_nothing_that_was_ever_written_is_lost(lived_in: Home, audited: Home) -> None:
    assert [text for text in lived_in.written if not audited.holds(text)] == []


def test_report_and_record_hold_every_field(audited: Home, report: dict[str, Any]) -> None:
    assert [key for key in report if key in FIELDS] == FIELDS
    record = audited.records()[-1]
    assert [key for key, _ in record.fields[: len(KEYS)]] == KEYS
    for key in ("deletions", "moves", "corrections", "unverified"):
        assert record.get(key) == str(report[key])


def test_a_second_run_is_skipped(audited: Home) -> None:
    report = audited.report()
    assert (report["status"], report["actions_applied"]) == ("SKIP", 0)
    assert report["last_audit"] == audited.records()[-1].time


def test_a_home_that_cannot_get_there_shows_what_is_left(crowded: Home, tmp_path: Path) -> None:
    home = crowded.copied_to(tmp_path / "home")
    report = home.report()
    assert report["status"] == "COMPLETE"
    assert report["memory_utilization"]["after"] > 75
    (residual,) = report["residual"]
    assert (residual["path"], residual["unit"]) == ("memories/MEMORY.md", "chars")
    over = len(home.store("MEMORY.md")) - 1649
    assert residual["over_by"] == over > 0
    assert [text for text in crowded.written if not home.holds(text)] == []
    assert f"residual memories/MEMORY.md: {over} characters over" in home.audit("--force").stdout


def bytes_of(repo: MemoryRepo) -> dict[str, bytes]:
    """Every file of a work tree, its index and its refs."""
    outside = ("objects", "hooks", "logs", "hygiene/config", "hygiene/ages")
    files = (file for file in repo.path.rglob("*") if file.is_file())
    names = {str(file.relative_to(repo.path)): file for file in files}
    return {
        name: f.read_bytes() for name, f in names.items() if not name.startswith(tuple(f".git/{o}" for o in outside))
    }


@pytest.mark.parametrize("store", ["MEMORY.md", "USER.md"])
@pytest.mark.parametrize("is_committed", [False, True])
def test_h04_a_broken_canary_is_critical_and_no_byte_changes(home: Home, store: str, is_committed: bool) -> None:
    text = home.store(store)
    home.stores[store].write_text(text.replace("CANARY: Do not", "CANARY: do not") if is_committed else _without(text))
    if is_committed:
        home.repo.git("-c", "core.hooksPath=/dev/null", "commit", "-qam", "breach")
    before = bytes_of(home.repo)
    done = home.audit("--format", "json")
    report = json.loads(done.stdout)
    assert (done.returncode, report["status"], report["ledger_updated"]) == (1, "CRITICAL", False)
    assert report["reason"].startswith(f"canary breach: memories/{store}: ")
    assert {canary["path"]: canary["breach"] for canary in report["canaries"]} == {
        f"memories/{name}": name == store for name in home.stores
    }
    for options in (("--force",), ("--if-due",)):
        assert home.audit(*options).returncode == 1
    assert bytes_of(home.repo) == before


def _without(text: str) -> str:
    return "\n§\n".join(entry for entry in text.split("\n§\n") if not entry.startswith("CANARY"))


def test_h04_without_the_memory_directory_there_is_an_error(home: Home) -> None:
    (home.repo.path / "memories").rename(home.repo.path / "elsewhere")
    before = bytes_of(home.repo)
    done = home.audit("--format", "json")
    assert (done.returncode, json.loads(done.stdout)["status"]) == (2, "ERROR")
    assert "memories" in json.loads(done.stdout)["reason"]
    assert bytes_of(home.repo) == before
