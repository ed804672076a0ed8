"""Leading tags, and what only looks like one."""

import time

import pytest

from memory_hygiene.core.lookalikes import lookalikes
from memory_hygiene.core.tags import Wish, is_day, is_struck, leading_tag, without_marks
from memory_hygiene.formats import markdown, section_sign


def tag_of(text: str) -> tuple[Wish, str] | None:
    """The wish and the tag of the first entry of a Markdown text."""
    document = markdown.parse(text.encode())
    tag = leading_tag(document.entries[0], document.labels)
    return None if tag is None else (tag.wish, tag.written)


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("- [stale] a", Wish.ARCHIVE),
        ("* [Archive] a", Wish.ARCHIVE),
        ("1) [PRUNE] a", Wish.PRUNE),
        ("12. [x] [wrong] a", Wish.PRUNE),
        ("- [ ] [obsolete] a", Wish.PRUNE),
        ("- **[contradicted]** a", Wish.PRUNE),
        ("- [ superseded ] a", Wish.PRUNE),
        ("- [superseded by: SQLite] a", Wish.PRUNE),
        ("- [superseded by: [the new one](new.md)] a", Wish.PRUNE),
        ("- [superseded by: [[New Page]]] a", Wish.PRUNE),
        ("-\t[prune] a", Wish.PRUNE),
        ("-    [prune] a", Wish.PRUNE),
        ("- [expired:2026-05-31] a", Wish.EXPIRE),
        ("- [expired: 2026-05-31 ] a", Wish.EXPIRE),
        ("- [expired:31.05.2026] a", Wish.UNCLEAR),
        ("- [expired] a", Wish.UNCLEAR),
        ("- ~~all of it~~", Wish.PRUNE),
        ("- ~~all of it,\n  on two lines~~", Wish.PRUNE),
        ("| A |\n|---|\n| ~~all of it~~ |", Wish.PRUNE),
        ("| A | B |\n|---|---|\n| [x] [prune] a | b |", Wish.PRUNE),
        ("| A |\n|---|\n| [stale] a |", Wish.ARCHIVE),
        ("[stale] a paragraph", Wish.ARCHIVE),
    ],
)
def test_leading_tags(text: str, wish: Wish) -> None:
    found = tag_of(text)
    assert found is not None
    assert found[0] is wish


@pytest.mark.parametrize(
    "text",
    [
        "- a [stale]",
        "- `[stale]` a",
        "- [stale](https://example.org) a",
        "- [stale][ref] a",
        "- [stale] a\n\n[stale]: https://example.org",
        "- [[stale]] a",
        "- ~~a~~ and more",
        "- ~~a~~ and ~~b~~",
        "- ~~a\\~~",
        "-     [prune] code",
        "1.      [prune] code",
        "-\t\t[prune] code",
        "-     ~~code~~",
        "- ~~a\n  - b~~",
        "- ~~a\n  ***\n  b~~",
        "- ~~a\n  1. b~~",
        "- ~~a\n  > b~~",
        "- ~~a\n  ```\n  b~~",
        "- ~~a\n  ===\n  b~~",
        "- ~~a\n  ---\n  b~~",
        "| A | B |\n|---|---|\n| ~~a~~ | ~~b~~ |",
        "A | B\n---|---\n~~a | b~~",
        "- [stalemate] a",
        "- [archive plans] a",
        "| A | B |\n|---|---|\n| a | [stale] |",
    ],
)
def test_text_that_is_no_tag(text: str) -> None:
    assert tag_of(text) is None


@pytest.mark.parametrize(
    "text", ["- [stale] a", "- [archive plans] a", "- [stale](u) a", "- a [stale]", "- [[stale]] a"]
)
def test_nothing_looks_odd_where_all_is_clear(text: str) -> None:
    document = markdown.parse(text.encode())
    assert [seen for block in document.blocks for seen in lookalikes(block, document.labels)] == []


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("- [expired 2026-01-01] a", [0]),
        ("- **[stale] a** b", [0]),
        ("- \\[stale] a", [0]),
        ("- \\[stale\\] a", [0]),
        ("- [stale][prune] a", [0]),
        ("- [stale] [prune] a", [0]),
        ("- a\n  - [stale] b\n  - c\n    - [x] [prune] d", [1, 3]),
        ("- a\n\n  ~~~\n  - [stale] b\n  ~~~\n  - [stale] c", [5]),
        ("# [stale] a", [0]),
        ("> [stale] a", [0]),
        ("- a\n\n  | A | B |\n  |---|---|\n  | [prune] b | c |", [4]),
        ("- **[prune]**: a", [0]),
        ("- [**prune**] a", [0]),
        ("- [x][prune] a", [0]),
        ("- [UNVERIFIED] [prune] a", [0]),
        ("-     [prune: code", []),
        ("-     [prune!] code", []),
        ("- \u00a0[prune] a", [0]),
        ("- \u200b[prune] a", [0]),
        ("- <b>[prune]</b> a", [0]),
        ("• a\n• [prune] b", [1]),
        ("• [prune] a", [0]),
        ("(1) [prune] a", [0]),
        ("-[prune] a", [0]),
        ("1.[prune] a", [0]),
        ("1.) [prune] a", [0]),
        ("-\u00a0[prune] a", [0]),
        ("a\n-[prune] b", [1]),
        ("a. [stale] a", [0]),
    ],
)
def test_lookalikes(text: str, marks: list[int]) -> None:
    document = markdown.parse(text.encode())
    assert [seen.offset for block in document.blocks for seen in lookalikes(block, document.labels)] == marks


def test_bullets_of_a_section_sign_entry() -> None:
    block = section_sign.parse(b"Jobs:\n- [stale] a\n- b\n[stale] c").entries[0]
    assert [seen.offset for seen in lookalikes(block, frozenset())] == [1]


def test_the_words_of_an_entry_stay_whole_beside_a_tag_with_a_link() -> None:
    assert without_marks("- [superseded by: [[New Page]]] old words") == "old words"


@pytest.mark.parametrize("day", ["2026-02-28", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"])
def test_days(day: str) -> None:
    assert is_day(day)


@pytest.mark.parametrize(
    "text",
    [
        "2026-02-29",
        "1900-02-29",
        "2026-13-01",
        "2026-00-10",
        "0000-01-01",
        "2026-1-1",
        "26-01-01",
        "2026-01-010",
        "soon",
    ],
)
def test_what_is_no_day(text: str) -> None:
    assert not is_day(text)


def test_struck_is_the_whole_entry() -> None:
    assert is_struck("~~a b~~ ")
    assert not any(map(is_struck, ["~~a", "~~a~~ b", "~~a~~~~b~~", "~~ a ~~", "~~a `~~` b~~", "~~~~"]))


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("- [stale] [UNVERIFIED] a [UNVERIFIED]", "[UNVERIFIED] a"),
        ("- [x] [prune] a", "[x] a"),
        ("| [stale] a | b |", "| a | b |"),
        ("~~a~~", "a"),
        ("[superseded by: b] a [UNVERIFIED] \n", "a \n"),
    ],
)
def test_marks_are_folded_away(text: str, bare: str) -> None:
    assert without_marks(text) == bare


HOSTILE = {
    "blanks": " " * 1_000_000,
    "half a tag": "[stale:" + " " * 1_000_000,
    "tags": "[stale] " * 120_000,
    "blanks before a mark": "a" + " \t" * 500_000 + "[UNVERIFIED] b",
    "brackets": "[" * 1_000_000,
    "tildes": "~" * 1_000_000,
    "checkbox": "- [x]" + " " * 1_000_000,
    "emphasis": "**" * 500_000,
    "open tags": "[superseded by" * 80_000,
    "nested items": "- a\n" + "  - [stale] b\n" * 80_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_no_text_takes_long(text: str) -> None:
    start = time.process_time()
    without_marks(text)
    block = section_sign.parse(text.encode()).blocks
    for one in block:
        leading_tag(one)
        list(lookalikes(one, frozenset()))
    assert time.process_time() - start < 5
