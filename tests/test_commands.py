"""What the commands promise beside their work: streams, options, hints that hold when somebody follows them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from memory_hygiene.report.plan_text import since

from .conftest import MemoryRepo
from .pictures import picture_of, with_work

DAY = "2026-09-15"
PLAN_KEYS = "version plan created agent base stores actions unresolved drift_alerts residual summary cap paths"


def in_shell(repo: MemoryRepo, line: str) -> subprocess.CompletedProcess[str]:
    """Run a line of shell in the repository, with ``hygiene`` and ``$folder`` in it."""
    return repo.run("bash", "-c", f'hygiene() {{ "{sys.executable}" -m memory_hygiene "$@"; }}\n{line}')


def test_plan_json_has_its_keys_in_the_order_of_the_interface(hermes: MemoryRepo) -> None:
    document = json.loads(with_work(hermes).hygiene("plan", "--now", DAY, "--format", "json").stdout)
    assert list(document) == PLAN_KEYS.split()


@pytest.mark.parametrize(
    ("created", "days", "expected"),
    [
        ("2026-09-15", 68, "68 days old, since 2026-07-09"),
        ("2026-03-01", 1, "1 day old, since 2026-02-28"),
        ("2026-03-01", 0, "0 days old, since 2026-03-01"),
        ("2026-03-01", None, "age unknown"),
        ("2026-03-01", 999_999, "999999 days old"),
    ],
)
def test_an_age_says_since_when(created: str, days: int | None, expected: str) -> None:
    assert since(created, days) == expected


def test_plan_text_counts_one_entry_as_one(hermes: MemoryRepo) -> None:
    hermes.write("MEMORY.md", "[superseded] One.")
    hermes.commit()
    shown = hermes.hygiene("plan", "--now", DAY).stdout
    assert "1 -> 0 entries" in shown
    hermes.write("MEMORY.md", "One.")
    assert "MEMORY.md: 1 entry," in hermes.hygiene("plan", "--now", DAY).stdout


def test_no_text_of_ours_offers_to_revert(hermes: MemoryRepo) -> None:
    """Ledger and archive are append-only: a revert of an apply is refused by our own gate."""
    top = Path(__file__).parents[1]
    pages = [top / "README.md", *top.glob("docs/*.md"), *top.glob("src/**/*.py"), *top.glob("tests/golden/*")]
    for page in pages:
        for line in page.read_text("utf-8").splitlines():
            assert "git revert" not in line.replace("git revert --continue", ""), page
    assert "undo: hygiene restore --last-apply" in with_work(hermes).hygiene("apply", "--now", DAY).stdout
