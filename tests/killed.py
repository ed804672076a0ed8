"""Run the product and end it, or fail one of its steps, at the nth thing it does to the disk.

Usage: python killed.py MODE N ARGUMENTS...  MODE is ``count`` (print how many steps there are), ``kill`` (SIGKILL
ourselves before step N) or ``fail`` (make step N raise ENOSPC). An audit hook sees every step; nothing is replaced.
"""

import errno
import os
import signal
import sys

from memory_hygiene.__main__ import run

_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT
_STEPS = ("os.rename", "os.mkdir", "os.rmdir", "subprocess.Popen")


class Steps:
    """Counts steps, and acts at one of them."""

    def __init__(self, mode: str, chosen: int) -> None:
        self.mode = mode
        self.chosen = chosen
        self.count = 0

    def __call__(self, event: str, arguments: tuple[object, ...]) -> None:
        """The audit hook."""
        if not _is_step(event, arguments):
            return
        self.count += 1
        if self.count == self.chosen and self.mode == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        if self.count == self.chosen and self.mode == "fail":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _is_step(event: str, arguments: tuple[object, ...]) -> bool:
    if event == "open":
        return isinstance(arguments[0], str) and isinstance(arguments[2], int) and bool(arguments[2] & _WRITES)
    if event == "os.remove":
        return isinstance(arguments[0], str) and os.path.exists(arguments[0])
    if event == "os.posix_spawn":
        return any(word in str(arguments[1]) for word in ("'add'", "'update-index'"))
    return event in _STEPS


if __name__ == "__main__":
    steps = Steps(sys.argv[1], int(sys.argv[2]))
    sys.addaudithook(steps)
    code = run(sys.argv[3:])
    if steps.mode == "count":
        print(steps.count)
    sys.exit(code)
