"""Telling an edited entry from a lost one plus a new one: one-to-one matching by the words both share."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from .fingerprint import normalise

_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
_WORD = re.compile(rf"[{_CJK}]|[^\W{_CJK}]+")
_NEGATIONS = frozenset(
    word
    for line in (
        "no not never none nor neither without cannot don dont doesn didn isn aren wasn won shouldn mustn",
        "nicht kein keine nie ohne non ne pas jamais nunca sin ikke aldri ingen inte niet geen",
        "не нет никогда 不 没 沒 無 ない",
    )
    for word in line.split()
)
MIN_JOINED = 4
"""Words an entry needs to be recognised inside a longer one."""


class Pair(NamedTuple):
    """An edit: the place of the old text, the place of the new one, and how similar they are (0 to 1)."""

    old: int
    new: int
    similarity: float


def words(text: str) -> list[str]:
    """The words of an entry in order; Chinese, Japanese and Korean signs are words of their own."""
    return _WORD.findall(normalise(text))


def dice(a: Counter[str], b: Counter[str]) -> float:
    """Sørensen–Dice coefficient of two multisets of words: 0 nothing shared, 1 the same."""
    size = a.total() + b.total()
    return 2 * (a & b).total() / size if size else 1.0


def match_edits(olds: Sequence[str], news: Sequence[str], threshold: float) -> list[Pair]:
    """The pairs of old and new texts that are edits of one another, the most similar first, each text once.

    Candidates share one of the rarer words of the old text: a pair at least ``threshold`` similar cannot do without.
    """
    old_bags = [Counter(words(text)) for text in olds]
    new_bags = [Counter(words(text)) for text in news]
    frequency = Counter(word for bag in new_bags for word in bag)
    holders: dict[str, list[int]] = {}
    for number, bag in enumerate(new_bags):
        for word in bag:
            holders.setdefault(word, []).append(number)
    pairs: list[Pair] = []
    for old, bag in enumerate(old_bags):
        for new in sorted(_candidates(bag, frequency, holders, threshold)):
            if (similarity := dice(bag, new_bags[new])) >= threshold:
                pairs.append(Pair(old, new, similarity))
    return _one_to_one(pairs)


def _candidates(
    bag: Counter[str], frequency: Counter[str], holders: dict[str, list[int]], threshold: float
) -> set[int]:
    needed = threshold * bag.total() / (2 - threshold)  # words two texts this similar share at least
    found: set[int] = set()
    passed = 0
    for word in sorted(bag, key=lambda word: (frequency[word], word)):
        if bag.total() - passed < needed:
            break
        found.update(holders.get(word, ()))
        passed += bag[word]
    return found


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


def is_joined(part: Sequence[str], whole: Sequence[str]) -> bool:
    """Whether the words of ``part`` stand uninterrupted inside ``whole``; short parts never do."""
    if len(part) < MIN_JOINED or len(part) > len(whole):
        return False
    return f" {' '.join(part)} " in f" {' '.join(whole)} "


def is_split(whole: Sequence[str], parts: Sequence[Sequence[str]]) -> bool:
    """Whether neighbouring ``parts``, one after the other, hold the words of ``whole`` in order."""
    if len(whole) < MIN_JOINED:
        return False
    rows = [row for row in parts if row]
    for first in range(len(rows)):
        joined: list[str] = []
        for row in rows[first:]:
            joined += row
            if len(joined) > len(whole) or joined != list(whole[: len(joined)]):
                break
            if len(joined) == len(whole):
                return True
    return False


def telling_differences(old: str, new: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The changed words that may turn a statement round: numbers, names and negations, gone and come."""
    before, after = words(old), words(new)
    gone, come = Counter(before) - Counter(after), Counter(after) - Counter(before)
    return tuple(w for w in dict.fromkeys(before) if gone[w] and _tells(w)), tuple(
        w for w in dict.fromkeys(after) if come[w] and _tells(w)
    )


def _tells(word: str) -> bool:
    return any(sign.isdigit() for sign in word) or word[:1].isupper() or word.casefold() in _NEGATIONS
