"""Planting, moving and rotating a canary: an entry of its own in a safe place, every other byte as it was."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_hygiene.core.canaries.canary import canary_lines, canary_text
from memory_hygiene.core.canaries.planting import NoPlaceError, plant, rotated
from memory_hygiene.core.contracts import STORES, Profile
from memory_hygiene.core.model import Format
from memory_hygiene.formats import parse

from .in_memory import section_sign

TOKEN, OTHER = "0123456789abcdef", "fedcba9876543210"
CANARY = canary_text(TOKEN)
MEMORY = STORES[Profile.HERMES]["MEMORY.md"]
LORE = STORES[Profile.SANCTUM]["LORE.md"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", f"{CANARY}\n"),
        ("# Lore\n", f"# Lore\n\n{CANARY}\n"),
        ("- one\n", f"- one\n- {CANARY}\n"),
        ("* one\n* two", f"* one\n* {CANARY}\n* two"),
        ("# A\n\n- one\n- two\n\n## B\n\n- three\n", f"# A\n\n- one\n- two\n\n## B\n\n- {CANARY}\n- three\n"),
        ("one\n\ntwo\n", f"one\n\n{CANARY}\n\ntwo\n"),
        ("1. one\n2. two\n", f"1. one\n2. two\n\n{CANARY}\n"),
        ("- one\r\n- two\r\n", f"- one\r\n- {CANARY}\r\n- two\r\n"),
        ("| a |\n|---|\n| 1 |\n| 2 |\n", f"| a |\n|---|\n| 1 |\n| 2 |\n\n{CANARY}\n"),
    ],
)
def test_h22_canary_in_markdown_is_an_entry_of_its_own(before: str, after: str) -> None:
    """H22: sanctum folders carry a canary where it is configured: a list item or a paragraph."""
    assert plant(parse(Format.MARKDOWN, before.encode()), LORE, TOKEN, parse) == after.encode()


def test_no_place_in_a_markdown_store_is_said() -> None:
    with pytest.raises(NoPlaceError, match="no place"):
        plant(parse(Format.MARKDOWN, b"```\nnever closed\n"), LORE, TOKEN, parse)


PIECES = st.sampled_from(
    ("# A\n", "\n", "- a\n", "  - b\n", "1. c\n", "text\n", "> q\n", "```\n", "| a |\n|---|\n| c |\n", "---\n",
     "<!--\n", "-->\n", "    code\n", "[x]: y\n", "* d\r\n", "text  \nmore\n", "\tt\n")
)  # fmt: skip


@given(st.lists(PIECES, max_size=12).map("".join))
@settings(max_examples=300, deadline=None)
def test_planting_in_markdown_changes_the_reading_of_nothing_else(text: str) -> None:
    before = parse(Format.MARKDOWN, text.encode())
    try:
        after = parse(Format.MARKDOWN, plant(before, LORE, TOKEN, parse))
    except NoPlaceError:
        return
    assert [line.is_alone for line in canary_lines(after)] == [True]
    others = [block for block in after.blocks if CANARY not in block.text]
    assert [(b.kind, b.text, b.section) for b in others] == [(b.kind, b.text, b.section) for b in before.blocks]


def test_no_room_in_a_markdown_store_is_said() -> None:
    document = parse(Format.MARKDOWN, b"- fact\n" * 200)
    with pytest.raises(NoPlaceError, match="no room: 201 lines with a canary, limit 200"):
        plant(document, LORE, TOKEN, parse)


def test_rotating_changes_the_token_of_the_canary_and_nothing_else() -> None:
    prose = f"see {CANARY}"
    data = section_sign("a", CANARY, f"{prose}\r\n{CANARY}\rfused", TOKEN)
    document = parse(Format.SECTION_SIGN, data)
    new = canary_text(OTHER)
    assert rotated(document, TOKEN, OTHER) == section_sign("a", new, f"{prose}\r\n{new}\rfused", TOKEN)
