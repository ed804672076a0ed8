"""Pointers: the one line that stays where an archived entry was, and when it does not pay."""

from collections.abc import Iterable

from .fingerprint import normalise
from .model import Block, Shape
from .tags import LIST_MARKER

_WIDTH = 48
_BREAKERS = "`<>[]()|*_~#\\"


def pointer_for(block: Block, day: str, archive: str) -> str:
    """The pointer line for one archived entry, in the entry's own indentation and list marker."""
    return f"{_lead(block)}_[archived {day}]_ {summary_of(block.text)} → {archive}#{block.fingerprint[:8]}"


def shared_pointer(first: Block, count: int, day: str, archive: str) -> str:
    """The pointer line for several entries that are each shorter than a pointer of their own."""
    entries = "1 entry" if count == 1 else f"{count} entries"
    return f"{_lead(first)}_[archived {day}]_ {entries} → {archive}"


def is_shorter(pointer: str, texts: Iterable[str]) -> bool:
    """Whether a pointer is shorter than what it stands for, in characters and in bytes: caps count either."""
    chars = size = 0
    for text in texts:
        chars += len(text)
        size += len(text.encode("utf-8", "surrogateescape"))
    return len(pointer) < chars and len(pointer.encode("utf-8", "surrogateescape")) < size


def leaves_pointer(block: Block) -> bool:
    """Whether the block's place can hold a pointer; a row's would separate its table from future rows."""
    return block.shape in (Shape.LIST_ITEM, Shape.PARAGRAPH, Shape.SECTION_SIGN)


def _lead(block: Block) -> str:
    if block.shape is not Shape.LIST_ITEM:
        return ""
    marker = LIST_MARKER.match(block.text)
    return marker[0] if marker else "- "


def summary_of(text: str) -> str:
    """The first words of an entry, ended before anything that a cut could break: a URL, a link, a code span."""
    chosen: list[str] = []
    for word in normalise(text).split():
        if "://" in word or any(sign in word for sign in _BREAKERS):
            break
        if len(" ".join([*chosen, word])) > _WIDTH:
            break
        chosen.append(word)
    return " ".join(chosen) + "…" if chosen else "entry"
