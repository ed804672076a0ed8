"""What versions of files hold, and what two of them do not share: only what lies around the difference is parsed."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Protocol

from memory_hygiene.core.archive import FRAME_MARK, HEADING_MARK, frame_ends, read_archive
from memory_hygiene.core.history.lineage import BY_FINGERPRINT_ONLY
from memory_hygiene.core.model import Document, Format, decode, universal_newlines
from memory_hygiene.core.shared_ends import same_at_end, same_at_start
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
    """The bytes of a version in LF line endings.

    ``is_open`` says whether it may be cut into pieces, ``ends`` where the framed blocks of an archive end, empty when
    not every opening is one of a block; None as long as nobody asked.
    """

    __slots__ = ("data", "ends", "is_open")

    def __init__(self, data: bytes, is_open: bool | None = None) -> None:
        self.data = data
        self.is_open = is_open
        self.ends: list[int] | None = None


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
    """Framed blocks, and loose text both as § entries and as Markdown, as the gate finds moved entries again.

    A piece is a framed block and what stands before it; without any it is a § entry.
    """

    def __init__(self) -> None:
        self._blocks = Pieces(markdown_pieces.cut, _read_blocks)
        self._loose = Pieces(section_sign_pieces.cut, self._read_both)
        self._framed = Pieces(lambda data: [data], self._read_framed)

    def text(self, data: bytes) -> Text:
        """A version with this content; as it is, where line endings count as bytes of a frame."""
        return Text(data, False if b"\r" in data else None)

    def entries(self, text: Text) -> Held:
        """Everything a version holds."""
        return self._loose.entries(text.data) if self._is_open(text) else self._between(text, 0, len(text.data))

    def since(self, old: Text, new: Text) -> tuple[Held, Held]:
        """What each of two versions holds, less any of what both do."""
        if self._is_open(old):
            parts = list(differing(old.data, new.data, _SECTION_SIGN))
            if new.is_open is None and not any(_is_framed(after) for _, after in parts):
                new.is_open = True
                return self._loose.between(parts)
        elif not self._is_open(new) and (middle := _framed_middle(old, new)):
            start, old_end, new_end = middle
            return self._between(old, start, old_end), self._between(new, start, new_end)
        return self.entries(old), self.entries(new)

    def _is_open(self, text: Text) -> bool:
        if text.is_open is None:
            text.is_open = not _is_framed(text.data)
        return text.is_open

    def _between(self, text: Text, start: int, end: int) -> Held:
        """What the pieces hold that lie between two of their ends."""
        found: list[tuple[str, str]] = []
        for cut in (*(each for each in _ends_of(text) if start < each < end), end):
            found += self._framed.entries(text.data[start:cut])
            start = cut
        return found

    def _read_both(self, piece: bytes) -> Entries:
        """A piece as one entry and as Markdown; when both differ, only Markdown blocks are compared by their words."""
        if re.fullmatch(_ONE_PARAGRAPH, piece):
            return section_sign_pieces.read(piece)
        blocks = self._blocks.entries(piece)
        return (*((identity, BY_FINGERPRINT_ONLY) for identity, _ in section_sign_pieces.read(piece)), *blocks)

    def _read_framed(self, data: bytes) -> Entries:
        found: list[tuple[str, str]] = []

        def remember(format: Format, loose: bytes) -> Document:
            if format is Format.SECTION_SIGN:
                found.extend(self._loose.entries(with_line_feeds(loose)))
            return Document(b"", format, (), frozenset(), True)

        for kept in read_archive(data, remember).kept:
            found.append((kept.fingerprint, universal_newlines(decode(kept.data)[0])))
        return tuple(found)


def _ends_of(text: Text) -> list[int]:
    if text.ends is None:
        ends = list(frame_ends(text.data))
        text.ends = ends if all(ends) else []
    return text.ends


def _framed_middle(old: Text, new: Text) -> tuple[int, int, int] | None:
    """The pieces around all that differs, when it is plain where those of ``new`` end: then that is noted there.

    From where both are the same, ``new`` is read up to a block that ends where one of ``old`` does.
    """
    ends = _ends_of(old)
    if not ends:
        return None
    same = same_at_start(old.data, new.data)
    grown = len(new.data) - len(old.data)
    rest = len(new.data) - same_at_end(old.data, new.data, same)
    before = bisect_right(ends, same)
    start = ends[before - 1] if before else 0
    found: list[int] = []
    for end in frame_ends(new.data, start):
        if not end:
            return None
        found.append(end)
        place = bisect_left(ends, end - grown)
        if end >= rest and place < len(ends) and ends[place] == end - grown:
            new.ends = [*ends[:before], *found, *(each + grown for each in ends[place + 1 :])]
            return start, end - grown, end
    new.ends = [*ends[:before], *found]
    return start, len(old.data), len(new.data)


def with_line_feeds(data: bytes) -> bytes:
    """``data`` with CRLF and lone CR turned into LF."""
    return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in data else data


def _is_framed(data: bytes) -> bool:
    return FRAME_MARK in data or HEADING_MARK in data


def _tracked(document: Document) -> Entries:
    return tuple((block.fingerprint, block.text) for block in document.tracked)


def _read_blocks(piece: bytes) -> Entries:
    return _tracked(parse(Format.MARKDOWN, piece))
