"""Reading versions of files piece by piece: a piece that some version had already is not parsed again."""

from collections.abc import Callable, Iterable

Entries = tuple[tuple[str, str], ...]
"""Fingerprints and texts, in file order."""
_MOST = 16 << 20  # bytes of pieces kept
_OVERHEAD = 200  # bytes that the shortest piece takes


class Pieces:
    """Files that are ``cut`` the same way, and whose pieces are read the same way."""

    def __init__(self, cut: Callable[[bytes], list[bytes]], read: Callable[[bytes], Entries]) -> None:
        self._cut = cut
        self._read = read
        self._known: dict[bytes, Entries] = {}
        self._size = 0

    def entries(self, data: bytes) -> list[tuple[str, str]]:
        """What the pieces of ``data`` hold, in file order."""
        return self._read_all(self._cut(data))

    def between(self, parts: Iterable[tuple[bytes, bytes]]) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
        """What the parts that differ held, and what they hold now."""
        old: list[tuple[str, str]] = []
        new: list[tuple[str, str]] = []
        for before, after in parts:
            left, arrived = _unshared(self._cut(before) if before else [], self._cut(after) if after else [])
            old += self._read_all(left)
            new += self._read_all(arrived)
        return old, new

    def _read_all(self, pieces: list[bytes]) -> list[tuple[str, str]]:
        if self._size > _MOST:
            self._known.clear()
            self._size = 0
        found: list[tuple[str, str]] = []
        for piece in pieces:
            entries = self._known.get(piece)
            if entries is None:
                entries = self._known[piece] = self._read(piece)
                self._size += len(piece) + _OVERHEAD
            found += entries
        return found


def _unshared(old: list[bytes], new: list[bytes]) -> tuple[list[bytes], list[bytes]]:
    """Both without the pieces that are in both, when no piece is there twice."""
    if len(old) > 1 and len(new) > 1:
        before, after = set(old), set(new)
        if len(before) == len(old) and len(after) == len(new):
            return [piece for piece in old if piece not in after], [piece for piece in new if piece not in before]
    return old, new
