"""Exact repeats. Exact means exact: the same text but for white space at its ends and the marker of a list item.

A paragraph and a list item with the same words are not one another's repeats: a reader sees two things.
"""

from collections.abc import Iterator

from memory_hygiene.core.archive import read_pointer
from memory_hygiene.core.canaries.canary import is_canary
from memory_hygiene.core.model import Block, Kind, Shape
from memory_hygiene.core.state import Store
from memory_hygiene.core.tags import LIST_MARKER


def exact_text(block: Block) -> str:
    """What two entries must share to the letter to be repeats of one another."""
    if block.shape is Shape.LIST_ITEM and (marker := LIST_MARKER.match(block.text)):
        return block.text[marker.end() :].strip()
    return block.text.strip()


def may_repeat(block: Block) -> bool:
    """Whether a repeat of this block means anything: not table rows, canaries and pointers."""
    if block.kind is not Kind.ENTRY or block.shape is Shape.TABLE_ROW:
        return False
    return not is_canary(block.text) and read_pointer(block.text) is None


def repeats_in(store: Store) -> Iterator[tuple[Block, Block]]:
    """Each later repeat with the first one of its section; a § store is one section."""
    firsts: dict[tuple[int, Shape, str], Block] = {}
    for block in store.document.blocks:
        if may_repeat(block):
            first = firsts.setdefault((block.group, block.shape, exact_text(block)), block)
            if first is not block:
                yield first, block


def doubtful_repeats(store: Store) -> Iterator[tuple[Block, Block]]:
    """Entries under one heading that repeat one another across a lead-in or an opaque block, or in another shape."""
    firsts: dict[tuple[tuple[str, ...], str], Block] = {}
    for block in store.document.blocks:
        if may_repeat(block):
            first = firsts.setdefault((block.section, exact_text(block)), block)
            if first.group != block.group or first.shape is not block.shape:
                yield first, block
