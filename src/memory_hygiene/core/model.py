"""Documents: the original bytes plus spans of blocks over them.

Values on the gate's path are ``NamedTuple``: a frozen dataclass costs a hook three times the start-up
(importing ``dataclasses`` pulls ``inspect``, and each class is built by ``exec``).
"""

from enum import Enum
from typing import NamedTuple


class Format(Enum):
    """How a store is split into blocks."""

    SECTION_SIGN = "section-sign"
    MARKDOWN = "markdown"


class Kind(Enum):
    """What may happen to a block: an entry may be acted on, opaque content only tracked, markup neither."""

    ENTRY = "entry"
    OPAQUE = "opaque"
    MARKUP = "markup"


class Shape(Enum):
    """The construct a block was written as (CommonMark's and GFM's names, where they have one)."""

    SECTION_SIGN = "section-sign entry"
    LIST_ITEM = "list item"
    TABLE_ROW = "table row"
    PARAGRAPH = "paragraph"
    FENCED_CODE = "fenced code block"
    INDENTED_CODE = "indented code block"
    BLOCK_QUOTE = "block quote"
    HTML = "HTML block"
    FRONT_MATTER = "front matter"
    DEFINITION = "link reference definition"
    FOOTNOTE = "footnote definition"
    TABLE_HEAD = "table head"
    HEADING = "heading"
    THEMATIC_BREAK = "thematic break"


class Block(NamedTuple):
    """One block of a document.

    ``start`` and ``end`` are byte offsets into the document's data; a Markdown block spans whole lines without the last
    line ending. ``text`` has universal newlines. ``section`` is the path of headings above the block; ``group`` numbers
    the runs of entries that no heading, opaque block or lead-in paragraph interrupts. ``counted`` says whether a reader
    would count the block as an entry. ``list`` numbers the lists of a file: items of one list share it; it is -1
    elsewhere.
    """

    kind: Kind
    shape: Shape
    start: int
    end: int
    line: int
    text: str
    fingerprint: str
    section: tuple[str, ...]
    group: int
    counted: bool
    list: int = -1


class Document(NamedTuple):
    """The bytes of one file and its blocks in file order; parsing never fails.

    ``labels`` are the link reference labels the file defines (case-folded): ``[stale]`` is a link when it is one.
    ``decodable`` is False when the bytes are not UTF-8 or hold a NUL. ``nested`` are the list items inside list items,
    at any depth, in file order: parts of the entry around them that may go by a tag of their own.
    """

    data: bytes
    format: Format
    blocks: tuple[Block, ...]
    labels: frozenset[str]
    decodable: bool
    nested: tuple[Block, ...] = ()

    @property
    def entries(self) -> tuple[Block, ...]:
        """The blocks that actions may touch."""
        return tuple(block for block in self.blocks if block.kind is Kind.ENTRY)

    @property
    def tracked(self) -> tuple[Block, ...]:
        """The blocks whose loss is reported: entries, and opaque blocks with content."""
        return tuple(block for block in self.blocks if block.kind is not Kind.MARKUP)

    @property
    def counted(self) -> tuple[Block, ...]:
        """The blocks a reader counts as entries."""
        return tuple(block for block in self.blocks if block.counted)


class Edit(NamedTuple):
    """Replace the bytes ``start:end`` of a document by ``new``."""

    start: int
    end: int
    new: bytes


def render(document: Document, edits: tuple[Edit, ...] = ()) -> bytes:
    """The document's bytes with ``edits`` carried out; every byte outside them is the original one.

    Raises ValueError when two edits overlap or lie outside the data.
    """
    parts: list[bytes] = []
    position = 0
    for edit in sorted(edits):
        if not position <= edit.start <= edit.end <= len(document.data):
            raise ValueError(f"edit {edit.start}:{edit.end} overlaps another or leaves the document")
        parts += [document.data[position : edit.start], edit.new]
        position = edit.end
    return b"".join([*parts, document.data[position:]])


def decode(data: bytes) -> tuple[str, bool]:
    """The text of ``data`` and whether it is clean; undecodable bytes become lone surrogates, so nothing is lost."""
    try:
        return data.decode("utf-8"), b"\0" not in data
    except UnicodeDecodeError:
        return data.decode("utf-8", "surrogateescape"), False


def universal_newlines(text: str) -> str:
    """``text`` with CRLF and lone CR turned into LF, as Python's text mode and CommonMark read it."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def count_lines(data: bytes) -> int:
    """Lines of ``data``: LF, CRLF and lone CR end one; an unfinished last line counts."""
    ends = data.count(b"\n") + data.count(b"\r") - data.count(b"\r\n")
    return ends + (1 if data and data[-1:] not in (b"\n", b"\r") else 0)


def line_ending(data: bytes) -> bytes:
    """The line ending most lines of ``data`` have; LF when there is none or a tie."""
    crlf = data.count(b"\r\n")
    lone = data.count(b"\r") - crlf
    lf = data.count(b"\n") - crlf
    if crlf > max(lf, lone):
        return b"\r\n"
    return b"\r" if lone > lf else b"\n"
