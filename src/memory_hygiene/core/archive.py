"""The cold tier: archive files whose blocks are framed by fingerprint and byte length.

The length makes the verbatim text inert: a forged end mark inside it is skipped. Blocks and pointers that the seed
skill wrote are recognised and never rewritten.
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from .fingerprint import DIGITS, fingerprint
from .model import Document, Format, decode, universal_newlines

# Sources, compiled by re on first use: a hook reads archives only when something was lost.
_OPEN = rb"(?m)^<!-- hygiene:archived ([0-9a-f]{%d}) (\d{1,9}) -->(\r\n|\n|\r)" % DIGITS
FRAME_MARK = b"<!-- hygiene:archived "  # in every opening; looked for first, as a search by line is forty times slower
_CLOSE = b"<!-- /hygiene:archived %s -->"
_HEADING = rb"(?m)^## \[(\d{4}-\d{2}-\d{2})\] archived from (.+?)(?: \xe2\x80\x94 (.*?))?[ \t]*$"
HEADING_MARK = b"] archived from "
_POINTER = r"[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?_\[archived (?P<day>\d{4}-\d{2}-\d{2})\]_"
_TARGET = r"[ \t]*(?P<path>[^#\n]+)(?:#(?P<fingerprint>[0-9a-f]{4,16}))?[ \t]*\Z"


class Kept(NamedTuple):
    """One archived block: when, from which file and section, its fingerprint and verbatim bytes, and its place."""

    day: str
    source: str
    section: str
    fingerprint: str
    data: bytes
    line: int


class Archive(NamedTuple):
    """The framed blocks of an archive file, and the fingerprints of everything it holds, framed or not."""

    kept: tuple[Kept, ...]
    fingerprints: frozenset[str]


class Pointer(NamedTuple):
    """A line that stands for an archived entry. ``fingerprint`` may be a prefix, or "" in the seed's pointers."""

    day: str
    summary: str
    path: str
    fingerprint: str


def read_pointer(text: str) -> Pointer | None:
    """The pointer that ``text`` of an entry is, or None."""
    head = re.match(_POINTER, text) if "_[archived " in text else None
    if head is None:
        return None
    summary, _, rest = text[head.end() :].rpartition("→")
    target = re.match(_TARGET, rest) if "→" in text[head.end() :] else None
    if target is None or not target["path"].strip():
        return None
    return Pointer(head["day"], summary.strip(" \t"), target["path"].strip(), target["fingerprint"] or "")


def read_archive(data: bytes, parse: Callable[[Format, bytes], Document]) -> Archive:
    """What is kept in the archive file ``data``: framed blocks, the seed's blocks, and whatever else stands there.

    Text outside frames is read both as Markdown and as § entries.
    """
    kept: list[Kept] = []
    loose: list[bytes] = []
    position = line = 0
    while (match := _next_frame(data, position)) is not None:
        end = match.end() + int(match[2])
        verbatim = _framed(data, match.end(), end, match[1])
        stop = match.end() if verbatim is None else match.start()
        kept += _seed_blocks(data[position:stop], line)
        loose.append(data[position:stop])
        line += data.count(b"\n", position, stop)
        position = stop
        if verbatim is not None:
            kept.append(_kept(_last_heading(loose[-1]), match[1].decode(), verbatim, line))
            position = end + data[end : end + 2].count(b"\r\n") + 1 + len(_CLOSE % match[1])
            line += data.count(b"\n", stop, position)
    kept += _seed_blocks(data[position:], line)
    loose.append(data[position:])
    found = {block.fingerprint for block in kept}
    rest = b"\n\n".join(loose)
    for format in Format:
        found |= {block.fingerprint for block in parse(format, rest).blocks}
    return Archive(tuple(kept), frozenset(found))


def frame_ends(data: bytes, position: int = 0) -> Iterator[int]:
    """Where each framed block from ``position`` on ends; 0 for an opening that nothing as long and as named follows."""
    while (match := _next_frame(data, position)) is not None:
        end = match.end() + int(match[2])
        if _framed(data, match.end(), end, match[1]) is None:
            position = match.end()
            yield 0
        else:
            position = end + data[end : end + 2].count(b"\r\n") + 1 + len(_CLOSE % match[1])
            yield position


def headings_of(data: bytes) -> tuple[int, ...]:
    """Where the blocks of an archive begin, in bytes: its headings, but for what stands inside of frames."""
    found: list[int] = []
    position = 0
    for opening in re.finditer(_OPEN, data):
        end = opening.end() + int(opening[2])
        if opening.start() >= position and _framed(data, opening.end(), end, opening[1]) is not None:
            found += _heading_starts(data, position, opening.start())
            position = end
    return (*found, *_heading_starts(data, position, len(data)))


def _heading_starts(data: bytes, start: int, end: int) -> Iterator[int]:
    return (match.start() for match in re.compile(_HEADING).finditer(data, start, end))


def _next_frame(data: bytes, position: int) -> re.Match[bytes] | None:
    return re.compile(_OPEN).search(data, position) if data.find(FRAME_MARK, position) >= 0 else None


def _kept(heading: re.Match[bytes] | None, identity: str, verbatim: bytes, line: int) -> Kept:
    """A kept block; ``line`` counts from 0."""
    day, source, section = (decode(part or b"")[0] for part in heading.groups()) if heading else ("", "", "")
    return Kept(day, source, section, identity, verbatim, line + 1)


def _seed_blocks(data: bytes, line: int) -> Iterator[Kept]:
    """The unframed blocks that the seed skill wrote: what stands between one of its headings and the next."""
    headings = list(re.finditer(_HEADING, data)) if HEADING_MARK in data else []
    for heading, following in zip(headings, [*headings[1:], None]):
        verbatim = data[heading.end() : following.start() if following else len(data)].strip(b"\r\n")
        if verbatim.strip():
            identity = fingerprint(universal_newlines(decode(verbatim)[0]))
            yield _kept(heading, identity, verbatim, line + data.count(b"\n", 0, heading.start()))


def _last_heading(data: bytes) -> re.Match[bytes] | None:
    """The heading of the frame that follows ``data``."""
    last = None
    for last in re.finditer(_HEADING, data) if HEADING_MARK in data else ():  # noqa: B007 - the last one is wanted
        continue
    return last


def _framed(data: bytes, start: int, end: int, identity: bytes) -> bytes | None:
    """The bytes of a frame, or None when no end mark stands there or they are not what the fingerprint says."""
    ending = 2 if data[end : end + 2] == b"\r\n" else 1
    if data[end : end + 1] not in (b"\r", b"\n") or not data.startswith(_CLOSE % identity, end + ending):
        return None
    verbatim = data[start:end]
    return verbatim if fingerprint(universal_newlines(decode(verbatim)[0])).encode() == identity else None


def write_block(day: str, source: str, section: str, verbatim: bytes, ending: bytes) -> bytes:
    """A framed block, beginning with a blank line and ending with a line ending."""
    identity = fingerprint(universal_newlines(decode(verbatim)[0])).encode()
    heading = f"## [{day}] archived from {source}" + (f" — {section}" if section else "")
    lines = [b"", heading.encode("utf-8", "surrogateescape"), b""]
    lines.append(b"<!-- hygiene:archived %s %d -->" % (identity, len(verbatim)))
    return ending.join([*lines, verbatim, _CLOSE % identity, b""])
