"""Reading and replacing files: temp file, fsync, rename in the same folder; modes and symlinks are kept."""

import contextlib
import os
import stat

from memory_hygiene.errors import HygieneError

_NEW_MODE = 0o600
_NEW_FOLDER_MODE = 0o700


def read_bytes(path: str) -> bytes | None:
    """The bytes of a file, or None when there is none. Raises HygieneError when it cannot be read."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _failure("read", path, error) from None


def replace_bytes(path: str, data: bytes, mode: int | None = None) -> None:
    """Give a file new bytes in one step. It keeps its mode; a new one is 0600 unless ``mode`` says otherwise.

    A reader sees the old bytes or the new ones, also after a crash. Raises HygieneError when the disk refuses.
    """
    temporary = temporary_name(path)
    try:
        remove_file(temporary)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
        descriptor = os.open(temporary, flags, _NEW_MODE)
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fchmod(descriptor, _mode_of(path) if mode is None else mode)
            os.fsync(descriptor)
        os.replace(temporary, path)
        sync_folder(os.path.dirname(path))
    except OSError as error:
        with contextlib.suppress(OSError):
            remove_file(temporary)
        raise _failure("write", path, error) from None


def temporary_name(path: str) -> str:
    """Where the new bytes of a file wait; one name per file, so that a leftover is found again."""
    return os.path.join(os.path.dirname(path), f".{os.path.basename(path)}.hygiene.tmp")


def _mode_of(path: str) -> int:
    try:
        return stat.S_IMODE(os.stat(path).st_mode)
    except FileNotFoundError:
        return _NEW_MODE


def make_folders(path: str) -> tuple[str, ...]:
    """Make a folder and its parents (0700); gives back those that were made, outermost first."""
    missing: list[str] = []
    while path and not os.path.isdir(path):
        missing.append(path)
        path = os.path.dirname(path)
    for folder in reversed(missing):
        try:
            os.mkdir(folder, _NEW_FOLDER_MODE)
        except FileExistsError:
            pass
        except OSError as error:
            raise _failure("make", folder, error) from None
    return tuple(reversed(missing))


def remove_file(path: str) -> None:
    """Remove a file if it is there."""
    with contextlib.suppress(FileNotFoundError):
        os.unlink(path)


def sync_folder(path: str) -> None:
    """Make renames in a folder durable, where the system can."""
    with contextlib.suppress(OSError):
        descriptor = os.open(path or ".", os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _failure(verb: str, path: str, error: OSError) -> HygieneError:
    return HygieneError(f"cannot {verb} {path}: {error.strerror or error}", "check permissions and free space")
