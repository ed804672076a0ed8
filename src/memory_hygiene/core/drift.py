"""Drift: where Hermes' own round trip would write a § store differently, and so refuses to replace or remove.

Source: ``MemoryStore._detect_external_drift`` of hermes-agent 0.19.0, run: the raw text stripped against the stripped
non-empty entries joined again, and no entry longer than the whole file may be.
"""

from collections.abc import Iterator
from typing import NamedTuple

from .fingerprint import fingerprint
from .model import Document, decode, universal_newlines
from .sizes import DELIMITER

SIGN = "§"
_SIGN_BYTES = SIGN.encode()
_BETWEEN = len(DELIMITER.encode())
PADDED = "white space beside the §"


class Drift(NamedTuple):
    """One place that drifts: its line (1-based), why, and the fingerprint of the entry there, "" of an empty one."""

    line: int
    reason: str
    fingerprint: str


def is_canonical(document: Document, limit: int | None = None) -> bool:
    """Whether a store is plainly as Hermes writes it, so that nothing in it drifts; False when that is not plain."""
    blocks, data = document.blocks, document.data
    if not blocks or b"\r" in data or data.count(_SIGN_BYTES) != len(blocks) - 1:
        return False
    length = blocks[-1].end - blocks[0].start - (len(blocks) - 1) * _BETWEEN
    if sum([block.end - block.start for block in blocks]) != length:
        return False
    return limit is None or len(data) <= limit or max([len(block.text) for block in blocks]) <= limit


def drifts(document: Document, limit: int | None = None) -> Iterator[Drift]:
    """Every place at which the store does not round-trip; ``limit`` is the store's in code points."""
    pieces = universal_newlines(decode(document.data)[0]).split(DELIMITER)
    line = 1
    for number, piece in enumerate(pieces):
        drift = _drift(piece, line, is_first=number == 0, is_last=number == len(pieces) - 1, limit=limit)
        if drift is not None:
            yield drift
        line += piece.count("\n") + 2


def _drift(piece: str, line: int, *, is_first: bool, is_last: bool, limit: int | None) -> Drift | None:
    text = piece.strip()
    identity = fingerprint(text) if text else ""
    lead = piece[: len(piece) - len(piece.lstrip())]
    tail = piece[len(piece.rstrip()) :]
    if not text:
        at_end = is_last and not is_first  # the line after a final delimiter does not exist
        return None if is_first and is_last else Drift(line - at_end, "an entry is empty", "")
    if limit is not None and len(text) > limit:
        reason = f"one entry has {len(text):,} characters, more than the {limit:,} of the whole file"
        return Drift(line + lead.count("\n"), reason, identity)
    if lead and not is_first:
        blank = "\n" in lead
        reason = "a blank line follows the § delimiter" if blank else "the entry is indented"
        return Drift(line, reason, identity)
    if tail and not is_last:
        last = line + piece.rstrip().count("\n")
        blank = "\n" in tail
        reason = "a blank line stands before the § delimiter" if blank else "white space ends the entry"
        return Drift(last + (1 if blank else 0), reason, identity)
    return None


def false_delimiters(document: Document) -> Iterator[tuple[int, str]]:
    """Lines (1-based) that look like a delimiter and are text to Hermes, and why."""
    for block in document.blocks:
        for offset, line in enumerate(block.text.split("\n")):
            if line.strip() == SIGN:
                padded = line != SIGN
                yield block.line + offset, PADDED if padded else "no line of text on both sides"
