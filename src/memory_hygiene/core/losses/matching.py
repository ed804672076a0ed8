"""Telling an edited entry from a lost one plus a new one: one-to-one matching by the words both share.

The work is bounded whatever the texts are. Where a bound cuts, a match may be missed, and the entry counts as lost:
the gate then asks too often, never too seldom.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import repeat
from typing import NamedTuple

from .words import words

NEAREST = 200
"""Candidates compared with one old text; when more share a rare word, those whose place is nearest to its own."""

_Bag = frozenset[tuple[str, int]]


class Pair(NamedTuple):
    """An edit: the place of the old text, the place of the new one, and how similar they are (0 to 1)."""

    old: int
    new: int
    similarity: float


def bag_of(text: str) -> _Bag:
    """The multiset of a text's words, as a set: the second occurrence of a word is another element."""
    row = words(text)
    if len(set(row)) == len(row):
        return frozenset(zip(row, repeat(1)))
    seen: Counter[str] = Counter()
    elements: list[tuple[str, int]] = []
    for word in row:
        seen[word] += 1
        elements.append((word, seen[word]))
    return frozenset(elements)


def dice(a: _Bag, b: _Bag) -> float:
    """Sørensen–Dice coefficient of two multisets of words: 0 nothing shared, 1 the same; texts without words: 0."""
    size = len(a) + len(b)
    return 2 * len(a & b) / size if size else 0.0


def match_edits(olds: Sequence[str], news: Sequence[str], threshold: float) -> list[Pair]:
    """The pairs of old and new texts that are edits of one another, the most similar first, each text once."""
    if not olds or not news:
        return []
    old_bags, new_bags = [bag_of(text) for text in olds], [bag_of(text) for text in news]
    if len(olds) == len(news) == 1:
        similarity = dice(old_bags[0], new_bags[0])
        return [Pair(0, 0, similarity)] if similarity and similarity >= threshold else []
    frequency = Counter(element for bag in new_bags for element in bag)
    holders = _holders(new_bags, frequency, threshold)
    pairs: list[Pair] = []
    for old, bag in enumerate(old_bags):
        for new in _candidates(old, bag, frequency, holders, threshold):
            if (similarity := dice(bag, new_bags[new])) >= threshold:
                pairs.append(Pair(old, new, similarity))
    return _one_to_one(pairs)


def _rarest(bag: _Bag, frequency: Counter[tuple[str, int]], threshold: float) -> list[tuple[str, int]]:
    """The rarest elements of a bag: two bags at least ``threshold`` similar share one of both their rarest.

    They share at least ``threshold / (2 - threshold)`` of either, so leaving out fewer than that many of the most
    frequent elements cannot hide a pair (prefix filter; the order must be the same for all bags).
    """
    shared = max(1, int(threshold * len(bag) / (2 - threshold) - 1e-9) + 1)
    ordered = sorted(bag, key=lambda element: (frequency[element], element))
    return ordered[: max(1, len(bag) - shared + 1)]


def _holders(
    bags: Sequence[_Bag], frequency: Counter[tuple[str, int]], threshold: float
) -> dict[tuple[str, int], list[int]]:
    holders: dict[tuple[str, int], list[int]] = {}
    for number, bag in enumerate(bags):
        for element in _rarest(bag, frequency, threshold):
            holders.setdefault(element, []).append(number)
    return holders


def _candidates(
    place: int,
    bag: _Bag,
    frequency: Counter[tuple[str, int]],
    holders: dict[tuple[str, int], list[int]],
    threshold: float,
) -> list[int]:
    found: set[int] = set()
    for element in _rarest(bag, frequency, threshold):
        found.update(_nearest(holders.get(element, []), place))
    return _nearest(sorted(found), place)


def _nearest(numbers: list[int], place: int) -> list[int]:
    """About ``NEAREST`` of ``numbers``, which are sorted, on both sides of ``place``."""
    if len(numbers) <= NEAREST:
        return numbers
    middle = min(max(bisect_left(numbers, place), NEAREST // 2), len(numbers) - NEAREST // 2)
    return numbers[middle - NEAREST // 2 : middle + NEAREST // 2]


def _one_to_one(pairs: list[Pair]) -> list[Pair]:
    chosen: list[Pair] = []
    olds: set[int] = set()
    news: set[int] = set()
    for pair in sorted(pairs, key=lambda pair: (-pair.similarity, abs(pair.old - pair.new), pair)):
        if pair.old not in olds and pair.new not in news:
            olds.add(pair.old)
            news.add(pair.new)
            chosen.append(pair)
    return chosen


class Rows:
    """The words of what came, indexed to find an old entry whole inside one row, or spread over neighbouring ones."""

    SHORTEST = 4
    """Words an entry needs to be recognised; shorter ones are found anywhere by chance."""
    MOST = 50
    """Rows tried for one entry."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._rows = [words(text) for text in texts]

    @cached_property
    def _by_row(self) -> dict[tuple[str, ...], list[int]]:
        by_row: dict[tuple[str, ...], list[int]] = {}
        for number, row in enumerate(self._rows):
            if row:
                by_row.setdefault(tuple(row), []).append(number)
        return by_row

    @cached_property
    def _lengths(self) -> list[int]:
        return sorted({len(row) for row in self._by_row})

    @cached_property
    def _by_run(self) -> dict[int, list[int]]:
        by_run: dict[int, list[int]] = {}
        for number, row in enumerate(self._rows):
            for run in {hash(run) for run in _runs(row)}:
                by_run.setdefault(run, []).append(number)
        return by_run

    @cached_property
    def _joined(self) -> list[str]:
        return [f" {' '.join(row)} " for row in self._rows]

    def holding(self, text: str) -> int | None:
        """The number of the row inside which the words of ``text`` stand uninterrupted, or None."""
        own = words(text)
        if len(own) < self.SHORTEST:
            return None
        lists = [self._by_run.get(hash(run), []) for run in _runs(own)]
        joined = f" {' '.join(own)} "
        return next((n for n in min(lists, key=len)[: self.MOST] if joined in self._joined[n]), None)

    def spread(self, text: str) -> range:
        """The neighbouring rows, two or more, that together hold exactly the words of ``text`` in order; else none."""
        own = words(text)
        if len(own) < self.SHORTEST:
            return range(0)
        starts = (
            number
            for length in self._lengths
            if length < len(own)
            for number in self._by_row.get(tuple(own[:length]), [])[: self.MOST]
        )
        return next(filter(None, (self._follow(own, number) for number in starts)), range(0))

    def _follow(self, own: list[str], first: int) -> range:
        """The rows from ``first`` on that hold exactly ``own``, or none."""
        position, number = 0, first
        while position < len(own) and number < len(self._rows):
            row = self._rows[number]
            if own[position : position + len(row)] != row:
                return range(0)
            position += len(row)
            number += 1
        return range(first, number) if position == len(own) else range(0)


def _runs(row: Sequence[str]) -> Iterator[tuple[str, ...]]:
    size = Rows.SHORTEST
    return (tuple(row[start : start + size]) for start in range(len(row) - size + 1))
