"""What versions of files hold: each blob is read once while it is near, and of it only what changed is parsed."""

import re
from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple

from memory_hygiene.core.archive import read_archive
from memory_hygiene.core.history.lineage import BY_FINGERPRINT_ONLY
from memory_hygiene.core.model import Document, Format, decode, universal_newlines
from memory_hygiene.core.sizes import DELIMITER
from memory_hygiene.core.state import MAX_BYTES
from memory_hygiene.errors import GitError
from memory_hygiene.formats import parse
from memory_hygiene.formats.markdown_pieces import cut

from .pieces import Entries, Pieces
from .process import ObjectReader

_NEAR = 1_000  # versions kept
_DELIMITER = DELIMITER.encode()
# Lines that all begin with a letter are one paragraph of Markdown, whatever follows; there, both readings are the same.
# What only one of them may take for white space is left to the parser, which takes twenty times as long.
_ONE_PARAGRAPH = rb"(?:[A-Za-z][ -~\x80-\xff]*\n)*[A-Za-z](?:[ -~\x80-\xff]*[!-~])?\n?"


class Reading(Enum):
    """How a file is read for its entries."""

    SECTION_SIGN = Format.SECTION_SIGN.value
    MARKDOWN = Format.MARKDOWN.value
    ARCHIVE = "archive"
    LEDGER = "ledger"


class FileVersion(NamedTuple):
    """One version of a governed file: path, how it is read, blob id ("" when absent)."""

    path: bytes
    reading: Reading
    oid: str


class Held(dict[str, str]):
    """What a version of a file holds: fingerprint to text, in file order. As long as not ``is_read`` it is empty."""

    __slots__ = ("is_read", "version")

    def __init__(self, version: FileVersion, entries: Iterable[tuple[str, str]] = (), *, is_read: bool = True) -> None:
        super().__init__(entries)
        self.version = version
        self.is_read = is_read


class Contents:
    """Reads versions of files by blob id.

    ``here`` are the objects of a partial clone, which must not be asked for others; None when all of them are here.
    What is not stays unread, and then ``is_whole`` is false.
    """

    def __init__(self, reader: ObjectReader, here: frozenset[str] | None = None) -> None:
        self._reader = reader
        self._here = here
        self.is_whole = True
        self._near: dict[FileVersion, Held] = {}
        self._entries = Pieces(_read_entry)
        self._blocks = Pieces(_read_blocks)
        self._loose = Pieces(_read_both)

    def fetch(self, wanted: Iterable[FileVersion]) -> None:
        """Read together what ``of`` will be asked for. Raises GitError when an object is missing."""
        if len(self._near) > _NEAR:
            self._near.clear()
        versions = [each for each in dict.fromkeys(wanted) if each.oid and each.reading is not Reading.LEDGER]
        versions = [each for each in versions if each not in self._near and self._is_here(each.oid)]
        for version, found in zip(versions, self._reader.stream(each.oid for each in versions)):
            self._near[version] = Held(version, self._read(version, _bytes_of(version.oid, found)))

    def of(self, version: FileVersion) -> Held:
        """What this version holds; nothing when the file is absent."""
        if not version.oid:
            return Held(version)
        if version not in self._near:
            if not self._is_here(version.oid):
                return Held(version, is_read=False)
            self.fetch([version])
        return self._near[version]

    def _is_here(self, oid: str) -> bool:
        is_here = self._here is None or oid in self._here
        self.is_whole = self.is_whole and is_here
        return is_here

    def raw(self, oid: str) -> bytes:
        """The bytes of a version; none of one that is not here."""
        if not self._is_here(oid):
            return b""
        return _bytes_of(oid, self._reader.get(oid))

    def _read(self, version: FileVersion, data: bytes) -> Iterable[tuple[str, str]]:
        if len(data) > MAX_BYTES:
            return ()
        if version.reading is Reading.MARKDOWN:
            return self._blocks.read(version.path, cut(_with_line_feeds(data)))
        if version.reading is Reading.ARCHIVE:
            return self._archive(version.path, data)
        return self._entries.read(version.path, _with_line_feeds(data).split(_DELIMITER))

    def _archive(self, path: bytes, data: bytes) -> Iterable[tuple[str, str]]:
        """Framed blocks, and loose text both as § entries and as Markdown, as the gate finds moved entries again."""
        found: list[tuple[str, str]] = []

        def remember(format: Format, loose: bytes) -> Document:
            if format is Format.SECTION_SIGN:
                found.extend(self._loose.read(path, _with_line_feeds(loose).split(_DELIMITER)))
            return Document(b"", format, (), frozenset(), True)

        for kept in read_archive(data, remember).kept:
            found.append((kept.fingerprint, universal_newlines(decode(kept.data)[0])))
        return found


def _bytes_of(oid: str, found: tuple[str, str, bytes] | None) -> bytes:
    if found is None:
        raise GitError(f"object {oid} of the history is missing", "git fetch --refetch, or git fsck to see the damage")
    return found[2]


def _with_line_feeds(data: bytes) -> bytes:
    return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in data else data


def _tracked(document: Document) -> Entries:
    return tuple((block.fingerprint, block.text) for block in document.tracked)


def _read_entry(piece: bytes) -> Entries:
    return _tracked(parse(Format.SECTION_SIGN, piece))


def _read_blocks(piece: bytes) -> Entries:
    return _tracked(parse(Format.MARKDOWN, piece))


def _read_both(piece: bytes) -> Entries:
    """A piece as one entry and as Markdown; when both differ, only the Markdown blocks are compared by their words."""
    if re.fullmatch(_ONE_PARAGRAPH, piece):
        return _read_entry(piece)
    blocks = _read_blocks(piece)
    return (*((identity, BY_FINGERPRINT_ONLY) for identity, _ in _read_entry(piece)), *blocks)
