"""Who holds a lock, as far as the system tells: Linux lists the locks of all processes it lets us see."""

import os

from memory_hygiene.errors import HygieneError

from .files import read_bytes


def holder_of(path: str) -> str:
    """``process 123 (name)`` for the holder of a ``flock`` on a file, "" when it is not known."""
    try:
        inode = os.stat(path).st_ino
        lines = (read_bytes("/proc/locks") or b"").decode("ascii", "replace").splitlines()
    except (OSError, HygieneError):
        return ""
    fields = (line.split() for line in lines if "->" not in line)
    held = (words for words in fields if len(words) > 5 and words[1] == "FLOCK" and words[5].endswith(f":{inode}"))
    number = next((words[4] for words in held if words[4].isdecimal() and words[4] != "0"), "")
    return f"process {number}{_called(number)}" if number else ""


def _called(number: str) -> str:
    try:
        name = (read_bytes(f"/proc/{number}/comm") or b"").decode("utf-8", "replace").strip()
    except HygieneError:
        return ""
    return f" ({name})" if name else ""
