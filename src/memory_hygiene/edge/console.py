"""Standard output and error, whatever the locale: what cannot be encoded is escaped, a closed pipe is quiet."""

import os
import sys

from memory_hygiene.errors import HygieneError
from memory_hygiene.report.palette import COLOURS, PLAIN, Palette


def prepare_streams(encoding: str | None = None) -> None:
    """Escape what the locale (or ``encoding``) cannot encode instead of raising."""
    if sys.stdin is None or sys.stdout is None or sys.stderr is None:
        _fill_closed()
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding=encoding, errors="backslashreplace")


def _fill_closed() -> None:
    """Put something where a standard stream was closed: else a file of ours would be opened as that stream.

    It takes nothing that is written to it, so that output which nobody gets is noticed.
    """
    while (descriptor := os.open(os.devnull, os.O_RDONLY)) <= 2:
        os.set_inheritable(descriptor, True)
    os.close(descriptor)
    sys.stdin = sys.stdin or os.fdopen(0, closefd=False)
    sys.stdout = sys.stdout or os.fdopen(1, "w", closefd=False)
    sys.stderr = sys.stderr or os.fdopen(2, "w", closefd=False)


def palette_for(descriptor: int = 1) -> Palette:
    """Colours when the stream is a terminal that has them and NO_COLOR is unset or empty."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM", "dumb") == "dumb":
        return PLAIN
    try:
        return COLOURS if os.isatty(descriptor) else PLAIN
    except OSError:
        return PLAIN


def write_out(text: str) -> None:
    """Write to standard output; a reader that went away is no error of ours. Raises HygieneError for a full disk."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        _discard(1)
    except OSError as error:
        raise lost_output(error) from None


def lost_output(error: OSError) -> HygieneError:
    """The error to report when standard output does not take what is written to it."""
    _discard(1)
    return HygieneError(f"cannot write to standard output: {error.strerror}", "give it a file that can be written")


def _discard(descriptor: int) -> None:
    """Let what is still to be written go nowhere, so that the interpreter can flush it at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)


def write_error(text: str) -> None:
    """Write a line to standard error; when it takes nothing, the exit code has to say it all."""
    try:
        sys.stderr.write(text if text.endswith("\n") else text + "\n")
        sys.stderr.flush()
    except OSError:
        _discard(2)
