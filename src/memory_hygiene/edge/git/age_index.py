"""The age index: states of lineage kept under the common git directory by the commit they belong to.

A state follows from its commit and the terms in its key alone, so a rewritten history finds none, never a wrong one,
and linked worktrees share them. Deleting the index, or any of its files, only costs time.
"""

import contextlib
import os
from collections.abc import Iterable
from typing import NamedTuple

from memory_hygiene import __version__
from memory_hygiene.core.fingerprint import digest

from .age_record import Kept, read_record, write_record

FORMAT = 3
"""Goes up when a record changes shape, or lineage or a parser its mind; the release is in the key as well."""
AGENTS = 1_000
"""Agents, and files asked for by name, that have an index."""
KEYS = 3
"""Terms per agent: worktrees may be configured differently."""
_SPREAD = 8  # kept states lie this many times further back each
_MAX_BYTES = 64 << 20
_HOUR = 3_600_000_000_000  # nanoseconds


class Place(NamedTuple):
    """Where a state is kept: how far from the first commit, about, and its commit."""

    depth: int
    commit: str


class _File(NamedTuple):
    key: str
    place: Place
    path: str
    used: int


class AgeIndex:
    """The kept states of one agent: ``whose`` they are and the ``terms`` they were made on, as plain values."""

    def __init__(self, state_dir: str, whose: tuple[object, ...], terms: tuple[object, ...]) -> None:
        self._folder = os.path.join(state_dir, "ages", _digest(whose))
        self._key = _digest((FORMAT, __version__, terms))

    def places(self) -> list[Place]:
        """Where states are kept, those furthest from the first commit first."""
        return sorted({file.place for file in self._files() if file.key == self._key}, reverse=True)

    def load(self, place: Place) -> Kept | None:
        """The state kept there; None when it is gone, or damaged: then it is removed."""
        path = self._path(place)
        try:
            with open(path, "rb") as file:
                data = file.read(_MAX_BYTES)
        except OSError:
            return None
        kept = self._read(data, place)
        with contextlib.suppress(OSError):
            os.utime(path) if kept else os.unlink(path)
        return kept

    def _read(self, data: bytes, place: Place) -> Kept | None:
        try:
            return read_record(data, self._key, place.commit)
        except (ValueError, TypeError, LookupError, RecursionError):
            return None

    def keep(self, place: Place, kept: Kept) -> None:
        """Keep a state, by rename, so that a reader sees all of it or none. Failing to is no failure."""
        path = self._path(place)
        draft = os.path.join(self._folder, f".{place.commit}.{os.getpid()}")
        record = write_record(self._key, place.commit, kept)
        try:
            self._make_folder()
            with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                file.write(record)
            os.replace(draft, path)
        except OSError:
            _remove([draft])

    def thin(self, depth: int) -> None:
        """Let go of what is least likely to be needed again, seen from a commit at ``depth``."""
        files = sorted(self._files(), key=lambda file: -file.used)
        keys = list(dict.fromkeys(file.key for file in files))
        stay: dict[tuple[str, int], list[_File]] = {}
        for file in files:
            stay.setdefault((file.key, _distance(depth - file.place.depth)), []).append(file)
        for (key, _), near in stay.items():
            needed = (near[0], min(near, key=lambda file: file.place)) if key in keys[:KEYS] else ()
            _remove(file.path for file in near if file not in needed)
        if files:
            self._remove_drafts(files[0].used - _HOUR)

    def _remove_drafts(self, before: int) -> None:
        """Remove what writers that were killed have left."""
        with contextlib.suppress(OSError):
            entries = [entry for entry in os.scandir(self._folder) if entry.name.startswith(".")]
            _remove(entry.path for entry in entries if entry.stat().st_mtime_ns < before)

    def _make_folder(self) -> None:
        if not os.path.isdir(self._folder):
            os.makedirs(self._folder, exist_ok=True)
            _remove_folders(os.path.dirname(self._folder))

    def _path(self, place: Place) -> str:
        return os.path.join(self._folder, f"{self._key}-{place.depth}-{place.commit}")

    def _files(self) -> list[_File]:
        try:
            entries = list(os.scandir(self._folder))
        except OSError:
            return []
        return [file for entry in entries if (file := _file(entry))]


def _file(entry: "os.DirEntry[str]") -> _File | None:
    key, _, rest = entry.name.partition("-")
    depth, _, commit = rest.partition("-")
    try:
        return _File(key, Place(int(depth), commit), entry.path, entry.stat().st_mtime_ns) if commit.isalnum() else None
    except (OSError, ValueError):
        return None


def _distance(commits: int) -> int:
    """The power of ``_SPREAD`` that is just above."""
    power = 0
    while _SPREAD**power <= abs(commits):
        power += 1
    return power


def _digest(values: tuple[object, ...]) -> str:
    return digest(repr(values).encode("utf-8", "backslashreplace"))


def _remove(paths: Iterable[str]) -> None:
    for path in paths:
        with contextlib.suppress(OSError):
            os.unlink(path)


def _remove_folders(folder: str) -> None:
    """Let the agents go whose index was not written for longest."""
    with contextlib.suppress(OSError):
        agents = sorted(os.scandir(folder), key=lambda entry: entry.stat().st_mtime_ns)
        for agent in agents[:-AGENTS]:
            _remove(entry.path for entry in os.scandir(agent.path))
            os.rmdir(agent.path)
