"""H18: the record that every audit leaves, with actions and without."""

import re
from pathlib import Path

from tests.contract.homes import TODAY, Home

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
    "plan",
    "run",
]


def test_h18_a_record_with_actions_has_every_key_in_order(audited: Home) -> None:
    record = audited.records()[-1]
    text = audited.repo.read("MEMORY_AUDIT_LEDGER.md").decode().rpartition("\n## ")[2]
    assert re.match(r"2026-09-15T\d\d:\d\d:\d\dZ\n", text)
    assert re.findall(r"(?m)^- (\w+):", text) == [*KEYS, "removed", "edited", "prev"]
    assert (record.get("canary_intact"), record.get("status"), record.get("run")) == ("true", "COMPLETE", "audit")
    assert re.fullmatch(r"[0-9a-f]{64}", record.get("plan"))
    assert all(re.fullmatch(r"\d+\.\d%", record.get(key)) for key in KEYS[:4])
    removed = re.findall(r"(?m)^  - [0-9a-f]{16} (?:prune|dedup): \[[A-Z][A-Za-z ]+ \d\.\d\d\] \S.*$", text)
    edited = re.findall(r"(?m)^  - [0-9a-f]{16} [0-9a-f]{16} move: to \S+: \S.*$", text)
    assert (len(removed), len(edited)) == (int(record.get("deletions")), int(record.get("moves")))


def test_h18_a_record_without_actions_has_every_key_as_well(audited: Home, tmp_path: Path) -> None:
    home = audited.copied_to(tmp_path / "home")
    report = home.report("--force", day=TODAY)
    assert report["actions_applied"] == 0
    record = home.records()[-1]
    assert [key for key, _ in record.fields if key != "prev"] == KEYS
    assert [record.get(key) for key in KEYS[4:10]] == ["0", "0", "0", "0", str(len(report["unresolved"])), "0"]
    assert record.get("memory_util_before") == record.get("memory_util_after")
    assert home.repo.hygiene("ledger", "verify").returncode == 0


def test_h18_old_bytes_stay_first(audited: Home, lived_in: Home) -> None:
    before = lived_in.repo.read("MEMORY_AUDIT_LEDGER.md")
    assert audited.repo.read("MEMORY_AUDIT_LEDGER.md").startswith(before)
