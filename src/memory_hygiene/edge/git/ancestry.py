"""Ancestry: where two commits of a walk part, told from the commits that were walked, without a process of git."""

import heapq
from collections.abc import Iterable

_ONE, _OTHER, _BELOW = 1, 2, 4
_BOTH = _ONE | _OTHER


class Ancestry:
    """The commits walked so far; each is added after its parents."""

    def __init__(self) -> None:
        self._places: dict[str, int] = {}
        self._parents: list[tuple[int, ...]] = []
        self._names: list[str] = []

    def add(self, oid: str, parents: Iterable[str]) -> None:
        """Add a commit; a parent that was not walked is outside (-1)."""
        self._places[oid] = len(self._names)
        self._names.append(oid)
        self._parents.append(tuple(self._places.get(parent, -1) for parent in parents))

    def bases(self, one: str, other: str) -> tuple[str, ...]:
        """All merge bases of two commits; empty when there are none, or when only what was not walked could tell.

        The newest commit is looked at first, so that all its descendants were seen before.
        """
        if one not in self._places or other not in self._places:
            return ()
        marks = {self._places[one]: _ONE}
        marks[self._places[other]] = marks.get(self._places[other], 0) | _OTHER
        queue = [-place for place in marks]
        heapq.heapify(queue)
        found: list[str] = []
        while queue and not all(marks[-place] & _BELOW for place in queue):
            place = -heapq.heappop(queue)
            mark = marks[place]
            if mark & _BOTH == _BOTH and not mark & _BELOW:
                found.append(self._names[place])
                mark |= _BELOW
            for parent in self._parents[place]:
                if parent < 0 and not mark & _BELOW:
                    return ()
                if parent < 0:
                    continue  # what lies below a base is none
                if parent not in marks:
                    heapq.heappush(queue, -parent)
                marks[parent] = marks.get(parent, 0) | mark
        return tuple(found)
