"""Versions of section-sign stores: of each only what its last version had not is parsed."""

from itertools import islice

from memory_hygiene.core.model import Block, Document, Format, decode
from memory_hygiene.core.shared_ends import same_at_end, same_at_start

from . import section_sign

_DELIMITER = "\n§\n".encode()
_TELLING = 48  # bytes at either end by which the last version of a file is found again
_KEPT = 500


class _Version:
    """A document and its pieces: one block each."""

    __slots__ = ("document", "pieces")

    def __init__(self, document: Document, pieces: list[bytes]) -> None:
        self.document = document
        self.pieces = pieces


class Versions:
    """Parses as ``section_sign.parse`` does."""

    def __init__(self) -> None:
        self._latest: dict[bytes, _Version] = {}

    def parse(self, data: bytes) -> Document:
        """The document of a § store; any bytes parse."""
        last = self._latest.get(data[:_TELLING]) or self._latest.get(data[-_TELLING:])
        if last is not None and last.document.data == data:
            return last.document
        pieces = [] if b"\r" in data else data.split(_DELIMITER)
        document = _after(last, data, pieces) if last is not None and pieces else None
        document = document or section_sign.parse(data)
        if len(document.blocks) == len(pieces):
            self._remember(_Version(document, pieces))
        return document

    def _remember(self, version: _Version) -> None:
        data = version.document.data
        for key in (data[:_TELLING], data[-_TELLING:]):
            self._latest.pop(key, None)
            self._latest[key] = version
        for key in tuple(islice(self._latest, max(0, len(self._latest) - _KEPT))):
            del self._latest[key]


def _after(last: _Version, data: bytes, pieces: list[bytes]) -> Document | None:
    """The document of ``data``, which is cut into ``pieces``; None when one of them holds no entry."""
    start = same_at_start(last.pieces, pieces)
    end = same_at_end(last.pieces, pieces, start)
    known = last.document.blocks
    offset = sum(map(len, pieces[:start])) + start * len(_DELIMITER)
    lines = data.count(b"\n", 0, offset)
    blocks = list(known[:start])
    for piece in pieces[start : len(pieces) - end]:
        parsed = section_sign.parse(piece).blocks
        if not parsed:
            return None
        blocks += _moved(parsed, offset, lines)
        offset += len(piece) + len(_DELIMITER)
        lines += piece.count(b"\n") + 2
    rest = known[len(known) - end :]
    old = last.document.data
    by_bytes, by_lines = len(data) - len(old), data.count(b"\n") - old.count(b"\n")
    blocks += _moved(rest, by_bytes, by_lines) if by_bytes or by_lines else rest
    return Document(data, Format.SECTION_SIGN, tuple(blocks), frozenset(), decode(data)[1])


def _moved(blocks: tuple[Block, ...], by: int, lines: int) -> list[Block]:
    """The same blocks so many bytes and lines further on."""
    return [
        Block(kind, shape, start + by, end + by, line + lines, text, identity, section, group, counted, of)
        for kind, shape, start, end, line, text, identity, section, group, counted, of in blocks
    ]
