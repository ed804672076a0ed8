"""A document written part by part is, byte for byte, the one written at once."""

from hypothesis import given
from hypothesis import strategies as st

from memory_hygiene.report.json_parts import json_parts
from memory_hygiene.report.safe import safe_json

TEXT = st.text(st.sampled_from('ab"\\/\n\t\x00\x7fé☃#[\U0001f600'), max_size=6)
SCALAR = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT
VALUE = st.recursive(
    SCALAR, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3), max_leaves=8
)


@given(VALUE, st.lists(VALUE, max_size=4), VALUE)
def test_parts_are_the_whole(head: object, items: list[object], tail: object) -> None:
    parts = "".join(json_parts({"version": 1, "range": head}, "commits", items, lambda: {"summary": tail}))
    assert parts == safe_json({"version": 1, "range": head, "commits": items, "summary": tail})
    assert "##[" not in parts
