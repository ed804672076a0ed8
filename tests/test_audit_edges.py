"""``hygiene audit`` where something stands in its way, and what its answers are good for afterwards."""

import json
import os
import re
import sys
from pathlib import Path

import pytest

from memory_hygiene.core.state import MAX_BYTES

from .conftest import MemoryRepo
from .contract.homes import Home, home_of

DAY = "2026-12-01"
OLD = "2026-10-01T12:00:00Z"
FADED = "Restarted the print server on Monday and cleared the queue."


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """A home with one entry that an audit lets go."""
    made = home_of(tmp_path / "home", ("Berth 14 lies between 3 and 4.",), ("Name: Mara Lindqvist, harbour master.",))
    store = made.stores["MEMORY.md"]
    store.write_text(store.read_text() + "\n§\n" + FADED)
    made.repo.commit("note", OLD)
    return made


def audit(repo: MemoryRepo, *options: str) -> tuple[int, dict[str, object]]:
    """The exit code and the JSON document."""
    done = repo.hygiene("audit", "--force", "--offline", "--format", "json", "--now", DAY, *options)
    document = json.loads(done.stdout)
    assert isinstance(document, dict)
    return done.returncode, document


def test_an_audit_that_changes_nothing_leaves_the_last_change_to_be_taken_back(home: Home) -> None:
    before = home.store("MEMORY.md")
    assert audit(home.repo)[1]["deletions"] == 1
    done = home.repo.hygiene("audit", "--force", "--offline", "--now", DAY)
    assert "recorded in the ledger" in done.stdout
    assert "restore" not in done.stdout
    assert home.repo.hygiene("restore", "--last-apply").returncode == 0
    assert home.store("MEMORY.md") == before


def test_the_last_apply_is_the_last_one_made_whatever_day_it_was_told(home: Home) -> None:
    audit(home.repo)
    between = home.store("MEMORY.md") + "\n§\n[prune] Gone."
    home.stores["MEMORY.md"].write_text(between)
    home.repo.commit("note", OLD)
    done = home.repo.hygiene("apply", "--now", "2026-10-02")
    assert "prune 1" in done.stdout, done.stderr
    assert home.repo.hygiene("restore", "--last-apply").returncode == 0
    assert home.store("MEMORY.md") == between


@pytest.mark.parametrize("options", [(), ("--all",)])
def test_json_is_a_document_when_git_is_in_the_middle_of_something(home: Home, options: tuple[str, ...]) -> None:
    (home.repo.path / ".git" / "MERGE_HEAD").write_text(home.repo.git("rev-parse", "HEAD"))
    code, document = audit(home.repo, *options)
    assert (code, document["status"]) == (2, "ERROR")
    status = json.loads(home.repo.hygiene("status", "--format", "json").stdout)
    (broken,) = [check for check in status["agents"][0]["preflight"] if not check["ok"]]
    assert (broken["name"], "a merge is in progress" in broken["detail"]) == ("git", True)


def test_json_and_exit_code_when_the_gate_refuses(home: Home) -> None:
    home.repo.write(
        "MEMORY_WRITERS.md", "| writer | identity | stores | operations |\n|---|---|---|---|\n| x | x@y.z | * | add |\n"
    )
    home.repo.git("commit", "-qam", "registry")
    code, document = audit(home.repo)
    assert (code, document["status"]) == (1, "ERROR")
    assert audit(home.repo, "--all")[0] == 1


def test_what_the_snapshot_before_an_audit_took_in_as_critical_is_told(home: Home) -> None:
    store = home.stores["MEMORY.md"]
    store.write_bytes(store.read_bytes() + b"\n\xc2\xa7\nA NUL \0 here.")
    done = home.repo.hygiene("audit", "--force", "--offline", "--now", DAY)
    assert "CRITICAL memories/MEMORY.md:" in done.stdout
    assert "[undecodable]" in done.stdout


def test_a_store_too_large_to_be_read_stands_in_the_way_of_no_audit(home: Home) -> None:
    store = home.stores["USER.md"]
    store.write_text(store.read_text() + "\n§\n" + "long " * 1_000_000)
    code, document = audit(home.repo)
    assert (code, document["status"], document["deletions"]) == (1, "COMPLETE", 1)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
@pytest.mark.parametrize("name", ["memories/MEMORY.md", "MEMORY_AUDIT_LEDGER.md", ".hygiene.yaml", "SOUL.md"])
def test_a_pipe_in_place_of_a_file_stops_every_command_and_hangs_none(home: Home, name: str) -> None:
    path = home.repo.path / name
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    for command in (
        "snapshot",
        "audit --force --offline",
        "apply",
        "status",
        "check",
        "canary rotate",
        "init --profile hermes",
    ):
        done = home.repo.run("timeout", "30", sys.executable, "-m", "memory_hygiene", *command.split())
        assert done.returncode in (0, 1, 2), (command, done.returncode, done.stderr)


def test_a_pipe_in_place_of_a_store_is_told(home: Home) -> None:
    home.stores["MEMORY.md"].unlink()
    os.mkfifo(home.stores["MEMORY.md"])
    done = home.repo.hygiene("snapshot")
    assert (done.returncode, "a pipe, socket or device stands in place of memories/MEMORY.md" in done.stderr) == (
        2,
        True,
    )
    assert "BROKEN stores: a pipe" in home.repo.hygiene("status").stdout


def test_a_summary_in_the_store_goes_again_with_the_audit_that_wrote_it(home: Home) -> None:
    home.repo.write(".hygiene.yaml", "version: 1\nprofile: hermes\nsummary_marker: entry\n")
    home.repo.commit("settings", OLD)
    before = home.store("MEMORY.md"), home.store("USER.md")
    assert audit(home.repo)[1]["deletions"] == 1
    assert "MEMORY.md rewritten. Utilization: " in home.store("MEMORY.md")
    done = home.repo.hygiene("restore", "--last-apply")
    assert (done.returncode, home.store("MEMORY.md"), home.store("USER.md")) == (0, *before), done.stdout
    assert audit(home.repo)[1]["corrections"] == 0
    assert audit(home.repo)[1]["corrections"] == 0
    assert home.repo.hygiene("ledger", "verify").returncode == 0


def test_an_audit_may_be_told_any_day(home: Home) -> None:
    done = home.repo.hygiene("audit", "--force", "--offline", "--now", "9999-12-31")
    assert done.returncode == 0, done.stderr
    assert home.repo.hygiene("restore", "--last-apply").returncode == 0


def test_what_undoes_an_audit_works_at_the_top_of_a_roster(tmp_path: Path) -> None:
    repo = MemoryRepo(tmp_path / "fleet")
    for name in ("ada", "bert"):
        repo.write(f"{name}/MEMORY.md", f"Berth 14 of {name} lies between 3 and 4.\n§\n[prune] Gone.")
        assert repo.hygiene("init", name, "--profile", "hermes").returncode == 0
    done = repo.hygiene("audit", "--all", "--force", "--offline")
    mends = [line.partition("undo: ")[2] for line in done.stdout.splitlines() if "to undo: " in line]
    assert len(mends) == 2
    for mend in mends:
        assert mend.startswith("hygiene ")
        assert repo.hygiene(*mend.split()[1:]).returncode == 0
    assert b"[prune] Gone." in repo.read("bert/MEMORY.md")


def test_a_store_too_large_to_be_read_is_never_shown_as_an_empty_one(home: Home) -> None:
    home.repo.write("memories/MEMORY.md", home.store("MEMORY.md") + "\n§\n" + "x" * MAX_BYTES)
    planned = home.repo.hygiene("plan").stdout
    assert "MEMORY.md:1: it is 4,19" in planned
    assert "make it shorter first" in planned
    assert "    \n" not in planned
    shown = home.repo.hygiene("audit", "--force", "--offline").stdout
    assert re.search(r"memories/MEMORY\.md: not read: 4,19\d,\d{3} bytes\n", shown), shown
    assert "MEMORY.md: not read: 4,19" in shown
    assert "MEMORY.md: MEMORY.md" not in shown.replace("memories/", "")
