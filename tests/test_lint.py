"""The ratchet: only what is new or worse blocks; strict runs count all; CRITICAL records lower what they name."""

from collections.abc import Iterator

import pytest

from memory_hygiene.core.findings import Finding, Hit, Severity
from memory_hygiene.core.lint import lint_change
from memory_hygiene.core.rule import AgentRule, ChangeRule, Rule, StoreRule
from memory_hygiene.core.state import AgentState, Change, Store

from .in_memory import HERMES, change_of, state_of

LEDGER = "MEMORY_AUDIT_LEDGER.md"


def _lines(store: Store, state: AgentState) -> Iterator[Hit]:
    """One hit per line that says ``bad N`` with number N; the word after it is the aspect."""
    for line, text in enumerate(store.document.data.decode().split("\n"), 1):
        if text.startswith("bad "):
            _, number, *aspect = text.split()
            yield Hit(store.path, line, "bad", "mend it", number=int(number), aspect=" ".join(aspect))


def _old(change: Change) -> Iterator[Hit]:
    yield Hit("MEMORY.md", 1, "was there", "mend it", is_old=True)
    yield Hit("MEMORY.md", 2, "is new", "mend it")


BAD = StoreRule("MH999", "bad-line", Severity.ERROR, _lines)
OLD = ChangeRule("MH998", "old-fault", Severity.ERROR, _old)


def lint(rule: Rule, before: str | None, after: str, strict: bool = False) -> list[tuple[int, str, bool]]:
    befores = None if before is None else {"MEMORY.md": before.encode()}
    found = lint_change([rule], change_of(befores, {"MEMORY.md": after.encode()}), strict)
    return [(finding.line, finding.severity.value, finding.is_old) for finding in found]


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (None, "bad 1", [(1, "error", False)]),
        ("fine", "bad 1", [(1, "error", False)]),
        ("bad 1", "bad 1", [(1, "warning", True)]),
        ("bad 2", "bad 1", [(1, "warning", True)]),
        ("bad 1", "bad 2", [(1, "error", False)]),
        ("bad 1", "bad 1\nbad 1", [(2, "error", False), (1, "warning", True)]),
        ("bad 1\nbad 9", "bad 9\nbad 1", [(1, "warning", True), (2, "warning", True)]),
        ("bad 1\nbad 9", "bad 9\nbad 2", [(2, "error", False), (1, "warning", True)]),
        ("bad 9 bytes", "bad 1 lines", [(1, "error", False)]),
    ],
)
def test_only_what_is_new_or_worse_blocks(
    before: str | None, after: str, expected: list[tuple[int, str, bool]]
) -> None:
    assert lint(BAD, before, after) == expected


def test_strict_counts_old_ones_and_still_says_that_they_are_old() -> None:
    assert lint(BAD, "bad 1", "bad 1", strict=True) == [(1, "error", True)]


def test_a_rule_about_a_change_says_itself_what_is_old() -> None:
    assert lint(OLD, "a", "b") == [(2, "error", False), (1, "warning", True)]
    assert lint(OLD, "a", "b", strict=True) == [(1, "error", True), (2, "error", False)]


def test_at_a_merge_the_worse_parent_counts() -> None:
    ours, theirs, both = (state_of({"MEMORY.md": data}) for data in (b"bad 3\nbad 1", b"bad 5", b"bad 5\nbad 1"))
    found = lint_change([BAD], Change((ours, theirs), both))
    assert [finding.severity for finding in found] == [Severity.WARNING, Severity.WARNING]


def test_rules_that_find_nothing_after_are_not_asked_about_before() -> None:
    asked: list[str] = []

    def check(state: AgentState) -> Iterator[Hit]:
        asked.append(state.snapshot.label)
        yield from ()

    lint_change([AgentRule("MH997", "asks", Severity.ERROR, check)], change_of({}, {}))
    assert asked == ["index"]


def acknowledged(status: str, named: str, strict: bool = False, acknowledge: bool = True, path: str = "") -> Finding:
    record = f"## 2026-09-15T10:00:00Z\n\n- status: {status}\n- critical:\n  - {named}\n"
    agents = HERMES.agents[0]._replace(path=path)
    settings = HERMES._replace(agents=(agents,))
    after = {agents.absolute("MEMORY.md"): b"bad 1", agents.absolute(LEDGER): record.encode()}
    return lint_change([BAD], change_of({}, after, settings), strict, acknowledge)[0]


@pytest.mark.parametrize("path", ["", "agents/heron"])
@pytest.mark.parametrize("named", ["MH999 MEMORY.md", "bad-line MEMORY.md", "MEMORY.md bad-line"])
def test_a_critical_record_of_the_change_lowers_what_it_names(named: str, path: str) -> None:
    assert acknowledged("CRITICAL", named, path=path).severity is Severity.WARNING


def test_a_critical_record_may_name_rule_and_store_in_one_line() -> None:
    record = b"## 2026-09-15T10:00:00Z\n\n- status: CRITICAL\n- critical: bad-line MEMORY.md\n"
    after = {"MEMORY.md": b"bad 1", LEDGER: record}
    assert lint_change([BAD], change_of({}, after))[0].severity is Severity.WARNING


@pytest.mark.parametrize(
    ("status", "named", "strict", "acknowledge"),
    [
        ("COMPLETE", "MH999 MEMORY.md", False, True),
        ("CRITICAL", "MH101 MEMORY.md", False, True),
        ("CRITICAL", "MH999 USER.md", False, True),
        ("CRITICAL", "MH999 MEMORY.md", True, True),
        ("CRITICAL", "MH999 MEMORY.md", False, False),
    ],
)
def test_nothing_else_is_lowered(status: str, named: str, strict: bool, acknowledge: bool) -> None:
    assert acknowledged(status, named, strict, acknowledge).severity is Severity.ERROR


def test_an_old_critical_record_lowers_nothing() -> None:
    record = b"## 2026-09-01T10:00:00Z\n\n- status: CRITICAL\n- critical:\n  - MH999 MEMORY.md\n"
    change = change_of({LEDGER: record}, {LEDGER: record, "MEMORY.md": b"bad 1"})
    assert lint_change([BAD], change)[0].severity is Severity.ERROR
