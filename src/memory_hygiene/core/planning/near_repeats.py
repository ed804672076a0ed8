"""Near repeats: entries of one agent that say nearly the same, or of the same something else (contract, H11).

Exact repeats are taken out first, so that of many copies one is compared; of the rest each entry is compared with the
few earlier ones that share its rare words, and with the few that share what it means. Nothing here decides that
anything goes.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from memory_hygiene.core.model import Block
from memory_hygiene.core.near.comparing import Likeness, Verdict, compare
from memory_hygiene.core.near.indexing import MOST_IN_MEANING, Index
from memory_hygiene.core.near.meaning import Meaning, meaning_of
from memory_hygiene.core.near.reading import Kind, Reading, read
from memory_hygiene.core.near.translating import same_meaning
from memory_hygiene.core.state import Store

from .repeats import may_repeat
from .summary_marker import is_summary

SERIES = 6
"""Entries that are alike but for their values: so many are a list of things, not one thing told anew each time."""
LIGHTEST = 1.0
"""Weight of words an entry needs to be compared: less is nothing one can speak about."""
LIGHTEST_REPEAT = 1.5
"""The same to be called a repeat of another: what weighs less is alike by chance."""


class Entry(NamedTuple):
    """An entry and the path of its store from the top."""

    path: str
    block: Block


class NearPair(NamedTuple):
    """A later entry, the earlier one it is like, and how; no verdict when it is the same to the letter."""

    first: Entry
    later: Entry
    verdict: Verdict | None


def entries_of(stores: Iterable[Store]) -> list[Entry]:
    """The entries of ``stores`` of which a repeat would mean anything."""
    return [
        Entry(store.path, block)
        for store in stores
        for block in store.document.blocks
        if may_repeat(block) and not is_summary(block.text)
    ]


def near_pairs(entries: Iterable[Entry]) -> list[NearPair]:
    """The pairs found, at the later entry, in order of path and line: for each the best of a kind, whatever order
    ``entries`` come in."""
    found: list[NearPair] = []
    firsts: dict[str, Entry] = {}
    for entry in sorted(entries, key=lambda entry: (entry.path, entry.block.start)):
        first = firsts.setdefault(entry.block.fingerprint, entry)
        if first is not entry:
            found.append(NearPair(first, entry, None))
    found += _like(list(firsts.values()))
    return sorted(found, key=lambda pair: (pair.later.path, pair.later.block.start))


def _like(entries: list[Entry]) -> list[NearPair]:
    pairs = [(entry, reading) for entry in entries if _weight(reading := read(entry.block.text)) >= LIGHTEST]
    readings = [reading for _, reading in pairs]
    meanings = [meaning_of(reading) for reading in readings]
    found: list[tuple[NearPair, frozenset[str]]] = []
    known: set[tuple[int, int]] = set()
    for number, other, verdict, shared in chain(_alike_in_words(readings), _alike_in_meaning(meanings)):
        if (number, other) not in known:
            known.add((number, other))
            pair = NearPair(pairs[other][0], pairs[number][0], verdict)
            found.append((pair, shared if verdict.gone and verdict.come else frozenset()))
    alike = Counter(shared for _, shared in found if shared)
    return [pair for pair, shared in found if alike[shared] < SERIES]


class _Likeness(NamedTuple):
    """The numbers of a later and an earlier entry, what they are to one another, and what both hold."""

    number: int
    other: int
    verdict: Verdict
    shared: frozenset[str]


def _alike_in_meaning(meanings: list[Meaning]) -> Iterator[_Likeness]:
    """Pairs that share what they mean: of each entry the best."""
    index = Index(meanings, MOST_IN_MEANING)
    for number, others in enumerate(index.candidates()):
        verdicts = ((same_meaning(meanings[other], meanings[number]), other) for other in others)
        found = [(verdict, other) for verdict, other in verdicts if verdict]
        if found:
            verdict, other = max(found, key=lambda one: (one[0].score, -one[1]))
            yield _Likeness(number, other, verdict, meanings[other].names() & meanings[number].names())


def _alike_in_words(readings: list[Reading]) -> Iterator[_Likeness]:
    """Pairs that share words: of each entry and each kind the best."""
    series = _series(readings)
    roots: dict[int, int] = {}
    for number, others in enumerate(Index(readings).candidates()):
        best: dict[Likeness, tuple[Verdict, int]] = {}
        for other in others:
            if series[number] == series[other] != "":
                continue
            verdict = compare(readings[other], readings[number])
            if verdict and verdict.likeness is Likeness.REPEAT and _is_light(readings[other], readings[number]):
                continue
            if verdict and (verdict.likeness not in best or verdict.score > best[verdict.likeness][0].score):
                best[verdict.likeness] = verdict, other
        for likeness, (verdict, other) in best.items():
            if likeness is Likeness.REPEAT:
                root = roots.get(other, other)
                first = compare(readings[root], readings[number]) if root != other else None
                if first and first.likeness is Likeness.REPEAT:
                    verdict, other = first, root
                roots[number] = other
            yield _Likeness(number, other, verdict, _shared(readings[other], readings[number]))


def _is_light(a: Reading, b: Reading) -> bool:
    return min(_weight(a), _weight(b)) < LIGHTEST_REPEAT


def _weight(reading: Reading) -> float:
    return sum(word.weight for word in reading.words)


def _shared(a: Reading, b: Reading) -> frozenset[str]:
    """The words both entries hold: a list of things repeats them each time."""
    return frozenset(word.stem for word in a.words) & frozenset(word.stem for word in b.words)


def _series(readings: list[Reading]) -> list[str]:
    """Of each entry its frame, where many entries have the same one; "" where few do."""
    frequency = Counter(stem for reading in readings for stem in {word.stem for word in reading.words})
    frames = [_frame(reading, frequency) for reading in readings]
    counts = Counter(frames)
    return [frame if counts[frame] >= SERIES else "" for frame in frames]


def _frame(reading: Reading, frequency: Counter[str]) -> str:
    """The words of an entry, each once, that are no values and that others hold as well."""
    held = (word.stem for word in reading.words if word.kind not in _VALUES and frequency[word.stem] > 1)
    return " ".join(dict.fromkeys(held))


_VALUES = (Kind.NUMBER, Kind.DAY, Kind.NAME, Kind.ID)
