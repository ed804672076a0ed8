"""Whether the merge that calls a driver is a squashed one: git tells that to nobody, but its command line says it.

Where command lines cannot be read (Linux: ``/proc``) it counts as a merge like any other, and the gate explains.
"""

import os

_GENERATIONS = 3  # our shell, git; and one for a wrapper between them


def is_squashed() -> bool:
    """Whether one of the processes that started us is ``git merge --squash``, which makes a commit with one parent."""
    process = os.getppid()
    for _ in range(_GENERATIONS):
        words = _words(process)
        if {"merge", "pull"} & set(words) and "git" in os.path.basename(words[0]):
            told = [word for word in words if word == "--no-squash" or (len(word) > 3 and "--squash".startswith(word))]
            return bool(told) and told[-1] != "--no-squash"
        process = _parent(process)
    return False


def _words(process: int) -> list[str]:
    return os.fsdecode(_read(f"/proc/{process}/cmdline")).split("\0")


def _parent(process: int) -> int:
    fields = _read(f"/proc/{process}/stat").rpartition(b")")[2].split()
    return int(fields[1]) if len(fields) > 1 else 0


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""
