"""Edits are told from losses by the words two texts share, in bounded time."""

import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_hygiene.core.losses.matching import Rows, bag_of, dice, match_edits
from memory_hygiene.core.losses.words import telling_differences, words

TEXTS = st.lists(
    st.lists(st.sampled_from(["a", "b", "c", "d", "e", "f", "g", "h"]), max_size=8).map(" ".join), max_size=12
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- Deploys don't run on Fridays.", "Deploys don't run on Fridays"),
        ("10.0.0.7:8443 and v1.2.3, 2026-09-15", "10.0.0.7:8443 and v1.2.3 2026-09-15"),
        ("at -18 degrees, 3-5 days", "at -18 degrees 3-5 days"),
        ("猫が好き cats", "猫 が 好 き cats"),
        ("[stale] → … 🙂", ""),
        ("l'eau, l’air", "l'eau l’air"),
    ],
)
def test_words(text: str, expected: str) -> None:
    assert words(text) == expected.split()


def test_dice_counts_every_occurrence() -> None:
    assert dice(bag_of("a a b"), bag_of("a b b")) == pytest.approx(2 / 3)
    assert dice(bag_of("a b"), bag_of("b a")) == 1


def test_texts_without_words_are_alike_to_nothing() -> None:
    assert match_edits(["🙂"], ["🙃"], 0.6) == []


def test_each_text_is_matched_once_and_the_most_similar_first() -> None:
    pairs = match_edits(["a b c d e", "a b c d f"], ["a b c d f g"], 0.6)
    assert [(pair.old, pair.new) for pair in pairs] == [(1, 0)]


@given(olds=TEXTS, news=TEXTS, threshold=st.sampled_from([0.3, 0.5, 0.6, 0.75, 1.0]))
@settings(max_examples=400, deadline=None)
def test_no_pair_above_the_threshold_is_overlooked(olds: list[str], news: list[str], threshold: float) -> None:
    pairs = match_edits(olds, news, threshold)
    assert all(dice(bag_of(olds[p.old]), bag_of(news[p.new])) == p.similarity >= threshold for p in pairs)
    assert len({p.old for p in pairs}) == len({p.new for p in pairs}) == len(pairs)
    left_olds = [old for i, old in enumerate(olds) if i not in {p.old for p in pairs}]
    left_news = [new for j, new in enumerate(news) if j not in {p.new for p in pairs}]
    assert all(dice(bag_of(old), bag_of(new)) < threshold for old in left_olds for new in left_news)


def test_rows_hold_what_stands_uninterrupted_inside_one() -> None:
    rows = Rows(["x y", "one two three four five six"])
    assert rows.holding("- two three four five") == 1
    assert rows.holding("two four five six") is None
    assert rows.holding("two three four") is None, "short entries are found anywhere by chance"


def test_rows_spread_a_text_over_neighbours_only() -> None:
    assert Rows(["x", "one two", "three four five"]).spread("one two three four five") == range(1, 3)
    assert not Rows(["one two", "x", "three four five"]).spread("one two three four five")
    assert not Rows(["one two", "three four"]).spread("one two three four five")
    assert not Rows(["one two three four five"]).spread("one two three four five"), "one row is no split"


@pytest.mark.parametrize(
    ("old", "new", "gone", "come"),
    [
        ("port 8443", "port 443", ("8443",), ("443",)),
        ("3.5 metres", "5.3 metres", ("3.5",), ("5.3",)),
        ("at -5", "at 5", ("-5",), ("5",)),
        ("they can", "they can't", (), ("can't",)),
        ("they can", "they can’t", (), ("can’t",)),
        ("wir fahren", "wir fahren nicht", (), ("nicht",)),
        ("ask Nell", "ask Wen", ("Nell",), ("Wen",)),
        ("on the left", "on the right", (), ()),
    ],
)
def test_telling_differences(old: str, new: str, gone: tuple[str, ...], come: tuple[str, ...]) -> None:
    assert telling_differences(old, new) == (gone, come)


def _texts(count: int, vocabulary: int, size: int, seed: int) -> list[str]:
    draw = random.Random(seed)
    known = [f"w{number}" for number in range(vocabulary)]
    return [" ".join(draw.choice(known) for _ in range(size)) for _ in range(count)]


@pytest.mark.parametrize("vocabulary", [20, 300, 5000])
def test_five_thousand_replaced_entries_take_seconds(vocabulary: int) -> None:
    start = time.process_time()
    match_edits(_texts(5000, vocabulary, 12, 1), _texts(5000, vocabulary, 12, 2), 0.6)
    assert time.process_time() - start < 10


def test_thousands_of_equal_texts_take_seconds() -> None:
    start = time.process_time()
    pairs = match_edits(["the same old words"] * 2000, ["the same new words"] * 2000, 0.6)
    assert len(pairs) == 2000
    assert time.process_time() - start < 10


def test_hostile_rows_take_seconds() -> None:
    start = time.process_time()
    rows = Rows(["a"] * 2000 + ["a a a a"] * 1000)
    for size in range(4, 400):
        rows.spread("a " * size + "b")
        rows.holding("a " * size + "b")
    assert time.process_time() - start < 10
