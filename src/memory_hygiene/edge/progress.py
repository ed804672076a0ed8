"""Progress of long work: one line on standard error, only on a terminal and only after a second."""

import sys
from collections.abc import Callable

from . import clock

_PATIENCE = 1.0  # seconds of silence
_INTERVAL = 0.1


class Progress:
    """A counter that overwrites itself; as a context it wipes its line at the end."""

    def __init__(self, work: str, unit: str) -> None:
        self._text = f"{work}: %d of %d {unit}"
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
            line = self._text % (done, total)
            self._width = max(self._width, len(line))
            self._write(line + "\r")
            self._due = clock.seconds() + _INTERVAL

    def _write(self, text: str) -> None:
        sys.stderr.write("\r" + text)
        sys.stderr.flush()
