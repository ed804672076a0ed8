"""Unread stores: too large to be parsed, accounted for by their raw lines."""

from collections import Counter
from collections.abc import Iterator

from .state import MAX_BYTES, AgentState, Change, Store


def is_unread(store: Store) -> bool:
    """Whether the store was too large to be parsed: its document has no blocks."""
    return len(store.document.data) > MAX_BYTES


def why_unread(path: str, size: int) -> str:
    """What to say of a file of ``size`` bytes that was not read, so that it does not look empty."""
    return f"{path} was not read: {how_large(size)}"


def how_large(size: int) -> str:
    """The bytes of a file that was not read, and the limit."""
    return f"{size:,} bytes, over the {MAX_BYTES:,} that are read at all"


def unread_losses(change: Change) -> Iterator[tuple[Store, int, str]]:
    """Stores that were too large to be parsed before, how many of their lines are nowhere after, and where they were.

    A second, coarser account: a store must not become a place to lose things from by growing.
    """
    for before in change.befores:
        for store in before.stores:
            if is_unread(store) and (count := _lines_gone(store, change.after)):
                yield store, count, before.snapshot.label


def _lines_gone(store: Store, after: AgentState) -> int:
    if any(other.path == store.path and other.document.data == store.document.data for other in after.stores):
        return 0
    kept = [*(other.document.data for other in after.stores), *(data for _, data in after.cold_data)]
    now = Counter(line for data in kept for line in _lines(data))
    return (Counter(_lines(store.document.data)) - now).total()


def _lines(data: bytes) -> list[bytes]:
    return [line for line in (line.strip() for line in data.splitlines()) if line]
