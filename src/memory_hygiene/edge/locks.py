"""Locks: Hermes' own, so that its tool and we never write at the same time, and one of ours per repository.

Source: ``MemoryStore._file_lock`` of hermes-agent 0.19.0: ``flock`` on ``<store>.lock`` beside the unresolved path,
never deleted. Deleting one that somebody holds would let a second writer in.
"""

import contextlib
import os
import time
from collections.abc import Iterable, Iterator

from memory_hygiene.errors import HygieneError

from .files import failure, make_folders

TIMEOUT = 10.0
_PAUSE = 0.002  # the agent may let go for moments only


class LockedError(HygieneError):
    """Somebody else holds a lock for longer than we wait."""


@contextlib.contextmanager
def hold_locks(paths: Iterable[str], timeout: float = TIMEOUT) -> Iterator[None]:
    """Hold an exclusive lock on each file, taken in sorted order; ``timeout`` in seconds for all of them together.

    Raises LockedError when a lock is held too long, HygieneError when one is a symlink or cannot be opened.
    """
    deadline = time.monotonic() + timeout
    with contextlib.ExitStack() as stack:
        for path in sorted(set(paths)):
            descriptor = _open(path)
            stack.callback(os.close, descriptor)
            _lock(descriptor, path, deadline)
        yield


def _open(path: str) -> int:
    make_folders(os.path.dirname(path))
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0)
    try:
        return os.open(path, flags, 0o600)
    except OSError as error:
        raise failure("open the lock", path, error) from None


def _lock(descriptor: int, path: str, deadline: float) -> None:
    import fcntl

    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= deadline:
                hint = "wait for the agent or the other hygiene to finish, then run it again"
                raise LockedError(f"{path} is held by another process", hint) from None
            time.sleep(_PAUSE)
        except OSError as error:
            raise HygieneError(f"cannot lock {path}: {error.strerror}", "is it on a disk that knows locks?") from None
        else:
            return
