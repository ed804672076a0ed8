"""Scanning bytes for what may be a canary's token, chunk by chunk, so that a file of any size takes a little memory."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from memory_hygiene.core.fingerprint import DIGITS

from .canary import WORDS

MARGIN = 64  # bytes of the last chunk that are looked at again; no token with its surroundings is longer
_RUN = rb"[0-9A-Fa-f]{%d,}|%s" % (DIGITS, re.escape(WORDS.encode()))
_WORD_BYTE = rb"[0-9A-Za-z]"
_ESCAPES = ((2, rb"%\Z"), (4, rb"\\u\Z"))  # hex digits of an escaped parenthesis just before the token: %28, \\u0028


class Sighting(NamedTuple):
    """A word of 16 hex digits (in lower case) in a line (1-based) of a file; "" for the words of a canary."""

    line: int
    word: str


def sightings(chunks: Iterable[bytes]) -> Iterator[Sighting]:
    """Every sighting in a file that comes in ``chunks``, each once per line; text in UTF-16 is read as well."""
    plain, packed = _Scan(), None
    last: set[Sighting] = set()
    for chunk in _with_end(chunks):
        is_last = not chunk
        if packed is None and b"\0" in chunk:
            packed = _Scan(plain.last_line)
        found = set(plain.feed(chunk, is_last))
        if packed is not None:
            found |= set(packed.feed(chunk.replace(b"\0", b""), is_last))
        yield from sorted(found - last)  # of one line, the canary's words come first
        last = found


def _with_end(chunks: Iterable[bytes]) -> Iterator[bytes]:
    yield from (chunk for chunk in chunks if chunk)
    yield b""


class _Scan:
    """Where a scan of one stream of bytes stands."""

    def __init__(self, line: int = 1) -> None:
        self._line = line  # that ``_kept`` begins in
        self._kept = b""
        self._done = 0  # bytes of ``_kept`` that are judged

    @property
    def last_line(self) -> int:
        """The line that the stream has come to."""
        return self._line + self._kept.count(b"\n")

    def feed(self, chunk: bytes, is_last: bool) -> Iterator[Sighting]:
        """The sightings that are known to end before or in ``chunk``."""
        data = self._kept + chunk
        line, place = self._line, 0
        for match in re.finditer(_RUN, data):
            if match.end() <= self._done or (match.end() == len(data) and not is_last):
                continue
            line, place = line + data.count(b"\n", place, match.start()), match.start()
            self._done = match.end()
            if (word := _word(data, match.start(), match.end())) is not None:
                yield Sighting(line, word)
        cut = max(0, len(data) - MARGIN)
        self._line += data.count(b"\n", 0, cut)
        self._kept, self._done = data[cut:], max(0, self._done - cut)


def _word(data: bytes, start: int, end: int) -> str | None:
    run = data[start:end]
    if run == WORDS.encode():
        return ""
    extra = len(run) - DIGITS
    if re.match(_WORD_BYTE, data[end : end + 1]):
        return None
    before = data[max(0, start - 2) : start]
    is_whole = not extra and not re.match(_WORD_BYTE, before[-1:])
    if is_whole or any(extra == digits and re.search(escape, before) for digits, escape in _ESCAPES):
        return run[extra:].decode("ascii").lower()
    return None
