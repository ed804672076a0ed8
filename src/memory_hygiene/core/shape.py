"""Whether a file reads the same before and after an edit, apart from what the edit was about."""

from collections.abc import Iterable, Iterator, Mapping

from .actions import Action, Archive, Canonicalise
from .fingerprint import fingerprint
from .model import Block, Document

_Reading = tuple[str, str, str, tuple[str, ...], bool]
_Key = tuple[int, str]


def is_same_elsewhere(before: Document, actions: Iterable[Action], after: Document) -> bool:
    """Whether ``after`` reads as ``before`` with the entries of ``actions`` gone or replaced by their pointers.

    Blocks and nested list items are compared by kind, shape, fingerprint, heading path, and whether an item goes on the
    list of the item before it; and no link reference definition may come or go, for links elsewhere rest on them.
    """
    if before.labels != after.labels:
        return False
    changes = dict(_changes(actions))
    nested = _outside(before, changes)
    return _readings(_expected(before.blocks, before.nested, changes)) == _readings(after.blocks) and _identities(
        _expected(nested, before.nested, changes)
    ) == _identities(after.nested)


def _changes(actions: Iterable[Action]) -> Iterator[tuple[_Key, str]]:
    for action in actions:
        if not isinstance(action, Canonicalise):
            yield (action.place.line, action.place.fingerprint), action.pointer if isinstance(action, Archive) else ""


def _key(block: Block) -> _Key:
    return block.line, block.fingerprint


def _outside(document: Document, changes: Mapping[_Key, str]) -> list[Block]:
    """The nested items that lie inside no larger block or item that goes."""
    gone = [outer for outer in (*document.blocks, *document.nested) if _key(outer) in changes]
    gone.sort(key=lambda outer: outer.start)
    stays: list[Block] = []
    number, end = 0, -1
    for item in document.nested:
        while number < len(gone) and gone[number].start < item.start:
            end = max(end, gone[number].end)
            number += 1
        if item.start >= end:
            stays.append(item)
    return stays


def _expected(blocks: Iterable[Block], nested: tuple[Block, ...], changes: Mapping[_Key, str]) -> Iterator[Block]:
    """What is to be read of ``blocks``: without those that go, with the pointers, and with texts less their parts."""
    parts = [part for part in nested if _key(part) in changes]
    for block in blocks:
        if _key(block) in changes:
            if pointer := changes[_key(block)]:
                yield block._replace(fingerprint=fingerprint(pointer))
        else:
            inner = [part for part in parts if block.start < part.start and part.end <= block.end]
            yield block._replace(fingerprint=fingerprint(text_without(block, inner, changes))) if inner else block


def edited_blocks(document: Document, actions: Iterable[Action]) -> Iterator[tuple[Block, str]]:
    """The blocks that lose a part of theirs by ``actions``, with the fingerprint each has afterwards."""
    return _edited(document.blocks, document, actions)


def edited_items(document: Document, actions: Iterable[Action]) -> Iterator[tuple[Block, str]]:
    """As ``edited_blocks``, for nested items that lose a part of theirs."""
    return _edited(document.nested, document, actions)


def _edited(blocks: Iterable[Block], document: Document, actions: Iterable[Action]) -> Iterator[tuple[Block, str]]:
    changes = dict(_changes(actions))
    for before in blocks:
        for after in _expected([before], document.nested, changes):
            if _key(before) not in changes and after.fingerprint != before.fingerprint:
                yield before, after.fingerprint


def text_without(block: Block, parts: Iterable[Block], changes: Mapping[_Key, str]) -> str:
    """The text of a block without the lines of nested ``parts``, or with their pointers in place of them."""
    lines: list[str | None] = [*block.text.split("\n")]
    for part in parts:
        first = part.line - block.line
        count = part.text.count("\n") + 1
        lines[first : first + count] = [changes[_key(part)] or None, *([None] * (count - 1))]
    return "\n".join(line for line in lines if line is not None)


def _readings(blocks: Iterable[Block]) -> list[_Reading]:
    readings: list[_Reading] = []
    list_before = -1
    for block in blocks:
        goes_on = block.list >= 0 and block.list == list_before
        readings.append((block.kind.value, block.shape.value, block.fingerprint, block.section, goes_on))
        list_before = block.list
    return readings


def _identities(blocks: Iterable[Block]) -> list[str]:
    return [block.fingerprint for block in blocks]
