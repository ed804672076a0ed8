"""Probing: whether files could be replaced and locks taken, without leaving a trace."""

import os
import stat
from collections.abc import Iterable

from memory_hygiene.errors import HygieneError

from .locks import hold_locks

_ROOM = 64 * 1024  # bytes: a store, its archive and a ledger record


def folder_fault(folder: str, name: str) -> str:
    """Why no file can be replaced in ``folder``, called ``name`` in the answer; "" when nothing stands against it.

    The answer of the kernel, which knows modes, owners, access lists, read-only disks and immutable folders.
    """
    try:
        status = os.stat(folder)
        disk = os.statvfs(folder)
    except OSError as error:
        return f"{name}: {error.strerror}"
    if not stat.S_ISDIR(status.st_mode):
        return f"{name} is no folder: move it away"
    if disk.f_flag & os.ST_RDONLY:
        return f"{name} is on a disk that is mounted read-only: mount it for writing"
    if not os.access(folder, os.W_OK | os.X_OK, effective_ids=os.access in os.supports_effective_ids):
        mode = stat.S_IMODE(status.st_mode)
        return f"{name} is not writable for uid {os.geteuid()} (mode {mode:04o}, owner {status.st_uid}): see ls -ld"
    if disk.f_bavail * disk.f_frsize < _ROOM:
        return f"{name} is on a disk with less than {_ROOM // 1024} KB of room: free some space"
    return ""


def owner_fault(path: str, name: str) -> str:
    """Whether the owner of the folder, who is the agent, may not read the file at ``path``; "" when it may."""
    try:
        file, folder = os.stat(path), os.stat(os.path.dirname(path) or ".")
    except OSError as error:
        return f"{name}: {error.strerror}"
    is_private = not file.st_mode & (stat.S_IRGRP | stat.S_IROTH)
    if is_private and folder.st_uid not in (0, file.st_uid):
        return f"{name} belongs to uid {file.st_uid}, and the agent (uid {folder.st_uid}) cannot read it: chown it"
    return ""


def locks_fault(paths: Iterable[str], timeout: float) -> str:
    """Why the locks cannot be had within ``timeout`` seconds, "" when they can.

    They are let go at once. One that is not there yet is not made: whoever may write the folder can.
    """
    try:
        with hold_locks([path for path in paths if os.path.lexists(path)], timeout):
            return ""
    except HygieneError as error:
        return f"{error.message}: {error.hint}"
