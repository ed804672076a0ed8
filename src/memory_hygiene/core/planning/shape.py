"""Whether a file reads the same before and after an edit, apart from what the edit was about."""

from collections.abc import Iterable, Iterator, Mapping

from memory_hygiene.core.canaries.canary import token_of
from memory_hygiene.core.fingerprint import fingerprint
from memory_hygiene.core.model import Block, Document, Kind, Shape

from .actions import Action
from .outcomes import canary_moves, outcomes

_Reading = tuple[str, str, str, tuple[str, ...], bool]
_Key = tuple[int, str]


def is_same_elsewhere(
    before: Document, actions: Iterable[Action], after: Document, arriving: Iterable[str] = ()
) -> bool:
    """Whether ``after`` reads as ``before`` with the entries of ``actions`` gone, rewritten or replaced by pointers.

    Blocks and nested list items are compared by kind, shape, fingerprint, heading path, and whether an item goes on the
    list of the item before it; and no link reference definition may come or go, for links elsewhere rest on them. In a
    § store the texts ``arriving`` follow as entries, and a canary may change its place when the actions say so.
    """
    if before.labels != after.labels:
        return False
    chosen = tuple(actions)
    changes = _changes(chosen)
    nested = _outside(before, changes)
    blocks = [*_expected(before.blocks, before.nested, changes), *map(_arrived, arriving)]
    if canary_moves(chosen):
        return _reads_alike_but_for_canaries(blocks, after.blocks)
    return _readings(blocks) == _readings(after.blocks) and _identities(
        _expected(nested, before.nested, changes)
    ) == _identities(after.nested)


def _arrived(text: str) -> Block:
    return Block(Kind.ENTRY, Shape.SECTION_SIGN, 0, 0, 0, text, fingerprint(text), (), 0, True)


def _reads_alike_but_for_canaries(expected: Iterable[Block], found: Iterable[Block]) -> bool:
    """Whether two § stores hold the same entries in the same order, and the same canaries anywhere."""
    sides = [tuple(expected), tuple(found)]
    others = [_readings(block for block in side if not token_of(block.text)) for side in sides]
    canaries = [sorted(block.text for block in side if token_of(block.text)) for side in sides]
    return others[0] == others[1] and canaries[0] == canaries[1]


def _changes(actions: Iterable[Action]) -> dict[_Key, str]:
    return {(place.line, place.fingerprint): text for place, text in outcomes(actions).items()}


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
    changes = _changes(actions)
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
