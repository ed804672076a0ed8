"""Putting back: one entry into a store, byte for byte, where it was if what stood beside it still stands there."""

from collections.abc import Iterator
from typing import NamedTuple

from memory_hygiene.core.archive import read_pointer
from memory_hygiene.core.canaries.planting import NoPlaceError
from memory_hygiene.core.contracts import Cap, Contract
from memory_hygiene.core.model import Block, Document, Edit, Format, line_ending, render
from memory_hygiene.core.sizes import counted, size_in
from memory_hygiene.core.state import Parse

_BLANK = b" \t\r\n"


class Former(NamedTuple):
    """An entry that is gone: its bytes, text, fingerprint and section; the document it was in, where that is known."""

    verbatim: bytes
    text: str
    fingerprint: str
    section: tuple[str, ...]
    document: Document | None = None
    block: Block | None = None


class _Try(NamedTuple):
    """One way to put an entry back: the edit, the pointer it takes the place of, and whether the section must be it."""

    edit: Edit
    pointer: Block | None = None
    in_section: bool = True


def put_back(document: Document, contract: Contract, former: Former, parse: Parse) -> bytes:
    """The bytes of a store with ``former`` in it. Raises NoPlaceError when it has no place, or there is no room.

    The entry takes the place of its pointer, else stands beside its former neighbour, else at the end of its section,
    else at the end of the store. Every other block stays as it is.
    """
    for attempt in _tries(document, former):
        data = render(document, (attempt.edit,))
        after = parse(document.format, data)
        if _is_right(document, after, former, attempt):
            _refuse_overfull(document, after, contract)
            return data
    raise NoPlaceError("no place where everything else is read as before")


def over_soft_cap(before: Document, after: Document, contract: Contract) -> str:
    """What to say when a store grew over a cap that does not block, else ""."""
    cap = None if contract.blocking else _overrun(before, after, contract)
    return f"now {counted(size_in(after, cap.unit), cap.unit)}, limit {cap.limit:,}: {contract.effect}" if cap else ""


def _refuse_overfull(before: Document, after: Document, contract: Contract) -> None:
    cap = _overrun(before, after, contract) if contract.blocking else None
    if cap is not None:
        had, needs = size_in(before, cap.unit), size_in(after, cap.unit)
        used = counted(had, cap.unit)
        raise NoPlaceError(
            f"no room: {used} of {cap.limit:,} are used, {needs:,} with it, {needs - cap.limit:,} too many"
        )


def _overrun(before: Document, after: Document, contract: Contract) -> Cap | None:
    """The first cap that the store grew over."""
    sizes = ((cap, size_in(before, cap.unit), size_in(after, cap.unit)) for cap in contract.caps)
    return next((cap for cap, had, needs in sizes if needs > cap.limit and needs > had), None)


def _tries(document: Document, former: Former) -> Iterator[_Try]:
    if not document.blocks:
        yield _Try(Edit(0, len(document.data), former.verbatim), in_section=False)
    for block in document.blocks:
        if _points_to(block, former):
            yield _Try(Edit(block.start, block.end, former.verbatim), block)
    yield from _beside(document, former)
    of_section = [block for block in document.blocks if block.section == former.section]
    if of_section and document.format is Format.MARKDOWN:
        yield from (_Try(edit) for edit in _after(document, of_section[-1], former))
    if document.blocks:
        yield from (_Try(edit, in_section=False) for edit in _after(document, document.blocks[-1], former))


def _points_to(block: Block, former: Former) -> bool:
    pointer = read_pointer(block.text)
    return pointer is not None and bool(pointer.fingerprint) and former.fingerprint.startswith(pointer.fingerprint)


def _beside(document: Document, former: Former) -> Iterator[_Try]:
    """Next to the block that stood before the entry, or else to the one after it, with the gap there was."""
    if former.document is None or former.block is None:
        return
    blocks, place = former.document.blocks, former.document.blocks.index(former.block)
    if place > 0 and (found := _same(document, blocks[place - 1])):
        gap = former.document.data[blocks[place - 1].end : former.block.start]
        yield from (_Try(edit) for edit in _after(document, found, former, gap))
    if place + 1 < len(blocks) and (found := _same(document, blocks[place + 1])):
        gap = former.document.data[former.block.end : blocks[place + 1].start]
        for between in _gaps(document, gap):
            yield _Try(Edit(found.start, found.start, former.verbatim + between))


def _same(document: Document, old: Block) -> Block | None:
    return next((b for b in document.blocks if (b.fingerprint, b.section) == (old.fingerprint, old.section)), None)


def _after(document: Document, block: Block, former: Former, gap: bytes = b"") -> Iterator[Edit]:
    return (Edit(block.end, block.end, between + former.verbatim) for between in _gaps(document, gap))


def _gaps(document: Document, gap: bytes) -> Iterator[bytes]:
    """What may stand between two blocks: the gap there was, a line ending, a blank line."""
    ending = line_ending(document.data)
    if document.format is Format.SECTION_SIGN:
        yield ending + "§".encode() + ending
        return
    if gap and not gap.strip(_BLANK):
        yield gap
    yield ending
    yield ending * 2


def _is_right(before: Document, after: Document, former: Former, attempt: _Try) -> bool:
    """Whether the entry is there once more, and every other block as it was and in its order."""
    stays = [(block.text, block.section, block.kind) for block in before.blocks if block != attempt.pointer]
    places = [number for number, block in enumerate(after.blocks) if block.text == former.text]
    for number in places:
        block = after.blocks[number]
        rest = [(b.text, b.section, b.kind) for b in (*after.blocks[:number], *after.blocks[number + 1 :])]
        if rest == stays and (not attempt.in_section or block.section == former.section):
            return former.block is None or block.kind is former.block.kind
    return False
