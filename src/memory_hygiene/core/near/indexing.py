"""Which entries are worth comparing: those that share rare words; how many is bounded whatever the texts are."""

from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from math import sqrt

from .reading import Reading, Word

COMMON = 32
"""Entries a word may stand in and still be looked up whole; of a more common one those nearest before are."""
RAREST = 3
"""The rarest words of an entry, looked up however common they are."""
MOST = 8
"""Earlier entries that one entry is compared with: those that share most, rare words first."""

_LEAST = 0.2
"""Part of the lighter entry's weight that looked-up words must share to be compared at all."""


class Index:
    """Entries in order, by the words they hold."""

    def __init__(self, readings: Sequence[Reading]) -> None:
        self._readings = readings
        self._frequency = Counter(stem for reading in readings for stem in _telling(reading))
        self._holders: dict[str, array[int]] = {}
        self._weights = array("f")

    def candidates(self) -> Iterator[tuple[int, list[int]]]:
        """Each entry's number, with those of the earlier ones it should be compared with."""
        for number, reading in enumerate(self._readings):
            words = _telling(reading)
            weight = sum(word.weight for word in words.values())
            yield number, self._like(words, weight)
            self._weights.append(weight)
            for stem in words:
                if self._frequency[stem] > 1:
                    self._holders.setdefault(stem, array("I")).append(number)

    def _like(self, words: dict[str, Word], weight: float) -> list[int]:
        """The earlier entries that share most."""
        shared: dict[int, float] = {}
        rarity: dict[int, float] = {}
        ordered = sorted((self._frequency[stem], stem) for stem in words)
        for rank, (frequency, stem) in enumerate(ordered):
            if rank >= RAREST and frequency > COMMON:
                break
            own = words[stem].weight
            share = own / sqrt(frequency)
            for other in self._holders.get(stem, ())[-COMMON:]:
                shared[other] = shared.get(other, 0.0) + own
                rarity[other] = rarity.get(other, 0.0) + share
        close = [other for other, held in shared.items() if held >= _LEAST * min(weight, self._weights[other])]
        return sorted(close, key=lambda other: (-rarity[other], other))[:MOST]


def _telling(reading: Reading) -> dict[str, Word]:
    return {word.stem: word for word in reading.words if word.weight >= 0.5}
