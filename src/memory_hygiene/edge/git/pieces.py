"""Reading versions of files piece by piece: only what the file's last version had not is parsed."""

from collections.abc import Callable, Iterable
from itertools import chain

Entries = tuple[tuple[str, str], ...]
"""Fingerprints and texts, in file order."""
_MOST = 16 << 20  # bytes of pieces kept
_OVERHEAD = 200  # bytes that the shortest piece takes
_PATHS = 100  # files of which the last version's pieces are kept


class Pieces:
    """Files that are read the same way, by ``read``."""

    def __init__(self, read: Callable[[bytes], Entries]) -> None:
        self._read = read
        self._known: dict[bytes, Entries] = {}
        self._size = 0
        self._latest: dict[bytes, tuple[list[bytes], list[Entries]]] = {}

    def read(self, path: bytes, pieces: list[bytes]) -> Iterable[tuple[str, str]]:
        """What the pieces hold that are a version of the file at ``path``."""
        if len(self._latest) > _PATHS:
            self._latest.clear()
        if self._size > _MOST:
            self._known.clear()
            self._size = 0
        last, entries = self._latest.get(path, ([], []))
        start = _same_at_start(last, pieces)
        end = _same_at_end(last, pieces, start)
        changed = pieces[start : len(pieces) - end]
        for piece in changed:
            if piece not in self._known:
                self._known[piece] = self._read(piece)
                self._size += len(piece) + _OVERHEAD
        found = [*entries[:start], *map(self._known.__getitem__, changed), *entries[len(entries) - end :]]
        self._latest[path] = pieces, found
        return chain.from_iterable(found)


def _same_at_start(one: list[bytes], two: list[bytes]) -> int:
    """How many pieces are the same at the start, by halving: comparing lists is quick, walking them is not."""
    low, high = 0, min(len(one), len(two))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one[low:middle] == two[low:middle] else (low, middle - 1)
    return low


def _same_at_end(one: list[bytes], two: list[bytes], start: int) -> int:
    """How many pieces are the same at the end, of those not counted at the start."""
    low, high = 0, min(len(one), len(two)) - start
    while low < high:
        middle = (low + high + 1) // 2
        is_same = one[len(one) - middle : len(one) - low] == two[len(two) - middle : len(two) - low]
        low, high = (middle, high) if is_same else (low, middle - 1)
    return low
