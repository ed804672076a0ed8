"""What versions of files hold, and what two of them do not share: only what lies around the difference is parsed."""

import re
from collections.abc import Sequence
from typing import Protocol

from memory_hygiene.core.archive import FRAME_MARK, HEADING_MARK, read_archive
from memory_hygiene.core.history.lineage import BY_FINGERPRINT_ONLY
from memory_hygiene.core.model import Document, Format, decode, universal_newlines
from memory_hygiene.formats import markdown_pieces, parse, section_sign_pieces

from .pieces import Entries, Pieces
from .trimming import Cuts, differing, middle

Held = Sequence[tuple[str, str]]
"""Fingerprints and texts, in file order, as often as they are there."""
# Lines that all begin with a letter are one paragraph of Markdown, whatever follows; there, both readings are the same.
# What only one of them may take for white space is left to the parser, which takes twenty times as long.
_ONE_PARAGRAPH = rb"(?:[A-Za-z][ -~\x80-\xff]*\n)*[A-Za-z](?:[ -~\x80-\xff]*[!-~])?\n?"
_SECTION_SIGN = Cuts(section_sign_pieces.cut_before, section_sign_pieces.cut_after)
_MARKDOWN = Cuts(markdown_pieces.cut_before, markdown_pieces.cut_after)


class Text:
    """The bytes of a version in LF line endings; ``is_open`` when it is known whether it may be cut into pieces."""

    __slots__ = ("data", "held", "is_open")

    def __init__(self, data: bytes, is_open: bool | None = None) -> None:
        self.data = data
        self.is_open = is_open
        self.held: Held | None = None


class Reader(Protocol):
    """Reads files of one kind."""

    def text(self, data: bytes) -> Text:
        """A version with this content."""

    def entries(self, text: Text) -> Held:
        """Everything a version holds."""

    def since(self, old: Text, new: Text) -> tuple[Held, Held]:
        """What each of two versions holds, less any of what both do."""


class SectionSignStores:
    """§ stores: one piece, one entry."""

    def __init__(self) -> None:
        self._pieces = Pieces(section_sign_pieces.cut, section_sign_pieces.read)

    def text(self, data: bytes) -> Text:
        """A version with this content."""
        return Text(with_line_feeds(data))

    def entries(self, text: Text) -> Held:
        """Everything a version holds."""
        return self._pieces.entries(text.data)

    def since(self, old: Text, new: Text) -> tuple[Held, Held]:
        """What each of two versions holds, less any of what both do."""
        return self._pieces.between(differing(old.data, new.data, _SECTION_SIGN))


class MarkdownFiles:
    """Markdown: cut at its items and headings, where the file allows it."""

    def __init__(self) -> None:
        self._pieces = Pieces(markdown_pieces.cut_open, _read_blocks)
        self._whole = Pieces(lambda data: [data], _read_blocks)

    def text(self, data: bytes) -> Text:
        """A version with this content."""
        return Text(with_line_feeds(data))

    def entries(self, text: Text) -> Held:
        """Everything a version holds."""
        return (self._pieces if self._is_open(text) else self._whole).entries(text.data)

    def since(self, old: Text, new: Text) -> tuple[Held, Held]:
        """What each of two versions holds, less any of what both do."""
        if self._is_open(old):
            start, _, new_end = middle(old.data, new.data, _MARKDOWN)
            if markdown_pieces.is_still_open(old.data, new.data, start, new_end):
                new.is_open = True
                return self._pieces.between(differing(old.data, new.data, _MARKDOWN))
        return self.entries(old), self.entries(new)

    def _is_open(self, text: Text) -> bool:
        if text.is_open is None:
            text.is_open = markdown_pieces.is_open(text.data)
        return text.is_open


class Archives:
    """Framed blocks, and loose text both as § entries and as Markdown, as the gate finds moved entries again."""

    def __init__(self) -> None:
        self._loose = Pieces(section_sign_pieces.cut, _read_both)

    def text(self, data: bytes) -> Text:
        """A version with this content; as it is, where line endings count as bytes of a frame."""
        return Text(data, False if b"\r" in data else None)

    def entries(self, text: Text) -> Held:
        """Everything a version holds."""
        if self._is_open(text):
            return self._loose.entries(text.data)
        if text.held is None:
            text.held = self._framed(text.data)
        return text.held

    def since(self, old: Text, new: Text) -> tuple[Held, Held]:
        """What each of two versions holds, less any of what both do."""
        if self._is_open(old):
            parts = list(differing(old.data, new.data, _SECTION_SIGN))
            if new.is_open is None and not any(_is_framed(after) for _, after in parts):
                new.is_open = True
                return self._loose.between(parts)
        return self.entries(old), self.entries(new)

    def _is_open(self, text: Text) -> bool:
        if text.is_open is None:
            text.is_open = not _is_framed(text.data)
        return text.is_open

    def _framed(self, data: bytes) -> Held:
        found: list[tuple[str, str]] = []

        def remember(format: Format, loose: bytes) -> Document:
            if format is Format.SECTION_SIGN:
                found.extend(self._loose.entries(with_line_feeds(loose)))
            return Document(b"", format, (), frozenset(), True)

        for kept in read_archive(data, remember).kept:
            found.append((kept.fingerprint, universal_newlines(decode(kept.data)[0])))
        return found


def with_line_feeds(data: bytes) -> bytes:
    """``data`` with CRLF and lone CR turned into LF."""
    return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in data else data


def _is_framed(data: bytes) -> bool:
    return FRAME_MARK in data or HEADING_MARK in data


def _tracked(document: Document) -> Entries:
    return tuple((block.fingerprint, block.text) for block in document.tracked)


def _read_blocks(piece: bytes) -> Entries:
    return _tracked(parse(Format.MARKDOWN, piece))


def _read_both(piece: bytes) -> Entries:
    """A piece as one entry and as Markdown; when both differ, only the Markdown blocks are compared by their words."""
    if re.fullmatch(_ONE_PARAGRAPH, piece):
        return section_sign_pieces.read(piece)
    blocks = _read_blocks(piece)
    return (*((identity, BY_FINGERPRINT_ONLY) for identity, _ in section_sign_pieces.read(piece)), *blocks)
