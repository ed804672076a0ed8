"""Tiling: finding the pieces of text that, laid end to end, are another text word for word."""

from collections.abc import Sequence

SHORTEST = 4
"""Words a text needs to be recognised by its pieces; shorter ones are put together by chance."""
PATIENCE = 2_000_000
"""Words compared for all texts together; after that none is recognised, and an entry may look younger than it is."""


class Tiles:
    """Pieces of text as words, ready to be laid over whole texts."""

    def __init__(self, parts: Sequence[Sequence[str]]) -> None:
        self._parts = [list(part) for part in parts]
        self._left = PATIENCE
        self._by_first: dict[str, list[int]] = {}
        for number, part in enumerate(self._parts):
            if part:
                self._by_first.setdefault(part[0], []).append(number)

    def cover(self, whole: Sequence[str]) -> tuple[int, ...]:
        """The numbers of two or more pieces, each used once, that make up ``whole``; empty when there are none.

        Every place in ``whole`` is reached at most once.
        """
        if len(whole) < SHORTEST:
            return ()
        words = list(whole)
        reached: dict[int, int] = {0: -1}
        for place in range(len(words)):
            for number in self._by_first.get(words[place], ()) if place in reached else ():
                end = place + len(self._parts[number])
                self._left -= 1 if end in reached else len(self._parts[number])
                if self._left < 0:
                    return ()
                if end not in reached and words[place:end] == self._parts[number]:
                    reached[end] = number
        return self._way_back(reached, len(words))

    def _way_back(self, reached: dict[int, int], place: int) -> tuple[int, ...]:
        way: list[int] = []
        while place > 0:
            if place not in reached:
                return ()
            way.append(reached[place])
            place -= len(self._parts[way[-1]])
        return tuple(reversed(way)) if len(way) > 1 and len(set(way)) == len(way) else ()
