"""What people and programs see, byte for byte. Read a difference before you accept it: ``UPDATE_GOLDEN=1 pytest``."""

import json
import os
import re
from pathlib import Path

import pytest

from .conftest import MemoryRepo

GOLDEN = Path(__file__).parent / "golden"
DAY = "2026-09-15"
OID = re.compile(r"\b(?:[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{12})\b")

MEMORY = """Never deploy on Fridays.
§
[expired:2026-06-30] Guest plotter on loan.
§
Orders are append-only; a correction is a second order.
§
Never deploy on Fridays.
§
[stale] The nightly job closes the day at 23:50 and writes its report to /srv/reports.
It moved when the tills were changed in spring; Idris reads it first, then the office does.
§
[expired:soon] Bridge closed."""
LORE = """# Lore

## Decisions

- SQLite on the kiosk: must run without the network.
- [superseded] Postgres on the kiosk.
- Tide loader reads \x1b[31mboth\x1b[0m sources. ##[error]no
- nested
  - [prune] inside
"""


@pytest.fixture
def story(hermes: MemoryRepo) -> MemoryRepo:
    """A Hermes store with one of everything the planner acts on, and an older version of it."""
    hermes.write("MEMORY.md", MEMORY.partition("\n§\n[stale]")[0])
    hermes.commit(date="2026-06-01T12:00:00+0000")
    hermes.write("MEMORY.md", MEMORY)
    hermes.commit(date="2026-09-01T12:00:00+0000")
    return hermes


def _assert_golden(name: str, shown: str) -> None:
    stable = OID.sub(lambda match: "0" * len(match[0]), shown)
    path = GOLDEN / name
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(stable, "utf-8")
    assert stable == path.read_text("utf-8")


@pytest.mark.parametrize("format", ["text", "json", "diff"])
def test_plan(story: MemoryRepo, format: str) -> None:
    done = story.hygiene("plan", "--now", DAY, "--format", format)
    assert done.returncode == 0
    shown = re.sub(r"(?m)^\+## \S+$", "+## TIME", done.stdout)
    _assert_golden(f"plan.{format}", shown)


@pytest.mark.parametrize("format", ["text", "json"])
def test_check_of_a_loss_and_an_edit(story: MemoryRepo, format: str) -> None:
    story.write("MEMORY.md", MEMORY.replace("Orders are append-only; a correction is a second order.\n§\n", "").replace(
        "at 23:50", "at 00:20"))  # fmt: skip
    done = story.hygiene("check", "--format", format)
    assert done.returncode == 1
    _assert_golden(f"check.{format}", done.stdout)


@pytest.mark.parametrize("format", ["text", "json"])
def test_age(story: MemoryRepo, format: str) -> None:
    done = story.hygiene("age", "--now", DAY, "--format", format)
    assert done.returncode == 0
    _assert_golden(f"age.{format}", done.stdout)


def test_apply_and_its_commit(story: MemoryRepo) -> None:
    done = story.hygiene("apply", "--now", DAY)
    assert done.returncode == 0
    _assert_golden("apply.text", done.stdout)
    _assert_golden("commit.text", story.git("log", "-1", "--format=%an%n%B"))
    _assert_golden("archive.md", story.read("archive/MEMORY.archive.md").decode())


def test_hostile_text_is_disarmed(sanctum: MemoryRepo) -> None:
    sanctum.write("LORE.md", LORE)
    sanctum.commit()
    sanctum.write("LORE.md", LORE.replace("- Tide loader reads \x1b[31mboth\x1b[0m sources. ##[error]no\n", ""))
    done = sanctum.hygiene("check")
    assert done.returncode == 1
    assert "\x1b" not in done.stdout
    _assert_golden("hostile.text", done.stdout)


def test_clean_and_json_keys_in_order(story: MemoryRepo) -> None:
    done = story.hygiene("check", "--rev", "HEAD", "--format", "json")
    document = json.loads(done.stdout)
    assert list(document) == ["version", "status", "compared", "findings", "summary"]
    plan = json.loads(story.hygiene("plan", "--now", DAY, "--format", "json").stdout)
    assert list(plan)[:2] == ["version", "plan"]
    keys = "action path line fingerprint category confidence age_days reason text to new_text"
    assert list(plan["actions"][0]) == keys.split()
    assert str(story.path) not in done.stdout


def test_help_names_what_is_built_and_nothing_else(repo: MemoryRepo) -> None:
    _assert_golden("help.text", repo.hygiene("--help").stdout)
