"""Answers of a person: single keys and lines at a terminal, or one line for each from anything else."""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from memory_hygiene.errors import HygieneError

_LONGEST = 64 * 1024  # bytes of a line
_END = b"\x04"  # Ctrl-D
_WIDEST = 100


class Answers:
    """What stands on standard input, in order.

    As a context it keeps a terminal at single keys, so that none arrives before it is listened for.
    """

    def __init__(self) -> None:
        self._descriptor = sys.stdin.fileno()
        self.is_terminal = os.isatty(self._descriptor)
        self.number = 0
        """The number of the line read last, from 1; 0 at a terminal."""
        self._modes: list[int | list[bytes | int]] = []

    def __enter__(self) -> "Answers":
        if self.is_terminal:
            import termios

            self._modes = termios.tcgetattr(self._descriptor)
            self._take_keys()
        return self

    def __exit__(self, *_: object) -> None:
        self._take_lines()

    @contextmanager
    def in_lines(self) -> Iterator[None]:
        """Inside, a terminal takes lines, which can be corrected while they are typed."""
        self._take_lines()
        yield
        self._take_keys()

    def _take_keys(self) -> None:
        """Keys arrive one by one, unseen; Ctrl-C still interrupts."""
        if self.is_terminal:
            import termios
            import tty

            tty.setcbreak(self._descriptor, termios.TCSADRAIN)

    def _take_lines(self) -> None:
        if self._modes:
            import termios

            termios.tcsetattr(self._descriptor, termios.TCSADRAIN, self._modes)

    def key(self) -> str | None:
        """The next key, "" for Enter, None at the end; a whole line where there is no terminal."""
        if not self.is_terminal:
            return self.line()
        pressed = os.read(self._descriptor, 1)
        if pressed in (b"", _END):
            return None
        return pressed.decode("ascii", "replace").strip()

    def line(self) -> str | None:
        """The next line without its end and outer white space, None at the end. Raises HygieneError for a long one."""
        data = self._typed() if self.is_terminal else self._read()
        return data.decode("utf-8", "replace").strip() if data else None

    def _typed(self) -> bytes:
        """A line byte by byte: what is typed ahead stays with the terminal, where the next key is read."""
        line = b""
        while not line.endswith((b"\n", b"\r")) and len(line) < _LONGEST and (byte := os.read(self._descriptor, 1)):
            line += byte
        return line

    def _read(self) -> bytes:
        line = sys.stdin.buffer.readline(_LONGEST + 1)
        self.number += bool(line)
        if len(line) > _LONGEST:
            raise HygieneError(
                f"line {self.number} of standard input is longer than {_LONGEST} bytes", "one answer each"
            )
        return line

    def forget_typed(self) -> None:
        """Drop what is typed ahead, such as the rest of an arrow key."""
        if self.is_terminal:
            import termios

            termios.tcflush(self._descriptor, termios.TCIFLUSH)


def width() -> int:
    """The columns to write in."""
    return min(shutil.get_terminal_size().columns, _WIDEST)
