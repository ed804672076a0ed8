"""Pointers: the one line that stays where an archived entry was, and when it does not pay."""

import re
from collections.abc import Iterable
from unicodedata import combining

from memory_hygiene.core.fingerprint import normalise
from memory_hygiene.core.model import Block, Shape
from memory_hygiene.core.tags import LIST_MARKER

_WIDTH = 48
_NARROW = (_WIDTH, 32, 16)
_BREAKERS = "<>|\\→*`~[]"
_MARKS = re.compile(r"(?<!\w)(?:[*_`\[\]]|~~)+|(?:[*_`\[\]]|~~)+(?!\w)")
_LINK = re.compile(r"!?\[([^\[\]\n]*)\]\([^()\n]*\)")
_CHECKBOXES = ("[ ] ", "[x] ", "[X] ")
_JOINERS = "\u200d\ufe0e\ufe0f"


def pointer_for(block: Block, day: str, archive: str, width: int = _WIDTH) -> str:
    """The pointer line for one archived entry, in the entry's own indentation and list marker."""
    return f"{_lead(block)}_[archived {day}]_ {summary_of(block.text, width)} → {archive}#{block.fingerprint[:8]}"


def narrow_pointer(block: Block, day: str, archive: str) -> str:
    """As ``pointer_for``, with a summary as short as it takes to be shorter than the entry, or "" where none is."""
    pointers = (pointer_for(block, day, archive, width) for width in _NARROW)
    return next((pointer for pointer in pointers if is_shorter(pointer, (block.text,))), "")


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


def summary_of(text: str, width: int = _WIDTH) -> str:
    """The first words of an entry, bare of their marks, ended before what a cut could break: a URL, a tag, a code."""
    chosen: list[str] = []
    bare = _LINK.sub(r"\1", normalise(text))
    for word in bare[bare.startswith(_CHECKBOXES) * len(_CHECKBOXES[0]) :].split():
        shown = _MARKS.sub("", word)
        if "://" in word or any(sign in shown for sign in _BREAKERS):
            break
        if not chosen and len(shown) > width and not shown.isascii():
            return _cut(shown, width // 2) + "…"  # a script without spaces, each sign of which tells more
        if len(" ".join([*chosen, shown])) > width:
            break
        chosen += [shown] if shown else []
    return " ".join(chosen) + "…" if chosen else "entry"


def _cut(word: str, width: int) -> str:
    """The beginning of a word, not ended inside a sign that several code points make."""
    while width and (combining(word[width]) or word[width] in _JOINERS or word[width - 1] in _JOINERS):
        width -= 1
    return word[:width]
