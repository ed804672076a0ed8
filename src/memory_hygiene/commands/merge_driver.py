"""``hygiene merge-driver``: what git calls for each governed file of a merge, started before click is imported."""

import re

from memory_hygiene.edge.console import write_error
from memory_hygiene.errors import ExitCode, HygieneError
from memory_hygiene.report.safe import safe
from memory_hygiene.runs.merging import Sides, merge_file

USAGE = "hygiene merge-driver %O %A %B %L %P"
_MOST_MARKS = 1_000  # characters: git uses 7, two more per level of a criss-cross


def run(arguments: list[str]) -> int:
    """Merge one file; 0 when all of it is settled, 1 when conflicts are marked in it. Raises HygieneError otherwise."""
    if len(arguments) != 5:
        raise HygieneError(f"git calls this with five arguments, not {len(arguments)}", USAGE)
    base, ours, theirs, marker, path = arguments
    if not re.match(r"[1-9]\d{0,3}\Z", marker) or int(marker) > _MOST_MARKS:
        raise HygieneError(f"{marker!r} is no size of a conflict mark", USAGE)
    conflicts = merge_file(Sides(base, ours, theirs, int(marker), path))
    if conflicts:
        write_error(f"hygiene: {safe(path)}: both sides changed the same entry ({conflicts} marked)")
    return ExitCode.FINDINGS if conflicts else ExitCode.CLEAN
