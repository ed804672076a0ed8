"""Append-only files: whether one version only added to another, also where two branches added to both."""

from collections.abc import Sequence
from typing import TypeVar

from memory_hygiene.core.model import decode, universal_newlines
from memory_hygiene.core.shared_ends import same_at_start

T = TypeVar("T")


def folded(data: bytes) -> str:
    """The text of ``data`` with line endings folded, which git may flip without anybody's wish."""
    return universal_newlines(decode(data)[0])


def changed_line(old: bytes, new: bytes) -> int | None:
    """The first line (1-based) of ``old`` that ``new`` does not begin with, or None when ``new`` only adds to it.

    A final newline may come or go; what is added begins on a line of its own.
    """
    before, after = folded(old).rstrip("\n"), folded(new)
    if after.startswith(before) and (not before or after[len(before) : len(before) + 1] in ("", "\n")):
        return None
    place = same_at_start(before, after)
    is_at_end = place == len(after) and before[place : place + 1] == "\n"
    return before.count("\n", 0, place) + 1 + is_at_end


def missing(parts: Sequence[T], whole: Sequence[T]) -> int | None:
    """The place of the first of ``parts`` that does not follow in ``whole`` in the same order, or None."""
    rest = iter(whole)
    return next((place for place, part in enumerate(parts) if not any(part == other for other in rest)), None)


def missing_line(old: bytes, new: bytes) -> int | None:
    """The first non-blank line (1-based) of ``old`` that does not follow in ``new`` in the same order, or None."""
    numbered = [(number, line.rstrip()) for number, line in enumerate(folded(old).split("\n"), 1) if line.strip()]
    place = missing([line for _, line in numbered], [line.rstrip() for line in folded(new).split("\n")])
    return None if place is None else numbered[place][0]
