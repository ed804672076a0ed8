"""Near repeats: what is found of the labelled pairs and files, and what holds for any text."""

import random
from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_hygiene.core.near.comparing import Likeness, compare
from memory_hygiene.core.near.concepts import CONCEPTS, LANGUAGES
from memory_hygiene.core.near.indexing import MOST, MOST_IN_MEANING, Index
from memory_hygiene.core.near.meaning import meaning_of
from memory_hygiene.core.near.merging import says_the_same
from memory_hygiene.core.near.reading import read
from memory_hygiene.core.near.translating import same_meaning
from memory_hygiene.core.planning.near_repeats import near_pairs

from .benchmarks.near_repeats import SHAPES
from .labelled_pairs import BESIDES, entry, labelled_files, labelled_pairs, pairs_in, verdict_of

_WORDS = "the port of berth heron is 8080 9090 not never Nell wants proofs over tabs spaces 二楼 порт [x](y.md) : **a**"
_MEANT = "kurze Antworten bevorzugt prefers short answers короткие ответы 短い 回答 nicht jede Nacht backup every night"
SENTENCES = st.lists(st.sampled_from(_WORDS.split()), max_size=12).map(" ".join)


@pytest.mark.parametrize("split", ["tuned", "held-back"])
def test_nine_in_ten_pairs_are_found_and_one_in_ten_found_is_false_at_most(split: str) -> None:
    found = Counter((pair.kind, verdict_of(pair) is not None) for pair in labelled_pairs(split))
    right = found["repeat", True] + found["value", True]
    assert right >= 0.9 * (right + found["repeat", False] + found["value", False])
    assert found["different", True] <= 0.1 * right


@pytest.mark.parametrize(("split", "least"), [("tuned", 0.9), ("held-back", 0.75)])
def test_what_means_the_same_is_found_without_a_shared_word(split: str, least: float) -> None:
    found = Counter((pair.kind, verdict_of(pair) is not None) for pair in labelled_pairs(split, "meaning.jsonl"))
    assert found["repeat", True] >= least * (found["repeat", True] + found["repeat", False])
    assert found["different", True] <= 0.1 * (found["repeat", True] + found["value", True])


@pytest.mark.parametrize("split", ["tuned", "held-back"])
def test_a_newer_state_is_told_from_another_thing(split: str) -> None:
    pairs = labelled_pairs(split, "values.jsonl")
    found = Counter((pair.kind, tuple(one.verdict for one in pairs_in([pair.a, pair.b]))) for pair in pairs)
    said = Counter(
        (kind, *(verdict.likeness for verdict in verdicts if verdict)) for kind, verdicts in found.elements()
    )
    right = said["value", Likeness.VALUE]
    assert right >= 0.9 * (right + said["value",])
    assert sum(count for (kind, *likeness), count in said.items() if kind == "different" and likeness) <= 0.1 * right
    assert said["value", Likeness.REPEAT] == 0


def test_another_value_in_two_languages_is_never_called_the_same() -> None:
    values = [pair for pair in labelled_pairs(file="meaning.jsonl") if pair.kind == "value"]
    assert {verdict.likeness for pair in values if (verdict := verdict_of(pair))} == {Likeness.VALUE}


@pytest.mark.parametrize("split", ["tuned", "held-back"])
def test_another_value_is_not_called_a_repeat(split: str) -> None:
    called = Counter(
        verdict.likeness for pair in labelled_pairs(split) if pair.kind == "value" if (verdict := verdict_of(pair))
    )
    assert called[Likeness.REPEAT] <= 0.05 * called.total()


def test_no_pair_with_another_value_or_about_another_thing_would_be_merged() -> None:
    merged = [pair for pair in labelled_pairs() if says_the_same(read(pair.a), read(pair.b))]
    assert {pair.kind for pair in merged} <= {"repeat"} or {pair.a for pair in merged if pair.kind != "repeat"} == {
        "test"
    }
    assert len(merged) >= 3


def test_every_duplicate_of_the_labelled_files_is_found() -> None:
    for file in labelled_files():
        missed = [
            later
            for later, others in file.duplicates.items()
            if not any(found.later == later and found.first in others for found in file.found)
        ]
        assert not missed, file.case


def test_nothing_else_is_found_in_the_labelled_files() -> None:
    for file in labelled_files():
        for found in file.found:
            is_labelled = found.first in file.duplicates.get(found.later, set())
            assert is_labelled or (found.case, found.first, found.later) in BESIDES, (file.case, found)


@pytest.mark.parametrize(
    ("first", "later", "likeness"),
    [
        ("Backups are kept for 30 days.", "Backups are kept for 90 days.", Likeness.VALUE),
        ("Deploys on Fridays are allowed.", "Deploys on Fridays are not allowed.", Likeness.VALUE),
        ("Prefers tabs over spaces.", "Prefers spaces over tabs.", Likeness.VALUE),
        ("User lives in Tallinn.", "User lives in Tallinn since spring.", Likeness.REPEAT),
        ("Small commits. [score=0.871 recalls=3]", "Small commits. [score=0.9 recalls=5]", Likeness.REPEAT),
        ("Letters under 4 cm break. [score=0.871]", "Letters under 4 cm break. [score=0.9]", Likeness.REPEAT),
        ("A > B: Prefers depth over brevity", "Prefers depth over brevity.", Likeness.REPEAT),
        ("[Pump](pump.md) — steps", "[Pump](pump.md) — who to ask", Likeness.REPEAT),
        ("[Pump](pump.md) — steps", "[Pump](lock.md) — steps", None),
        ("Deploy before the second review.", "Deploy after the second review.", Likeness.VALUE),
        ("- [ ] permits list for the town", "- [x] permits list for the town", Likeness.VALUE),
        ("Camera 3 drops its stream in rain.", "Camera 5 drops its stream in rain.", None),
        ("2026-05-03: cleaned the cache again.", "2026-05-09: cleaned the cache again.", None),
        ("Backups run every night.", "Die Sicherung läuft jede Nacht.", Likeness.TRANSLATION),
        ("Backups run every night.", "Die Sicherung läuft jeden Monat.", None),
        ("The team meeting is on Monday at 9.", "La réunion d'équipe est le mardi à 9 h.", Likeness.VALUE),
        ("Prefers short answers.", "短い回答を好む。", Likeness.TRANSLATION),
        ("Prefers short answers.", "長い回答を好む。", Likeness.VALUE),
        ("Марфа пьёт кофе без сахара.", "Marfa drinks coffee without sugar.", Likeness.TRANSLATION),
        ("Marfa drinks coffee without sugar.", "Глеб пьёт кофе без сахара.", None),
        ("Geboren 1962 in Görlitz, seit 1990 in Hamburg.", "Born 1962 in Leeds, since 1990 in York.", None),
        (
            "El equipo de Heron empieza el 1 de mayo de 2026.",
            "A equipa de Heron começa a 4 de maio de 2026.",
            Likeness.VALUE,
        ),
        ("Oferta hasta el 31 de mayo de 2026.", "Скидка до 31 мая 2026.", None),
        ("娘の誕生日は3月9日。", "His daughter's birthday is 9 March.", Likeness.TRANSLATION),
        ("Never restart the server on Fridays.", "Freitags den Server nie neu starten.", Likeness.TRANSLATION),
        ("Password of the NAS: hunter2-Xk9!aa", "Password of the NAS: tr0ub4dor&3zz", Likeness.VALUE),
        ("Decision: no GraphQL for shops.", "Decision: Elixir for the portal.", None),
        ("会议是每周三的11点。", "The meeting is on Thursdays at 11.", Likeness.VALUE),
        ("会议是每周三的11点。", "The meeting is on Wednesdays at 11.", Likeness.TRANSLATION),
        ("Das API-Limit ist 20 Anfragen pro Minute.", "The API limit is 60 requests a minute.", Likeness.VALUE),
        ("Keep replies brief.", "Answers should be short.", Likeness.REPEAT),
        ("Drucker `laser-a3`, Adresse 192.0.2.71, im Flur.", "打印机 `laser-a3` 在 192.0.2.71。", Likeness.TRANSLATION),
    ],
)
def test_what_two_entries_are_to_one_another(first: str, later: str, likeness: Likeness | None) -> None:
    found = [pair.verdict.likeness if pair.verdict else None for pair in pairs_in([first, later])]
    assert found == ([] if likeness is None else [likeness])


@pytest.mark.parametrize(
    ("first", "later"),
    [
        ("Backups may be skipped.", "Backups must be skipped."),
        ("Deploy before the review.", "Deploy after the review."),
        ("Wei reviews the code of Tomas.", "Tomas reviews the code of Wei."),
        ("Never push to main.", "Push to main."),
        ("Port 8080 is open.", "Port 8081 is open."),
        ("Deploys are allowed on Fridays if Wei agrees.", "Deploys are allowed on Fridays."),
        ("The station is open.", "The stations' opening is open."),
        ("Ask US first.", "Ask us first."),
        ("The box is open.", "The box was open."),
        ("Use the old importer.", "Used the old importer."),
        ("- [ ] permits list for the town", "- [x] permits list for the town"),
        ("The scanner ~~restarts the box~~ closes it.", "The scanner restarts the box closes it."),
        ("Alarm when the disk is > 80 % full.", "Alarm when the disk is < 80 % full."),
        ("Deploy on Fridays?", "Deploy on Fridays."),
        ("✅ the gauge loader", "❌ the gauge loader"),
        ("Same words " * 200 + "8080", "Same words " * 200 + "8081"),
        (f"See https://a.test/{'x' * 400}1", f"See https://a.test/{'x' * 400}2"),
        ("", ""),
    ],
)
def test_a_word_that_tells_keeps_two_entries_apart(first: str, later: str) -> None:
    assert not says_the_same(read(first), read(later))


def test_groups_name_their_first() -> None:
    texts = [
        "Ask Nell before cutting vinyl.",
        "Before cutting vinyl ask Nell.",
        "Ask Nell first before cutting any vinyl.",
    ]
    assert [pair.first.block.text for pair in pairs_in(texts)] == [texts[0]] * 2


def test_a_list_of_things_alike_is_no_contradiction() -> None:
    ports = [f"The service number{word} listens on port {9000 + n}." for n, word in enumerate("abcdefgh")]
    assert pairs_in([f"The port of the service is {n}." for n in range(9000, 9010)]) == []
    assert pairs_in(ports) == []
    assert len(pairs_in([f"The port of the service is {n}." for n in (9000, 9001)])) == 1


@given(st.text(), st.text())
def test_any_two_texts_are_compared(a: str, b: str) -> None:
    compare(read(a), read(b))


@given(SENTENCES, SENTENCES)
def test_either_way_round_is_the_same(a: str, b: str) -> None:
    one, other = compare(read(a), read(b)), compare(read(b), read(a))
    assert (one is None) == (other is None)
    if one and other and one.likeness is not Likeness.TRANSLATION:
        assert (one.likeness, one.score, one.gone, one.come) == (other.likeness, other.score, other.come, other.gone)


@given(st.lists(SENTENCES, max_size=12), st.randoms())
@settings(max_examples=50)
def test_the_order_of_entries_and_files_does_not_matter(texts: list[str], shuffling: random.Random) -> None:
    entries = [entry(text, number, f"{number % 3}.md") for number, text in enumerate(texts)]
    shuffled = list(entries)
    shuffling.shuffle(shuffled)
    assert near_pairs(entries) == near_pairs(shuffled)


@pytest.mark.parametrize(
    "text", ["", "\x00", "\udc80", "`" * 99_999, "[" * 99_999, "a" * 999_999, "1:" * 99_999, "é" * 9_999]
)
def test_odd_and_huge_texts_are_read(text: str) -> None:
    pairs_in([text, text + " ", f"- {text}", "x" + text])


@pytest.mark.parametrize(
    "line", ["The same long beginning of number {}", "Same {0} same {0} of {1}", "{1} never {0}", "一二三四五 {}"]
)
def test_the_work_is_bounded_whatever_the_texts_are(line: str) -> None:
    held = [read(line.format(number, f"w{number % 97}x")) for number in range(3_000)]
    assert max(len(others) for others in Index(held).candidates()) <= MOST
    assert sum(len(others) for others in Index(held, 2).candidates()) <= 2 * len(held)


@pytest.mark.parametrize("make", SHAPES, ids=lambda make: make.__name__)
def test_no_shape_of_entries_makes_more_comparisons_than_so_many_each(make: Callable[[int], list[str]]) -> None:
    readings = [read(text) for text in make(400)]
    meanings = [meaning_of(reading) for reading in readings]
    assert max(len(others) for others in Index(readings).candidates()) <= MOST
    assert max(len(others) for others in Index(meanings, MOST_IN_MEANING).candidates()) <= MOST_IN_MEANING
    assert len(pairs_in(make(400))) <= 2 * len(readings)


@given(st.text(), st.text())
def test_the_meaning_of_any_two_texts_is_compared_either_way_round(a: str, b: str) -> None:
    one, other = (same_meaning(meaning_of(read(x)), meaning_of(read(y))) for x, y in ((a, b), (b, a)))
    assert (one and one.likeness) == (other and other.likeness)


@given(st.lists(st.sampled_from(_WORDS.split() + _MEANT.split()), max_size=9).map(" ".join), SENTENCES)
def test_what_two_entries_mean_does_not_hang_on_their_order(a: str, b: str) -> None:
    one, other = (same_meaning(meaning_of(read(x)), meaning_of(read(y))) for x, y in ((a, b), (b, a)))
    assert (one is None) == (other is None)
    if one and other:
        assert (one.likeness, sorted(one.gone)) == (other.likeness, sorted(other.come))


def test_every_concept_has_a_name_of_its_own_and_a_column_for_each_language() -> None:
    rows = [line.split("|") for line in CONCEPTS.split("\n")[1:-1]]
    names = [row[0].split(".")[0].rstrip("~") for row in rows]
    assert len(names) == len(set(names))
    assert {len(row) for row in rows} == {1 + len(LANGUAGES)}
    assert max(len(word) for row in rows for cell in row[1:] for word in cell.split()) <= 25  # what is looked up
