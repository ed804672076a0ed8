"""The journal of an apply: what was there before, kept under the git directory until the commit is made.

A run that is killed leaves it behind; the next command resolves it: the old state is put back, or, when the commit
was made, the journal is dropped.
"""

import contextlib
import json
import os
import shutil
import stat
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from types import MappingProxyType

from memory_hygiene.errors import HygieneError

from .exchange import old_name
from .files import make_folders, missing_folders, read_bytes, remove_file, replace_bytes, temporary_name

NOTHING: Mapping[str, bytes] = MappingProxyType({})
_FORMAT = 1
_INDEX = "journal.json"


@dataclass(frozen=True, slots=True)
class Kept:
    """One file of a running apply: path from the top, bytes and mode before (None: new), digest of the new bytes.

    ``between_digest`` is that of what we write before those, "" for nothing.
    """

    path: str
    before: bytes | None
    mode: int | None
    after_digest: str
    between_digest: str = ""

    def is_between(self, data: bytes) -> bool:
        """Whether ``data`` is what we wrote first."""
        return bool(self.between_digest) and digest_of(data) == self.between_digest


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

    def changed_since(self, top: str) -> tuple[Kept, ...]:
        """The files that hold neither the old bytes nor the new ones: somebody else has written them since."""
        return tuple(kept for kept in self.files if not _is_ours(kept, os.path.join(top, kept.path)))


def _is_ours(kept: Kept, full: str) -> bool:
    try:
        now = read_bytes(full)
    except HygieneError:
        return False
    if now is None:
        return kept.before is None
    return now == kept.before or digest_of(now) == kept.after_digest or kept.is_between(now)


def digest_of(data: bytes) -> str:
    """SHA-256 in hex, to recognise bytes again."""
    return sha256(data).hexdigest()


def write_journal(
    folder: str,
    top: str,
    plan: str,
    head: str,
    changes: Iterable[tuple[str, bytes | None, bytes]],
    between: Mapping[str, bytes] = NOTHING,
) -> Journal:
    """Keep what ``changes`` (path, bytes before, bytes after) will replace; durable before anything is written.

    ``between`` are bytes that are written in between, by path.
    """
    make_folders(folder)
    files: list[Kept] = []
    folders: list[str] = []
    for number, (path, before, after) in enumerate(changes):
        full = os.path.join(top, path)
        mode = stat.S_IMODE(os.stat(full).st_mode) if before is not None else None
        if before is not None:
            replace_bytes(_copy(folder, number), before, 0o600)
        first = digest_of(between[path]) if path in between else ""
        files.append(Kept(path, before, mode, digest_of(after), first))
        folders += [missing for missing in missing_folders(os.path.dirname(full)) if missing not in folders]
    journal = Journal(folder, plan, head, tuple(files), tuple(folders))
    replace_bytes(os.path.join(folder, _INDEX), _rendered(journal), 0o600)
    return journal


def _copy(folder: str, number: int) -> str:
    """Where the old bytes of the file with this number are kept."""
    return os.path.join(folder, f"{number}.before")


def _rendered(journal: Journal) -> bytes:
    files = [
        {
            "path": kept.path,
            "before": None if kept.before is None else digest_of(kept.before),
            "mode": kept.mode,
            "after": kept.after_digest,
            "between": kept.between_digest,
        }
        for kept in journal.files
    ]
    document = {
        "format": _FORMAT,
        "plan": journal.plan,
        "head": journal.head,
        "files": files,
        "folders": journal.folders,
    }
    return json.dumps(document).encode("ascii")


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
                _kept_bytes(folder, number, entry["before"]),
                None if entry["mode"] is None else int(entry["mode"]),
                str(entry["after"]),
                str(entry.get("between", "")),
            )
            for number, entry in enumerate(document["files"])
        )
        folders = tuple(str(name) for name in document["folders"])
        return Journal(folder, str(document["plan"]), str(document["head"]), files, folders)
    except (ValueError, KeyError, TypeError, IndexError):
        hint = f"look at {folder}, put the files back by hand (git restore), then delete that folder"
        raise HygieneError("an interrupted apply left a journal that cannot be read", hint) from None


def _kept_bytes(folder: str, number: int, digest: str | None) -> bytes | None:
    """The old bytes of a file, None for one that was new. Raises ValueError when they are not what was kept."""
    if digest is None:
        return None
    data = read_bytes(_copy(folder, number))
    if data is None or digest_of(data) != digest:
        raise ValueError("damaged copy")
    return data


def put_back(journal: Journal, top: str) -> None:
    """Give every file of the journal its bytes and mode before, and take away what it made.

    Raises HygieneError for the first file that could not be put back, after trying all of them.
    """
    failures: list[HygieneError] = []
    for kept in journal.files:
        try:
            _put_back(kept, os.path.join(top, kept.path))
        except (OSError, HygieneError) as error:
            failures.append(error if isinstance(error, HygieneError) else HygieneError(f"{kept.path}: {error}"))
    for folder in reversed(journal.folders):
        _remove_if_empty(folder)
    if failures:
        hint = f"{failures[0].hint}; the old bytes are in {journal.folder}, the next run puts them back"
        raise HygieneError(failures[0].message, hint)


def _put_back(kept: Kept, full: str) -> None:
    remove_file(temporary_name(full))
    remove_file(old_name(full))
    if kept.before is None:
        remove_file(full)
    elif read_bytes(full) != kept.before or stat.S_IMODE(os.stat(full).st_mode) != kept.mode:
        replace_bytes(full, kept.before, kept.mode)


def _remove_if_empty(folder: str) -> None:
    try:
        os.rmdir(folder)
    except OSError:
        return


def drop_journal(journal: Journal) -> None:
    """The apply is finished, one way or the other; a journal that stays is found finished by the next run."""
    with contextlib.suppress(OSError):
        remove_file(os.path.join(journal.folder, _INDEX))
        shutil.rmtree(journal.folder, ignore_errors=True)
