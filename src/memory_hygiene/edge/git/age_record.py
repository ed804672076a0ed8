"""The bytes of a kept state of lineage: JSON behind its checksum. No text of an entry is in it.

What the files hold is named by blob id and read again when needed: purged from history, it is not here either.
"""

import json
from itertools import count
from typing import NamedTuple

from memory_hygiene.core.fingerprint import digest
from memory_hygiene.core.history import births
from memory_hygiene.core.history.ages import Life, Seen
from memory_hygiene.core.history.lineage import Clock, State

from .contents import FileContent, FileVersion, Reading


class Kept(NamedTuple):
    """A state, and the former names of files that were known when it was made."""

    state: State
    learned: dict[bytes, Reading]


def write_record(key: str, commit: str, kept: Kept) -> bytes:
    """The record of the state after ``commit`` under the terms that ``key`` stands for."""
    state = kept.state
    settled = state.settle()
    numbers: dict[Seen, int] = {}
    numbering = count()

    def number(seen: Seen) -> int:
        if seen not in numbers:
            numbers[seen] = next(numbering)
        return numbers[seen]

    lives = {identity: (number(first), number(changed)) for identity, (first, changed) in settled.items()}
    departed = {identity: (*map(number, births.settled(life)), day) for identity, (life, day) in state.departed.items()}
    authors = list(dict.fromkeys(seen.author for seen in numbers))
    places = {author: place for place, author in enumerate(authors)}
    record = {
        "key": key,
        "commit": commit,
        "clock": state.clock,
        "files": [_row(held.version) for held in state.files.values() if isinstance(held, FileContent)],
        "learned": {_text(path): reading.value for path, reading in kept.learned.items()},
        "authors": authors,
        "seen": [(s.commit, places[s.author], s.time, s.counts_from, s.is_boundary) for s in numbers],
        "lives": lives,
        "held_more_than_once": {identity: times for identity, times in state.holders.items() if times != 1},
        "departed": departed,
    }
    body = json.dumps(record, separators=(",", ":")).encode("ascii")
    return digest(body).encode("ascii") + b"\n" + body


def read_record(data: bytes, key: str, commit: str) -> Kept | None:
    """The state in a record of just this commit and key; None when it is damaged or another's."""
    check, _, body = data.partition(b"\n")
    if check != digest(body).encode("ascii"):
        return None
    record = json.loads(body)
    if (record["key"], record["commit"]) != (key, commit):
        return None
    authors = record["authors"]
    seen = [Seen(oid, authors[place], *rest) for oid, place, *rest in record["seen"]]
    state = State()
    state.clock = Clock(*record["clock"])
    state.files = {path: FileContent(_version(path, *how)) for path, *how in record["files"]}
    state.lives = {identity: Life(seen[first], seen[last]) for identity, (first, last) in record["lives"].items()}
    state.holders = {**dict.fromkeys(state.lives, 1), **record["held_more_than_once"]}
    state.departed = {
        identity: (Life(seen[first], seen[last]), day) for identity, (first, last, day) in record["departed"].items()
    }
    return Kept(state, {_bytes(path): Reading(value) for path, value in record["learned"].items()})


def _row(version: FileVersion) -> tuple[str, str, str]:
    return _text(version.path), version.reading.value, version.oid


def _version(path: str, reading: str, oid: str) -> FileVersion:
    return FileVersion(_bytes(path), Reading(reading), oid)


def _text(path: bytes) -> str:
    return path.decode("utf-8", "surrogateescape")


def _bytes(path: str) -> bytes:
    return path.encode("utf-8", "surrogateescape")
