"""Trimming: a change without the blocks that nobody touched, so that judging it costs what differs.

What stands at the start and at the end of a store before and after the change, block for block, decides on nothing
but copies. Where the rest holds no copy of it, the account of the change without it is the account of the change.
"""

from collections.abc import Iterator

from memory_hygiene.core.canaries.canary import is_canary
from memory_hygiene.core.model import Block
from memory_hygiene.core.state import AgentState, Change, Store
from memory_hygiene.core.unread import is_unread

_Blocks = tuple[Block, ...]
_Pair = tuple[Store | None, Store | None]


def trimmed(change: Change) -> Change:
    """``change`` with the blocks alone that differ, as far as ``departures`` and ``account_of`` go; else itself.

    Nothing is trimmed at a merge, where the ledger changed, with canaries among what differs, or with unread stores.
    """
    if len(change.befores) != 1:
        return change
    before, after = change.befores[0], change.after
    if before.ledger_data != after.ledger_data or any(map(is_unread, (*before.stores, *after.stores))):
        return change
    left: list[Store] = []
    come: list[Store] = []
    same: list[_Blocks] = []
    for old, new in _pairs(before, after):
        start, end = _alike(_blocks(old), _blocks(new))
        same += (_blocks(old)[:start], _blocks(old)[len(_blocks(old)) - end :])
        if old is not new and not (old and new and old.document.data == new.document.data):
            left += _cut(old, start, end)
            come += _cut(new, start, end)
    moved = [block for store in (*left, *come) for block in store.document.blocks]
    here = {block.fingerprint for block in moved}
    if any(not here.isdisjoint([block.fingerprint for block in blocks]) for blocks in same):
        return change
    if any(is_canary(block.text) for block in moved):
        return change
    return change._replace(befores=(before.with_stores(tuple(left)),), after=after.with_stores(tuple(come)))


def _pairs(before: AgentState, after: AgentState) -> Iterator[_Pair]:
    """Each store before and after, in path order."""
    olds, news = ({store.path: store for store in state.stores} for state in (before, after))
    return ((olds.get(path), news.get(path)) for path in sorted(olds.keys() | news.keys()))


def _blocks(store: Store | None) -> _Blocks:
    return store.document.blocks if store else ()


def _alike(olds: _Blocks, news: _Blocks) -> tuple[int, int]:
    """How many blocks are the same at the start, and of the others at the end."""
    if olds is news:
        return len(olds), 0
    start = _same(olds, news)
    return start, _same(olds[start:][::-1], news[start:][::-1])


def _same(olds: _Blocks, news: _Blocks) -> int:
    number = 0
    for old, new in zip(olds, news):
        if old is not new and (old.text != new.text or old.section != new.section or old.shape is not new.shape):
            break
        number += 1
    return number


def _cut(store: Store | None, start: int, end: int) -> Iterator[Store]:
    if store is not None:
        blocks = store.document.blocks
        yield store._replace(document=store.document._replace(blocks=blocks[start : len(blocks) - end]))
