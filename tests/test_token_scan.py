"""Scanning for tokens: wherever a file is cut, whatever stands around a token, and without what only looks like one."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_hygiene.core.canaries.canary import canary_text
from memory_hygiene.core.canaries.token_scan import Sighting, sightings

TOKEN = "0123456789abcdef"


def words(*chunks: bytes) -> list[Sighting]:
    return list(sightings(chunks))


@pytest.mark.parametrize(
    "text",
    [
        TOKEN,
        TOKEN.upper(),
        f"({TOKEN})",
        f"token={TOKEN}&x=1",
        f"a_{TOKEN}_b",
        f"/?q=%28{TOKEN}%29",
        f"\\u0028{TOKEN}\\u0029",
        f"é{TOKEN}é",
        f"\n{TOKEN}\x00\xff",
    ],
)
def test_token_is_seen_in_any_surroundings(text: str) -> None:
    assert [found.word for found in words(text.encode())] == [TOKEN]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-16-le", "utf-32"])
def test_token_is_seen_in_wide_encodings(encoding: str) -> None:
    assert Sighting(2, TOKEN) in words(f"one\nx {TOKEN}".encode(encoding))


@pytest.mark.parametrize("text", [TOKEN[:-1], f"{TOKEN}0", f"0{TOKEN}", f"x{TOKEN}", f"{TOKEN}z", TOKEN * 3, "a" * 500])
def test_longer_and_shorter_words_are_none(text: str) -> None:
    assert words(text.encode()) == []


def test_words_of_a_canary_are_seen_before_its_token() -> None:
    assert words(f"\n{canary_text(TOKEN)}\n".encode()) == [Sighting(2, ""), Sighting(2, TOKEN)]


PIECES = st.sampled_from((TOKEN, canary_text(TOKEN), "\n", " ", "%28", "a" * 40, "x", "\\u0028", "padding " * 12, "0"))


@given(st.lists(PIECES, max_size=12).map(lambda pieces: "".join(pieces).encode()), st.data())
@settings(max_examples=300, deadline=None)
def test_where_a_file_is_cut_does_not_matter(text: bytes, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=6)))
    edges = [0, *cuts, len(text)]
    chunks = [text[a:b] for a, b in pairwise(edges)]
    assert set(words(*chunks)) == set(words(text))


def test_lines_are_counted_over_chunks_and_nul_bytes() -> None:
    filler = b"line\n" * 1000
    assert words(filler, filler, TOKEN.encode()) == [Sighting(2001, TOKEN)]
    assert words(filler, filler + b"\0", TOKEN.encode()) == [Sighting(2001, TOKEN)]
