"""H9: every entry gets exactly one of nine categories, with confidence, runner-up and evidence; H10's *deletable*."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_hygiene.core.kinds import weights
from memory_hygiene.core.kinds.categorizing import categorize
from memory_hygiene.core.kinds.category import Category, Judgement
from tests.benchmarks import categories
from tests.conftest import clean_environment

DAY = "2026-09-15"
ROOT = Path(__file__).parent.parent.parent
TRAINING = ROOT / "src" / "training"
BLIND = ROOT / "tests" / "benchmarks" / "blind_entries.jsonl"
LABELLED = ROOT.parent / "shared" / "cases" / "entries" / "dev.jsonl"


def _judge(text: str, source_file: str = "MEMORY.md") -> Judgement:
    return categorize(text, source_file, DAY)


def _ask(given_lines: bytes, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "memory_hygiene", "categorize", "--now", DAY, *arguments],
        input=given_lines,
        capture_output=True,
        env=clean_environment(),
        check=False,
    )


@settings(deadline=None)
@given(st.text(), st.text(max_size=20))
def test_h09_any_text_gets_one_category_and_a_confidence(text: str, source_file: str) -> None:
    judgement = categorize(text, source_file, DAY)
    assert isinstance(judgement.category, Category)
    assert 0 <= judgement.confidence <= 1
    assert judgement.second is not judgement.category


@settings(deadline=None)
@given(st.text(alphabet='~`[]()|*_#>-:. \n"“”„«»「」ab1', max_size=400))
def test_h09_hostile_marks_raise_nothing(text: str) -> None:
    _judge(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\x00",
        "\ud800",
        "a" * 3_000_000,
        "`" * 100_000,
        "[" * 100_000,
        "- " * 99_999,
        "der die " + "ge" * 99_999,
    ],
)
def test_h09_odd_and_huge_texts_are_judged(text: str) -> None:
    assert not _judge(text).deletable


@pytest.mark.parametrize(
    ("text", "source_file", "category"),
    [
        ("Prefers tea to coffee.", "USER.md", Category.PREFERENCE),
        ("Never restart the mixer during a concert.", "MEMORY.md", Category.OPERATING_RULE),
        ("Swept the studio and watered the plants.", "MEMORY.md", Category.SESSION_NOTE),
        ("- [ ] order new strings", "MEMORY.md", Category.TEMPORARY_STATE),
        ("Waiting for the printer to send the proofs.", "MEMORY.md", Category.TEMPORARY_STATE),
        ("As of 2026-03: 412 scores, 20 without a composer.", "MEMORY.md", Category.HISTORICAL_SNAPSHOT),
        ("`SCORE_DIR=/srv/scores`, port 8123, branch `trunk`", "MEMORY.md", Category.TECHNICAL_CONFIG),
        ("**Name:** Ilse Baumgart\n**Pronouns:** she/her", "USER.md", Category.IDENTITY),
        ("- **Nickname:**", "USER.md", Category.AMBIGUOUS),
    ],
)
def test_h09_plain_cases_of_each_category(text: str, source_file: str, category: Category) -> None:
    judgement = _judge(text, source_file)
    assert judgement.category is category
    assert judgement.evidence


@pytest.mark.parametrize(
    "text",
    [
        "[superseded] The mixer listens on 9000.",
        "- [obsolete] Start it with `run.sh`.",
        "**[superseded by the new rack]** Patch bay A feeds the stage.",
        "[expired:2026-06-30] Guest piano on loan.",
        "~~Rehearsals are on Tuesdays.~~",
        "Never use hall B. [obsolete]",
    ],
)
def test_h10_a_mark_by_the_writer_ends_any_entry(text: str) -> None:
    assert _judge(text).deletable


@pytest.mark.parametrize(
    "text",
    [
        "[stale] The mixer listens on 9000.",
        "[deprecated] Start it with `run.sh`.",
        "[expired:2026-12-31] Guest piano on loan.",
        "[expired:soon] Guest piano on loan.",
        "In the catalogue `[superseded]` means re-edited.",
        'Scores marked "[obsolete]" are kept in the cellar.',
        "~~Rehearsals are on Tuesdays.~~ They moved to Thursdays.",
        "Entries tagged [superseded] stay until the librarian has seen them.",
        "DONE with the first part, the second is open.",
    ],
)
def test_h10_hints_quotes_and_code_permit_nothing(text: str) -> None:
    assert not _judge(text).deletable


@pytest.mark.parametrize(
    "text",
    [
        "Waiting for the insurance to answer.",
        "TODO: tune the cellar piano.",
        "Paid the hall deposit of 400 euros today.",
        "Signed the lease for the store room this morning.",
        "Talked to Ana; I promised her the parts by autumn.",
        "Gave Rolf his second vaccination record to scan today.",
        "Baseline before the new roof: 61 dB in the hall.",
        "Power cut on 3 May 2026, 40 minutes, two recordings lost.",
        "The proofs are due on 2026-11-02.",
    ],
)
def test_h10_what_somebody_may_still_need_never_goes_by_age(text: str) -> None:
    assert not categorize(text, "MEMORY.md", DAY, age_days=900).deletable


@pytest.mark.parametrize(
    "text",
    [
        "Swept the studio and watered the plants. Never restart the mixer during a concert.",
        "Never restart the mixer during a concert. Swept the studio and watered the plants.",
        "Swept the studio and watered the plants.\nThe score server listens on port 8123.",
    ],
)
def test_h10_a_note_beside_a_rule_or_a_value_stays(text: str) -> None:
    assert _judge("Swept the studio and watered the plants.").deletable
    assert not _judge(text).deletable


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("Prefers answers as short as https://example.org/a.", Category.PREFERENCE),
        ("You must not link to https://example.org/a.", Category.OPERATING_RULE),
        ("Restarted the server https://example.org/a on Monday.", Category.SESSION_NOTE),
    ],
)
def test_h09_a_value_outvotes_no_liking_no_command_and_no_deed(text: str, category: Category) -> None:
    assert _judge(text).category is category


def test_h09_the_command_answers_line_by_line() -> None:
    lines = [
        {"id": "a", "text": "Hates popups.", "source_file": "USER.md"},
        {"id": 2, "text": "[obsolete] x", "source_file": "MEMORY.md", "age_days": 40},
    ]
    done = _ask("\n\n".join(map(json.dumps, lines)).encode())
    assert done.returncode == 0, done.stderr
    first, second = map(json.loads, done.stdout.splitlines())
    assert list(first) == ["id", "category", "confidence", "second", "deletable", "evidence"]
    assert (first["id"], first["category"], first["deletable"]) == ("a", "Preference", False)
    assert (second["id"], second["deletable"]) == (2, True)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"{", b"line 2 of standard input is not JSON"),
        (b"[1]", b"line 2 of standard input is not an object"),
        (b'{"id": 1}', b"line 2 of standard input has no text"),
        (b'{"text": 3}', b"has a text that is no string"),
        (b'{"text": "a", "age_days": "old"}', b"has an age_days that is no whole number"),
        (b'{"text": "a", "source_file": []}', b"has a source_file that is no string"),
        (b'{"id": {}, "text": "a"}', b"has an id that is neither"),
        (b'{"text": "\xff"}', b"is not UTF-8"),
        (b"[" * 100_000, b"line 2 of standard input is n"),
        (b'{"text": "' + b"a" * (4 * 1024 * 1024) + b'"}', b"is longer than 4096 KB"),
    ],
)
def test_h09_a_bad_line_is_named_and_those_before_it_are_answered(line: bytes, said: bytes) -> None:
    done = _ask(b'{"id": 1, "text": "Hates popups."}\n' + line + b"\n")
    assert done.returncode == 2
    assert said in done.stderr
    assert b"Traceback" not in done.stderr
    assert len(done.stderr) < 400
    assert len(done.stdout.splitlines()) == 1


def test_h09_nothing_in_an_entry_reaches_the_terminal() -> None:
    done = _ask(json.dumps({"id": "\x1b[31m", "text": "Never \x1b[31m ##[error]no", "source_file": "\x1b"}).encode())
    assert done.returncode == 0
    assert b"\x1b" not in done.stdout
    assert b"##[" not in done.stdout


def test_h09_the_kinds_hold_on_entries_the_weights_have_not_seen() -> None:
    entries = _unseen()
    judged = [categorize(text, file, DAY) for text, file, *_ in entries]
    right = sum(judgement.category.value == entry[2] for entry, judgement in zip(entries, judged))
    assert right >= 0.8 * len(entries)
    assert [entry[0] for entry, judgement in zip(entries, judged) if judgement.deletable and not entry[3]] == []
    assert sum(judgement.deletable for judgement in judged) >= 0.6 * sum(entry[3] for entry in entries)


@pytest.mark.skipif(not LABELLED.exists(), reason="the labelled entries are not beside this repository")
def test_h10_the_floor_on_the_labelled_entries_holds() -> None:
    """The weights have seen these entries: a floor against regressions in the code, no measure of quality."""
    entries = categories.load(LABELLED)
    judged = categories.judge(entries)
    result = categories.score(entries, judged)
    assert result.macro_f1 >= 0.93
    assert result.ambiguous <= 0.12
    assert result.right == result.said
    assert result.right >= 0.78 * result.to_find


@pytest.mark.skipif(not LABELLED.exists(), reason="the labelled entries are not beside this repository")
def test_h09_no_training_entry_is_copied_from_the_labelled_ones() -> None:
    lines = {line for path in (TRAINING / "entries").glob("*.txt") for line in path.read_text("utf-8").split("\n")}
    assert not lines & {entry.text.replace("\n", "\\n") for entry in categories.load(LABELLED)}


def test_h09_the_weights_are_small_and_in_the_wheel() -> None:
    path = Path(weights.__file__)
    assert path.stat().st_size < 5 * 1024 * 1024
    assert len(weights.CONSTANTS) == len(Category) + 1


@pytest.mark.parametrize("path", sorted((TRAINING / "entries").glob("*.txt")), ids=lambda path: path.name)
def test_h09_training_entries_are_labelled_as_the_guide_says(path: Path) -> None:
    heads = [line[3:].split(" | ") for line in path.read_text("utf-8").split("\n") if line.count(" | ") == 3]
    heads = [head for head in heads if head[0] in {category.value for category in Category}]
    assert heads
    passing = {"Session Note", "Temporary State", "Historical Snapshot"}
    assert all(fate == "keep" or (fate == "deletable" and kind in passing) for kind, _, fate, _ in heads)


def test_h09_an_age_changes_no_judgement() -> None:
    assert categorize("Fixed the typo.", "MEMORY.md", DAY, 1) == categorize("Fixed the typo.", "MEMORY.md", DAY, 900)


@pytest.mark.parametrize(("today", "deletable"), [("2026-07-01", False), ("2026-09-15", True)])
def test_h10_an_end_counts_once_it_has_passed(today: str, deletable: bool) -> None:
    assert categorize("Ana is on holiday until 3 August 2026.", "MEMORY.md", today).deletable is deletable
    assert categorize("[expired:2026-08-03] Guest login.", "MEMORY.md", today).deletable is deletable


def _unseen() -> list[tuple[str, str, str, bool]]:
    found: list[tuple[str, str, str, bool]] = []
    kind, fate, file = "", "", ""
    for line in (Path(__file__).parent / "unseen_entries.txt").read_text("utf-8").splitlines():
        if line.startswith("## "):
            kind, _, fate, file = line[3:].split(" | ")
        else:
            found.append((line.replace("\\n", "\n"), file, kind, fate == "deletable"))
    return found


def test_h10_a_blind_set_stays_as_well_judged_as_it_was() -> None:
    """420 entries by an author who knew nothing of the engine: not read while it was made, and not trained on."""
    entries = categories.load(BLIND)
    result = categories.score(entries, categories.judge(entries))
    assert result.right >= result.said - 1
    assert result.right >= result.to_find / 2
    assert result.macro_f1 >= 0.82
    assert result.ambiguous <= 0.12
    trained = "\n".join(path.read_text("utf-8") for path in (TRAINING / "entries").glob("*.txt"))
    assert not [e.text for e in entries if len(e.text.split()) > 2 and f"\n{e.text}\n" in trained]
