"""Deeds: what a change did to the entries of each store, as the operations a writer must be allowed.

A move between two stores of an agent is an edit of both; a mark, a heading, another order are edits.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cached_property

from memory_hygiene.core.canaries.canary import is_canary
from memory_hygiene.core.losses.conservation import departures
from memory_hygiene.core.losses.departure import Departure, Fate
from memory_hygiene.core.losses.own_doing import common, others_than, own_parts
from memory_hygiene.core.model import Block, Kind
from memory_hygiene.core.state import AgentState, Change, Store
from memory_hygiene.core.unread import is_unread

from .writers import Operation

_Tokens = Counter[tuple[str, str]]
"""Blocks of a store by fingerprint and exact text, with their number."""
_KEEPING = (None, Fate.EDITED, Fate.REWORDED)
"""Fates of what is still there in other words or, without any fate, in another store."""


def deeds_of(change: Change) -> Iterator[tuple[str, Operation]]:
    """The path of a store and an operation, for all that ``change`` did to entries; some may come twice."""
    if not change.befores:
        yield from ((store.path, Operation.ADD) for store in change.after.stores)
        return
    told = _Told(change)
    for number, before in enumerate(change.befores):
        for path in _changed_stores(before, change.after):
            view = _View(path, number, change)
            if view.has_new_canary:
                yield path, Operation.MAINTAIN
            found = set(view.operations(told))
            if not found and len(change.befores) == 1:
                found = {Operation.EDIT}  # nothing of the above, and yet the bytes differ
            yield from ((path, operation) for operation in found)


def _changed_stores(before: AgentState, after: AgentState) -> list[str]:
    old = {store.path: _content(store) for store in before.stores}
    new = {store.path: _content(store) for store in after.stores}
    return [path for path in sorted({*old, *new}) if old.get(path) != new.get(path)]


def _content(store: Store) -> tuple[str, str, bytes]:
    return store.mode, store.target, store.document.data


class _Told:
    """What the departures of a change tell: the fate of what left a store, and what came in its place."""

    def __init__(self, change: Change) -> None:
        found = departures(change)
        kept_first = sorted(found, key=lambda one: one.fate not in _KEEPING)  # of two copies the worse fate counts
        self.fates = {(one.store.path, one.block.fingerprint): one.fate for one in kept_first}
        self.replacing = {place for one in found if (place := _new_place(one))}


def _new_place(departure: Departure) -> tuple[str, str] | None:
    if departure.new_store is None or departure.new_block is None:
        return None
    return departure.new_store.path, departure.new_block.fingerprint


class _View:
    """One store before (in the parent of that number) and after; at a merge less what other parents did."""

    def __init__(self, path: str, number: int, change: Change) -> None:
        self._path = path
        self._before, self._after = change.befores[number], change.after
        self._old, self._new = self._before.store(path), self._after.store(path)
        others = others_than(change.befores, number)
        self._is_merge = bool(others)
        self._gone, self._come = own_parts(
            _tokens(self._old),
            _tokens(self._new),
            (_tokens(other.store(path)) for other in others),
            common(_tokens(base.store(path)) for base in change.bases),
        )

    @property
    def has_new_canary(self) -> bool:
        """Whether a canary of this store came, went or changed."""
        return any(is_canary(text) for _, text in (*self._gone, *self._come))

    def operations(self, told: _Told) -> Iterator[Operation]:
        """What was done to entries here."""
        if any(store is not None and is_unread(store) for store in (self._old, self._new)):
            yield from (Operation.ADD, Operation.EDIT, Operation.REMOVE)
            return
        gone, come = _by_fingerprint(self._gone), _by_fingerprint(self._come)
        if gone & come or (not self._is_merge and self._is_reordered()):
            yield Operation.EDIT
        for fingerprint in gone - come:
            is_kept = told.fates.get((self._path, fingerprint)) in _KEEPING
            yield Operation.EDIT if is_kept else Operation.REMOVE
        for fingerprint in come - gone:
            is_old = (self._path, fingerprint) in told.replacing or self._has_moved(fingerprint)
            yield Operation.EDIT if is_old else Operation.ADD

    def _has_moved(self, fingerprint: str) -> bool:
        """Whether the agent held it before and holds no more copies of it now."""
        return 0 < self._copies[1][fingerprint] <= self._copies[0][fingerprint]

    @cached_property
    def _copies(self) -> tuple[Counter[str], Counter[str]]:
        states = (self._before, self._after)
        had, has = (Counter(block.fingerprint for _, block in state.blocks()) for state in states)
        return had, has

    def _is_reordered(self) -> bool:
        olds, news = _blocks(self._old), _blocks(self._new)
        stay = _by_fingerprint(_tokens(self._old)) & _by_fingerprint(_tokens(self._new))
        return _in_order(olds, stay) != _in_order(news, stay)


def _tokens(store: Store | None) -> _Tokens:
    return Counter((block.fingerprint, block.text) for block in _blocks(store))


def _blocks(store: Store | None) -> list[Block]:
    """The blocks that say something; a thematic break has no words to lose."""
    blocks = store.document.blocks if store else ()
    return [block for block in blocks if block.kind is not Kind.MARKUP or any(map(str.isalnum, block.text))]


def _by_fingerprint(tokens: _Tokens) -> Counter[str]:
    found: Counter[str] = Counter()
    for (fingerprint, _), count in tokens.items():
        found[fingerprint] += count
    return found


def _in_order(blocks: list[Block], stay: Counter[str]) -> list[str]:
    left = Counter(stay)
    found: list[str] = []
    for block in blocks:
        if left[block.fingerprint] > 0:
            left[block.fingerprint] -= 1
            found.append(block.fingerprint)
    return found
