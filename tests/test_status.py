"""``hygiene status``: what it says of stores, canaries, audits, hooks and leftovers; and that it only reads."""

import json
import os
from pathlib import Path

import pytest

from memory_hygiene.core.canaries.canary import canary_text, token_digest
from memory_hygiene.core.contracts import Profile
from memory_hygiene.core.settings import single_agent
from memory_hygiene.core.standing import CanaryState, standing_of
from memory_hygiene.core.state import MAX_BYTES, AgentState
from memory_hygiene.edge.git.snapshots import DictSnapshot, EmptySnapshot
from memory_hygiene.formats import parse

from .conftest import MemoryRepo
from .test_init import THREE, photograph

TOKEN = "0123456789abcdef"


def state_of(**files: str) -> AgentState:
    settings = single_agent(Profile.HERMES)
    contents = {f"{name}.md": text.encode() for name, text in files.items()}
    snapshot = DictSnapshot(EmptySnapshot(), contents, "given")
    return AgentState(settings.agents[0], settings, snapshot, parse)


def ledger(*records: str) -> str:
    return "# Memory audit ledger\n" + "".join(f"\n{record}\n" for record in records)


SET_UP = "## 2026-09-01T10:00:00Z\n\n- status: INIT\n"
AUDIT = "## 2026-09-10T10:00:00Z\n\n- memory_util_after: 20%\n- status: COMPLETE\n"
DROP = "## 2026-09-20T10:00:00Z\n\n- deletions: 1\n- status: COMPLETE\n"


@pytest.mark.parametrize(
    ("records", "today", "is_due", "reason"),
    [
        ((SET_UP,), "2026-09-01", False, "the set-up was today, the next one is due in 14 days"),
        ((SET_UP,), "2026-09-14", False, "the set-up was 13 days ago, the next one is due in 1 day"),
        ((SET_UP,), "2026-09-15", True, "the set-up was 14 days ago, every 14 days one is due"),
        ((SET_UP, AUDIT), "2026-09-15", False, "the last audit was 5 days ago, the next one is due in 9 days"),
        ((SET_UP, AUDIT, DROP), "2026-09-24", True, "the last audit was 14 days ago, every 14 days one is due"),
        ((), "2026-09-15", True, "the ledger has no record with a date"),
        ((AUDIT,), "2026-09-01", False, "the last audit was today, the next one is due in 14 days"),
    ],
)
def test_audit_is_due_by_age(records: tuple[str, ...], today: str, is_due: bool, reason: str) -> None:
    standing = standing_of(state_of(MEMORY=THREE, MEMORY_AUDIT_LEDGER=ledger(*records)), today)
    assert (standing.is_due, standing.reason) == (is_due, reason)


@pytest.mark.parametrize(("chars", "is_due"), [(1870, False), (1871, True)])
def test_audit_is_due_when_a_store_is_over_the_threshold(chars: int, is_due: bool) -> None:
    standing = standing_of(state_of(MEMORY="x" * chars, MEMORY_AUDIT_LEDGER=ledger(SET_UP)), "2026-09-02")
    assert standing.is_due is is_due
    if is_due:
        assert standing.reason == "MEMORY.md holds 1,871 of 2,200 characters, over 85 %"


def test_full_soul_makes_no_audit_due() -> None:
    standing = standing_of(state_of(SOUL="x" * 19_999, MEMORY_AUDIT_LEDGER=ledger(SET_UP)), "2026-09-02")
    assert not standing.is_due


@pytest.mark.parametrize(
    ("store", "registered", "expected"),
    [
        (f"One.\n§\n{canary_text(TOKEN)}", f"- canary: MEMORY.md {token_digest(TOKEN)}\n", CanaryState.INTACT),
        (f"One.\n§\n{canary_text('f' * 16)}", f"- canary: MEMORY.md {token_digest(TOKEN)}\n", CanaryState.BREACHED),
        ("One.", f"- canary: MEMORY.md {token_digest(TOKEN)}\n", CanaryState.BREACHED),
        (f"One.\n§\n{canary_text(TOKEN)}", "", CanaryState.UNREGISTERED),
        ("One.", "", CanaryState.ABSENT),
    ],
)
def test_canary_of_a_store(store: str, registered: str, expected: CanaryState) -> None:
    standing = standing_of(state_of(MEMORY=store, MEMORY_AUDIT_LEDGER=ledger(SET_UP + registered)), "2026-09-02")
    assert standing.stores[0].canary is expected


def test_characters_are_counted_as_the_agent_counts() -> None:
    store = standing_of(state_of(MEMORY="é😀\r\n§\r\nTwo.\n"), "2026-09-02").stores[0]
    assert (store.entries, store.caps[0].size) == (2, 2 + 3 + 4)


@pytest.fixture
def ready(repo: MemoryRepo) -> MemoryRepo:
    repo.write("MEMORY.md", THREE)
    repo.write("USER.md", "Name is Ann.")
    assert repo.hygiene("init", "--profile", "hermes").returncode == 0
    return repo


def test_text_of_a_fresh_set_up(ready: MemoryRepo) -> None:
    done = ready.hygiene("status")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0] == "agent default (hermes)"
    assert lines[1].startswith("  MEMORY.md: 4 entries, ")
    assert lines[1].endswith("canary intact")
    assert " INIT" in lines[3]
    assert lines[4].startswith("  audit not due: the set-up was today")
    assert lines[5] == "hooks: 6 of 6 run, from .git/hooks"
    assert lines[6] == "config: .hygiene.yaml"


def test_json_has_its_keys_in_order_and_no_path_of_the_machine(ready: MemoryRepo) -> None:
    done = ready.hygiene("status", "--format", "json")
    document = json.loads(done.stdout)
    assert list(document) == ["version", "config", "agents", "hooks", "unfinished_apply", "detached_at"]
    assert document["agents"][0]["stores"][0]["canary"] == "intact"
    assert document["agents"][0]["stores"][0]["caps"][0]["limit"] == 2200
    assert all(state["effective"] for state in document["hooks"]["states"])
    assert str(ready.path) not in done.stdout


def test_status_only_reads(ready: MemoryRepo) -> None:
    journal = ready.path / ".git/hygiene/journal"
    journal.mkdir()
    (journal / "0.before").write_bytes(b"x")
    before, inside = photograph(ready.path), photograph(ready.path / ".git")
    ready.hygiene("status")
    assert photograph(ready.path) == before
    assert photograph(ready.path / ".git") == inside


def test_leftover_of_an_apply_is_named(ready: MemoryRepo) -> None:
    journal = ready.path / ".git/hygiene/journal"
    journal.mkdir()
    (journal / "journal.json").write_text("{}")
    assert "an apply was interrupted" in ready.hygiene("status").stdout
    assert json.loads(ready.hygiene("status", "--format", "json").stdout)["unfinished_apply"] is True


def test_breach_is_shown(ready: MemoryRepo) -> None:
    ready.write("MEMORY.md", THREE)
    assert "canary breached" in ready.hygiene("status").stdout


def test_removed_hook_is_missed(ready: MemoryRepo) -> None:
    (ready.path / ".git/hooks/pre-push").unlink()
    (ready.path / ".git/hooks/commit-msg").chmod(0o644)
    done = ready.hygiene("status")
    assert "hooks: 4 of 6 run" in done.stdout
    assert "pre-push: not installed" in done.stdout
    assert "commit-msg: not executable" in done.stdout


def test_diverted_hooks_are_named_with_their_source(ready: MemoryRepo, tmp_path: Path) -> None:
    ready.git("config", "core.hooksPath", os.devnull)
    done = ready.hygiene("status")
    assert "hooks: 0 of 6 run, from /dev/null (core.hooksPath in .git/config)" in done.stdout


def test_changed_configuration_is_noted(ready: MemoryRepo) -> None:
    ready.write(".hygiene.yaml", ready.read(".hygiene.yaml") + b"memory_threshold: 90\n")
    assert "config: .hygiene.yaml (changed since the last commit)" in ready.hygiene("status").stdout


def test_only_the_agent_we_are_in(repo: MemoryRepo) -> None:
    for agent in ("heron", "kite"):
        repo.write(f"{agent}/LORE.md", "- A fact.\n")
        repo.hygiene("init", agent, "--profile", "sanctum")
    assert repo.hygiene("status").stdout.count("agent ") == 2
    done = repo.hygiene("status", "-C", "kite")
    assert "agent kite (sanctum) in kite" in done.stdout
    assert "heron" not in done.stdout
    assert "canary" not in done.stdout


def test_soul_beside_a_memory_directory_is_read(tmp_path: Path) -> None:
    repo = MemoryRepo(tmp_path / ".hermes/memories")
    repo.write("MEMORY.md", THREE)
    (tmp_path / ".hermes/SOUL.md").write_text("# Soul\n\nBe kind.\n")
    repo.hygiene("init", "--profile", "hermes")
    assert "../SOUL.md: 1 entry, 17 of 20,000 characters" in repo.hygiene("status").stdout


def test_undecodable_store_is_named(ready: MemoryRepo) -> None:
    ready.write("USER.md", b"caf\xe9")
    done = ready.hygiene("status")
    assert done.returncode == 0
    assert "USER.md: not UTF-8" in done.stdout


def test_without_configuration_the_way_in_is_named(repo: MemoryRepo) -> None:
    done = repo.hygiene("status")
    assert done.returncode == 2
    assert "hygiene init" in done.stderr


def test_names_and_records_are_escaped(repo: MemoryRepo) -> None:
    repo.write("bad\x1b[31m/LORE.md", "- A fact.\n")
    repo.write(".hygiene.yaml", 'version: 1\nprofile: sanctum\nagents:\n  x:\n    path: "a"\n')
    repo.write("a/LORE.md", "- A fact.\n")
    repo.write("a/MEMORY_AUDIT_LEDGER.md", ledger("## 2026-09-10T10:00:00Z\n\n- status: \x1b[31mDONE ##[error]x\n"))
    done = repo.hygiene("status")
    assert done.returncode == 0, done.stderr
    assert "\x1b" not in done.stdout
    assert "##[error]" not in done.stdout


def test_store_that_was_not_read_does_not_look_empty(ready: MemoryRepo) -> None:
    ready.write("USER.md", "x" * (MAX_BYTES + 1))
    shown = ready.hygiene("status").stdout
    assert "  USER.md: not read: 4,194,305 bytes\n" in shown
    assert "audit due: USER.md was not read: 4,194,305 bytes" in shown
    store = json.loads(ready.hygiene("status", "--format", "json").stdout)["agents"][0]["stores"][1]
    assert (store["readable"], store["entries"], store["caps"], store["utilization"]) == (False, None, [], None)


def test_soul_that_was_not_read(tmp_path: Path) -> None:
    repo = MemoryRepo(tmp_path / ".hermes/memories")
    repo.write("MEMORY.md", THREE)
    (tmp_path / ".hermes/SOUL.md").write_text("x" * (MAX_BYTES + 1))
    repo.hygiene("init", "--profile", "hermes")
    assert "../SOUL.md: not read: 4,194,305 bytes\n" in repo.hygiene("status").stdout
