"""Reading regular files only: opening a pipe would wait for its other end, with the agent's locks held."""

import errno
import os
import stat


def read_regular(path: str) -> bytes | None:
    """The bytes of the file at ``path``, links followed; None for a pipe, socket or device. Raises OSError."""
    try:
        with open(path, "rb", opener=_open) as file:
            return file.read() if stat.S_ISREG(os.fstat(file.fileno()).st_mode) else None
    except OSError as error:
        if error.errno == errno.ENXIO:  # a socket, or a device that is not there
            return None
        raise


def _open(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
