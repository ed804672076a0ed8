"""The journal of an apply: what was there before, kept under the git directory until the commit is made.

A run that is killed leaves it behind; the next command resolves it: the old state is put back, or, when the commit
was made, the journal is dropped.
"""

import json
import os
import shutil
import stat
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

from memory_hygiene.errors import HygieneError

from .files import make_folders, read_bytes, remove_file, replace_bytes, temporary_name

_FORMAT = 1
_INDEX = "journal.json"


@dataclass(frozen=True, slots=True)
class Kept:
    """One file of a running apply: path from the top, bytes and mode before (None: new), digest of the new bytes."""

    path: str
    before: bytes | None
    mode: int | None
    after_digest: str


@dataclass(frozen=True, slots=True)
class Journal:
    """A running or interrupted apply: its plan, HEAD before it ("" before the first commit), what it replaces.

    ``folders`` are the folders it made, absolute, outermost first.
    """

    folder: str
    plan: str
    head: str
    files: tuple[Kept, ...]
    folders: tuple[str, ...]


def digest_of(data: bytes) -> str:
    """SHA-256 in hex, to recognise bytes again."""
    return sha256(data).hexdigest()


def write_journal(
    folder: str, top: str, plan: str, head: str, changes: Iterable[tuple[str, bytes | None, bytes]]
) -> Journal:
    """Keep what ``changes`` (path, bytes before, bytes after) will replace; durable before anything is written."""
    make_folders(folder)
    files: list[Kept] = []
    folders: list[str] = []
    for number, (path, before, after) in enumerate(changes):
        full = os.path.join(top, path)
        mode = stat.S_IMODE(os.stat(full).st_mode) if before is not None else None
        if before is not None:
            replace_bytes(os.path.join(folder, f"{number}.before"), before, 0o600)
        files.append(Kept(path, before, mode, digest_of(after)))
        folders += [made for made in _missing_folders(os.path.dirname(full)) if made not in folders]
    journal = Journal(folder, plan, head, tuple(files), tuple(folders))
    document = {
        "format": _FORMAT,
        "plan": plan,
        "head": head,
        "files": [
            {"path": kept.path, "is_new": kept.before is None, "mode": kept.mode, "after": kept.after_digest}
            for kept in files
        ],
        "folders": folders,
    }
    replace_bytes(os.path.join(folder, _INDEX), json.dumps(document).encode("ascii"), 0o600)
    return journal


def _missing_folders(path: str) -> list[str]:
    missing: list[str] = []
    while path and not os.path.isdir(path):
        missing.append(path)
        path = os.path.dirname(path)
    return missing[::-1]


def has_journal(folder: str) -> bool:
    """Whether an interrupted apply left a journal; looks only."""
    return os.path.isfile(os.path.join(folder, _INDEX))


def read_journal(folder: str) -> Journal | None:
    """The journal an interrupted apply left, or None. Raises HygieneError when it cannot be read."""
    data = read_bytes(os.path.join(folder, _INDEX))
    if data is None:
        shutil.rmtree(folder, ignore_errors=True)  # killed before the journal was whole: nothing had been written
        return None
    try:
        document = json.loads(data)
        if document["format"] != _FORMAT:
            raise ValueError("unknown format")
        files = tuple(
            Kept(
                str(entry["path"]),
                None if entry["is_new"] else read_bytes(os.path.join(folder, f"{number}.before")),
                None if entry["mode"] is None else int(entry["mode"]),
                str(entry["after"]),
            )
            for number, entry in enumerate(document["files"])
        )
        folders = tuple(str(name) for name in document["folders"])
        return Journal(folder, str(document["plan"]), str(document["head"]), files, folders)
    except (ValueError, KeyError, TypeError, IndexError):
        hint = f"look at {folder}, put the files back by hand, then delete that folder"
        raise HygieneError("an interrupted apply left a journal that cannot be read", hint) from None


def put_back(journal: Journal, top: str) -> tuple[str, ...]:
    """Give every file of the journal its bytes and mode before; gives back the paths left alone.

    A file that holds neither the old nor the new bytes was changed by somebody else since: it stays as it is.
    """
    left: list[str] = []
    for kept in journal.files:
        full = os.path.join(top, kept.path)
        remove_file(temporary_name(full))
        now = read_bytes(full)
        if now == kept.before:
            continue
        if now is not None and digest_of(now) != kept.after_digest:
            left.append(kept.path)
        elif kept.before is None:
            remove_file(full)
        else:
            replace_bytes(full, kept.before, kept.mode)
    for folder in reversed(journal.folders):
        _remove_if_empty(folder)
    return tuple(left)


def _remove_if_empty(folder: str) -> None:
    try:
        os.rmdir(folder)
    except OSError:
        return


def drop_journal(journal: Journal) -> None:
    """The apply is finished, one way or the other."""
    remove_file(os.path.join(journal.folder, _INDEX))
    shutil.rmtree(journal.folder, ignore_errors=True)
