"""What versions of files hold: each blob is read once while it is near, and equal § entries are parsed once."""

from collections.abc import Callable, Iterable
from enum import Enum

from memory_hygiene.core.archive import read_archive
from memory_hygiene.core.lineage import BY_FINGERPRINT_ONLY, NOTHING, Content
from memory_hygiene.core.model import Document, Format, decode, universal_newlines
from memory_hygiene.core.sizes import DELIMITER
from memory_hygiene.core.state import MAX_BYTES
from memory_hygiene.errors import GitError
from memory_hygiene.formats import parse

from .process import ObjectReader

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
        self._pieces: dict[tuple[bytes, bool], Content] = {}

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
        if reading is Reading.MARKDOWN:
            return _tracked(parse(Format.MARKDOWN, data))
        return self._archive(data) if reading is Reading.ARCHIVE else self._by_piece(data, _read_entry)

    def _archive(self, data: bytes) -> Content:
        """Framed blocks, and loose text both as § entries and as Markdown, as the gate finds moved entries again."""
        found: dict[str, str] = {}

        def remember(format: Format, loose: bytes) -> Document:
            if format is Format.SECTION_SIGN:
                found.update(self._by_piece(loose, _read_both))
            return Document(b"", format, (), frozenset(), True)

        for kept in read_archive(data, remember).kept:
            found[kept.fingerprint] = universal_newlines(decode(kept.data)[0])
        return found

    def _by_piece(self, data: bytes, read: Callable[[bytes], Content]) -> Content:
        """What ``read`` finds between § delimiters: versions of one file share nearly all of their pieces."""
        if len(self._pieces) > _PIECES:
            self._pieces.clear()
        found: dict[str, str] = {}
        for piece in _with_line_feeds(data).split(DELIMITER.encode()):
            key = (piece, read is _read_both)
            if key not in self._pieces:
                self._pieces[key] = read(piece)
            found.update(self._pieces[key])
        return found


def _bytes_of(oid: str, found: tuple[str, str, bytes] | None) -> bytes:
    if found is None:
        raise GitError(f"object {oid} of the history is missing", "git fetch --refetch, or git fsck to see the damage")
    return found[2]


def _with_line_feeds(data: bytes) -> bytes:
    return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in data else data


def _tracked(document: Document) -> Content:
    return {block.fingerprint: block.text for block in document.tracked}


def _read_entry(piece: bytes) -> Content:
    return _tracked(parse(Format.SECTION_SIGN, piece))


def _read_both(piece: bytes) -> Content:
    """A piece as one entry and as Markdown; when both differ, only the Markdown blocks are compared by their words."""
    blocks = _tracked(parse(Format.MARKDOWN, piece))
    return {**dict.fromkeys(_read_entry(piece), BY_FINGERPRINT_ONLY), **blocks}
