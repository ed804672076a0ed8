"""A plan as a unified diff of every file it would write."""

from collections.abc import Iterable, Iterator
from difflib import unified_diff

from memory_hygiene.core.model import decode
from memory_hygiene.core.planning.witness import FileChange

from .safe import safe


def render(changes: Iterable[FileChange]) -> str:
    """The diff of all changes; "" when there are none. Odd characters are escaped, so it is for reading."""
    return "".join(line for change in changes for line in _diff(change))


def _diff(change: FileChange) -> Iterator[str]:
    name = safe(change.path)
    before = "/dev/null" if change.before is None else f"a/{name}"
    lines = unified_diff(_lines(change.before or b""), _lines(change.after), before, f"b/{name}")
    for line in lines:
        body = line.rstrip("\n")
        yield "\t".join(safe(part) for part in body.split("\t")) + "\n"
        if not line.endswith("\n"):
            yield "\\ No newline at end of file\n"


def _lines(data: bytes) -> list[str]:
    """Lines with LF endings; a carriage return stays part of the line, as git shows it."""
    parts = decode(data)[0].split("\n")
    return [f"{part}\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])
