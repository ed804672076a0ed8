"""H14: the plan is the dry run; ``dry_run: true`` lets nothing else happen."""

import json

from tests.contract.homes import TODAY, Home
from tests.contract.test_shown_by import bytes_of


def test_h14_a_plan_says_all_and_writes_nothing(home: Home) -> None:
    before = bytes_of(home.repo)
    done = home.repo.hygiene("plan", "--format", "json", "--now", TODAY.isoformat())
    plan = json.loads(done.stdout)
    assert bytes_of(home.repo) == before
    assert {"actions", "drift_alerts", "unresolved", "stores", "summary"} <= plan.keys()
    assert {action["action"] for action in plan["actions"]} == {"prune", "dedup", "move"}
    (memory, user) = plan["stores"]
    assert memory["before"]["utilization"] > 85 > 75 > memory["after"]["utilization"]
    report = home.report()
    assert [action["fingerprint"] for action in report["actions"]] == [a["fingerprint"] for a in plan["actions"]]
    assert report["memory_utilization"]["after"] == memory["after"]["utilization"]
    assert report["user_utilization"]["after"] == user["after"]["utilization"]


def test_h14_every_removed_entry_has_its_category_in_the_plan(home: Home) -> None:
    """H9 at the door: no removal without one."""
    plan = json.loads(home.repo.hygiene("plan", "--format", "json", "--now", TODAY.isoformat()).stdout)
    removed = [action for action in plan["actions"] if action["action"] in ("prune", "archive", "dedup")]
    assert removed
    assert all(action["category"] and 0 < action["confidence"] <= 1 for action in removed)


def test_h14_dry_run_in_the_configuration_stops_an_audit_at_the_plan(home: Home) -> None:
    config = home.repo.read(".hygiene.yaml").decode() + "dry_run: true\n"
    home.repo.write(".hygiene.yaml", config)
    home.repo.git("-c", "core.hooksPath=/dev/null", "commit", "-qam", "dry run")
    before = bytes_of(home.repo)
    done = home.audit("--force", "--format", "json")
    report = json.loads(done.stdout)
    assert (done.returncode, report["status"]) == (0, "DRY_RUN")
    assert (report["actions_applied"], report["ledger_updated"], report["commit"]) == (0, False, None)
    assert report["deletions"] > 0
    assert report["memory_utilization"]["after"] < 75
    assert home.audit("--force").stdout.startswith("audit of default: DRY_RUN")
    applied = home.repo.hygiene("apply", "--now", TODAY.isoformat())
    assert applied.returncode == 2
    assert "dry_run" in applied.stderr
    assert bytes_of(home.repo) == before
