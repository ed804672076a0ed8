"""Colour that obeys NO_COLOR, dumb terminals and pipes."""

from typing import NamedTuple


class Palette(NamedTuple):
    """ANSI codes by meaning; all empty in the plain palette."""

    error: str = ""
    warning: str = ""
    good: str = ""
    quiet: str = ""
    bold: str = ""
    end: str = ""

    def paint(self, code: str, text: str) -> str:
        """``text`` in one of this palette's codes."""
        return f"{code}{text}{self.end}" if code else text


PLAIN = Palette()
COLOURS = Palette("\x1b[31m", "\x1b[33m", "\x1b[32m", "\x1b[2m", "\x1b[1m", "\x1b[0m")
