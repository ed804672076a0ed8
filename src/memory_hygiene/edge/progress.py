"""Progress of long work: a bar on one line of standard error, only on a terminal and only after a second."""

import sys
from collections.abc import Callable

from . import clock

_PATIENCE = 1.0  # seconds of silence
_INTERVAL = 0.1
_BAR = 24  # columns


class Progress:
    """A bar with a counter that overwrites itself; as a context it wipes its line at the end."""

    def __init__(self, work: str, unit: str) -> None:
        self._work = work
        self._unit = unit
        self._due = clock.seconds() + _PATIENCE
        self._width = 0

    def __enter__(self) -> Callable[[int, int], None]:
        return self.show

    def __exit__(self, *_: object) -> None:
        if self._width:
            self._write(" " * self._width + "\r")

    def show(self, done: int, total: int) -> None:
        """Say how far the work is, when that is due."""
        if clock.seconds() >= self._due and sys.stderr.isatty():
            line = f"{self._work}: [{_bar(done, total)}] {done:,} of {total:,} {self._unit}"
            self._width = max(self._width, len(line))
            self._write(line + "\r")
            self._due = clock.seconds() + _INTERVAL

    def _write(self, text: str) -> None:
        sys.stderr.write("\r" + text)
        sys.stderr.flush()


def _bar(done: int, total: int) -> str:
    full = _BAR * min(done, total) // total if total > 0 else 0
    return "#" * full + "-" * (_BAR - full)
