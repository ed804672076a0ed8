"""What is acquitted without being looked at is not stopped when it is looked at."""

from hypothesis import given
from hypothesis import strategies as st

from memory_hygiene.core.acquittal import may_leak, touched_part
from memory_hygiene.core.audit.ledger import TITLE, write_record
from memory_hygiene.core.canaries.canary import canary_text, token_digest
from memory_hygiene.core.canaries.leaking import leaked_tokens
from memory_hygiene.core.findings import Severity
from memory_hygiene.core.lint import lint_change
from memory_hygiene.rules import ALL_RULES

from .in_memory import change_of, section_sign

TOKEN = "0123456789abcdef"
NOTES = (
    "a note",
    f"see {TOKEN}",
    f"x{TOKEN}",
    TOKEN.upper(),
    canary_text(TOKEN),
    "<<<<<<< ours",
    " padded ",
    "§",
    "x" * 2300,
)
ENTRIES = st.lists(st.sampled_from(NOTES), max_size=4)
LEDGER = (TITLE + write_record("2026-01-09T12:00:00Z", (("canary", f"MEMORY.md {token_digest(TOKEN)}"),))).encode()


def files(memory: list[str], user: list[str], skill: list[str]) -> dict[str, bytes]:
    """An agent's files, with the token registered."""
    stores = {"MEMORY.md": section_sign(*memory), "USER.md": section_sign(*user)}
    return {**stores, "skills/a/SKILL.md": "\n".join(skill).encode(), "MEMORY_AUDIT_LEDGER.md": LEDGER}


@given(ENTRIES, ENTRIES, ENTRIES, ENTRIES, ENTRIES, ENTRIES)
def test_nothing_new_leaks_where_no_new_word_comes(
    memory: list[str],
    user: list[str],
    skill: list[str],
    memory_after: list[str],
    user_after: list[str],
    more: list[str],
) -> None:
    change = change_of(files(memory, user, skill), files(memory_after, user_after, [*skill, *more]))
    assert may_leak(change) or all(leaked.is_old for leaked in leaked_tokens(change))


@given(ENTRIES, ENTRIES, ENTRIES, ENTRIES)
def test_stores_that_nobody_touched_stop_nothing(
    memory: list[str], user: list[str], memory_after: list[str], user_after: list[str]
) -> None:
    change = change_of(files(memory, user, []), files(memory_after, user_after, []))
    whole, part = lint_change(ALL_RULES, change), lint_change(ALL_RULES, change, part=touched_part(change))
    assert [one for one in whole if one.severity is Severity.ERROR] == [
        one for one in part if one.severity is Severity.ERROR
    ]
