"""Planting: a canary as an entry of its own, every other byte as it was; and its rotation."""

from memory_hygiene.core.contracts import Contract, Unit
from memory_hygiene.core.drift import drifts
from memory_hygiene.core.model import Document, Edit, Format, line_ending, render
from memory_hygiene.core.sizes import counted, size_in
from memory_hygiene.core.state import Parse

from .canary import canary_lines, canary_text, token_of
from .markdown_planting import planted_in_markdown


class NoPlaceError(ValueError):
    """A store cannot take a canary, or an entry back; the message says why, for a line that begins with its name."""


def plant(document: Document, contract: Contract, token: str, parse: Parse) -> bytes:
    """The bytes of a store with a canary: before its last entry, after its only one. Raises NoPlaceError.

    Newest entries come last and the oldest are evicted first: next to the end is the place farthest from both.
    """
    if not document.decodable:
        raise NoPlaceError("not UTF-8, or it holds a NUL")
    if document.format is Format.MARKDOWN:
        planted = planted_in_markdown(document, canary_text(token), parse)
    else:
        _refuse_drift(document, contract)
        planted = _planted(document, canary_text(token), parse)
    if planted is None:
        raise NoPlaceError("no place where its entries stay as they are")
    again = parse(document.format, planted)
    for cap in contract.caps:
        if (size := size_in(again, cap.unit)) > cap.limit:
            raise NoPlaceError(f"no room: {counted(size, cap.unit)} with a canary, limit {cap.limit:,}")
    return planted


def rotated(document: Document, old: str, new: str) -> bytes:
    """The bytes of a store with the token ``old`` replaced by ``new`` in its canary; prose that quotes it stays."""
    edits: list[Edit] = []
    for line in canary_lines(document):
        if line.token == old:
            pieces = document.data[line.block.start : line.block.end].splitlines(keepends=True)
            number = line.line - line.block.line
            start = line.block.start + sum(map(len, pieces[:number])) + pieces[number].index(canary_text(old).encode())
            edits.append(Edit(start, start + len(canary_text(old)), canary_text(new).encode()))
    return render(document, tuple(edits))


def _refuse_drift(document: Document, contract: Contract) -> None:
    if drift := next(drifts(document, _chars(contract)), None):
        raise NoPlaceError(f"line {drift.line}: {drift.reason}, so the agent itself refuses to edit it")


def _chars(contract: Contract) -> int | None:
    return next((cap.limit for cap in contract.caps if cap.unit is Unit.CHARS), None)


def _planted(document: Document, text: str, parse: Parse) -> bytes | None:
    planted = render(document, (_edit(document, text),))
    return planted if _has_only_grown(document, parse(document.format, planted), text) else None


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


def before_last(texts: list[bytes]) -> list[bytes]:
    """The entries of a § store with intact canaries in front of the last of the others: where ``plant`` puts one."""
    canaries = [text for text in texts if token_of(text.decode("utf-8", "surrogateescape"))]
    others = [text for text in texts if text not in canaries]
    return [*others[:-1], *canaries, *others[-1:]] if len(others) > 1 else [*others, *canaries]
