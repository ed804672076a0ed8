"""JSON Lines from standard input, one object at a time; what cannot be read names its line."""

import json
import sys
from collections.abc import Iterator

from memory_hygiene.errors import HygieneError

MAX_LINE = 4 * 1024 * 1024
"""The longest line that is read, in bytes: far beyond any entry of a memory file."""
_HINT = 'one JSON object a line: {"id": …, "text": …, "source_file": …}'


def read_objects() -> Iterator[tuple[int, dict[str, object]]]:
    """Each object on standard input with its line number, as it arrives; blank lines are passed over.

    Raises HygieneError for a line that is too long, not UTF-8, not JSON, or not an object.
    """
    number = 0
    while line := sys.stdin.buffer.readline(MAX_LINE + 1):
        number += 1
        if len(line) > MAX_LINE:
            raise at_line(number, f"is longer than {MAX_LINE // 1024} KB")
        if line.strip():
            yield number, _object(number, line)


def _object(number: int, line: bytes) -> dict[str, object]:
    try:
        found = json.loads(line.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise at_line(number, f"is not UTF-8 (byte {error.start})") from None
    except RecursionError:
        raise at_line(number, "is nested too deeply") from None
    except ValueError as error:
        said = getattr(error, "msg", "a number with too many digits")
        raise at_line(number, f"is not JSON: {said}") from None
    if not isinstance(found, dict):
        raise at_line(number, "is not an object")
    return found


def at_line(number: int, fault: str) -> HygieneError:
    """The error about one line of standard input."""
    return HygieneError(f"line {number} of standard input {fault}", _HINT)
