"""Leading tags: the marks by which a writer asks for an entry to go (source: the seed skill's decision table).

Only a *leading* tag counts: right after the list marker or checkbox, or at the start of the first cell of a
table row. A tag in prose, at a line's end, in code or in a link is text.
"""

import re
from enum import Enum
from typing import NamedTuple

from .model import Block, Shape

LIST_MARKER = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|(?=\n|$))")
CHECKBOX = re.compile(r"\[[ xX]\](?=\s)[ \t]*")
TAG_NAMES = "superseded|contradicted|wrong|obsolete|prune|expired|stale|archive"
_ARGUMENT = r"(?:[^\[\]\n]|\[(?:[^\[\]\n]|\[[^\[\]\n]*\])*\])*"  # it may hold a link of either kind
# A source, compiled by re when the first bracket asks for it: most hooks meet none.
_TAG = (
    rf"(?i)(?P<open>\*\*|__|\*|_)?\[[ \t]*(?P<name>{TAG_NAMES})(?:[ \t]+by)?[ \t]*(?::(?P<argument>{_ARGUMENT}))?\]"
    r"(?(open)(?P=open))(?![(\[:])"
)
# A line that ends the paragraph it stands in: no span goes beyond it.
_OTHER_BLOCK = r"\n[ \t]*(?:\n|[-*+](?:[ \t]|\n)|\d{1,9}[.)][ \t]|#{1,6}[ \t]|>|`{3}|[-=*_]+[ \t]*\n|\||<)"
_CODE_AT_ONCE = r" *(?:[-*+]|\d{1,9}[.)]) {5,}\S"
_TAG_STARTS = ("[", "*", "_")
UNVERIFIED = "[UNVERIFIED]"
_BLANKS = (" ", "\t")
_DATE = r"(\d{4})-(\d{2})-(\d{2})\Z"
_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


class Wish(Enum):
    """What a leading tag asks for."""

    PRUNE = "prune"
    ARCHIVE = "archive"
    EXPIRE = "expire"
    UNCLEAR = "unclear"


class Tag(NamedTuple):
    """A leading tag: its place in the block's text, what it asks, and the day it names (``YYYY-MM-DD``) or ""."""

    start: int
    end: int
    written: str
    wish: Wish
    day: str


def content_start(text: str) -> int:
    """Where the words of an entry begin: after indentation, list marker, checkbox, or a row's first pipe."""
    marker = LIST_MARKER.match(text)
    start = marker.end() if marker else len(text) - len(text.lstrip(" \t"))
    checkbox = CHECKBOX.match(text, start)
    return checkbox.end() if checkbox else start


def is_code_at_once(text: str) -> bool:
    """Whether a list item begins with indented code: with five or more columns of white space after its marker."""
    return re.match(_CODE_AT_ONCE, text.partition("\n")[0].expandtabs(4)) is not None


def row_start(text: str) -> int:
    """Where the words of a table row's first cell begin, after a checkbox as well."""
    start = len(text) - len(text.lstrip(" \t"))
    if text[start : start + 1] == "|":
        start += 1
    start += len(text[start:]) - len(text[start:].lstrip(" \t"))
    checkbox = CHECKBOX.match(text, start)
    return checkbox.end() if checkbox else start


def leading_tag(block: Block, labels: frozenset[str] = frozenset()) -> Tag | None:
    """The leading tag of ``block``, or None; a label the document defines as a link is never a tag."""
    if block.shape is not Shape.TABLE_ROW:
        if block.shape is Shape.LIST_ITEM and is_code_at_once(block.text):
            return None
        return tag_at(block.text, content_start(block.text), labels)
    start, text = row_start(block.text), block.text.rstrip().removesuffix("|")
    # No span goes from one cell into the next: only of a single cell can the whole be struck.
    is_one_cell = "|" not in text[start:]
    return tag_at(text if is_one_cell else block.text, start, labels, may_be_struck=is_one_cell)


def tag_at(text: str, start: int, labels: frozenset[str] = frozenset(), *, may_be_struck: bool = True) -> Tag | None:
    """The tag that begins at ``start`` of ``text``, or None."""
    if may_be_struck and text[start : start + 2] == "~~" and is_struck(text[start:]):
        return Tag(start, start, "~~…~~", Wish.PRUNE, "")
    match = _match_tag(text, start)
    if match is None:
        return None
    inner = match[0].strip("*_")[1:-1]
    if " ".join(inner.split()).casefold() in labels:
        return None
    wish, day = _wish(match["name"].lower(), (match["argument"] or "").strip())
    return Tag(match.start(), match.end(), match[0], wish, day)


def _match_tag(text: str, start: int) -> re.Match[str] | None:
    return re.compile(_TAG).match(text, start) if text[start : start + 1] in _TAG_STARTS else None


def _wish(name: str, argument: str) -> tuple[Wish, str]:
    if name == "expired":
        return (Wish.EXPIRE, argument) if is_day(argument) else (Wish.UNCLEAR, "")
    return (Wish.ARCHIVE, "") if name in ("stale", "archive") else (Wish.PRUNE, "")


def is_day(text: str) -> bool:
    """Whether ``text`` is a calendar day written ``YYYY-MM-DD``."""
    match = re.match(_DATE, text)
    if match is None:
        return False
    year, month, day = int(match[1]), int(match[2]), int(match[3])
    if not (1 <= month <= 12 and 1 <= day <= _DAYS[month - 1] and year):
        return False
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return not (month == 2 and day == 29 and not leap)


def is_struck(text: str) -> bool:
    """Whether the whole of ``text`` (white space at the ends aside) is one ``~~…~~`` span."""
    body = text.strip()
    inner = body[2:-2]
    return (
        len(body) > 4
        and body.startswith("~~")
        and body.endswith("~~")
        and "~~" not in inner
        and not inner[0].isspace()
        and not inner[-1].isspace()
        and inner[0] != "~"
        and inner[-1] != "~"
        and inner.count("`") % 2 == 0
        and not _ends_escaped(inner)
        and re.search(_OTHER_BLOCK, inner) is None
    )


def _ends_escaped(text: str) -> bool:
    """Whether what follows ``text`` is escaped by a backslash of it."""
    return (len(text) - len(text.rstrip("\\"))) % 2 == 1


def without_marks(text: str) -> str:
    """``text`` of an entry without list marker, leading tags, strike-through of the whole and ``[UNVERIFIED]``.

    The checkbox stays: done and not done are different things to remember.
    """
    is_row = text.lstrip(" \t").startswith("|")
    marker = None if is_row else LIST_MARKER.match(text)
    start = marker.end() if marker else 0
    head, body = "", text[start:]
    checkbox = CHECKBOX.match(body)
    if checkbox:
        head, body = checkbox[0], body[checkbox.end() :]
    if is_row:
        cell = row_start(body)
        head, body = body[:cell], body[cell:]
    body = _without_unverified(body)
    position = 0
    while (match := _match_tag(body, position)) is not None:
        position = match.end()
        while body[position : position + 1] in _BLANKS:
            position += 1
    body = body[position:]
    if is_struck(body):
        body = body.strip()[2:-2]
    return head + body


def _without_unverified(text: str) -> str:
    """``text`` without the mark at its end (no regex: a search for one takes quadratic time on a run of blanks)."""
    bare = text.rstrip()
    if not bare.endswith(UNVERIFIED):
        return text
    return bare[: -len(UNVERIFIED)].rstrip(" \t") + text[len(bare) :]
