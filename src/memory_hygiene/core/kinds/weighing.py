"""What the features amount to: a probability for each category, and one for *deletable* (see src/training/train.py)."""

import binascii
import zlib
from functools import cache
from math import exp
from typing import NamedTuple

from memory_hygiene.core.kinds.category import Category

from .features import Features
from .wording import wording

WORDING_SHARE = 0.35
"""What a word counts for beside a cue, so that the kinds decide and not the vocabulary (set by cross-validation)."""
_MOST_TOLD = 12
_COLUMNS = len(Category) + 1
_WORDING = frozenset(("w", "b", "s1", "sn", "e", "p", "f", "c", "t"))


class Weighed(NamedTuple):
    """The probability of each category, the probability that it may go by age, and the features that were known."""

    shares: dict[Category, float]
    going: float
    known: tuple[tuple[str, int], ...] = ()


def is_wording(name: str) -> bool:
    """Whether a feature is of the wording, or a pair, rather than a cue."""
    return "&" in name or name.partition("=")[0] in _WORDING


def all_features(seen: Features) -> frozenset[str]:
    """The names of the cues and of the wording."""
    return seen.names.union(wording(seen.reading))


@cache
def _table() -> tuple[dict[str, int], memoryview]:
    """Where each feature's weights stand, and the weights; unpacked once."""
    from .weights import TABLE

    names, _, weights = zlib.decompress(binascii.a2b_base64(TABLE)).partition(b"\0")
    index = {name: place * _COLUMNS for place, name in enumerate(names.decode("utf-8").split("\n"))}
    return index, memoryview(weights).cast("b")


def weigh(seen: Features) -> Weighed:
    """Weigh everything seen."""
    from .weights import CONSTANTS, SCALE

    index, weights = _table()
    known = tuple((name, index[name]) for name in all_features(seen) if name in index)
    sums = [0] * _COLUMNS
    for _, place in known:
        for column, weight in enumerate(weights[place : place + _COLUMNS]):
            sums[column] += weight
    scores = [constant + total * SCALE for constant, total in zip(CONSTANTS, sums)]
    return Weighed(_shares(scores[:-1]), 1 / (1 + exp(-max(-60.0, min(60.0, scores[-1])))), known)


def _shares(scores: list[float]) -> dict[Category, float]:
    top = max(scores)
    grown = [exp(score - top) for score in scores]
    return {category: value / sum(grown) for category, value in zip(Category, grown)}


def telling(weighed: Weighed, category: Category) -> tuple[str, ...]:
    """The features that spoke most for ``category``, the strongest first."""
    weights, column = _table()[1], list(Category).index(category)
    spoke = sorted((-weights[place + column], name) for name, place in weighed.known if weights[place + column] > 0)
    return tuple(name for _, name in spoke[:_MOST_TOLD])
