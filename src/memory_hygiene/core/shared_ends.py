"""What two versions share at either end, by halving: comparing slices is quick, walking them is not."""

from collections.abc import Sequence


def same_at_start(one: Sequence[object], other: Sequence[object]) -> int:
    """How many items are the same at the start; bytes, text or a list."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one[low:middle] == other[low:middle] else (low, middle - 1)
    return low


def same_at_end(one: Sequence[object], other: Sequence[object], start: int) -> int:
    """How many items are the same at the end, of those not counted at the ``start``."""
    low, high = 0, min(len(one), len(other)) - start
    while low < high:
        middle = (low + high + 1) // 2
        is_same = one[len(one) - middle : len(one) - low] == other[len(other) - middle : len(other) - low]
        low, high = (middle, high) if is_same else (low, middle - 1)
    return low
