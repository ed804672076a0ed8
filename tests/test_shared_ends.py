"""What two versions share at their ends, against walking them item by item."""

from itertools import takewhile

from hypothesis import given
from hypothesis import strategies as st

from memory_hygiene.core.shared_ends import same_at_end, same_at_start

ITEMS = st.lists(st.integers(0, 2), max_size=40)


def walked(one: list[int], other: list[int]) -> int:
    return len(list(takewhile(lambda pair: pair[0] == pair[1], zip(one, other))))


@given(ITEMS, ITEMS, ITEMS, ITEMS)
def test_halving_finds_what_walking_finds(head: list[int], one: list[int], other: list[int], tail: list[int]) -> None:
    one, other = head + one + tail, head + other + tail
    start = same_at_start(one, other)
    assert start == walked(one, other)
    assert same_at_end(one, other, start) == walked(one[start:][::-1], other[start:][::-1])
    assert same_at_start(bytes(one), bytes(other)) == start
