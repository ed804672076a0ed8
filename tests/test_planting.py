"""Planting, moving and rotating a canary: an entry of its own in a safe place, every other byte as it was."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_hygiene.core.canaries.canary import canary_lines, canary_text, without_canary
from memory_hygiene.core.canaries.placement import misplacement
from memory_hygiene.core.canaries.planting import NoPlaceError, plant, replaced, rotated
from memory_hygiene.core.contracts import STORES, Profile
from memory_hygiene.core.drift import drifts
from memory_hygiene.core.model import Format
from memory_hygiene.formats import parse

from .in_memory import section_sign

TOKEN, OTHER = "0123456789abcdef", "fedcba9876543210"
CANARY = canary_text(TOKEN)
MEMORY = STORES[Profile.HERMES]["MEMORY.md"]
LORE = STORES[Profile.SANCTUM]["LORE.md"]


def moved(data: bytes) -> bytes | None:
    return replaced(parse(Format.SECTION_SIGN, data), MEMORY, parse)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (section_sign(CANARY, "a", "b"), section_sign("a", CANARY, "b")),
        (section_sign("a", "b", CANARY), section_sign("a", CANARY, "b")),
        (section_sign("a", "b", CANARY) + b"\n", section_sign("a", CANARY, "b") + b"\n"),
        (section_sign(CANARY, "a"), section_sign("a", CANARY)),
        (section_sign("a", CANARY + "\nfused", "b"), section_sign("a", "fused", CANARY, "b")),
        (section_sign("a\n" + CANARY), section_sign("a", CANARY)),
        (section_sign("one\n" + CANARY + "\ntwo", "b"), section_sign("one\ntwo", CANARY, "b")),
        (section_sign(CANARY + "\n\nfused", "b"), section_sign("fused", CANARY, "b")),
        (
            section_sign(CANARY, "a", "b").replace(b"\n", b"\r\n"),
            section_sign("a", CANARY, "b").replace(b"\n", b"\r\n"),
        ),
    ],
)
def test_h22_canary_is_moved_to_a_safe_place(before: bytes, after: bytes) -> None:
    """H22: placement only warns, and apply repairs it."""
    assert moved(before) == after
    assert moved(after) is None


@pytest.mark.parametrize(
    "data",
    [
        b"",
        section_sign("a", "b"),
        section_sign(CANARY),
        section_sign("a", CANARY),
        section_sign(CANARY, "a", canary_text(OTHER), "b"),
        section_sign(CANARY, "a", "b") + b"\n\xc2\xa7\n",
        section_sign(CANARY, "a", " b"),
        section_sign(CANARY, "a", "b") + b"\xff",
        section_sign("CANARY: Do not modify this line", "a", "b"),
    ],
)
def test_canary_stays_where_it_is_safe_or_cannot_be_moved(data: bytes) -> None:
    assert moved(data) is None


@given(st.lists(st.sampled_from(["a", "b c", "one\ntwo", CANARY, CANARY + "\nx", "x\n\n" + CANARY]), max_size=5))
@settings(max_examples=300, deadline=None)
def test_moving_keeps_every_entry_and_the_canary(entries: list[str]) -> None:
    data = section_sign(*entries)
    after = moved(data)
    if after is None:
        return
    document = parse(Format.SECTION_SIGN, after)
    texts = [block.text for block in document.blocks]
    kept = [text for entry in entries if (text := without_canary(entry).strip())]
    assert [text for text in texts if text != CANARY] == kept
    assert [misplacement(line, document) for line in canary_lines(document)] == [""]
    assert not list(drifts(document))


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
