"""Acquittal: cheap reasons why a change cannot be stopped by a rule, for walks in which only errors count.

A fault that was there before, no better, stops nothing (the ratchet). So a store that no change touched has nothing
new to be stopped for, nor has text that only moved within its file.
"""

from .canaries.token_scan import MARGIN
from .fingerprint import DIGITS
from .shared_ends import same_at_end, same_at_start
from .state import SUBMODULE, SYMLINK, AgentState, Change, Store

_HEX = bytes(ord("0") if chr(code) in "0123456789abcdefABCDEF" else ord(" ") for code in range(256))
_ROOM = 2 * MARGIN  # bytes on either side of what differs that a word there may reach into


def touched_part(change: Change) -> Change:
    """``change`` with those stores alone that are not as they were in every parent."""
    if not change.befores:
        return change
    known = [{store.path: store for store in before.stores} for before in change.befores]
    same = {store.path for store in change.after.stores if all(_is_same(store, olds.get(store.path)) for olds in known)}
    return change._replace(
        befores=tuple(_without(before, same) for before in change.befores), after=_without(change.after, same)
    )


def _without(state: AgentState, same: set[str]) -> AgentState:
    return state.with_stores(tuple(store for store in state.stores if store.path not in same))


def _is_same(new: Store, old: Store | None) -> bool:
    return old is new or (old is not None and old._replace(oid="") == new._replace(oid=""))


def may_leak(change: Change) -> bool:
    """Whether a governed file may hold a word of sixteen hex digits that no parent has in it, and that is a token."""
    if len(change.after.settings.agents) == 1 and b"canary" not in change.after.ledger_data:
        return False
    stores = {store.path: store.document.data for store in change.after.stores}
    for path, (_, item) in change.after.files.items():
        befores = [before for before in change.befores if path in before.files]
        is_same = path not in stores and any(before.files[path][1] == item for before in befores)
        if item.mode in (SYMLINK, SUBMODULE) or is_same:
            continue
        data = stores[path] if path in stores else change.after.snapshot.read(path) or b""
        olds = [before.snapshot.read(path) or b"" for before in befores] or [b""]
        if not any(_has_no_word(old, data) for old in olds):
            return True
    return False


def _has_no_word(old: bytes, new: bytes) -> bool:
    """Whether every word of ``new`` stands in ``old``: none reaches into what differs."""
    if old == new or b"\0" in new:
        return old == new
    start = same_at_start(old, new)
    end = same_at_end(old, new, start)
    return b"0" * DIGITS not in new[max(0, start - _ROOM) : len(new) - end + _ROOM].translate(_HEX)
