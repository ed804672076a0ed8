"""Planting in Markdown: the canary as a list item or paragraph of its own, so that all else parses as it did."""

from collections.abc import Iterator

from memory_hygiene.core.model import Block, Document, Edit, Kind, Shape, line_ending, render
from memory_hygiene.core.state import Parse

from .canary import token_of

_BULLETS = ("- ", "* ", "+ ")
_TRIED = 30  # places, each of which costs a parse


def planted_in_markdown(document: Document, text: str, parse: Parse) -> bytes | None:
    """The bytes of a Markdown store with ``text`` as an entry, in the last place that is safe; None without one.

    List items come first: there the line looks as if it belonged, and nothing around it changes its reading. Where no
    place between two entries can be had (a table, a numbered list), the end of the file is better than none.
    """
    for edit in _edits(document, text):
        planted = render(document, (edit,))
        if _is_sound(document, parse(document.format, planted), text):
            return planted
    return None


def _edits(document: Document, text: str) -> Iterator[Edit]:
    ending = line_ending(document.data)
    line, blocks = text.encode(), document.tracked
    inner = blocks[:0:-1][:_TRIED]  # from the last to the second: before each of them it is neither first nor last
    for block in inner:
        if block.shape is Shape.LIST_ITEM and block.text[:2] in _BULLETS:
            yield Edit(block.start, block.start, block.text[:2].encode() + line + ending)
    for block in inner:
        yield Edit(block.start, block.start, line + 2 * ending)
        yield Edit(block.start, block.start, ending + line + 2 * ending)
    yield from _after(document, blocks[-1] if blocks else None, line, ending)


def _after(document: Document, block: Block | None, line: bytes, ending: bytes) -> Iterator[Edit]:
    """At the end."""
    if block is not None and block.shape is Shape.LIST_ITEM and block.text[:2] in _BULLETS:
        yield Edit(block.end, block.end, ending + block.text[:2].encode() + line)
    end = len(document.data)
    gap = b"" if not document.data.strip() else ending if document.data.endswith((b"\n", b"\r")) else 2 * ending
    yield Edit(end, end, gap + line + ending)


def _is_sound(before: Document, after: Document, text: str) -> bool:
    """Whether the canary is an entry of its own and every other block is what it was."""
    mine = [block for block in after.blocks if text in block.text]
    if len(mine) != 1 or mine[0].kind is not Kind.ENTRY or not token_of(mine[0].text):
        return False
    return _readings(before) == [reading for reading in _readings(after) if text not in reading[1]]


def _readings(document: Document) -> list[tuple[Shape, str, tuple[str, ...], bool, int]]:
    return [(block.shape, block.text, block.section, block.counted, block.list) for block in document.blocks]
