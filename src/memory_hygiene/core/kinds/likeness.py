"""What English words that no training entry has say by their likeness to those that it has (see src/training/train.py).

Each word falls into pieces, the longest known first; each piece has a weight for every category. The weights were made
offline from the word vectors of a sentence model; neither vectors nor model are needed here.
"""

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from math import sqrt
from typing import NamedTuple

from .packed import unpack
from .reading import Reading
from .wording import made_equal

TONGUE = "en"
_MOST_WORDS = 200
_LONGEST_WORD = 24
_LONGEST_PIECE = 16
_INNER = "##"
"""What a piece begins with that is not the first of its word."""


class Likeness(NamedTuple):
    """The sums of the ten columns over all pieces, and what each word added."""

    sums: tuple[float, ...]
    words: tuple[tuple[str, tuple[int, ...]], ...]


def plain_words(reading: Reading, tongue: str) -> tuple[str, ...]:
    """The words whose likeness counts: English ones, without names, numbers, days and code."""
    if tongue != TONGUE:
        return ()
    places = range(min(len(reading.folded), _MOST_WORDS))
    chosen = (reading.folded[place] for place in places if made_equal(reading, place)[0] != "<")
    return tuple(
        part for word in chosen if word.isascii() for part in word.split("'") if 0 < len(part) <= _LONGEST_WORD
    )


def pieces(word: str, known: Iterable[str]) -> Iterator[str]:
    """The pieces of a word, the longest first; none when a part of it is unknown. ``known`` is asked with ``in``."""
    found: list[str] = []
    start = 0
    while start < len(word):
        before = _INNER if start else ""
        for end in range(min(len(word), start + _LONGEST_PIECE), start, -1):
            if (piece := before + word[start:end]) in known:
                break
        else:
            return
        found.append(piece)
        start = end
    yield from found


def likeness(reading: Reading, tongue: str, columns: int) -> Likeness:
    """What the words of a reading add to each of ``columns`` scores."""
    from .likenesses import SCALE

    words = plain_words(reading, tongue)
    added = [_added(word, columns) for word in words]
    count = sum(pieces_of for pieces_of, _ in added)
    if not count:
        return Likeness((0.0,) * columns, ())
    share = SCALE / sqrt(count)
    totals = [share * sum(column) for column in zip(*(sums for _, sums in added))]
    return Likeness(tuple(totals), tuple((word, sums) for word, (_, sums) in zip(words, added)))


@lru_cache(maxsize=8192)
def _added(word: str, columns: int) -> tuple[int, tuple[int, ...]]:
    """How many pieces a word has, and the sum of their weights."""
    index, weights = _table(columns)
    places = [index[piece] for piece in pieces(word, index)]
    rows = [weights[place : place + columns] for place in places]
    return len(rows), tuple(map(sum, zip(*rows))) if rows else (0,) * columns


@cache
def _table(columns: int) -> tuple[dict[str, int], memoryview]:
    """Where the weights of each piece stand, and the weights; unpacked once."""
    from .likenesses import TABLE

    return unpack(TABLE, columns)


def forget() -> None:
    """Unpack anew on the next use, after other weights were put in place."""
    _table.cache_clear()
    _added.cache_clear()
