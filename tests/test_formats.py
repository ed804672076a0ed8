"""The laws of documents: parse then render gives back any bytes, and blocks are spans over them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_hygiene.core.model import Document, Edit, Format, render
from memory_hygiene.core.sizes import count_chars, drift_line
from memory_hygiene.formats import markdown, parse, section_sign

from .strategies import markdown_stores, section_sign_stores

ANY_BYTES = st.one_of(st.binary(max_size=200), markdown_stores(), section_sign_stores())


def _assert_spans(document: Document) -> None:
    position = 0
    for block in document.blocks:
        assert position <= block.start < block.end <= len(document.data)
        assert block.line == 1 + _line_ends(document.data[: block.start])
        position = block.end


def _line_ends(data: bytes) -> int:
    return data.count(b"\n") + data.count(b"\r") - data.count(b"\r\n")


@settings(max_examples=400)
@given(ANY_BYTES, st.sampled_from(Format))
def test_parse_then_render_gives_back_any_bytes(data: bytes, format: Format) -> None:
    document = parse(format, data)
    assert render(document) == data
    _assert_spans(document)


@settings(max_examples=200)
@given(ANY_BYTES, st.sampled_from(Format))
def test_every_visible_byte_belongs_to_a_block_or_a_delimiter(data: bytes, format: Format) -> None:
    document = parse(format, data)
    rest = data
    for block in reversed(document.blocks):
        rest = rest[: block.start] + b"\n" + rest[block.end :]
    left = rest.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape").split()
    assert set(left) <= {"§"}


def test_edits_that_overlap_or_leave_the_document_are_refused() -> None:
    document = parse(Format.MARKDOWN, b"- a\n- b\n")
    assert render(document, (Edit(0, 3, b"- c"),)) == b"- c\n- b\n"
    for edits in ((Edit(0, 4, b""), Edit(3, 5, b"")), (Edit(6, 99, b""),)):
        with pytest.raises(ValueError):
            render(document, edits)


# The shapes of the matrix in which the real client was asked; the numbers are its answers.
HERMES_MATRIX = [
    ("canonical", b"a\n\xc2\xa7\nb\n\xc2\xa7\nc", ["a", "b", "c"], None),
    ("trailing newline", b"a\n\xc2\xa7\nb\n", ["a", "b"], None),
    ("bullets without a delimiter", b"- a\n- b\n", ["- a\n- b"], None),
    ("blank lines round the delimiter", b"a\n\n\xc2\xa7\n\nb", ["a", "b"], 2),
    ("padding", b"a  \n\xc2\xa7\n b", ["a", "b"], 1),
    ("delimiter with a space", b"a\n\xc2\xa7 \nb", ["a\n\u00a7 \nb"], None),
    ("leading delimiter", b"\xc2\xa7\na", ["\u00a7\na"], None),
    ("double delimiter", b"a\n\xc2\xa7\n\xc2\xa7\nb", ["a", "\u00a7\nb"], None),
    ("trailing delimiter, no newline", b"a\n\xc2\xa7", ["a\n\u00a7"], None),
    ("empty last entry", b"a\n\xc2\xa7\nb\n\xc2\xa7\n", ["a", "b"], 3),
    ("CRLF", b"a\r\n\xc2\xa7\r\nb\r\n", ["a", "b"], None),
    ("lone CR", b"a\r\xc2\xa7\rb", ["a", "b"], None),
    ("byte-order mark", b"\xef\xbb\xbfa\n\xc2\xa7\nb", ["\ufeffa", "b"], None),
    ("NBSP at an edge", b"\xc2\xa0a\n\xc2\xa7\nb", ["a", "b"], 0),
    ("empty", b"", [], None),
    ("white space", b" \n\n", [], None),
]


@pytest.mark.parametrize(
    ("data", "entries", "drift"), [row[1:] for row in HERMES_MATRIX], ids=[r[0] for r in HERMES_MATRIX]
)
def test_section_sign_stores_are_read_as_hermes_reads_them(data: bytes, entries: list[str], drift: int | None) -> None:
    document = section_sign.parse(data)
    assert [block.text for block in document.blocks] == entries
    if drift != 0:
        assert drift_line(document) == drift


@settings(max_examples=300)
@given(section_sign_stores())
def test_entries_match_the_client_s_own_recipe(data: bytes) -> None:
    text = data.decode().replace("\r\n", "\n").replace("\r", "\n")
    recipe = [entry for entry in (piece.strip() for piece in text.split("\n§\n")) if entry]
    document = section_sign.parse(data)
    assert [block.text for block in document.blocks] == recipe
    assert (drift_line(document) is None) == (text.strip() == "\n§\n".join(recipe))
    assert count_chars(document) == len("\n§\n".join(dict.fromkeys(recipe)))


def test_characters_are_code_points_and_repeats_count_once() -> None:
    assert count_chars(section_sign.parse("é🎉\n§\né🎉\n§\nb".encode())) == 2 + 3 + 1


def test_undecodable_files_are_read_as_far_as_they_go() -> None:
    document = section_sign.parse(b"a\xff\n\xc2\xa7\nb")
    assert not document.decodable
    assert [block.text for block in document.blocks] == ["a\udcff", "b"]
    assert not markdown.parse(b"- a\x00b\n").decodable


MARKDOWN_COUNTS = [
    ("- a\n  - nested\n- b\n", 2),
    ("para one\nstill one\n\npara two\n", 2),
    ("| a |\n|---|\n| 1 |\n| 2 |\n", 2),
    ("# h\n\n```\ncode\n```\n", 1),
    ("lead-in\n```\ncode\n```\n", 1),
    ("> quote\n> more\n", 1),
    ("<!-- a\ncomment -->\n- a\n", 1),
    ("---\nkey: v\n---\n\n- a\n", 1),
    ("[ref]: target.md\n\n- a\n", 1),
    ("1. a\n\n   second paragraph\n2. b\n", 2),
    ("- a\nlazy\n- b\n", 2),
    ("***\n", 0),
    ("heading\n===\n", 0),
    ("", 0),
]


@pytest.mark.parametrize(("text", "count"), MARKDOWN_COUNTS)
def test_markdown_entries_are_counted_as_readers_count_them(text: str, count: int) -> None:
    assert len(markdown.parse(text.encode()).counted) == count


def test_sections_are_heading_paths() -> None:
    document = markdown.parse(b"# A\n\n- x\n\n## B ##\n\n- y\n\nC\n---\n\n- z\n")
    assert [block.section for block in document.entries] == [("A",), ("A", "B"), ("A", "C")]


def test_form_feed_and_line_separator_end_no_line() -> None:
    document = markdown.parse("- a\u2028b\x0cc\n- d\n".encode())
    assert [block.line for block in document.entries] == [1, 2]
