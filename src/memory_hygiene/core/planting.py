"""Planting: a canary as an entry of its own in a § store, every other byte as it was."""

from .canary import canary_text
from .contracts import Contract, Unit
from .drift import drifts
from .model import Document, Edit, line_ending, render
from .sizes import count_chars, counted
from .state import Parse


class NoPlaceError(ValueError):
    """A store cannot take a canary; the message says why, for a line that begins with the store's name."""


def plant(document: Document, contract: Contract, token: str, parse: Parse) -> bytes:
    """The bytes of a store with a canary: before its last entry, after its only one. Raises NoPlaceError.

    Newest entries come last and the oldest are evicted first: next to the end is the place farthest from both.
    """
    limit = next((cap.limit for cap in contract.caps if cap.unit is Unit.CHARS), None)
    if not document.decodable:
        raise NoPlaceError("not UTF-8, or it holds a NUL")
    if drift := next(drifts(document, limit), None):
        raise NoPlaceError(f"line {drift.line}: {drift.reason}, so the agent itself refuses to edit it")
    planted = render(document, (_edit(document, canary_text(token)),))
    again = parse(document.format, planted)
    if not _has_only_grown(document, again, canary_text(token)):
        raise NoPlaceError("no place where its entries stay as they are")
    size = count_chars(again)
    if limit is not None and size > limit:
        raise NoPlaceError(f"no room: {counted(size, Unit.CHARS)} with a canary, limit {limit:,}")
    return planted


def _edit(document: Document, text: str) -> Edit:
    ending = line_ending(document.data)
    delimiter = ending + "§".encode() + ending
    if not document.blocks:
        return Edit(0, 0, text.encode())
    if len(document.blocks) == 1:
        end = document.blocks[0].end
        return Edit(end, end, delimiter + text.encode())
    start = document.blocks[-1].start
    return Edit(start, start, text.encode() + delimiter)


def _has_only_grown(before: Document, after: Document, text: str) -> bool:
    texts = [block.text for block in after.blocks]
    if texts.count(text) != 1:
        return False
    texts.remove(text)
    return texts == [block.text for block in before.blocks]
