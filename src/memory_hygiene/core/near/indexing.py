"""Which entries are worth comparing: those that share rare words; how many is bounded whatever the texts are."""

from array import array
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from math import sqrt
from typing import Protocol

COMMON = 32
"""Entries a word may stand in and still be looked up whole; of a more common one those nearest before are."""
RAREST = 3
"""The rarest words of an entry, looked up however common they are."""
MOST = 8
"""Earlier entries that one entry is compared with: those that share most, rare words first."""
MOST_IN_MEANING = 4
"""The same of those that share what they mean."""

_LEAST = 0.2
"""Part of the lighter entry's weight that looked-up words must share to be compared at all."""


class _Telling(Protocol):
    def telling(self) -> dict[str, float]:
        """What an entry holds that tells, words or senses, with what each weighs."""


class Index:
    """Entries in order, by what they hold; ``most`` is how many earlier ones each is compared with."""

    def __init__(self, entries: Sequence[_Telling], most: int = MOST) -> None:
        self._entries = entries
        self._most = most
        self._frequency = Counter(chain.from_iterable(entry.telling() for entry in entries))
        self._holders: dict[str, array[int]] = {}
        self._weights = array("f")

    def candidates(self) -> Iterator[list[int]]:
        """For each entry in turn the numbers of the earlier ones it should be compared with."""
        for number, entry in enumerate(self._entries):
            held = entry.telling()
            weight = sum(held.values())
            yield self._like(held, weight)
            self._weights.append(weight)
            for name in held:
                if self._frequency[name] > 1:
                    self._holders.setdefault(name, array("I")).append(number)

    def _like(self, held: Mapping[str, float], weight: float) -> list[int]:
        """The earlier entries that share most."""
        shared: dict[int, float] = {}
        rarity: dict[int, float] = {}
        ordered = sorted((self._frequency[name], name) for name in held)
        for rank, (frequency, name) in enumerate(ordered):
            if rank >= RAREST and frequency > COMMON:
                break
            own = held[name]
            share = own / sqrt(frequency)
            for other in self._holders.get(name, ())[-COMMON:]:
                shared[other] = shared.get(other, 0.0) + own
                rarity[other] = rarity.get(other, 0.0) + share
        close = [other for other, both in shared.items() if both >= _LEAST * min(weight, self._weights[other])]
        return sorted(close, key=lambda other: (-rarity[other], other))[: self._most]
