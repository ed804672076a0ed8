"""H15: room before a move, the destination written before the source, two retries, then the stale state is told."""

import fcntl
import json
import os
import shutil
from pathlib import Path

import pytest

from memory_hygiene.core.contracts import Profile
from memory_hygiene.core.kinds.category import Category
from memory_hygiene.core.settings import single_agent
from memory_hygiene.edge.journal import put_back, read_journal, write_journal
from memory_hygiene.runs.ordering import in_order
from memory_hygiene.runs.planning import Planned, prove_plan
from tests.contract.evidence import said
from tests.contract.homes import TODAY, Home
from tests.contract.test_shown_by import bytes_of
from tests.in_memory import section_sign
from tests.states import planned

CONFIG, TASTE, RULE = "The backup goes to nas:873.", "Prefers tables.", "Never mail a customer unasked."
KINDS = {CONFIG: Category.TECHNICAL_CONFIG, TASTE: Category.PREFERENCE, RULE: Category.OPERATING_RULE}
TIME = "2026-09-15T12:00:00Z"


def _planned(memory: tuple[str, ...], user: tuple[str, ...], user_limit: int = 1375) -> Planned:
    files = {"memories/MEMORY.md": section_sign(*memory), "memories/USER.md": section_sign(*user)}
    settings = single_agent(Profile.HERMES)._replace(max_user_chars=user_limit)
    return planned(files, Profile.HERMES, "2026-09-15", said(KINDS), settings)


def test_h15_a_move_without_room_stays_where_it_is_as_unresolved() -> None:
    plan = _planned((TASTE, "A."), ("x" * 30,), 40).plan
    assert plan.actions == ()
    (unresolved,) = plan.unresolved
    assert (unresolved.place.path, unresolved.place.text) == ("memories/MEMORY.md", TASTE)
    assert unresolved.reason == (
        "Preference: it belongs in USER.md, but memories/USER.md has no room: 48 characters with it, limit 40"
    )


def test_h15_a_move_takes_no_store_to_the_level_at_which_an_audit_does_not_rest() -> None:
    size = len(TASTE) + 3
    assert _planned((TASTE, "A."), ("x" * (1031 - size),)).plan.moves
    plan = _planned((TASTE, "A."), ("x" * (1032 - size),)).plan
    assert [u.reason for u in plan.unresolved] == [
        "Preference: it belongs in USER.md, but memories/USER.md would rise to 75 % of its limit"
    ]


def test_h15_a_mark_without_room_is_not_set() -> None:
    files = {"MEMORY.md": section_sign(CONFIG, "y" * (2200 - len(CONFIG) - 3 - 12))}
    known = said(KINDS, reached={CONFIG: False})
    plan = planned(files, Profile.HERMES, "2026-09-15", known).plan
    assert plan.actions == ()
    (unresolved,) = plan.unresolved
    assert "no answer from the endpoint it names, but there is no room to say so" in unresolved.reason
    assert "2,201 characters, limit 2,200" in unresolved.reason


@pytest.mark.parametrize(
    ("memory", "user", "order"),
    [
        ((TASTE, "A."), ("B.",), ["USER.md", "MEMORY.md"]),
        (("A.",), (CONFIG, "B."), ["MEMORY.md", "USER.md"]),
        ((RULE, "A."), ("B.",), ["SKILL.md", "MEMORY.md"]),
    ],
)
def test_h15_the_destination_is_written_before_the_source(
    memory: tuple[str, ...], user: tuple[str, ...], order: list[str]
) -> None:
    found = _planned(memory, user)
    written = in_order(found, prove_plan(found, TIME))
    names = [file.path.rpartition("/")[2] for file in written if "LEDGER" not in file.path]
    assert names == order
    assert [file.between for file in written] == [None] * len(written)


def test_h15_two_stores_that_swap_entries_hold_them_twice_for_a_moment() -> None:
    found = _planned((TASTE, "A."), (CONFIG, "B."))
    memory, user = in_order(found, prove_plan(found, TIME))[-2:]
    assert (memory.path, memory.between) == ("memories/MEMORY.md", None)
    assert user.between == section_sign(CONFIG, "B.", TASTE)
    assert user.after == section_sign("B.", TASTE)
    assert memory.after == section_sign("A.", CONFIG)


def test_h15_what_is_written_in_between_is_known_as_ours_when_we_are_killed(tmp_path: Path) -> None:
    store, folder = tmp_path / "USER.md", tmp_path / "journal"
    store.write_bytes(b"before")
    write_journal(str(folder), str(tmp_path), "plan", "", [("USER.md", b"before", b"after")], {"USER.md": b"between"})
    store.write_bytes(b"between")
    journal = read_journal(str(folder))
    assert journal is not None
    assert journal.changed_since(str(tmp_path)) == ()
    put_back(journal, str(tmp_path))
    assert store.read_bytes() == b"before"
    store.write_bytes(b"somebody else's")
    assert [kept.path for kept in journal.changed_since(str(tmp_path))] == ["USER.md"]


def test_h15_stores_that_swap_entries_are_applied_and_taken_back(home: Home) -> None:
    home.add("USER.md", "Database port 5433, user harbour_ro, host db.example.org", TODAY)
    before = {name: home.store(name) for name in home.stores}
    report = home.report()
    ways = {(action["path"], action["to"]) for action in report["actions"] if action["action"] == "move"}
    memory, user = "memories/MEMORY.md", "memories/USER.md"
    assert {(memory, user), (user, memory)} <= ways
    assert [text for text in home.written if not home.holds(text)] == []
    assert not list(home.repo.path.rglob("*.hygiene.tmp"))
    assert home.repo.hygiene("restore", "--last-apply").returncode == 0
    assert {name: home.store(name) for name in home.stores} == before


def test_h15_a_lock_that_stays_held_is_an_error_after_two_retries(home: Home) -> None:
    before = bytes_of(home.repo)
    with open(home.repo.path / "memories/MEMORY.md.lock", "a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = home.audit("--wait", "0")
        assert done.returncode == 2, done.stderr
        report = home.report("--wait", "0")
    assert report["status"] == "ERROR"
    (unresolved,) = report["unresolved"]
    assert unresolved["reason"].startswith("given up after 3 attempts: ")
    assert "BROKEN locks" in done.stdout
    os.unlink(home.repo.path / "memories/MEMORY.md.lock")
    after = {name: data for name, data in bytes_of(home.repo).items() if not name.endswith(".lock")}
    assert after == {name: data for name, data in before.items() if not name.endswith(".lock")}


def _with_a_writer_that_takes_no_lock(home: Home, times: int) -> str:
    """A PATH on which git is preceded by a note in the store, so many times: always after the plan has read it."""
    folder = home.repo.path.parent / "bin"
    folder.mkdir()
    counter = folder / "left"
    counter.write_text("x" * times)
    store = home.stores["MEMORY.md"]
    (folder / "git").write_text(
        "#!/bin/sh\n"
        f'case " $* " in *" hash-object "*) if [ -s {counter} ]; then\n'
        f"  printf '\\n§\\nTide note %s.' $(wc -c < {counter}) >> {store}\n"
        f"  printf %s $(tail -c +2 {counter}) > {counter}.new; mv {counter}.new {counter}\n"
        f'fi;; esac\nexec {shutil.which("git")} "$@"\n'
    )
    (folder / "git").chmod(0o755)
    return f"{folder}:{os.environ['PATH']}"


def test_h15_a_store_that_changed_is_read_again(home: Home) -> None:
    path = _with_a_writer_that_takes_no_lock(home, 1)
    done = home.repo.hygiene("audit", "--offline", "--now", TODAY.isoformat(), PATH=path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "COMPLETE" in done.stdout
    assert "Tide note 1." in home.store("MEMORY.md")
    assert home.repo.git("status", "--porcelain") == ""


def test_h15_a_store_that_keeps_changing_is_an_error_with_the_stale_state_unresolved(home: Home) -> None:
    path = _with_a_writer_that_takes_no_lock(home, 60)
    done = home.repo.hygiene("audit", "--offline", "--now", TODAY.isoformat(), "--format", "json", PATH=path)
    report = json.loads(done.stdout)
    assert (done.returncode, report["status"], report["ledger_updated"]) == (2, "ERROR", False)
    stale = report["unresolved"][0]
    assert stale["reason"].startswith("given up after 3 attempts: memories/MEMORY.md changed while the plan was made")
    assert [text for text in home.written if not home.holds(text)] == []
