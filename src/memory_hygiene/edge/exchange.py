"""Exchanging a file's bytes so that a racing writer's are never lost: the old file is kept until all is over.

On Linux the new file and the old one change places in one step (``renameat2`` with ``RENAME_EXCHANGE``), so whatever
stood there at that moment is in our hands. Elsewhere a hard link holds the old file; a rename between link and replace
is then not seen.
"""

import contextlib
import ctypes
import os
from dataclasses import dataclass
from functools import cache

from memory_hygiene.errors import HygieneError

from .files import failure, read_bytes, remove_file, sync_folder, temporary_name, write_new

_AT_FDCWD = -100
_EXCHANGE = 2


@dataclass(frozen=True, slots=True)
class OldFile:
    """A replaced file: its place, where the old one waits, and the bytes it should hold."""

    path: str
    waits_at: str
    expected: bytes

    def raced(self) -> bytes | None:
        """What somebody wrote into the old file since we read it, or None."""
        data = read_bytes(self.waits_at)
        return None if data is None or data == self.expected else data

    def drop(self) -> bool:
        """Remove the old file, which nobody needs any more; whether that worked."""
        with contextlib.suppress(OSError):
            remove_file(self.waits_at)
            return True
        return False


class RacedError(HygieneError):
    """Somebody wrote the file in the moment we did; theirs stands there again."""


def exchange_bytes(path: str, data: bytes, expected: bytes) -> OldFile:
    """Give the file at ``path`` new bytes and keep the old file.

    Raises RacedError, with the other writer's file back in its place, when the old one does not hold ``expected``.
    """
    new, old = temporary_name(path), old_name(path)
    has_changed_places = False
    try:
        remove_file(new)
        remove_file(old)
        write_new(new, data, path)
        has_changed_places = _exchange(new, path)
        if has_changed_places:
            os.rename(new, old)
        else:
            os.link(path, old)
            os.replace(new, path)
        sync_folder(os.path.dirname(path))
    except OSError as error:
        if has_changed_places and os.path.lexists(new):
            _exchange(new, path)
        with contextlib.suppress(OSError):
            remove_file(new)
        raise failure("write", path, error) from None
    if read_bytes(old) != expected:
        os.replace(old, path)
        raise RacedError(f"{os.path.basename(path)} was written by somebody else just now", "run it again")
    return OldFile(path, old, expected)


def old_name(path: str) -> str:
    """Where the old file waits; one name per file, so that a leftover is found again."""
    return os.path.join(os.path.dirname(path), f".{os.path.basename(path)}.old.hygiene.tmp")


@cache
def _renameat2() -> "ctypes._NamedFuncPointer | None":
    try:
        return ctypes.CDLL(None, use_errno=True).renameat2
    except (OSError, AttributeError):
        return None


def _exchange(one: str, other: str) -> bool:
    """Whether the two files have changed places in one step."""
    call = _renameat2()
    if call is None:
        return False
    code: int = call(_AT_FDCWD, os.fsencode(one), _AT_FDCWD, os.fsencode(other), _EXCHANGE)
    return code == 0
