"""Plans: what is decided about which entry, and the laws every plan keeps."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_hygiene.core.contracts import Profile
from memory_hygiene.core.model import Document, Format
from memory_hygiene.core.planning.actions import Action, Archive, Canonicalise, Dedup, Prune
from memory_hygiene.core.planning.evidence import nothing_known
from memory_hygiene.core.planning.fitting import edited, plan_store
from memory_hygiene.core.planning.places import place_of
from memory_hygiene.core.planning.plan import make_plan
from memory_hygiene.core.planning.witness import FileChange, ProvedChange
from memory_hygiene.core.state import AgentState
from memory_hygiene.errors import NotProvedError
from memory_hygiene.formats import parse
from memory_hygiene.report.plan_json import identity_of
from memory_hygiene.runs.gathering import Gathered
from memory_hygiene.runs.planning import Planned, prove_plan

from .states import TODAY, blob_id, planned, state_of
from .strategies import markdown_stores, section_sign_stores

TIME = "2026-09-15T12:00:00Z"
ARCHIVE = "references/lore-archive/LORE.archive.md"


def _after(files: dict[str, bytes], change: ProvedChange) -> dict[str, bytes]:
    return {**files, **{file.path: file.after for file in change.files}}


def _lore(text: str) -> Planned:
    return planned({"LORE.md": text.encode()}, Profile.SANCTUM)


def _result(text: str) -> str:
    plan = _lore(text)
    files = {file.path: file.after for file in prove_plan(plan, TIME).files}
    return files["LORE.md"].decode() if "LORE.md" in files else text


PRUNED = [
    ("- keep\n- [superseded] gone\n- keep too\n", "- keep\n- keep too\n"),
    ("- keep\n\n- [obsolete] gone\n\n- keep too\n", "- keep\n\n- keep too\n"),
    ("1. keep\n2. [prune] gone\n   with its second line\n3. keep too\n", "1. keep\n3. keep too\n"),
    ("- [ ] [wrong] gone\n- keep\n", "- keep\n"),
    ("- ~~struck as a whole~~\n- only ~~a part~~\n", "- only ~~a part~~\n"),
    ("| a | b |\n|---|---|\n| [superseded] x | y |\n| keep | z |\n", "| a | b |\n|---|---|\n| keep | z |\n"),
    ("- [expired:2026-09-14] gone\n- [expired:2026-09-15] keep\n", "- [expired:2026-09-15] keep\n"),
    ("- [SUPERSEDED] gone\r\n- keep\r\n", "- keep\r\n"),
    ("- keep\n- [contradicted] gone", "- keep"),
    ("para\n\n[obsolete] a paragraph\n\npara two\n", "para\n\npara two\n"),
    ("- **[prune]** bold tag\n- keep\n", "- keep\n"),
]


@pytest.mark.parametrize(("before", "after"), PRUNED)
def test_tagged_entries_go_and_everything_else_stays_as_it_was(before: str, after: str) -> None:
    assert _result(before) == after


KEPT = [
    "- [archive](https://a.test) is a link\n",
    "- [obsolete]: https://a.test\n",
    "- [stale][ref] is a link\n\n[ref]: https://a.test\n",
    "- [stale]\n\n[stale]: https://a.test\n",
    "- text with [superseded] inside\n",
    "- at the end [stale]\n",
    "- `[prune]` in code\n",
    "```\n- [prune] in a fence\n```\n",
    "> - [prune] in a quote\n",
    "- \\[prune] escaped\n",
    "- [expired:2030-01-01] later\n",
    "- [expired:soon] no day\n",
    "- [expired:2026-02-30] no such day\n",
    "- [staleness] another word\n",
]


@pytest.mark.parametrize("text", KEPT)
def test_what_only_looks_like_a_tag_is_text(text: str) -> None:
    assert _lore(text).plan.actions == ()


def test_a_malformed_day_is_unresolved_not_pruned() -> None:
    (unresolved,) = _lore("- [expired:soon] x\n").plan.unresolved
    assert "YYYY-MM-DD" in unresolved.reason


def test_archiving_leaves_one_line_of_the_entry_s_own_shape() -> None:
    entry = (
        "2) [stale] The nightly job closes the day at 23:50 and then writes the report to the share.\n"
        "   It moved when the tills were changed in spring, as Freya had asked.\n"
    )
    identity = _lore("1) first\n" + entry).plan.actions[0].place.fingerprint
    pointer = "2) _[archived 2026-09-15]_ The nightly job closes the day at 23:50 and then…"
    assert _result("1) first\n" + entry) == f"1) first\n{pointer} → {ARCHIVE}#{identity[:8]}\n"


REST = "and then it goes on for as long as a pointer must be to pay for itself, to the very end of the line."


@pytest.mark.parametrize(
    ("words", "summary"),
    [
        ("**Ferry times**: the `last` one leaves at ~~8~~ 9 ", "Ferry times: the last one leaves at 8 9 and then…"),
        ("[The guide](https://a.test/g_1) of the [[depot]] ", "The guide of the depot and then it goes on for…"),
        ("(Ash's) https://a.test/cut ", "(Ash's)…"),
        ("5*3*2 tiles ", "entry"),
        ("snake_case in C# since ~5 ", "snake_case in C# since…"),
        (
            "倉庫は三月に移転しました。新しい住所は港区芝浦四丁目です。鍵は受付にあります。" * 4,
            "倉庫は三月に移転しました。新しい住所は港区芝浦四…",
        ),
    ],
)
def test_a_pointer_says_in_plain_words_what_was_there(words: str, summary: str) -> None:
    for lead in ("- [stale] ", "3. [x] [archive] "):
        (action,) = _lore(lead + words + REST + REST + "\n").plan.actions
        assert isinstance(action, Archive)
        assert f"_[archived 2026-09-15]_ {summary} → {ARCHIVE}#" in action.pointer


def test_a_pointer_that_does_not_pay_says_less_before_it_says_nothing() -> None:
    entry = "- [stale] Ferries ran to the old basin until March, since when the new pier in the south is used."
    (action,) = _lore(entry + "\n").plan.actions
    assert isinstance(action, Archive)
    assert action.pointer == f"- _[archived 2026-09-15]_ Ferries ran to… → {ARCHIVE}#{action.place.fingerprint[:8]}"


def test_short_entries_of_a_section_share_one_pointer() -> None:
    lines = "".join(f"- [stale] short entry number {number}\n" for number in range(6))
    assert _result(lines) == f"- _[archived 2026-09-15]_ 6 entries → {ARCHIVE}\n"


def test_an_entry_no_pointer_pays_for_stays_and_says_so() -> None:
    plan = _lore("- [stale] tiny\n").plan
    assert plan.actions == ()
    assert "larger" in plan.unresolved[0].reason


def test_exact_repeats_go_only_inside_their_section() -> None:
    text = "# A\n\n- same\n- other\n- same\n\n# B\n\n- same\n"
    assert _result(text) == "# A\n\n- same\n- other\n\n# B\n\n- same\n"
    for different in ("- same\n- Same\n", "- a  b\n- a b\n", "| x |\n|---|\n| a |\n| a |\n", "- [ ] x\n- [x] x\n"):
        assert _lore(different).plan.actions == ()


def test_check_only_files_are_never_touched() -> None:
    plan = planned({"CREED.md": b"- [obsolete] x\n- a\n- a\n", "BOND.md": b"- [stale] y\n"}, Profile.SANCTUM).plan
    assert plan.actions == ()
    assert {unresolved.place.path for unresolved in plan.unresolved} == {"CREED.md", "BOND.md"}


def test_a_capped_log_keeps_its_newest_rows_wherever_they_stand() -> None:
    rows = [f"| 2026-01-{day:02} | row {day} |\n" for day in range(13, 0, -1)]
    text = "# P\n\n### evolution LOG\n\n| d | w |\n|---|---|\n" + "".join(rows)
    plan = planned({"PERSONA.md": text.encode()}, Profile.SANCTUM)
    gone = [action.place.text for action in plan.plan.actions]
    assert gone == [row.strip() for row in rows[-3:]]
    files = {file.path: file.after.decode() for file in prove_plan(plan, TIME).files}
    assert files["PERSONA.md"] == text.replace("".join(rows[-3:]), "")
    assert all(row.strip() in files["references/lore-archive/PERSONA.archive.md"] for row in rows[-3:])


def _log_left(heading: str, entries: list[str]) -> list[str]:
    """The entries that a plan takes out of a log."""
    text = f"# P\n\n## {heading}\n\n" + "".join(f"- {entry}\n" for entry in entries)
    plan = planned({"PERSONA.md": text.encode()}, Profile.SANCTUM).plan
    return [action.place.text.removeprefix("- ") for action in plan.actions]


MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]


@pytest.mark.parametrize(
    "entries",
    [
        [f"2026/{n:02}/01: e" for n in range(1, 13)],
        [f"2026-{n:02}: e" for n in range(1, 13)],
        [f"2026.{n:02}.01 e" for n in range(1, 13)],
        [f"2026年{n}月1日 e" for n in range(1, 13)],
        [f"{n + 9:02}.01.2026 e" for n in range(1, 13)],
        [f"{n + 9}/01/2026 e" for n in range(1, 13)],
        [f"{n}/01/2026 e" for n in range(1, 13)],
        [f"**{month} 3, 2026**: e" for month in MONTHS],
        [f"3rd {month[:3]} 2026 e" for month in MONTHS],
        [f"{month} 2026 e" for month in MONTHS],
        ["undated" if n == 6 else f"2026-{n:02}-01 e" for n in range(1, 13)],
        [f"2026-01-{(n + 1) // 3:02} e{n}" for n in range(1, 13)],
        ["see v2.3", *(f"2026-01-{n:02} since 2031-01-01" for n in range(1, 12))],
    ],
)
def test_a_log_keeps_its_newest_entries_whichever_way_round_and_however_dated(entries: list[str]) -> None:
    assert _log_left("Evolution Log", entries) == entries[:2]
    assert _log_left("Evolution Log", entries[::-1]) == entries[1::-1]


def test_a_log_without_days_is_read_from_the_top_unless_its_heading_says_otherwise() -> None:
    entries = [f"entry {n}" for n in range(12)]
    assert _log_left("Evolution Log", entries) == entries[:2]
    assert _log_left("Evolution Log (newest first)", entries) == entries[-2:]


def test_pointers_in_a_log_neither_count_nor_go() -> None:
    pointer = "_[archived 2025-05-01]_ older rows → references/lore-archive/PERSONA.archive.md"
    assert _log_left("Evolution Log", [pointer, *(f"2026-01-{n:02} e" for n in range(1, 11))]) == []


def test_hermes_repeats_go_across_stores_the_later_one_first() -> None:
    files = {"MEMORY.md": "one\n§\ntwo\n§\none".encode(), "USER.md": "three\n§\ntwo".encode()}
    plan = planned(files, Profile.HERMES)
    assert [(type(a), a.place.path, a.place.line) for a in plan.plan.actions] == [
        (Dedup, "MEMORY.md", 5),
        (Dedup, "USER.md", 3),
    ]
    after = _after(files, prove_plan(plan, TIME))
    assert (after["MEMORY.md"], after["USER.md"]) == ("one\n§\ntwo".encode(), b"three")


def test_what_hermes_prunes_is_kept_in_its_archive() -> None:
    files = {"MEMORY.md": "[expired:2026-06-30] Guest plotter.\n§\nstays".encode()}
    after = _after(files, prove_plan(planned(files, Profile.HERMES), TIME))
    assert after["MEMORY.md"] == b"stays"
    assert b"[expired:2026-06-30] Guest plotter." in after["archive/MEMORY.archive.md"]


def test_a_drifted_store_is_written_as_hermes_would_in_its_own_line_endings() -> None:
    files = {"MEMORY.md": "a\r\n\r\n§\r\n\r\n  b\r\n§\r\n[prune] c\r\n".encode()}
    plan = planned(files, Profile.HERMES)
    assert [type(action) for action in plan.plan.actions] == [Canonicalise, Prune]
    assert _after(files, prove_plan(plan, TIME))["MEMORY.md"] == "a\r\n§\r\nb".encode()


def test_an_action_that_would_fuse_its_neighbours_leaves_a_blank_line() -> None:
    before = "para\n- [prune] gone\n- [prune] gone too\n\n===\n"
    assert _result(before).startswith("para\n\n")
    assert "===" in _result(before)


def test_residuals_say_what_only_a_rewrite_can_save() -> None:
    text = "".join(f"- line {number}\n" for number in range(203))
    (residual,) = _lore(text).plan.residual
    assert (residual.over_by, residual.unit.value) == (3, "lines")


def _laws(files: dict[str, bytes], profile: Profile) -> None:
    plan = planned(files, profile)
    change = prove_plan(plan, TIME)
    after = _after(files, change)
    again = planned(after, profile)
    assert again.plan.actions == ()
    for path, data in files.items():
        format = Format.SECTION_SIGN if profile is Profile.HERMES else Format.MARKDOWN
        if not any(isinstance(action, Canonicalise) for action in plan.plan.actions):
            _untouched_bytes_are_identical(data, after[path], plan, path, format)


def _untouched_bytes_are_identical(before: bytes, after: bytes, plan: Planned, path: str, format: Format) -> None:
    acted = {a.place.line for a in plan.plan.actions if a.place.path == path}
    position = 0
    for block in parse(format, before).blocks:
        if not acted & set(range(block.line, block.line + block.text.count("\n") + 1)):
            found = after.find(before[block.start : block.end], position)
            assert found >= position
            position = found + block.end - block.start


@settings(max_examples=120, deadline=None)
@given(markdown_stores())
def test_markdown_plans_conserve_are_idempotent_and_touch_nothing_else(data: bytes) -> None:
    _laws({"LORE.md": data}, Profile.SANCTUM)


@settings(max_examples=120, deadline=None)
@given(section_sign_stores(), section_sign_stores())
def test_section_sign_plans_conserve_are_idempotent_and_touch_nothing_else(memory: bytes, user: bytes) -> None:
    _laws({"MEMORY.md": memory, "USER.md": user}, Profile.HERMES)


def _arbitrary(draw: st.DataObject, state: AgentState) -> Planned:
    """A valid plan that no rule of ours would make: any entries, any removal."""
    store = state.stores[0]
    archive = "archive/MEMORY.archive.md" if store.contract.format is Format.SECTION_SIGN else ARCHIVE
    wanted: list[Action] = []
    for block in store.document.entries:
        kind = draw.draw(st.sampled_from(["keep", "keep", "prune", "archive"]))
        if kind == "prune":
            wanted.append(Prune(place_of(store, block), "because", archive if "archive/M" in archive else ""))
        elif kind == "archive":
            wanted.append(Archive(place_of(store, block), "because", archive))
    chosen, _ = plan_store(store, wanted, TODAY, parse)
    plan = make_plan(state, chosen, TODAY, nothing_known(), blob_id, parse)
    return Planned(plan, state, identity_of(plan), Gathered(nothing_known()))


@settings(max_examples=150, deadline=None)
@given(st.data(), st.one_of(markdown_stores(), section_sign_stores()), st.sampled_from(Profile))
def test_any_valid_plan_conserves(draw: st.DataObject, data: bytes, profile: Profile) -> None:
    name = "MEMORY.md" if profile is Profile.HERMES else "LORE.md"
    plan = _arbitrary(draw, state_of({name: data}, profile))
    change = prove_plan(plan, TIME)
    gone = "".join(a.place.text + "\n" for a in plan.plan.removals if isinstance(a, Prune) and not a.to)
    after = "\n".join(text.decode() for text in _after({name: data}, change).values())
    assert not _words(data.decode()) - _words(after) - _words(gone)


def _words(text: str) -> Counter[str]:
    return Counter(word for word in text.replace("\ufeff", "").split() if word != "§")


@settings(max_examples=100, deadline=None)
@given(st.data(), st.one_of(markdown_stores(), section_sign_stores()), st.sampled_from(Profile))
def test_removing_any_line_from_a_result_makes_the_proof_refuse(
    draw: st.DataObject, data: bytes, profile: Profile
) -> None:
    from memory_hygiene.core.planning.witness import prove

    name = "MEMORY.md" if profile is Profile.HERMES else "LORE.md"
    state = state_of({name: data}, profile)
    plan = _arbitrary(draw, state)
    change = prove_plan(plan, TIME)
    number = draw.draw(st.integers(0, len(change.files) - 1))
    lines = change.files[number].after.splitlines(keepends=True)
    solid = [n for n, line in enumerate(lines) if line.strip() and line.strip() != "§".encode()]
    if not solid or change.files[number].path == state.ledger_path:
        return
    missing = draw.draw(st.sampled_from(solid))
    broken = list(change.files)
    broken[number] = FileChange(
        broken[number].path, broken[number].before, b"".join(lines[:missing] + lines[missing + 1 :])
    )
    if lines[missing].startswith((b"# Archive", b"## [")):
        return
    with pytest.raises(NotProvedError):
        prove(plan.plan, state.stores, broken, state.ledger_path, parse)


def test_the_proof_reads_no_store_once_more_for_every_repeat() -> None:
    """A store of five thousand entries with two hundred repeats took twelve seconds."""
    from memory_hygiene.core.planning.witness import prove

    facts = [f"fact number {number}" for number in range(40)]
    plan = planned({"MEMORY.md": "\n§\n".join(facts + facts).encode()}, Profile.HERMES)
    change = prove_plan(plan, TIME)
    read: list[bytes] = []

    def counting(format: Format, data: bytes) -> Document:
        read.append(data)
        return parse(format, data)

    prove(plan.plan, plan.state.stores, change.files, plan.state.ledger_path, counting)
    assert len(plan.plan.removals) == 40
    assert len(read) <= 4


def test_only_prove_makes_a_proved_change() -> None:
    plan = _lore("- [prune] x\n- y\n")
    with pytest.raises(TypeError):
        ProvedChange(plan.plan, (), object())


def test_a_file_no_action_is_about_is_refused() -> None:
    from memory_hygiene.core.planning.witness import prove

    plan = _lore("- [prune] x\n- y\n")
    change = prove_plan(plan, TIME)
    stranger = FileChange("OTHER.md", b"a", b"b")
    with pytest.raises(NotProvedError):
        prove(plan.plan, plan.state.stores, [*change.files, stranger], plan.state.ledger_path, parse)


def test_edited_is_empty_without_actions() -> None:
    assert edited(_lore("- y\n").state.stores, (), parse) == {}


NESTED = [
    ("- a\n  - [prune] b\n  - c\n- d\n", "- a\n  - c\n- d\n"),
    (
        "1. a\n   1) [obsolete] b\n      lazy\n      - deeper\n   2) c\n",
        "1. a\n\n   2) c\n",
    ),  # only a list that starts with 1 may interrupt a paragraph
    ("- a\n\n  - [x] [prune] b\n\n  paragraph of a\n", "- a\n\n  paragraph of a\n"),
    ("- a\n  - b\n    - ~~struck~~\n", "- a\n  - b\n"),
    ("- [prune] a\n  - [prune] b\n  - live child\n- c\n", "- c\n"),
]


@pytest.mark.parametrize(("before", "after"), NESTED)
def test_nested_items_go_by_their_own_tag_with_all_they_contain(before: str, after: str) -> None:
    assert _result(before) == after


NOT_NESTED = [
    "- - [prune] a\n",
    "- a\n  > - [prune] quoted\n",
    "- a\n  ```\n  - [prune] code\n  ```\n",
    "- a\n\n      - [prune] code\n",
]


@pytest.mark.parametrize("text", NOT_NESTED)
def test_nested_text_that_is_no_item_of_its_own_stays(text: str) -> None:
    assert _lore(text).plan.actions == ()


def test_the_ledger_names_the_child_and_its_parent_before_and_after() -> None:
    child_text = (
        "[stale] a child that is long enough for a pointer to pay, with its reasons and the rest of it, and more"
    )
    plan = _lore(f"- a parent\n  - {child_text}\n")
    change = prove_plan(plan, TIME)
    record = next(file.after.decode() for file in change.files if "LEDGER" in file.path)
    child = plan.plan.actions[0].place.fingerprint
    parent = plan.state.stores[0].document.blocks[0].fingerprint
    after = next(parse(Format.MARKDOWN, file.after).blocks[0] for file in change.files if file.path == "LORE.md")
    assert f"  - {child} archive: tagged [stale]" in record
    assert f"  - {parent} {after.fingerprint} edit:" in record


def test_repeats_under_lead_ins_are_reported_not_removed() -> None:
    for text in ("**Kitchen**\n\n- same\n\n**Garden**\n\n- same\n", "- same\n\nIn the garden:\n\n- same\n"):
        plan = _lore(text).plan
        assert plan.actions == ()
        assert "repeats line" in plan.unresolved[0].reason
    assert len(_lore("- same\n- other\n\nsome prose\n\n- same\n").plan.actions) == 1


def test_a_paragraph_and_a_list_item_are_no_repeats() -> None:
    plan = _lore("same\n\n- same\n- same\n").plan
    assert [(type(action), action.place.line) for action in plan.actions] == [(Dedup, 4)]
    assert "repeats line 1 as a list item" in plan.unresolved[0].reason


HEADINGS = [
    "## 📜 Evolution Log",
    "# evolution log (2026)",
    "Evolution Log\n---",
    "#### 3. **Evolution** Log ####",
    "## Evolution  log:",
]


@pytest.mark.parametrize("heading", HEADINGS)
def test_the_log_is_found_by_its_words(heading: str) -> None:
    rows = "".join(f"- entry {number}\n" for number in range(12))
    plan = planned({"PERSONA.md": f"# P\n\n{heading}\n\n{rows}".encode()}, Profile.SANCTUM).plan
    assert [action.place.text for action in plan.actions] == ["- entry 0", "- entry 1"]


def test_an_undecodable_file_is_named_and_the_others_go_on() -> None:
    files = {"LORE.md": b"- [prune] x\n- \xff\n", "MEMORY.md": b"- [prune] y\n- z\n"}
    plan = planned(files, Profile.SANCTUM)
    assert [action.place.path for action in plan.plan.actions] == ["MEMORY.md"]
    assert "UTF-8" in plan.plan.unresolved[0].reason
    assert {file.path for file in prove_plan(plan, TIME).files} == {"MEMORY.md", "MEMORY_AUDIT_LEDGER.md"}
