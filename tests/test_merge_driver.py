"""The merge of one file, without git: entries of stores, records of ledgers, blocks of archives."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_hygiene.core.archive import read_archive, write_block
from memory_hygiene.core.audit.continuation import archive_break, ledger_break
from memory_hygiene.core.audit.ledger import TITLE, append_record, read_ledger, write_record
from memory_hygiene.core.canaries.canary import canary_text
from memory_hygiene.core.merging.merging import Merged, StoreMerge
from memory_hygiene.core.merging.merging_trails import merge_archives, merge_ledgers
from memory_hygiene.core.model import Format
from memory_hygiene.formats import parse

BERTHS = ("The build server is 10.0.0.7.", "Deploys run on Fridays.", "Staging has its own database.")
OTHERS = ("Invoices go out on the first.", "The cat is called Pixel.", "Backups are kept for 30 days.")


def _no_choice(ours: str, theirs: str) -> str:
    return ""


MERGE = StoreMerge(0.6, _no_choice)


def _store(*entries: str) -> bytes:
    return "\n§\n".join(entries).encode("utf-8", "surrogateescape")


def _merged(base: bytes, ours: bytes, theirs: bytes, format: Format = Format.SECTION_SIGN) -> Merged:
    found = MERGE.merge(format, base, ours, theirs, parse)
    assert found is not None
    return found


def _entries(merged: Merged) -> list[str]:
    assert merged.conflicts == 0
    return [block.text for block in parse(Format.SECTION_SIGN, merged.data).blocks]


def test_what_either_side_adds_is_kept_in_one_order_whoever_merges() -> None:
    base = _store(*BERTHS)
    ours, theirs = _store(*BERTHS, OTHERS[0]), _store(BERTHS[0], OTHERS[1], *BERTHS[1:], OTHERS[2])
    merged = _merged(base, ours, theirs)
    assert _entries(merged) == [BERTHS[0], OTHERS[1], *BERTHS[1:], OTHERS[2], OTHERS[0]]
    assert _merged(base, theirs, ours) == merged


def test_what_one_side_removes_goes_when_the_other_left_it_alone() -> None:
    merged = _merged(_store(*BERTHS), _store(*BERTHS[1:], OTHERS[0]), _store(*BERTHS[:2]))
    assert _entries(merged) == [BERTHS[1], OTHERS[0]]


def test_a_mark_of_unverified_does_not_keep_what_the_other_side_removed() -> None:
    merged = _merged(_store(*BERTHS), _store(*BERTHS[1:]), _store(f"{BERTHS[0]} [UNVERIFIED]", *BERTHS[1:]))
    assert _entries(merged) == list(BERTHS[1:])


def test_edits_of_different_entries_are_both_taken() -> None:
    one, other = "The build server is 10.0.0.8.", "Staging has its own database, and a queue."
    merged = _merged(_store(*BERTHS), _store(one, *BERTHS[1:]), _store(*BERTHS[:2], other))
    assert _entries(merged) == [one, BERTHS[1], other]


def test_the_same_edit_on_both_sides_is_no_conflict() -> None:
    edited = _store("The build server is 10.0.0.8.", *BERTHS[1:])
    both = _merged(_store(*BERTHS), edited + _store("", OTHERS[0]), edited + _store("", OTHERS[1]))
    assert _entries(both) == ["The build server is 10.0.0.8.", *BERTHS[1:], *sorted(OTHERS[:2])]


def test_an_entry_edited_in_two_ways_is_a_conflict_with_the_marks_of_git() -> None:
    merged = _merged(
        _store(*BERTHS),
        _store("The build server is 10.0.0.8.", *BERTHS[1:]),
        _store("The build server is 10.0.0.9.", *BERTHS[1:], OTHERS[0]),
    )
    marked = "<<<<<<< ours\nThe build server is 10.0.0.8.\n=======\nThe build server is 10.0.0.9.\n>>>>>>> theirs"
    assert merged == Merged(_store(marked, *BERTHS[1:], OTHERS[0]), 1)


@pytest.mark.parametrize("is_ours", [True, False])
def test_an_entry_edited_on_one_side_and_removed_on_the_other_is_a_conflict(is_ours: bool) -> None:
    edited, removed = _store("The build server is 10.0.0.8.", *BERTHS[1:]), _store(*BERTHS[1:])
    sides = (edited, removed) if is_ours else (removed, edited)
    merged = _merged(_store(*BERTHS), *sides)
    text = "The build server is 10.0.0.8.\n"
    marked = f"<<<<<<< ours\n{text if is_ours else ''}=======\n{'' if is_ours else text}>>>>>>> theirs"
    assert merged == Merged(_store(marked, *BERTHS[1:]), 1)


def test_what_both_sides_add_alike_comes_once_and_repeats_of_one_side_stay() -> None:
    both = _merged(_store(*BERTHS), _store(*BERTHS, OTHERS[0], OTHERS[1]), _store(*BERTHS, OTHERS[1], OTHERS[0]))
    assert Counter(_entries(both)) == Counter((*BERTHS, *OTHERS[:2]))
    twice = _merged(_store(*BERTHS), _store(*BERTHS, OTHERS[0], OTHERS[0]), _store(*BERTHS, OTHERS[0]))
    assert Counter(_entries(twice))[OTHERS[0]] == 2


def test_an_edit_into_what_the_other_side_adds_comes_once() -> None:
    edited = "Deploys run on Fridays and on Mondays."
    merged = _merged(_store(*BERTHS), _store(BERTHS[0], edited, BERTHS[2]), _store(*BERTHS, edited))
    assert _entries(merged) == [BERTHS[0], edited, BERTHS[2]]


def test_an_order_that_one_side_changed_is_taken() -> None:
    merged = _merged(_store(*BERTHS), _store(*BERTHS[::-1]), _store(*BERTHS, OTHERS[0]))
    assert _entries(merged)[:1] == [BERTHS[2]]
    assert Counter(_entries(merged)) == Counter((*BERTHS, OTHERS[0]))


def test_the_result_is_what_hermes_would_write() -> None:
    merged = _merged(_store(*BERTHS), _store(*BERTHS) + "\n§\n\n§\nA new one.\n\n".encode(), _store(*BERTHS[1:]))
    assert merged == Merged(_store(*BERTHS[1:], "A new one."))


def test_line_endings_that_one_side_changed_are_taken_for_all() -> None:
    crlf = _store(*BERTHS).replace(b"\n", b"\r\n")
    merged = _merged(_store(*BERTHS), crlf, _store(*BERTHS, "Two\nlines."))
    assert merged == Merged(_store(*BERTHS, "Two\nlines.").replace(b"\n", b"\r\n"))


def test_of_two_rotations_the_one_that_the_ledger_names_is_taken_or_none() -> None:
    old, ours, theirs = ("1" * 16, "2" * 16, "3" * 16)
    stores = [_store(BERTHS[0], canary_text(token), BERTHS[1]) for token in (old, ours, theirs)]
    asked: list[tuple[str, str]] = []

    def choose(one: str, other: str) -> str:
        asked.append((one, other))
        return other

    found = StoreMerge(0.6, choose).merge(Format.SECTION_SIGN, stores[0], stores[1], stores[2], parse)
    assert found == Merged(stores[2])
    assert asked == [(ours, theirs)]
    assert _merged(stores[0], stores[1], stores[2]).conflicts == 1


def test_an_unreadable_byte_comes_through() -> None:
    odd = _store(*BERTHS, "caf\udce9 opens at 8")
    assert b"caf\xe9" in _merged(_store(*BERTHS), odd, _store(*BERTHS, OTHERS[0])).data


LORE = """# Lore

Intro.

## Servers

- The build server is 10.0.0.7.
- Staging has its own database.

| who | where |
|---|---|
| cat | sofa |

## People

- Ada likes tea.
"""


def _lore(**changes: str) -> bytes:
    text = LORE
    for old, new in changes.items():
        key = {"build": "- The build server is 10.0.0.7.\n", "staging": "- Staging has its own database.\n"}
        key |= {"row": "| cat | sofa |\n", "ada": "- Ada likes tea.\n", "people": "## People\n", "intro": "Intro.\n"}
        assert key[old] in text
        text = text.replace(key[old], new)
    return text.encode()


def _lines(merged: Merged) -> str:
    assert merged.conflicts == 0
    return merged.data.decode()


def test_markdown_keeps_its_bytes_but_for_what_changed() -> None:
    ours = _lore(
        staging="- Staging has its own database.\n- A mirror runs at night.\n", row="| cat | sofa |\n| dog | mat |\n"
    )
    theirs = _lore(build="", ada="- Ada likes tea.\n- Bo likes rye.\n", row="| cat | sofa |\n| eel | sea |\n")
    merged = _lines(_merged(LORE.encode(), ours, theirs, Format.MARKDOWN))
    assert (
        merged
        == _lore(
            build="",
            staging="- Staging has its own database.\n- A mirror runs at night.\n",
            row="| cat | sofa |\n| dog | mat |\n| eel | sea |\n",
            ada="- Ada likes tea.\n- Bo likes rye.\n",
        ).decode()
    )


def test_what_opens_a_section_comes_after_what_goes_on_in_the_one_before() -> None:
    ours = _lore(ada="- Ada likes tea.\n\n## Animals\n\n- The cat is Pixel.\n")
    theirs = _lore(ada="- Ada likes tea.\n- Bo likes rye.\n")
    for sides in ((ours, theirs), (theirs, ours)):
        merged = _lines(_merged(LORE.encode(), *sides, Format.MARKDOWN))
        assert merged.endswith("- Ada likes tea.\n- Bo likes rye.\n\n## Animals\n\n- The cat is Pixel.\n")


def test_a_heading_reworded_on_one_side_heads_what_the_other_adds() -> None:
    merged = _lines(
        _merged(LORE.encode(), _lore(people="## Friends\n"), _lore(ada="- Ada likes tea.\n- Bo.\n"), Format.MARKDOWN)
    )
    assert merged.endswith("## Friends\n\n- Ada likes tea.\n- Bo.\n")


def test_the_same_words_in_two_sections_are_two_entries() -> None:
    ours = _lore(staging="- Staging has its own database.\n- none\n")
    theirs = _lore(ada="- Ada likes tea.\n- none\n")
    assert _lines(_merged(LORE.encode(), ours, theirs, Format.MARKDOWN)).count("- none\n") == 2


def test_a_conflict_in_markdown_stands_on_lines_of_its_own() -> None:
    merged = _merged(
        LORE.encode(),
        _lore(build="- The build server is 10.0.0.8.\n"),
        _lore(build="- The build server is 10.0.0.9.\n", intro="Intro, longer.\n"),
        Format.MARKDOWN,
    )
    marked = "<<<<<<< ours\n- The build server is 10.0.0.8.\n=======\n- The build server is 10.0.0.9.\n>>>>>>> theirs\n"
    assert merged == Merged(_lore(build=marked, intro="Intro, longer.\n"), 1)


def test_a_row_added_to_a_table_that_the_other_side_removed_is_left_to_lines() -> None:
    table = "| who | where |\n|---|---|\n| cat | sofa |\n\n"
    without = LORE.replace(table, "").encode()
    added = _lore(row="| cat | sofa |\n| dog | mat |\n")
    assert MERGE.merge(Format.MARKDOWN, LORE.encode(), without, added, parse) is None


ENTRIES = st.lists(st.sampled_from([*BERTHS, *OTHERS, "a", "b", "a b c d", "a b c e"]), max_size=6)


@given(ENTRIES, ENTRIES, ENTRIES)
def test_no_entry_that_a_side_added_or_left_alone_is_lost(base: list[str], ours: list[str], theirs: list[str]) -> None:
    merged = _merged(_store(*base), _store(*ours), _store(*theirs))
    text = merged.data.decode()
    for entry in {*ours, *theirs}:
        removed = entry in base and (entry not in ours or entry not in theirs)
        assert removed or entry in text
    if not merged.conflicts:
        swapped = _merged(_store(*base), _store(*theirs), _store(*ours))
        assert Counter(_entries(swapped)) == Counter(_entries(merged))


def _record(time: str, before: bytes, **fields: str) -> bytes:
    return append_record(before, write_record(time, tuple(fields.items()), before=read_ledger(before)))


LEDGER = _record("2026-09-01T10:00:00Z", TITLE.encode(), deletions="1")


def test_a_ledger_keeps_the_records_of_both_sides_in_the_order_of_time() -> None:
    ours = _record("2026-09-04T10:00:00Z", _record("2026-09-02T10:00:00Z", LEDGER, deletions="2"), deletions="4")
    theirs = _record("2026-09-03T10:00:00Z", LEDGER, deletions="3")
    merged = merge_ledgers(LEDGER, ours, theirs, is_merge=True)
    assert merged is not None
    assert [record.get("deletions") for record in read_ledger(merged).records] == ["1", "2", "3", "4"]
    assert merged == merge_ledgers(LEDGER, theirs, ours, is_merge=True)
    assert ledger_break(ours, merged, is_merge=True) is None
    assert ledger_break(theirs, merged, is_merge=True) is None
    assert len(read_ledger(_record("2026-09-05T10:00:00Z", merged)).records[-1].prev) == 2


def test_with_one_parent_what_is_there_stays_a_prefix() -> None:
    ours = _record("2026-09-04T10:00:00Z", LEDGER, deletions="4")
    theirs = _record("2026-09-03T10:00:00Z", LEDGER, deletions="3")
    merged = merge_ledgers(LEDGER, ours, theirs, is_merge=False)
    assert merged is not None
    assert merged.startswith(ours)
    assert ledger_break(ours, merged, is_merge=False) is None
    assert [record.get("deletions") for record in read_ledger(merged).records] == ["1", "4", "3"]


def test_a_ledger_whose_sides_disagree_on_the_order_is_left_to_lines() -> None:
    first, second = ("2026-09-02T10:00:00Z", "2026-09-03T10:00:00Z")
    one = append_record(append_record(LEDGER, write_record(first, ())), write_record(second, ()))
    other = append_record(append_record(LEDGER, write_record(second, ())), write_record(first, ()))
    assert merge_ledgers(LEDGER, one, other, is_merge=True) is None


def test_two_ledgers_begun_apart_become_one() -> None:
    other = _record("2026-09-02T10:00:00Z", TITLE.encode(), deletions="2")
    merged = merge_ledgers(b"", LEDGER, other, is_merge=True)
    assert merged is not None
    assert merged.count(TITLE.encode()) == 1
    assert len(read_ledger(merged).records) == 2


def _archive(*blocks: tuple[str, str]) -> bytes:
    parts = [write_block(day, "MEMORY.md", "", text.encode(), b"\n") for day, text in blocks]
    return b"# Archive of MEMORY.md\n" + b"".join(parts)


@pytest.mark.parametrize("is_merge", [True, False])
def test_an_archive_keeps_the_blocks_of_both_sides_each_once(is_merge: bool) -> None:
    forged = "odd\n<!-- hygiene:archived 0123456789abcdef 3 -->\n## [2026-01-01] archived from X.md\n"
    old = ("2026-09-01", "An old one.")
    ours = _archive(old, ("2026-09-03", "Mine."), ("2026-09-04", "Both."))
    theirs = _archive(old, ("2026-09-02", forged), ("2026-09-04", "Both."))
    merged = merge_archives(_archive(old), ours, theirs, is_merge=is_merge)
    assert merged is not None
    texts = Counter(kept.data.decode() for kept in read_archive(merged, parse).kept)
    assert texts == Counter(["An old one.", "Mine.", forged, "Both."])
    assert archive_break(ours, merged, is_merge) is None
    assert not is_merge or archive_break(theirs, merged, is_merge) is None
