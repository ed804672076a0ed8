"""H20: what holds at any time, and who sees to it: the gate at a commit, the proof at an apply."""

import json
from datetime import timedelta

import pytest

from memory_hygiene.core.contracts import Profile
from memory_hygiene.core.kinds.categorizing import categorize
from memory_hygiene.core.kinds.category import Category
from memory_hygiene.runs.planning import prove_plan
from tests.contract.evidence import said
from tests.contract.homes import SIGN, TODAY, Home
from tests.in_memory import section_sign
from tests.states import planned

TIME = "2026-09-15T12:00:00Z"


def _attempt(home: Home) -> tuple[int, str]:
    """What the hooks say to a commit of all that is governed."""
    home.repo.git("add", "-A")
    done = home.repo.run("git", "commit", "-q", "-m", "change")
    return done.returncode, done.stdout + done.stderr


def test_h20_nothing_is_deleted_by_hand_without_a_record(home: Home) -> None:
    store = home.stores["MEMORY.md"]
    store.write_text(SIGN.join(entry for entry in store.read_text().split(SIGN) if "Freya" not in entry))
    code, told = _attempt(home)
    assert code == 1
    assert "entry-lost" in told


def test_h20_no_duplicate_across_stores_after_an_audit(audited: Home) -> None:
    both = audited.entries("MEMORY.md") + audited.entries("USER.md")
    assert len(both) == len(set(both))


def test_h20_no_session_note_or_temporary_state_is_past_its_shelf_life(audited: Home) -> None:
    """After an audit no deletable one of known age is left over; what is kept is kept for a reason."""
    kinds = (Category.SESSION_NOTE, Category.TEMPORARY_STATE)
    done = audited.repo.hygiene("age", "--format", "json", "--now", TODAY.isoformat())
    ages = {entry["text"]: entry["age_days"] for entry in json.loads(done.stdout)["entries"]}
    entries = [(name, text) for name in audited.stores for text in audited.entries(name)]
    assert len(entries) > 20
    for name, text in entries:
        judged = categorize(text, name, TODAY.isoformat())
        assert not (judged.category in kinds and judged.deletable and (ages[text] or 0) > 14), text


def test_h20_no_configuration_is_trusted_unverified() -> None:
    text = "Staging API: http://staging.example.org:8080/api"
    known = said({text: Category.TECHNICAL_CONFIG}, reached={text: False})
    found = planned({"MEMORY.md": section_sign("A.", text)}, Profile.HERMES, "2026-09-15", known)
    after = {file.path: file.after for file in prove_plan(found, TIME).files}
    assert after["MEMORY.md"] == section_sign("A.", f"{text} [UNVERIFIED]")
    again = planned(after, Profile.HERMES, "2026-09-15", known)
    assert again.plan.actions == ()
    answers = said({text: Category.TECHNICAL_CONFIG}, reached={text: True})
    (cleared,) = planned(after, Profile.HERMES, "2026-09-15", answers).plan.actions
    assert getattr(cleared, "new_text", "") == text


@pytest.mark.parametrize("store", ["MEMORY.md", "USER.md"])
def test_h20_the_canary_survives_audits_and_no_commit_takes_it_away(home: Home, store: str) -> None:
    canary = next(entry for entry in home.store(store).split(SIGN) if entry.startswith("CANARY"))
    assert home.report()["status"] == "COMPLETE"
    assert home.store(store).split(SIGN).count(canary) == 1
    home.stores[store].write_text(SIGN.join(home.entries(store)))
    code, told = _attempt(home)
    assert code == 1
    assert "canary-missing" in told


def test_h20_the_ledger_only_grows(home: Home) -> None:
    first = home.repo.read("MEMORY_AUDIT_LEDGER.md")
    home.report()
    second = home.repo.read("MEMORY_AUDIT_LEDGER.md")
    home.report("--force", day=TODAY + timedelta(days=20))
    third = home.repo.read("MEMORY_AUDIT_LEDGER.md")
    assert third.startswith(second)
    assert second.startswith(first)
    home.repo.write("MEMORY_AUDIT_LEDGER.md", third.replace(b"- deletions: ", b"- deletions: 1", 1))
    code, told = _attempt(home)
    assert code == 1
    assert "ledger-rewritten" in told
