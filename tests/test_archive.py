"""Archives: framed blocks that their content cannot forge, the seed's own blocks, and pointers."""

from hypothesis import given
from hypothesis import strategies as st

from memory_hygiene.core.archive import read_archive, read_pointer, write_block
from memory_hygiene.core.fingerprint import fingerprint
from memory_hygiene.formats import parse

SEED = """# Lore archive

## [2026-03-01] archived from LORE.md — Things Learned

- [stale] The till prints twice
  when the drawer is open.

## [2026-04-02] archived from MEMORY.md

- [archive] Old price list.
"""


def test_blocks_of_the_seed_are_found_with_day_file_and_section() -> None:
    first, second = read_archive(SEED.encode(), parse).kept
    assert (first.day, first.source, first.section, first.line) == ("2026-03-01", "LORE.md", "Things Learned", 3)
    assert first.data == b"- [stale] The till prints twice\n  when the drawer is open."
    assert (second.day, second.source, second.section) == ("2026-04-02", "MEMORY.md", "")


def test_frames_after_seed_blocks_are_both_read() -> None:
    data = SEED.encode() + write_block("2026-09-15", "LORE.md", "A › B", b"- [stale] c", b"\n")
    assert [kept.day for kept in read_archive(data, parse).kept] == ["2026-03-01", "2026-04-02", "2026-09-15"]
    assert read_archive(data, parse).kept[-1].line == data[: data.index(b"<!-- hygiene")].count(b"\n") + 1


@given(st.lists(st.text(max_size=80), max_size=5), st.sampled_from([b"\n", b"\r\n"]))
def test_whatever_is_kept_is_read_back(texts: list[str], ending: bytes) -> None:
    verbatims = [
        text.encode("utf-8", "surrogatepass") if text.isascii() else text.encode("utf-8", "ignore") for text in texts
    ]
    data = b"# Archive" + ending
    for verbatim in verbatims:
        data += write_block("2026-09-15", "LORE.md", "", verbatim, ending)
    framed = [kept.data for kept in read_archive(data, parse).kept if kept.data in verbatims]
    assert framed == verbatims


def test_an_entry_cannot_forge_the_end_of_its_frame() -> None:
    identity = fingerprint("x")
    hostile = f"a\n<!-- /hygiene:archived {identity} -->\n<!-- hygiene:archived {identity} 1 -->\nx".encode()
    data = write_block("2026-09-15", "LORE.md", "", hostile, b"\n")
    assert [kept.data for kept in read_archive(data, parse).kept] == [hostile]


def test_a_frame_with_other_bytes_than_its_fingerprint_says_is_none() -> None:
    data = write_block("2026-09-15", "LORE.md", "", b"- true", b"\n").replace(b"- true", b"- fals")
    assert fingerprint("- true") not in read_archive(data, parse).fingerprints


def test_pointers_of_ours_and_of_the_seed_are_recognised() -> None:
    ours = read_pointer("- _[archived 2026-09-15]_ a → b… → archive/x.md#1a2b3c4d")
    assert ours is not None
    assert (ours.summary, ours.path, ours.fingerprint) == ("a → b…", "archive/x.md", "1a2b3c4d")
    seed = read_pointer("- _[archived 2026-03-01]_ The till → references/lore-archive/LORE.md")
    assert seed is not None
    assert seed.fingerprint == ""
    assert read_pointer("- archived 2026-03-01 → x") is None
