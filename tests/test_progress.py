"""Progress is a bar on a terminal, after a second; elsewhere it is nothing."""

import os
import sys
from io import StringIO

import pytest

from memory_hygiene.edge import clock
from memory_hygiene.edge.progress import Progress


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock on which two seconds pass between any two looks."""
    moments = iter(range(0, 10_000, 2))
    monkeypatch.setattr(clock, "seconds", lambda: float(next(moments)))


def test_a_bar_with_a_counter_on_a_terminal(later: None, monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = os.openpty()
    with os.fdopen(theirs, "w") as terminal, monkeypatch.context() as patch:
        patch.setattr(sys, "stderr", terminal)
        with Progress("asking endpoints", "URLs") as show:
            show(6, 12)
            show(12, 12)
        shown = os.read(ours, 4096).decode()
    os.close(ours)
    first, second, wiped = shown.split("\r")[1], shown.split("\r")[3], shown.split("\r")[-2]
    assert first == f"asking endpoints: [{'#' * 12}{'-' * 12}] 6 of 12 URLs"
    assert second == f"asking endpoints: [{'#' * 24}] 12 of 12 URLs"
    assert not wiped.strip()


@pytest.mark.parametrize(("done", "total"), [(0, 0), (5, 0), (9, 3)])
def test_odd_counts_draw_a_bar_all_the_same(
    later: None, monkeypatch: pytest.MonkeyPatch, done: int, total: int
) -> None:
    ours, theirs = os.openpty()
    with os.fdopen(theirs, "w") as terminal, monkeypatch.context() as patch:
        patch.setattr(sys, "stderr", terminal)
        with Progress("reading history", "commits") as show:
            show(done, total)
        assert f"{done} of {total} commits" in os.read(ours, 4096).decode()
    os.close(ours)


def test_nothing_into_a_file(later: None, monkeypatch: pytest.MonkeyPatch) -> None:
    file = StringIO()
    monkeypatch.setattr(sys, "stderr", file)
    with Progress("asking endpoints", "URLs") as show:
        show(6, 12)
    assert file.getvalue() == ""


def test_nothing_within_the_first_second(monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = os.openpty()
    with os.fdopen(theirs, "w") as terminal, monkeypatch.context() as patch:
        patch.setattr(sys, "stderr", terminal)
        with Progress("asking endpoints", "URLs") as show:
            show(6, 12)
        terminal.write("end")
        terminal.flush()
        assert os.read(ours, 4096).decode() == "end"
    os.close(ours)
