"""Reading and replacing files: temp file, fsync, rename in the same folder; modes, owners and symlinks are kept."""

import contextlib
import errno
import os
import stat

from memory_hygiene.errors import HygieneError

from .regular import read_regular

_NEW_MODE = 0o600
_NEW_FOLDER_MODE = 0o700
_HINTS = {
    errno.ENOSPC: "free some space, then run it again",
    errno.EDQUOT: "free some space, then run it again",
    errno.EISDIR: "a folder stands in its place: move it away",
    errno.ENOTDIR: "a file stands in place of its folder: move it away",
    errno.EBUSY: "it is a mount point of its own: mount its folder instead",
    errno.EXDEV: "it is a mount point of its own: mount its folder instead",
    errno.EROFS: "the disk is mounted read-only: mount it for writing, or work on a copy",
    errno.EACCES: "permission is missing: run it as the user who owns the folder, or see ls -ld",
    errno.EPERM: "permission is missing: run it as the user who owns the file, or see ls -l and lsattr",
    errno.ELOOP: "it is a link: put a plain file in its place, or remove it",
}


def read_bytes(path: str) -> bytes | None:
    """The bytes of a file, or None when there is none. Raises HygieneError when it cannot be read, or is no file."""
    try:
        data = read_regular(path)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise failure("read", path, error) from None
    if data is None:
        raise HygieneError(f"cannot read {path}: it is no regular file", "move it away")
    return data


def replace_bytes(path: str, data: bytes, mode: int | None = None) -> None:
    """Give a file new bytes in one step. It keeps its mode; a new one is 0600 unless ``mode`` says otherwise.

    A reader sees the old bytes or the new ones, also after a crash. Raises HygieneError when the disk refuses.
    """
    temporary = temporary_name(path)
    try:
        remove_file(temporary)
        write_new(temporary, data, path, mode)
        os.replace(temporary, path)
        sync_folder(os.path.dirname(path))
    except OSError as error:
        raise failure("write", path, error) from None
    finally:
        with contextlib.suppress(OSError):
            remove_file(temporary)


def write_new(temporary: str, data: bytes, path: str, mode: int | None = None) -> None:
    """Write ``temporary`` durably, with the mode and owner that ``path`` has or would get."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
    descriptor = os.open(temporary, flags, _NEW_MODE)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        _keep_owner(descriptor, path)
        os.fchmod(descriptor, _mode_of(path) if mode is None else mode)
        os.fsync(descriptor)


def _keep_owner(descriptor: int, path: str) -> None:
    """Root must not take a file away from the agent that owns it; for others the system decides."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return
    owner = os.stat(path if os.path.exists(path) else os.path.dirname(path) or ".")
    if owner.st_uid != 0:
        os.fchown(descriptor, owner.st_uid, owner.st_gid)


def temporary_name(path: str) -> str:
    """Where the new bytes of a file wait; one name per file, so that a leftover is found again."""
    return os.path.join(os.path.dirname(path), f".{os.path.basename(path)}.hygiene.tmp")


def _mode_of(path: str) -> int:
    try:
        return stat.S_IMODE(os.stat(path).st_mode)
    except FileNotFoundError:
        return _NEW_MODE


def make_folders(path: str) -> tuple[str, ...]:
    """Make a folder and its parents (0700), durably; gives back those that were made, outermost first."""
    missing = missing_folders(path)
    for folder in missing:
        try:
            os.mkdir(folder, _NEW_FOLDER_MODE)
        except FileExistsError:
            pass
        except OSError as error:
            raise failure("make", folder, error) from None
        sync_folder(os.path.dirname(folder))
    return missing


def missing_folders(path: str) -> tuple[str, ...]:
    """The folder ``path`` and those of its parents that do not exist, outermost first."""
    missing: list[str] = []
    while path and not os.path.isdir(path):
        missing.append(path)
        path = os.path.dirname(path)
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


def refuse_links(top: str, path: str) -> None:
    """Raises HygieneError unless ``path`` below ``top`` is, or would be, a regular file that no link leads to.

    A write through a linked folder would land outside the agent directory; a rename onto a link would replace it.
    """
    parts = path.split("/")
    for count in range(1, len(parts) + 1):
        part = "/".join(parts[:count])
        try:
            mode = os.lstat(os.path.join(top, part)).st_mode
        except FileNotFoundError:
            return
        except OSError as error:
            raise failure("reach", part, error) from None
        if stat.S_ISLNK(mode):
            raise HygieneError(f"{part} is a link: nothing is written through it", "put what it names in its place")
        if not (stat.S_ISREG(mode) if count == len(parts) else stat.S_ISDIR(mode)):
            wanted = "file" if count == len(parts) else "folder"
            raise HygieneError(f"{part} is no {wanted}, and one is needed there", "move it away")


def failure(verb: str, path: str, error: OSError) -> HygieneError:
    hint = _HINTS.get(error.errno or 0, "check permissions and free space")
    return HygieneError(f"cannot {verb} {path}: {error.strerror or error}", hint)


def what_stands_at(path: str) -> str:
    """What stands where a file should: "a folder" or "a pipe, socket or device"; "" for a file, a link, or nothing."""
    if os.path.islink(path) or os.path.isfile(path) or not os.path.lexists(path):
        return ""
    return "a folder" if os.path.isdir(path) else "a pipe, socket or device"
