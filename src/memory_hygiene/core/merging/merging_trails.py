"""The merge of files that only grow, ledger and archive: what both sides added is kept, each record or block once.

Source of the rules: ``core/continuation``. Where two parents become one commit, the records of each must follow in
their order, and they come in the order of time. With one parent, as in a rebase, what is there comes first.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from memory_hygiene.core.archive import headings_of
from memory_hygiene.core.audit.appending import folded
from memory_hygiene.core.audit.ledger import split_records
from memory_hygiene.core.audit.timestamps import seconds_of
from memory_hygiene.core.model import line_ending


class _Part(NamedTuple):
    """A record or a block: its bytes, and by what it is told from others; ``copy`` counts those that are alike."""

    data: bytes
    text: str
    time: float
    copy: int

    @property
    def identity(self) -> tuple[str, int]:
        return self.text, self.copy


class _Trail(NamedTuple):
    """What stands before the first part, and the parts in file order."""

    before: bytes
    parts: tuple[_Part, ...]


def merge_ledgers(base: bytes, ours: bytes, theirs: bytes, *, is_merge: bool) -> bytes | None:
    """The ledger with the records of both sides; None when no order keeps that of both, or their heads differ.

    ``is_merge`` says that the result has two parents.
    """
    return _merged(base, ours, theirs, _ledger, is_merge)


def merge_archives(base: bytes, ours: bytes, theirs: bytes, *, is_merge: bool) -> bytes | None:
    """The archive with the blocks of both sides, as ``merge_ledgers``."""
    return _merged(base, ours, theirs, _archive, is_merge)


def _merged(base: bytes, ours: bytes, theirs: bytes, read: Callable[[bytes], _Trail], is_merge: bool) -> bytes | None:
    if ours == theirs or theirs == base:
        return ours
    if ours == base:
        return theirs
    old, one, other = read(base), read(ours), read(theirs)
    before = _head(old.before, one.before, other.before)
    if before is None:
        return None
    if not is_merge:
        known = {part.identity for part in (*old.parts, *one.parts)}
        return _appended(ours, [part for part in other.parts if part.identity not in known])
    parts = _in_both_orders(one.parts, other.parts)
    return None if parts is None else _appended(before.rstrip(b"\r\n"), parts, line_ending(ours))


def _head(base: bytes, ours: bytes, theirs: bytes) -> bytes | None:
    """What is to stand before the first part; None when both sides say something else there."""
    one, other = folded(ours).strip(), folded(theirs).strip()
    if one == other or other == folded(base).strip():
        return ours
    return theirs if one == folded(base).strip() else None


def _appended(data: bytes, parts: Iterable[_Part], ending: bytes = b"") -> bytes:
    """``data`` with ``parts`` below, an empty line before each."""
    ending = ending or line_ending(data)
    pieces = [data]
    if data and not data.endswith((b"\r", b"\n")):
        pieces.append(ending)
    for number, part in enumerate(parts):
        pieces += [ending if number or data else b"", part.data.strip(b"\r\n"), ending]
    return b"".join(pieces)


def _in_both_orders(ours: Sequence[_Part], theirs: Sequence[_Part]) -> list[_Part] | None:
    """All parts, each once, in an order that keeps that of both sides: by time, else by text; None if there is none."""
    identities = [{part.identity for part in side} for side in (ours, theirs)]
    common = [part for part in ours if part.identity in identities[1]]
    if [part.identity for part in common] != [part.identity for part in theirs if part.identity in identities[0]]:
        return None
    ordered: list[_Part] = []
    one, other = list(ours), list(theirs)
    for shared in [*common, None]:
        runs = [_taken(side, shared) for side in (one, other)]
        ordered += _by_time(*runs)
        ordered += [shared] if shared else []
    return ordered


def _taken(side: list[_Part], shared: _Part | None) -> list[_Part]:
    """What a side has before the shared part (or its end); taken off it, with the shared part."""
    place = next((n for n, part in enumerate(side) if shared and part.identity == shared.identity), len(side))
    run = side[:place]
    del side[: place + 1]
    return run


def _by_time(ours: list[_Part], theirs: list[_Part]) -> list[_Part]:
    """Two runs as one; each keeps its order, even where its times do not."""
    ordered: list[_Part] = []
    one, other = ours[::-1], theirs[::-1]
    while one and other:
        side = one if (one[-1].time, one[-1].text) <= (other[-1].time, other[-1].text) else other
        ordered.append(side.pop())
    return ordered + one[::-1] + other[::-1]


def _ledger(data: bytes) -> _Trail:
    """The records of a ledger. One whose time cannot be read counts as no earlier than those before it."""
    before, records = split_records(data)
    ending = line_ending(data)
    texts = [(text, float(seconds if (seconds := seconds_of(time)) is not None else 0)) for time, text in records]
    return _Trail(_bytes(before, ending), _parts([(_bytes(text, ending), text.strip(), time) for text, time in texts]))


def _bytes(text: str, ending: bytes) -> bytes:
    return text.encode("utf-8", "surrogateescape").replace(b"\n", ending)


def _archive(data: bytes) -> _Trail:
    """The blocks of an archive, each with all that stands below it up to the heading of the next one."""
    starts = headings_of(data)
    pieces = [data[start:end] for start, end in zip(starts, [*starts[1:], len(data)])]
    first = starts[0] if starts else len(data)
    return _Trail(data[:first], _parts([(piece, folded(piece).strip(), _day(piece)) for piece in pieces]))


def _day(piece: bytes) -> float:
    return float(re.sub(rb"\D", b"", piece[:16])[:8] or b"0")


def _parts(found: Iterable[tuple[bytes, str, float]]) -> tuple[_Part, ...]:
    copies: Counter[str] = Counter()
    parts: list[_Part] = []
    for data, text, time in found:
        parts.append(_Part(data, text, time, copies[text]))
        copies[text] += 1
    return tuple(parts)
