"""H19: the report, for programs and for people."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.contract.homes import DURABLE, TODAY, Home, home_of

FIELDS: dict[str, type | tuple[type, ...]] = {
    "status": str,
    "memory_utilization": dict,
    "user_utilization": dict,
    "actions_applied": int,
    "deletions": int,
    "moves": int,
    "corrections": int,
    "unverified": int,
    "unresolved": list,
    "drift_alerts": list,
    "last_audit": (str, type(None)),
    "ledger_updated": bool,
    "summary": str,
}


@pytest.fixture(scope="module")
def open_home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """A home of which something is unresolved, something corrected, and about which there is an alert."""
    memory = ("[expired:soon] The guest plotter is here.", "The default model is gpt-4o.", DURABLE[0])
    home = home_of(tmp_path_factory.mktemp("open") / "home", memory, ("Name: Mara Lindqvist, harbour master.",))
    last = "\n## 2026-08-01T10:00:00Z\n\n- memory_util_after: 71%\n- status: COMPLETE\n"
    path = "MEMORY_AUDIT_LEDGER.md"
    home.repo.write(path, home.repo.read(path) + last.encode())
    home.repo.git("-c", "core.hooksPath=/dev/null", "commit", "-qam", "an audit by hand")
    return home


def test_h19_every_field_in_order_and_of_its_kind(audited: Home, open_home: Home, tmp_path: Path) -> None:
    first: dict[str, Any] = json.loads((audited.repo.path / ".report.json").read_text())
    second = open_home.copied_to(tmp_path / "home").report()
    for report in (first, second, audited.report()):
        assert list(report)[:14] == ["version", *FIELDS]
        assert report["version"] == 1
        assert all(isinstance(report[key], kind) for key, kind in FIELDS.items())
        assert set(report["memory_utilization"]) == {"before", "after"}
    assert first["actions_applied"] == first["deletions"] + first["moves"] > 0
    assert (first["last_audit"], first["ledger_updated"]) == (None, True)
    assert (second["corrections"], second["last_audit"]) == (1, "2026-08-01T10:00:00Z")
    assert {alert["id"] for alert in second["drift_alerts"]} == {"audit-gap", "left-full"}
    (unresolved,) = second["unresolved"]
    assert {"path", "line", "fingerprint", "text", "reason"} == unresolved.keys()


def test_h19_people_are_shown_the_same(open_home: Home, tmp_path: Path) -> None:
    said = open_home.copied_to(tmp_path / "home").audit(day=TODAY).stdout
    for part in (
        "audit of default: COMPLETE: corrections 1, unresolved 1, drift alerts 2",
        "memories/MEMORY.md: 4 entries, ",
        "memories/USER.md: 2 entries, ",
        "correct memories/MEMORY.md:3 ",
        "drift audit-gap: no audit for 45 days, limit 21",
        "drift left-full: the last audit left MEMORY.md at 71 %, limit 70",
        "unresolved memories/MEMORY.md:1 ",
        "recorded in the ledger; the audit before was on 2026-08-01T10:00:00Z",
        "hygiene restore --last-apply",
    ):
        assert part in said
