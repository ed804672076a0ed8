"""Standard output and error, whatever the locale: what cannot be encoded is escaped, a closed pipe is quiet."""

import os
import sys

from memory_hygiene.report.palette import COLOURS, PLAIN, Palette


def prepare_streams(encoding: str | None = None) -> None:
    """Escape what the locale (or ``encoding``) cannot encode instead of raising."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding=encoding, errors="backslashreplace")


def palette_for(descriptor: int = 1) -> Palette:
    """Colours when the stream is a terminal that has them and NO_COLOR is unset or empty."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM", "dumb") == "dumb":
        return PLAIN
    try:
        return COLOURS if os.isatty(descriptor) else PLAIN
    except OSError:
        return PLAIN


def write_out(text: str) -> None:
    """Write to standard output; a reader that went away is no error of ours."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def write_error(text: str) -> None:
    """Write a line to standard error."""
    sys.stderr.write(text if text.endswith("\n") else text + "\n")
    sys.stderr.flush()
