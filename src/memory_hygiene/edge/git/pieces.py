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
        if self._size > _MOST:
            self._known.clear()
            self._size = 0
        found: list[tuple[str, str]] = []
        for piece in self._cut(data):
            entries = self._known.get(piece)
            if entries is None:
                entries = self._known[piece] = self._read(piece)
                self._size += len(piece) + _OVERHEAD
            found += entries
        return found

    def between(self, parts: Iterable[tuple[bytes, bytes]]) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
        """What the parts that differ held, and what they hold now."""
        old: list[tuple[str, str]] = []
        new: list[tuple[str, str]] = []
        for before, after in parts:
            if before:
                old += self.entries(before)
            if after:
                new += self.entries(after)
        return old, new
