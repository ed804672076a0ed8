"""What differs between two versions of a file, in whole pieces.

What is the same at both ends is found by halving, as comparing slices is all in C; and once more on either side of
what is the same in the middle, because much is appended in the commit that drops something else.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from memory_hygiene.core.shared_ends import same_at_end, same_at_start

_PROBE = 64  # bytes that are looked for in the other version
_WORTH_IT = 8_000  # bytes that differ before anything is looked for among them; fewer are soon cut
_DEPTH = 4  # how often at most a part is parted again


class Cuts(NamedTuple):
    """Where files may be cut: the last place up to a given one, the first from a given one on.

    Either holds whatever lies beyond the given place: 0 or the length of the file when there is no such place.
    """

    before: Callable[[bytes, int], int]
    after: Callable[[bytes, int], int]


def middle(old: bytes, new: bytes, cuts: Cuts) -> tuple[int, int, int]:
    """The whole pieces around all that differs: where they start in both versions, and where they end in each."""
    same = same_at_start(old, new)
    start = cuts.before(new, same)
    end = same_at_end(old, new, same)
    old_end, new_end = cuts.after(old, len(old) - end), cuts.after(new, len(new) - end)
    if len(old) - old_end != len(new) - new_end:  # a cut in one that is none in the other
        return start, len(old), len(new)
    return start, old_end, new_end


def differing(old: bytes, new: bytes, cuts: Cuts, depth: int = _DEPTH) -> Iterator[tuple[bytes, bytes]]:
    """The parts that differ, in file order, each as it was and as it is; what they leave out is in both versions."""
    start, old_end, new_end = middle(old, new, cuts)
    old, new = old[start:old_end], new[start:new_end]
    inner = _same_inside(old, new, cuts) if depth and min(len(old), len(new)) > _WORTH_IT else None
    if inner is None:
        yield old, new
        return
    old_first, new_first, old_last, new_last = inner
    yield from differing(old[:old_first], new[:new_first], cuts, depth - 1)
    yield from differing(old[old_last:], new[new_last:], cuts, depth - 1)


def _same_inside(old: bytes, new: bytes, cuts: Cuts) -> tuple[int, int, int, int] | None:
    """Whole pieces that both hold: where they start in each, and where they end in each."""
    place = len(new) // 2
    found = old.find(new[place : place + _PROBE])
    if found < 0:
        return None
    back = same_at_end(old[:found], new[:place], 0)
    ahead = same_at_start(old[found:], new[place:])
    old_first, new_first = cuts.after(old, found - back), cuts.after(new, place - back)
    old_last, new_last = cuts.before(old, found + ahead), cuts.before(new, place + ahead)
    is_whole = old_first - new_first == old_last - new_last == found - place and old_first <= old_last
    return (old_first, new_first, old_last, new_last) if is_whole else None
