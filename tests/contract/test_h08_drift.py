"""H8: five drift alerts against the last record, each with a stable id and its numbers."""

import json
from datetime import date
from pathlib import Path

import pytest

from memory_hygiene.core.audit.alerts import drift_alerts
from memory_hygiene.core.planning.actions import Action, Alert, MarkUnverified, Place, Plan, Prune
from memory_hygiene.core.planning.plan import sizes_of
from tests.contract.homes import FADED, home_of
from tests.in_memory import state_of

PLACE = Place("MEMORY.md", 1, "0" * 16, "x")


def _record(day: str = "2026-09-01", **fields: str) -> str:
    lines = "".join(f"- {key}: {value}\n" for key, value in fields.items())
    return f"\n## {day}T10:00:00Z\n\n{lines}- status: COMPLETE\n- run: audit\n"


def _alerts(
    record: str, memory: int = 1100, user: int = 0, deletions: int = 0, marks: int = 0, today: str = "2026-09-02"
) -> tuple[Alert, ...]:
    """The alerts for a plan over stores of so many characters, after one audit with this record."""
    files = {"MEMORY.md": b"x" * memory, "USER.md": b"y" * user, "MEMORY_AUDIT_LEDGER.md": record.encode()}
    state = state_of(files)
    stores = tuple(sizes_of(store, store.document) for store in state.stores if store.contract.has_canary)
    actions: tuple[Action, ...] = (
        *[Prune(PLACE, "because")] * deletions,
        *[MarkUnverified(PLACE, "because", "x [UNVERIFIED]")] * marks,
    )
    return drift_alerts(state, Plan("default", today, (), stores, actions, (), ()), today)


@pytest.mark.parametrize(("after", "fires"), [("49.5%", False), ("49.4%", True), ("60%", False)])
def test_h08_bloat(after: str, fires: bool) -> None:
    """(util now - util after last audit) / deletions then x 100 > 50; util now is 50 %."""
    found = _alerts(_record(memory_util_after=after, user_util_after="0%", deletions="1"))
    assert [alert.id for alert in found] == (["bloat"] if fires else [])
    if fires:
        assert dict(found[0].numbers) == {
            "util_now": 50.0,
            "util_after_last": 49.4,
            "deletions_last": 1.0,
            "ratio": 60.0,
        }


def test_h08_bloat_is_told_of_the_store_that_grew_most() -> None:
    (found,) = _alerts(_record(memory_util_after="45%", user_util_after="10%", deletions="2"), user=1375 // 2)
    assert "USER.md grew from 10 % to 50 %" in found.message
    assert _alerts(_record(memory_util_after="0%", user_util_after="0%", deletions="0")) == ()
    assert _alerts(_record(deletions="3")) == ()


@pytest.mark.parametrize(("then", "planned", "fires"), [(2, 2, False), (2, 3, True), (4, 5, False), (4, 6, True)])
def test_h08_deletions_accelerating(then: int, planned: int, fires: bool) -> None:
    found = _alerts(_record(deletions=str(then)), deletions=planned)
    assert [alert.id for alert in found] == (["deletions-accelerating"] if fires else [])
    if fires:
        assert dict(found[0].numbers) == {"planned": planned, "deletions_last": then}


def test_h08_without_deletions_then_there_is_nothing_to_accelerate_from() -> None:
    assert _alerts(_record(deletions="0"), deletions=40) == ()


@pytest.mark.parametrize("record", ["", _record()])
def test_h08_unverified_growing(record: str) -> None:
    assert _alerts(record, marks=2) == ()
    (found,) = _alerts(record, marks=3)
    assert (found.id, dict(found.numbers)) == ("unverified-growing", {"unverified": 3, "limit": 2})


def test_h08_audit_gap() -> None:
    assert _alerts(_record(), today="2026-09-22") == ()
    (found,) = _alerts(_record(), today="2026-09-23")
    assert (found.id, dict(found.numbers)) == ("audit-gap", {"days": 22, "limit": 21})
    assert found.message == "no audit for 22 days, limit 21"


def test_h08_left_full() -> None:
    assert _alerts(_record(memory_util_after="70%")) == ()
    assert _alerts(_record(user_util_after="99%")) == ()
    (found,) = _alerts(_record(memory_util_after="70.1%"))
    assert (found.id, dict(found.numbers)) == ("left-full", {"util_after_last": 70.1, "limit": 70.0})


def test_h08_a_record_written_by_hand_is_read_as_well() -> None:
    by_hand = "\n## 2026-09-01T10:00:00Z\n\n- memory_util_after: 71 % (1,562 chars)\n- deletions: 2 entries\n"
    assert [alert.id for alert in _alerts(by_hand, deletions=3)] == ["deletions-accelerating", "left-full"]


def test_h08_alerts_stand_in_plan_report_and_ledger(tmp_path: Path) -> None:
    home = home_of(tmp_path / "home", FADED, ("Lives in Ystad.",), date(2026, 8, 1))
    path = "MEMORY_AUDIT_LEDGER.md"
    last = _record("2026-08-20", memory_util_after="71%", deletions="2")
    home.repo.write(path, home.repo.read(path) + last.encode())
    home.repo.git("-c", "core.hooksPath=/dev/null", "commit", "-qam", "an audit by hand")
    ids = ["deletions-accelerating", "audit-gap", "left-full"]
    plan = json.loads(home.repo.hygiene("plan", "--format", "json", "--now", "2026-09-15").stdout)
    assert [alert["id"] for alert in plan["drift_alerts"]] == ids
    assert plan["drift_alerts"][1] == {
        "id": "audit-gap",
        "message": "no audit for 26 days, limit 21",
        "days": 26,
        "limit": 21,
    }
    report = home.report()
    assert report["drift_alerts"] == plan["drift_alerts"]
    assert home.records()[-1].get("drift_alerts") == f"3 ({', '.join(ids)})"
