"""H17: "MEMORY.md rewritten. Utilization: N%." stands in the commit message, or as one entry that is replaced."""

import re
from datetime import timedelta
from pathlib import Path

import pytest

from memory_hygiene.core.contracts import Profile
from memory_hygiene.core.kinds.category import Category
from memory_hygiene.core.planning.actions import Correct, Prune
from memory_hygiene.core.planning.summarising import with_summaries
from memory_hygiene.core.settings import single_agent
from memory_hygiene.formats import parse
from tests.contract.evidence import said
from tests.contract.homes import TODAY, Home, home_of
from tests.in_memory import section_sign
from tests.states import planned

MARKER = re.compile(r"(MEMORY|USER)\.md rewritten\. Utilization: (\d+\.\d)%\.")


@pytest.fixture
def marked(tmp_path: Path) -> Home:
    """A home that wants its markers as entries."""
    home = home_of(tmp_path / "home", ("One berth is free.", "Two cranes work."), ("Lives in Ystad.",))
    home.repo.write(".hygiene.yaml", home.repo.read(".hygiene.yaml").decode() + "summary_marker: entry\n")
    home.repo.git("-c", "core.hooksPath=/dev/null", "commit", "-qam", "markers")
    return home


def _markers(home: Home, name: str) -> list[str]:
    return [entry for entry in home.entries(name) if MARKER.fullmatch(entry)]


def test_h17_by_default_it_stands_in_the_commit_message_alone(audited: Home) -> None:
    report_line = f"MEMORY.md rewritten. Utilization: {100 * len(audited.store('MEMORY.md')) / 2200:.1f}%."
    message = audited.repo.git("log", "-1", "--format=%B").splitlines()
    assert report_line in message
    assert sum(bool(MARKER.fullmatch(line)) for line in message) == 2
    assert _markers(audited, "MEMORY.md") == _markers(audited, "USER.md") == []


def test_h17_as_an_entry_there_is_one_per_store_that_each_audit_replaces(marked: Home) -> None:
    for number in range(3):
        report = marked.report("--force", day=TODAY + timedelta(days=number))
        for name, limit in (("MEMORY.md", 2200), ("USER.md", 1375)):
            said = f"{name} rewritten. Utilization: {100 * len(marked.store(name)) / limit:.1f}%."
            assert _markers(marked, name) == [said]
        assert not any(MARKER.fullmatch(unresolved["text"]) for unresolved in report["unresolved"])
        assert report["memory_utilization"]["after"] == round(100 * len(marked.store("MEMORY.md")) / 2200, 1)
        marked.add("MEMORY.md", f"Note {number} on the tide, long enough to count.", TODAY + timedelta(days=number))
    assert marked.repo.hygiene("check", "--rev", "HEAD").returncode == 0


def test_h17_nothing_changes_when_it_is_right_already(marked: Home) -> None:
    marked.report("--force")
    before = marked.store("MEMORY.md")
    report = marked.report("--force", day=TODAY + timedelta(days=30))
    assert (report["status"], report["actions_applied"]) == ("COMPLETE", 0)
    assert marked.store("MEMORY.md") == before


def test_h17_plans_and_applies_leave_it_alone_and_nobody_categorizes_it(marked: Home) -> None:
    marked.report("--force")
    before = marked.store("MEMORY.md")
    day = (TODAY + timedelta(days=200)).isoformat()
    assert marked.repo.hygiene("plan", "--exit-code", "--now", day).returncode == 0
    assert marked.repo.hygiene("apply", "--now", day).returncode == 0
    assert marked.store("MEMORY.md") == before


MEMORY_MARK, USER_MARK = "MEMORY.md rewritten. Utilization: 12.0%.", "USER.md rewritten. Utilization: 3.0%."


def _marked(memory: bytes, limit: int = 2200) -> tuple[object, dict[str, str]]:
    settings = single_agent(Profile.HERMES)._replace(max_memory_chars=limit)
    known = said({MEMORY_MARK: Category.SESSION_NOTE}, age=300)
    found = planned({"MEMORY.md": memory}, Profile.HERMES, TODAY.isoformat(), known, settings)
    plan = with_summaries(found.plan, found.state, parse)
    return plan.actions, dict(plan.summaries)


def test_h17_without_room_it_is_left_out() -> None:
    text = section_sign("x" * 100)
    assert _marked(text, 100 + 3 + 40)[1] == {}
    assert _marked(text, 100 + 3 + 41)[1] != {}


def test_h17_it_is_no_note_that_fades() -> None:
    actions, summaries = _marked(section_sign("one", MEMORY_MARK, "two"))
    assert isinstance(actions, tuple)
    assert [type(action) for action in actions] == [Correct]
    assert summaries == {}


def test_h17_of_two_that_a_merge_brought_together_one_stays() -> None:
    actions, summaries = _marked(section_sign("one", MEMORY_MARK, USER_MARK, "two"))
    assert isinstance(actions, tuple)
    assert sorted(type(action).__name__ for action in actions) == [Correct.__name__, Prune.__name__]
    assert summaries == {}
