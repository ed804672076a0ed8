"""The sanctum benchmark on its small inputs, and its accounts on changes that they must see."""

from pathlib import Path

import pytest

from .documents import fault_of
from .lore import lore
from .sanctum import cases, measure
from .untouched import Cut, bytes_changed

EXPECTED = {
    "d1-lore-markers": (33, 1, 4, 0, 3),
    "d2-persona-evolution-log": (16, 4, 0, 0, 0),
    "d3-memory-pending": (18, 0, 1, 0, 0),
    "d4-creed-check-only": (51, 0, 0, 0, 1),
}
"""Kept, archived, pruned, repeats dropped, unresolved."""


@pytest.mark.parametrize(
    ("case", "name", "data"), list(cases()), ids=lambda value: value if isinstance(value, str) else ""
)
def test_cases(tmp_path: Path, case: str, name: str, data: bytes) -> None:
    row = measure(tmp_path / "repo", case, name, data)
    assert row[1:6] == EXPECTED[case]
    assert row.is_right, row


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_short_generated_lore(tmp_path: Path, ending: str) -> None:
    row = measure(tmp_path / "repo", "short", "LORE.md", lore(3, 300, ending))
    assert row.is_right, row
    assert min(row.archived, row.pruned, row.kept) > 0


def test_generated_lore_has_the_lines_asked_for() -> None:
    data = lore(1, 2_000, "\r\n")
    assert data.count(b"\r\n") == data.count(b"\n") == 2_000
    assert lore(1, 2_000, "\r\n") == data


BEFORE = b"# L\n\n- one\n- two\n\n- three\n  more\n- four"
CUT = Cut(6, 2, b"- gone")


@pytest.mark.parametrize(
    ("after", "changed"),
    [
        (b"# L\n\n- one\n- two\n\n- gone\n- four", 0),
        (b"# L\n\n- one\n- two\n- gone\n- four", 0),
        (b"# L\n\n- one\n- two\n\n- gone\n- four\n", 13),
        (b"# L\n\n- one\r\n- two\n\n- gone\n- four", 13),
        (b"# L\n- one\n- two\n\n- gone\n- four", 1),
        (b"# L\n\n- one\n\n- gone\n- four", 6),
        (b"# L\n\n- one\n- two\n\n\x0c\n- gone\n- four", 2),
        (b"# L\n\n- one\n- two\n\n- gone\n  more\n- four", 7),
        (b"\xef\xbb\xbf# L\n\n- one\n- two\n\n- gone\n- four", 3),
    ],
)
def test_bytes_outside_the_edits_are_counted(after: bytes, changed: int) -> None:
    assert bytes_changed(BEFORE, after, [CUT]) == changed


@pytest.mark.parametrize(
    "after", [b"# L\n\n- one\n- two\n\n- three\n  more", b"# L\n\n- one\n- two\n\n- three\n  more\n"]
)
def test_the_ending_before_an_unended_last_line_may_go_with_it(after: bytes) -> None:
    assert bytes_changed(BEFORE, after, [Cut(8, 1, b"")]) == 0


def test_documents_name_what_they_break(monkeypatch: pytest.MonkeyPatch) -> None:
    assert fault_of(1) == ""
    monkeypatch.setattr("tests.benchmarks.documents.bytes_changed", lambda *_: 5)
    assert fault_of(1) == "5 bytes outside the edits changed"
