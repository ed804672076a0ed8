"""What versions of files hold: each blob is read once while it is near, and equal § entries are parsed once."""

import re
from collections.abc import Iterable
from enum import Enum

from memory_hygiene.core.archive import read_archive
from memory_hygiene.core.lineage import NOTHING, Content
from memory_hygiene.core.model import Document, Format, decode, universal_newlines
from memory_hygiene.core.state import MAX_BYTES
from memory_hygiene.errors import GitError
from memory_hygiene.formats import parse

from .process import ObjectReader

_DELIMITER = re.compile(rb"(?:\r\n|\r|\n)\xc2\xa7(?:\r\n|\r|\n)")
_NEAR = 1_000  # versions kept
_PIECES = 20_000  # § entries kept


class Reading(Enum):
    """How a file is read for its entries."""

    SECTION_SIGN = Format.SECTION_SIGN.value
    MARKDOWN = Format.MARKDOWN.value
    ARCHIVE = "archive"
    LEDGER = "ledger"


class Contents:
    """Reads versions of files by blob id."""

    def __init__(self, reader: ObjectReader) -> None:
        self._reader = reader
        self._near: dict[tuple[str, Reading], Content] = {}
        self._pieces: dict[bytes, tuple[tuple[str, str], ...]] = {}

    def fetch(self, wanted: Iterable[tuple[str, Reading]]) -> None:
        """Read together what ``of`` will be asked for. Raises GitError when an object is missing."""
        if len(self._near) > _NEAR:
            self._near.clear()
        keys = [key for key in dict.fromkeys(wanted) if key[0] and key[1] is not Reading.LEDGER]
        keys = [key for key in keys if key not in self._near]
        for key, found in zip(keys, self._reader.get_many(oid for oid, _ in keys)):
            self._near[key] = self._read(key[1], _bytes_of(key[0], found))

    def of(self, oid: str, reading: Reading) -> Content:
        """What the version with this blob id holds; nothing for no id."""
        if not oid:
            return NOTHING
        if (oid, reading) not in self._near:
            self.fetch([(oid, reading)])
        return self._near[oid, reading]

    def raw(self, oid: str) -> bytes:
        """The bytes of a version."""
        return _bytes_of(oid, self._reader.get(oid))

    def _read(self, reading: Reading, data: bytes) -> Content:
        if len(data) > MAX_BYTES:
            return NOTHING
        if reading is Reading.SECTION_SIGN:
            return self._section_sign(data)
        return _archive(data) if reading is Reading.ARCHIVE else _tracked(parse(Format.MARKDOWN, data))

    def _section_sign(self, data: bytes) -> Content:
        """As ``formats.parse`` reads it, piece by piece: versions of one file share nearly all of their entries."""
        if len(self._pieces) > _PIECES:
            self._pieces.clear()
        found: dict[str, str] = {}
        for piece in _DELIMITER.split(data):
            if piece not in self._pieces:
                blocks = parse(Format.SECTION_SIGN, piece).blocks
                self._pieces[piece] = tuple((block.fingerprint, block.text) for block in blocks)
            found.update(self._pieces[piece])
        return found


def _bytes_of(oid: str, found: tuple[str, str, bytes] | None) -> bytes:
    if found is None:
        raise GitError(f"object {oid} of the history is missing", "git fetch --refetch, or git fsck to see the damage")
    return found[2]


def _tracked(document: Document) -> dict[str, str]:
    return {block.fingerprint: block.text for block in document.tracked}


def _archive(data: bytes) -> Content:
    """Framed blocks, and loose text in both its readings, as the gate finds moved entries again."""
    found: dict[str, str] = {}

    def remember(format: Format, loose: bytes) -> Document:
        document = parse(format, loose)
        found.update(_tracked(document))
        return document

    for kept in read_archive(data, remember).kept:
        found[kept.fingerprint] = universal_newlines(decode(kept.data)[0])
    return found
