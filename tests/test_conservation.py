"""Conservation: what left is lost unless it is found again, was judged, or is excused by its branch."""

import time

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from memory_hygiene.core.audit.ledger import Judged, write_record
from memory_hygiene.core.fingerprint import fingerprint
from memory_hygiene.core.losses.conservation import departures
from memory_hygiene.core.losses.departure import Fate
from memory_hygiene.core.settings import Settings
from memory_hygiene.core.state import Change

from .in_memory import HERMES, SANCTUM, change_of, section_sign, state_of

SUBJECTS = ["kiosk", "till", "harbour", "lease", "freezer", "mast", "archive box", "deploy key", "scanner", "voucher"]
VERBS = ["opens", "closes", "stands", "belongs to Nell", "costs", "is painted", "was moved", "answers", "breaks"]
ENDS = ["at noon", "by port 8443", "in May 2026", "behind the mill", "for 0.22 per hour", "at -18 degrees", "green"]
ENTRY = st.builds("{} {} {} {}".format, *map(st.sampled_from, (SUBJECTS, VERBS, ENDS, ENDS)))
ENTRIES = st.lists(ENTRY, min_size=1, max_size=8, unique=True)


def markdown(entries: list[str]) -> bytes:
    return "".join(f"- {entry}\n" for entry in entries).encode()


def fates(change: Change) -> dict[str, Fate]:
    return {departure.block.text.removeprefix("- "): departure.fate for departure in departures(change)}


@pytest.mark.parametrize(("profile", "path"), [(HERMES, "MEMORY.md"), (SANCTUM, "LORE.md")], ids=["hermes", "sanctum"])
@given(entries=ENTRIES, place=st.integers(0, 7))
@settings(max_examples=60, deadline=None)
def test_removing_any_entry_is_reported(profile: Settings, path: str, entries: list[str], place: int) -> None:
    write = section_sign if profile is HERMES else lambda *rest: markdown(list(rest))
    gone = entries[place % len(entries)]
    left = [entry for entry in entries if entry != gone]
    change = change_of({path: write(*entries)}, {path: write(*left)}, profile)
    assert fates(change) == {gone: Fate.LOST}


@given(entries=ENTRIES, place=st.integers(0, 7), day=st.sampled_from(["2026-09-15T10:00:00Z"]))
@settings(max_examples=60, deadline=None)
def test_a_record_with_its_fingerprint_excuses_it(entries: list[str], place: int, day: str) -> None:
    gone = entries[place % len(entries)]
    left = [entry for entry in entries if entry != gone]
    record = write_record(day, (), (Judged(fingerprint(gone), "drop", "not true any more"),))
    after = {"MEMORY.md": section_sign(*left), "MEMORY_AUDIT_LEDGER.md": record.encode()}
    assert fates(change_of({"MEMORY.md": section_sign(*entries)}, after)) == {gone: Fate.RECORDED}


@given(entries=ENTRIES, order=st.randoms(use_true_random=False), split=st.integers(0, 8))
@settings(max_examples=60, deadline=None)
def test_any_order_over_any_stores_loses_nothing(entries: list[str], order: object, split: int) -> None:
    mixed = sorted(entries, key=lambda entry: fingerprint(entry + str(split)))
    after = {"MEMORY.md": section_sign(*mixed[:split]), "USER.md": section_sign(*mixed[split:])}
    assert departures(change_of({"MEMORY.md": section_sign(*entries)}, after)) == ()


@given(ours=ENTRIES, theirs=ENTRIES, base=ENTRIES)
@settings(max_examples=100, deadline=None)
def test_a_merge_of_both_sides_is_clean_and_of_one_side_is_not(
    ours: list[str], theirs: list[str], base: list[str]
) -> None:
    """A three-way merge by sets: kept when both have it or one side added it."""
    kept = [
        e
        for e in dict.fromkeys(base + ours + theirs)
        if (e in ours and e in theirs) or _is_added(e, ours, theirs, base)
    ]
    honest = _merge(ours, theirs, base, kept)
    assert [d for d in departures(honest) if d.fate is Fate.LOST] == []

    added = [entry for entry in theirs if entry not in base and entry not in ours]
    assume(added)
    lost = {d.block.text for d in departures(_merge(ours, theirs, base, ours)) if d.fate is Fate.LOST}
    assert lost == set(added), "merge -s ours"


def _is_added(entry: str, ours: list[str], theirs: list[str], base: list[str]) -> bool:
    return entry not in base and (entry in ours or entry in theirs)


def _merge(ours: list[str], theirs: list[str], base: list[str], result: list[str]) -> Change:
    states = [state_of({"MEMORY.md": section_sign(*entries)}) for entries in (ours, theirs, result, base)]
    return Change((states[0], states[1]), states[2], (states[3],), "2026-09-15")


def test_the_other_side_lost_it_too_late_to_be_excused() -> None:
    """What no side had removed since the base is the merge's own loss, from whichever parent one looks."""
    x, y = "the kiosk opens at noon", "the lease ends in May 2026"
    found = departures(_merge([x, y], [x, y], [x, y], [x]))
    assert [(d.block.text, d.fate) for d in found] == [(y, Fate.LOST)], "once, not once per parent"


def test_the_worse_fate_of_two_parents_counts() -> None:
    """To the first parent x became z; the second knows that z is what became of y."""
    x, y = "the kiosk opens at noon in May", "the kiosk opens at nine in June"
    z = "the kiosk opens at nine in July"
    found = {d.block.text: d.fate for d in departures(_merge([x], [x, y], [], [z]))}
    assert found == {x: Fate.LOST, y: Fate.EDITED}


def test_a_copy_elsewhere_in_the_cold_tier_needs_no_frame() -> None:
    x, y = "the kiosk opens at noon", "the lease ends in May 2026"
    after = {"MEMORY.md": section_sign(x), "archive/old.md": f"some prose\n\n- {y}\n".encode()}
    assert fates(change_of({"MEMORY.md": section_sign(x, y)}, after)) == {y: Fate.ARCHIVED}


@pytest.mark.parametrize("path", ["archive/old.md", "skills/x/SKILL.md"])
@pytest.mark.parametrize("text", ["the lease ends in May", "the lease ends\nin May", "the lease:\n\n- ends\n- in May"])
@pytest.mark.parametrize("lead", ["", "\n", "\r\n"])
def test_what_is_appended_by_hand_is_kept_however_it_is_read(path: str, text: str, lead: str) -> None:
    x = "the kiosk opens at noon"
    kept = f"some prose\n{lead}{text}\nmore prose\n"
    kept = kept.replace("\n", "\r\n") if "\r" in lead else kept
    change = change_of({"MEMORY.md": section_sign(x, text)}, {"MEMORY.md": section_sign(x), path: kept.encode()})
    assert fates(change) == {text: Fate.ARCHIVED}


@pytest.mark.parametrize("kept", ["the lease ends in May 2027", "so the lease ends in May", "the lease\nends in May"])
def test_a_part_of_a_line_elsewhere_keeps_nothing(kept: str) -> None:
    x, y = "the kiosk opens at noon", "the lease ends in May"
    after = {"MEMORY.md": section_sign(x), "archive/old.md": f"some prose\n{kept}\n".encode()}
    assert fates(change_of({"MEMORY.md": section_sign(x, y)}, after)) == {y: Fate.LOST}


def test_an_archive_of_another_agent_keeps_nothing() -> None:
    x, y = "the kiosk opens at noon", "the lease ends in May 2026"
    after = {"MEMORY.md": section_sign(x), "agents/kite/archive/old.md": f"- {y}\n".encode()}
    assert fates(change_of({"MEMORY.md": section_sign(x, y)}, after)) == {y: Fate.LOST}


def test_a_commented_out_heading_is_no_place_to_hide() -> None:
    before, after = {"LORE.md": b"- deploys run on fridays\n"}, {"LORE.md": b"# deploys run on fridays\n"}
    assert fates(change_of(before, after, SANCTUM)) == {"deploys run on fridays": Fate.LOST}


def test_an_entry_is_not_edited_into_opaque_content() -> None:
    before = {"LORE.md": b"- the kiosk opens at noon in May\n"}
    after = {"LORE.md": b"```\nthe kiosk opens at eight in May\n```\n"}
    assert fates(change_of(before, after, SANCTUM)) == {"the kiosk opens at noon in May": Fate.LOST}


def test_one_edit_explains_one_loss() -> None:
    olds = ["the kiosk opens at noon in May", "the kiosk opens at nine in May"]
    after = {"MEMORY.md": section_sign("the kiosk opens at ten in May")}
    found = fates(change_of({"MEMORY.md": section_sign(*olds)}, after))
    assert sorted(fate.value for fate in found.values()) == ["edited", "lost"]


def test_threshold_is_configurable() -> None:
    change = ({"MEMORY.md": b"one two three four"}, {"MEMORY.md": b"one two three five six"})
    assert set(fates(change_of(*change)).values()) == {Fate.EDITED}
    strict = HERMES._replace(edit_similarity=0.9)
    assert set(fates(change_of(*change, strict)).values()) == {Fate.LOST}


def _numbered(count: int, word: str) -> bytes:
    return section_sign(*(f"{word}{number} is {word}{number + 1} of {word}{number * 7}" for number in range(count)))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (_numbered(5000, "old"), _numbered(5000, "new")),
        (_numbered(5000, "old"), b""),
        (_numbered(5000, "old"), b"\n".join(_numbered(5000, "old").split("\n§\n".encode()))),
        (section_sign(*["the very same entry again"] * 2000), section_sign(*["another entry said again"] * 2000)),
        (b"word " * 200_000, b"verb " * 200_000),
        (" ".join(f"w{n}" for n in range(150_000)).encode(), " ".join(f"w{n}" for n in range(1, 150_001)).encode()),
        (b"a" + b" " * 1_000_000 + b"b", b"a" + b"\t" * 1_000_000 + b"c"),
        (b"[stale] " * 120_000, b"[prune] " * 120_000 + b"x"),
        (b"[stale:" + b" " * 1_000_000, b"_[archived 2026-01-01]_ " + "→ ".encode() * 250_000),
        (b"~~" * 400_000, b"CANARY: Do not modify this line " * 30_000),
    ],
    ids=["replaced", "emptied", "joined", "equal", "long line", "long edit", "blanks", "tags", "half tags", "marks"],
)
def test_hostile_sizes_take_seconds(before: bytes, after: bytes) -> None:
    start = time.process_time()
    departures(change_of({"MEMORY.md": before}, {"MEMORY.md": after}))
    assert time.process_time() - start < 10
