"""The cold tier: archive files whose blocks are framed by fingerprint and byte length.

The length makes the verbatim text inert: a forged end mark inside it is skipped. Blocks and pointers that the seed
skill wrote are recognised and never rewritten.
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from .fingerprint import DIGITS, fingerprint
from .model import Document, Format, decode, universal_newlines

_OPEN = re.compile(rb"^<!-- hygiene:archived ([0-9a-f]{%d}) (\d{1,9}) -->(\r\n|\n|\r)" % DIGITS, re.MULTILINE)
_CLOSE = b"<!-- /hygiene:archived %s -->"
_HEADING = re.compile(rb"^## \[(\d{4}-\d{2}-\d{2})\] archived from (.+?)(?: \xe2\x80\x94 (.*?))?[ \t]*$", re.MULTILINE)
_POINTER = re.compile(r"[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?_\[archived (?P<day>\d{4}-\d{2}-\d{2})\]_")
_TARGET = re.compile(r"[ \t]*(?P<path>[^#\n]+)(?:#(?P<fingerprint>[0-9a-f]{4,16}))?[ \t]*\Z")


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
    head = _POINTER.match(text)
    if head is None:
        return None
    summary, _, rest = text[head.end() :].rpartition("→")
    target = _TARGET.match(rest) if "→" in text[head.end() :] else None
    if target is None or not target["path"].strip():
        return None
    return Pointer(head["day"], summary.strip(" \t"), target["path"].strip(), target["fingerprint"] or "")


def read_archive(data: bytes, parse: Callable[[Format, bytes], Document]) -> Archive:
    """What is kept in the archive file ``data``; text outside frames is read both as Markdown and as § entries."""
    kept: list[Kept] = []
    loose: list[bytes] = []
    position = 0
    while (match := _OPEN.search(data, position)) is not None:
        end = match.end() + int(match[2])
        verbatim = data[match.end() : end]
        close = re.compile(rb"(?:\r\n|\n|\r)" + re.escape(_CLOSE % match[1]))
        stop = close.match(data, end)
        text = universal_newlines(decode(verbatim)[0])
        if stop is None or fingerprint(text).encode() != match[1]:
            loose.append(data[position : match.end()])
            position = match.end()
            continue
        loose.append(data[position : match.start()])
        heading = _last(_HEADING.finditer(data, position, match.start()))
        day, source, section = (decode(part or b"")[0] for part in heading.groups()) if heading else ("", "", "")
        line = 1 + data.count(b"\n", 0, match.start())
        kept.append(Kept(day, source, section, match[1].decode(), verbatim, line))
        position = stop.end()
    loose.append(data[position:])
    found = {block.fingerprint for block in kept}
    rest = b"\n\n".join(loose)
    for format in Format:
        found |= {block.fingerprint for block in parse(format, rest).blocks}
    return Archive(tuple(kept), frozenset(found))


def _last(matches: Iterator[re.Match[bytes]]) -> re.Match[bytes] | None:
    last = None
    for match in matches:
        last = match
    return last


def write_block(day: str, source: str, section: str, verbatim: bytes, ending: bytes) -> bytes:
    """A framed block, beginning with a blank line and ending with a line ending."""
    identity = fingerprint(universal_newlines(decode(verbatim)[0])).encode()
    heading = f"## [{day}] archived from {source}" + (f" — {section}" if section else "")
    lines = [b"", heading.encode("utf-8", "surrogateescape"), b""]
    lines.append(b"<!-- hygiene:archived %s %d -->" % (identity, len(verbatim)))
    return ending.join([*lines, verbatim, _CLOSE % identity, b""])
