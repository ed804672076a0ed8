"""What the features amount to: a probability for each category, and one for *deletable* (see src/training/train.py)."""

from functools import cache
from math import exp, sqrt
from typing import NamedTuple

from memory_hygiene.core.kinds.category import Category

from .features import Features
from .likeness import likeness
from .packed import unpack
from .wording import wording

WORDING_SHARE = 0.5
"""What a word counts for beside a cue, so that the kinds decide and not the vocabulary (set by cross-validation)."""
_MOST_TOLD = 12
_COLUMNS = len(Category) + 1
_WORDING = frozenset(("w", "b", "s1", "sn", "e", "p", "f", "c", "t", "k", "k1", "kz", "z"))


class Weighed(NamedTuple):
    """The probability of each category, the probability that it may go by age, the features that were
    known, and what each word added by its likeness to others."""

    shares: dict[Category, float]
    going: float
    known: tuple[tuple[str, int], ...] = ()
    alike: tuple[tuple[str, tuple[int, ...]], ...] = ()


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

    return unpack(TABLE, _COLUMNS)


def weigh(seen: Features) -> Weighed:
    """Weigh everything seen."""
    from .weights import CALM, CONSTANTS, SCALE

    index, weights = _table()
    known = tuple((name, index[name]) for name in all_features(seen) if name in index)
    rows = [weights[place : place + _COLUMNS] for _, place in known]
    sums = [sum(column) for column in zip(*rows)] if rows else [0] * _COLUMNS
    alike = likeness(seen.reading, seen.tongue, _COLUMNS)
    scores = [constant + total * SCALE + more for constant, total, more in zip(CONSTANTS, sums, alike.sums)]
    kinds, going = CALM
    return Weighed(
        _shares([score * kinds for score in scores[:-1]]), _probability(scores[-1] * going), known, alike.words
    )


def _probability(score: float) -> float:
    return 1 / (1 + exp(-max(-60.0, min(60.0, score))))


def _shares(scores: list[float]) -> dict[Category, float]:
    top = max(scores)
    grown = [exp(score - top) for score in scores]
    return {category: value / sum(grown) for category, value in zip(Category, grown)}


def telling(weighed: Weighed, category: Category) -> tuple[str, ...]:
    """The features that spoke most for ``category``, the strongest first."""
    weights, column = _table()[1], list(Category).index(category)
    by_name: dict[str, float] = {name: weights[place + column] for name, place in weighed.known}
    share = _likeness_share(len(weighed.alike))
    for word, added in weighed.alike:
        by_name[f"w={word}"] = by_name.get(f"w={word}", 0) + added[column] * share
    spoke = sorted((-weight, name) for name, weight in by_name.items() if weight > 0)
    return tuple(name for _, name in spoke[:_MOST_TOLD])


def _likeness_share(words: int) -> float:
    """What likeness counts for in the measure of the other weights, in an entry of so many words."""
    from .likenesses import SCALE as OTHER
    from .weights import SCALE

    return OTHER / SCALE / sqrt(max(1, words))
