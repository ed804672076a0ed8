"""Files of any kind and size, read to be searched: found below folders, in pieces, and never a pipe or a device."""

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

CHUNK = 1024 * 1024


class Passed(Enum):
    """Why a file was not read."""

    LINK = "a symlink, not followed"
    SPECIAL = "no regular file"
    UNREADABLE = "not readable"
    GIT = "git's own folder"
    ABSENT = "no such file"


@dataclass(frozen=True, slots=True)
class Found:
    """A file or folder below what was asked for, named as the user would; its size in bytes, or why it is not read."""

    name: str
    size: int = 0
    passed: Passed | None = None
    detail: str = ""


def find_files(names: tuple[str, ...]) -> Iterator[Found]:
    """The files among and below ``names``, in order; a link is followed only when it was named itself."""
    for name in names:
        try:
            mode = os.stat(name).st_mode
        except FileNotFoundError:
            yield Found(name, passed=Passed.ABSENT)
            continue
        except OSError as error:
            yield _unreadable(name, error)
            continue
        yield from _below(name) if stat.S_ISDIR(mode) else iter((_file(name, os.stat(name)),))


def _below(folder: str) -> Iterator[Found]:
    try:
        with os.scandir(folder) as found:
            entries = sorted(found, key=lambda entry: entry.name)
    except OSError as error:
        yield _unreadable(folder, error)
        return
    for entry in entries:
        name = os.path.join(folder, entry.name) if folder != os.curdir else entry.name
        try:
            if entry.is_symlink():
                yield Found(name, passed=Passed.LINK)
            elif not entry.is_dir():
                yield _file(name, entry.stat(follow_symlinks=False))
            elif entry.name == ".git":
                yield Found(name, passed=Passed.GIT)
            else:
                yield from _below(name)
        except OSError as error:
            yield _unreadable(name, error)


def _file(name: str, status: os.stat_result) -> Found:
    is_regular = stat.S_ISREG(status.st_mode)
    return Found(name, status.st_size if is_regular else 0, None if is_regular else Passed.SPECIAL)


def _unreadable(name: str, error: OSError) -> Found:
    return Found(name, passed=Passed.UNREADABLE, detail=error.strerror or str(error))


def read_chunks(name: str) -> Iterator[bytes]:
    """The bytes of a file, a megabyte at a time. Raises OSError when it cannot be read or is no regular file."""
    descriptor = os.open(name, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    with os.fdopen(descriptor, "rb", buffering=0) as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(0, Passed.SPECIAL.value)
        while chunk := file.read(CHUNK):
            yield chunk
