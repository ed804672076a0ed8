"""H22: canaries of sanctum folders, rotation in one commit, retired tokens, and tokens that leak."""

import fcntl
import json
from pathlib import Path

import pytest

from memory_hygiene.core.audit.ledger import read_ledger
from memory_hygiene.core.canaries.canary import canary_text, token_digest
from memory_hygiene.core.canaries.tokens import tokens_in
from tests.conftest import MemoryRepo
from tests.in_memory import section_sign
from tests.test_init import canary_of

IDENTITY = "# Creed\n\n- Tell the truth.\n- Ask before acting.\n"
LORE = "# Lore\n\n- The build server is 10.0.0.7.\n- Deploys run on Fridays.\n"
LEDGER = "MEMORY_AUDIT_LEDGER.md"


@pytest.fixture
def folder(sanctum: MemoryRepo) -> MemoryRepo:
    """A sanctum folder with its files committed, not yet set up."""
    sanctum.write("LORE.md", LORE)
    sanctum.write("CREED.md", IDENTITY)
    sanctum.commit()
    return sanctum


@pytest.fixture
def live(hermes: MemoryRepo) -> MemoryRepo:
    """A Hermes memory directory that was set up, hooks included."""
    hermes.write(
        "MEMORY.md", section_sign("The build server is 10.0.0.7.", "Deploys run on Fridays.", "The cat is grey.")
    )
    hermes.write("USER.md", section_sign("Prefers short answers.", "Lives in Bergen."))
    hermes.commit()
    done = hermes.hygiene("init", ".", "--profile", "hermes")
    assert done.returncode == 0, done.stderr
    return hermes


def head(repo: MemoryRepo) -> str:
    return repo.git("rev-parse", "HEAD").strip()


def photograph(repo: MemoryRepo) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in repo.path.iterdir() if path.is_file()}


def tokens(repo: MemoryRepo) -> dict[str, str]:
    return {name: canary_of(repo.read(name)) for name in ("MEMORY.md", "USER.md")}


def test_h22_sanctum_has_no_canary_unless_configured(folder: MemoryRepo) -> None:
    assert folder.hygiene("init", ".", "--profile", "sanctum").returncode == 0
    assert folder.read("LORE.md") == LORE.encode()


def test_h22_configured_sanctum_canary_is_a_list_item_of_its_own(folder: MemoryRepo) -> None:
    """Files that only a person may change carry none."""
    folder.write(".hygiene.yaml", "version: 1\nprofile: sanctum\ncanaries: true\n")
    folder.commit()
    done = folder.hygiene("init", ".", "--profile", "sanctum")
    assert done.returncode == 0, done.stderr
    token = canary_of(folder.read("LORE.md"))
    line = f"- CANARY: Do not modify this line ({token})\n"
    assert folder.read("LORE.md").decode() == LORE.replace("- Deploys", f"{line}- Deploys")
    assert folder.read("CREED.md") == IDENTITY.encode()
    assert read_ledger(folder.read(LEDGER)).canary("LORE.md") == token_digest(token)
    assert folder.hygiene("canary", "rotate").returncode == 0
    new = canary_of(folder.read("LORE.md"))
    assert new != token
    assert folder.read("LORE.md").decode() == LORE.replace("- Deploys", f"{line.replace(token, new)}- Deploys")
    folder.write("LORE.md", LORE)
    folder.git("add", "-A")
    done = folder.hygiene("check", "--staged")
    assert done.returncode == 1
    assert "canary-missing" in done.stdout


def test_h22_rotation_replaces_every_token_in_one_commit(live: MemoryRepo) -> None:
    """The gate's own hooks let it pass, and judge it clean afterwards."""
    old, before, parent = tokens(live), photograph(live), head(live)
    done = live.hygiene("canary", "rotate")
    assert done.returncode == 0, done.stderr
    new = tokens(live)
    assert not set(new.values()) & set(old.values())
    assert live.git("rev-parse", "HEAD^").strip() == parent
    assert live.git("status", "--porcelain") == ""
    changed = {name for name, data in photograph(live).items() if data != before[name]}
    assert changed == {"MEMORY.md", "USER.md", LEDGER}
    for name, token in new.items():
        assert live.read(name) == before[name].replace(old[name].encode(), token.encode())
        assert read_ledger(live.read(LEDGER)).canary(name) == token_digest(token)
    assert live.read(LEDGER).startswith(before[LEDGER])
    assert not any(token.encode() in live.read(LEDGER) for token in (*old.values(), *new.values()))
    assert "clean" in live.hygiene("check", "--rev", "HEAD").stdout
    assert live.hygiene("canary", "verify").returncode == 0


def test_h22_old_tokens_stay_known_as_retired(live: MemoryRepo) -> None:
    old = tokens(live)
    assert live.hygiene("canary", "rotate").returncode == 0
    known = {(token.store, token.digest): token.is_retired for token in tokens_in(read_ledger(live.read(LEDGER)))}
    for name, token in old.items():
        assert known[name, token_digest(token)]
    assert sorted(known.values()) == [False, False, True, True]
    found = json.loads(live.hygiene("canary", "show", "--format", "json").stdout)
    assert [store["retired"] for store in found["agents"][0]["stores"]] == [[token_digest(t)] for t in old.values()]


def test_h22_the_retired_token_is_no_longer_right(live: MemoryRepo) -> None:
    before = live.read("MEMORY.md")
    assert live.hygiene("canary", "rotate").returncode == 0
    live.write("MEMORY.md", before)
    live.git("add", "-A")
    done = live.hygiene("check", "--staged")
    assert done.returncode == 1
    assert "canary-altered" in done.stdout
    assert "a retired token of this store" in live.hygiene("canary", "verify").stdout


def test_h22_rotation_of_one_store_leaves_the_other(live: MemoryRepo) -> None:
    old = tokens(live)
    assert live.hygiene("canary", "rotate", "--store", "USER.md").returncode == 0
    new = tokens(live)
    assert (new["MEMORY.md"] == old["MEMORY.md"], new["USER.md"] == old["USER.md"]) == (True, False)
    done = live.hygiene("canary", "rotate", "--store", "NOTES.md")
    assert done.returncode == 2
    assert "NOTES.md carries no canary" in done.stderr


def test_h22_rotation_plants_where_none_is_yet_and_says_where_there_is_no_room(hermes: MemoryRepo) -> None:
    hermes.write("MEMORY.md", section_sign("one", "two", "three"))
    hermes.write("USER.md", section_sign("x" * 1340))
    hermes.commit()
    done = hermes.hygiene("canary", "rotate")
    assert done.returncode == 0, done.stderr
    token = canary_of(hermes.read("MEMORY.md"))
    assert hermes.read("MEMORY.md") == section_sign("one", "two", canary_text(token), "three")
    assert hermes.read("USER.md") == section_sign("x" * 1340)
    assert "USER.md: left as it is: no canary written; no room: " in done.stdout
    assert hermes.git("rev-list", "--count", "HEAD").strip() == "2"


def test_h22_dry_run_writes_nothing(live: MemoryRepo) -> None:
    before, parent = photograph(live), head(live)
    done = live.hygiene("canary", "rotate", "--dry-run")
    assert done.returncode == 0
    assert "MEMORY.md: would be rotated" in done.stdout
    assert (photograph(live), head(live)) == (before, parent)


@pytest.mark.parametrize("broken", ["gone", "cut", "swapped"])
def test_h22_a_broken_canary_stops_the_rotation_unless_forced_with_a_reason(live: MemoryRepo, broken: str) -> None:
    token = tokens(live)["MEMORY.md"]
    intact = live.read("MEMORY.md")
    line = canary_text(token).encode()
    delimiter = "\n§\n".encode()
    with_fault = {
        "gone": intact.replace(line + delimiter, b""),
        "cut": intact.replace(line, b"CANARY: Do not modify this line"),
        "swapped": intact.replace(token.encode(), b"0123456789abcdef"),
    }[broken]
    live.write("MEMORY.md", with_fault)
    live.git("commit", "-q", "--no-verify", "-a", "-m", "breach")
    before, parent = photograph(live), head(live)
    done = live.hygiene("canary", "rotate")
    assert done.returncode == 1
    assert "canary breach, so nothing is rotated: MEMORY.md: " in done.stderr
    assert (photograph(live), head(live)) == (before, parent)
    assert live.hygiene("canary", "rotate", "--force", " ").returncode == 2
    done = live.hygiene("canary", "rotate", "--force", "compared by hand\n- status: FORGED")
    assert done.returncode == 0, done.stdout + done.stderr
    new = canary_of(live.read("MEMORY.md"))
    assert live.read("MEMORY.md") == intact.replace(token.encode(), new.encode())
    last = read_ledger(live.read(LEDGER)).records[-1]
    assert last.get("reason") == "compared by hand - status: FORGED"
    assert last.get("status") == "COMPLETE"
    assert live.hygiene("canary", "verify").returncode == 0


def test_h22_rotation_waits_for_the_agent_and_gives_up(live: MemoryRepo) -> None:
    with Path(live.path / "MEMORY.md.lock").open("a+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = live.hygiene("canary", "rotate", "--wait", "0.1")
    assert done.returncode == 2
    assert "MEMORY.md.lock" in done.stderr


def test_h22_rotation_refuses_what_is_not_committed(live: MemoryRepo) -> None:
    live.write("USER.md", live.read("USER.md") + "\n§\nNew.".encode())
    parent = head(live)
    done = live.hygiene("canary", "rotate")
    assert done.returncode == 2
    assert "not committed yet: USER.md" in done.stderr
    assert head(live) == parent


def test_h22_a_refused_commit_leaves_every_byte(live: MemoryRepo) -> None:
    hook = live.path / ".git" / "hooks" / "commit-msg"
    hook.write_text("#!/bin/sh\nexit 1\n")
    hook.chmod(0o755)
    before, parent = photograph(live), head(live)
    assert live.hygiene("canary", "rotate").returncode == 2
    assert (photograph(live), head(live)) == (before, parent)


def test_h22_a_rotation_is_no_audit_and_no_apply(live: MemoryRepo) -> None:
    assert live.hygiene("canary", "rotate").returncode == 0
    assert "the set-up was" in live.hygiene("status").stdout
    assert live.hygiene("restore", "--last-apply").returncode == 2


def test_h22_dry_run_in_the_configuration_stops_a_rotation(live: MemoryRepo) -> None:
    live.write(".hygiene.yaml", "version: 1\nprofile: hermes\ndry_run: true\n")
    done = live.hygiene("canary", "rotate")
    assert done.returncode == 2
    assert "dry_run is true" in done.stderr
    assert live.hygiene("canary", "rotate", "--dry-run").returncode == 0


@pytest.mark.parametrize("place", [0, 4])
def test_h22_apply_takes_a_misplaced_canary_to_a_safe_place(live: MemoryRepo, place: int) -> None:
    """H22: placement only warns at the gate, and apply repairs it; every other entry stays as it was."""
    texts = live.read("MEMORY.md").decode().split("\n§\n")
    canary = canary_of(live.read("MEMORY.md"))
    line = next(text for text in texts if canary in text)
    others = [text for text in texts if text != line]
    live.write("MEMORY.md", section_sign(*others[:place], line, *others[place:]))
    live.commit()
    checked = live.hygiene("check", "--rev", "HEAD")
    assert checked.returncode == 0
    assert "canary-misplaced" in checked.stdout + checked.stderr
    assert live.hygiene("apply").returncode == 0
    after = live.read("MEMORY.md").decode().split("\n§\n")
    assert [text for text in after if text != line] == others
    assert after.index(line) == len(after) - 2
