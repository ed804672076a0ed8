"""The three-way merge of a store, block by block: what either side added, edited or removed; else a conflict."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from memory_hygiene.core.canaries.canary import token_of
from memory_hygiene.core.model import Block, Document, Format, Shape, line_ending
from memory_hygiene.core.planning.marks import without_mark

from .three_way import Node, Versions, nodes_of

MARKER = 7
"""Characters of git's conflict marks; more where git merges the bases of a criss-cross first."""
_ROWS = ((Shape.LIST_ITEM, Shape.LIST_ITEM), (Shape.TABLE_HEAD, Shape.TABLE_ROW), (Shape.TABLE_ROW, Shape.TABLE_ROW))

T = TypeVar("T")
Parse = Callable[[Format, bytes], Document]
ChooseCanary = Callable[[str, str], str]
"""Of the canary tokens of both sides the one that is in force, "" when that is not known."""


class Merged(NamedTuple):
    """The bytes of a merge, and how many conflicts are marked in them."""

    data: bytes
    conflicts: int = 0


class _Source(NamedTuple):
    """A document to take bytes from, and its line ending."""

    document: Document
    ending: bytes


class _Chosen(NamedTuple):
    """What a node comes to: the blocks to write, each with its source; of a conflict both sides, None for a removal."""

    node: Node
    ours: "_From | None"
    theirs: "_From | None" = None
    is_conflict: bool = False


class _From(NamedTuple):
    source: _Source
    place: int

    @property
    def block(self) -> Block:
        return self.source.document.blocks[self.place]


class StoreMerge(NamedTuple):
    """What a merge of a store goes by: similarity of an edit, characters of a mark, the choice between two canaries."""

    threshold: float
    choose_canary: ChooseCanary
    marker: int = MARKER

    def merge(self, format: Format, base: bytes, ours: bytes, theirs: bytes, parse: Parse) -> Merged | None:
        """The merge of three versions, None when no blocks can be told apart in what would come out.

        § stores come out as Hermes writes them. In Markdown every block keeps its bytes.
        """
        if ours == theirs or theirs == base:
            return Merged(ours)
        if ours == base:
            return Merged(theirs)
        sources = [_Source(parse(format, data), line_ending(data)) for data in (base, ours, theirs)]
        versions = Versions(*(source.document.blocks for source in sources))
        chosen = [found for node in nodes_of(versions, self.threshold) if (found := self._choose(node, sources))]
        chosen = _without_new_repeats(chosen, versions)
        ending = _three_way(*(source.ending for source in sources))
        if format is Format.SECTION_SIGN:
            data = _section_sign(chosen, ending, self.marker)
        else:
            data = _Markdown(sources, ending, self.marker).text(chosen)
        conflicts = sum(found.is_conflict for found in chosen)
        if not conflicts and not _reads_as(parse(format, data), chosen, versions):
            return None
        return Merged(data, conflicts)

    def _choose(self, node: Node, sources: Sequence[_Source]) -> _Chosen | None:
        base, ours, theirs = (None if place is None else _From(source, place) for source, place in zip(sources, node))
        if ours is None and theirs is None:
            return None
        if base is None:
            return _Chosen(node, ours or theirs)
        if ours is None or theirs is None:
            stays = ours or theirs
            assert stays is not None
            if without_mark(stays.block.text) == without_mark(base.block.text):
                return None
            return _Chosen(node, ours, theirs, True)
        return self._choose_edit(node, base.block, ours, theirs)

    def _choose_edit(self, node: Node, base: Block, ours: _From, theirs: _From) -> _Chosen:
        if theirs.block.text in (ours.block.text, base.text):
            return _Chosen(node, ours)
        if ours.block.text == base.text:
            return _Chosen(node, theirs)
        tokens = token_of(ours.block.text), token_of(theirs.block.text)
        token = self.choose_canary(*tokens) if all(tokens) else ""
        if token:
            return _Chosen(node, ours if token == tokens[0] else theirs)
        return _Chosen(node, ours, theirs, True)


def _without_new_repeats(chosen: list[_Chosen], versions: Versions) -> list[_Chosen]:
    """Without additions that would repeat a block more often than either side has it."""
    counts = [Counter(map(_identity, side)) for side in (versions.ours, versions.theirs)]
    most = counts[0] | counts[1]
    extra = Counter(_identity(found.ours.block) for found in chosen if found.ours and not found.is_conflict) - most
    kept: list[_Chosen] = []
    for found in reversed(chosen):
        identity = _identity(found.ours.block) if found.ours and not found.is_conflict else None
        if identity and extra[identity] and found.node.base is None:
            extra[identity] -= 1
        else:
            kept.append(found)
    return kept[::-1]


def _identity(block: Block) -> tuple[tuple[str, ...], str]:
    return block.section, block.text


def _three_way(base: T, ours: T, theirs: T) -> T:
    return theirs if ours == base else ours


def _marked(found: _Chosen, ending: bytes, marker: int) -> bytes:
    """Both sides of a conflict between git's marks."""
    sides = [[] if side is None else [_bytes_of(side, ending)] for side in (found.ours, found.theirs)]
    lines = [b"<" * marker + b" ours", *sides[0], b"=" * marker, *sides[1], b">" * marker + b" theirs"]
    return ending.join(lines)


def _bytes_of(chosen: _From, ending: bytes) -> bytes:
    """The bytes of a block, in the line ending of the merge."""
    data = chosen.source.document.data[chosen.block.start : chosen.block.end]
    return _with_ending(data, chosen.source, ending)


def _with_ending(data: bytes, source: _Source, ending: bytes) -> bytes:
    if source.ending == ending or not (b"\r" in data or b"\n" in data):
        return data
    return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").replace(b"\n", ending)


def _section_sign(chosen: list[_Chosen], ending: bytes, marker: int) -> bytes:
    """A store as Hermes writes it: the entries joined, nothing before the first or behind the last."""
    pieces = []
    for found in chosen:
        if found.is_conflict:
            pieces.append(_marked(found, ending, marker))
        elif found.ours:
            pieces.append(_bytes_of(found.ours, ending))
    return (ending + "§".encode() + ending).join(pieces)


class _Markdown:
    """Writes the blocks of a merge one below the other, with what stood between them."""

    def __init__(self, sources: Sequence[_Source], ending: bytes, marker: int) -> None:
        self._sources = sources
        self._ending = ending
        self._marker = marker

    def text(self, chosen: list[_Chosen]) -> bytes:
        """The bytes of the file."""
        parts: list[bytes] = []
        before: _Chosen | None = None
        for found in chosen:
            parts.append(self._gap(before, found) if before else self._head())
            if found.is_conflict:
                parts.append(_marked(found, self._ending, self._marker))
            elif found.ours:
                parts.append(_bytes_of(found.ours, self._ending))
            before = found
        tail = _three_way(*(self._between(source, len(source.document.blocks)) for source in self._sources))
        needs_end = before is not None and before.is_conflict and not tail.startswith((b"\r", b"\n"))
        return b"".join([*parts, self._ending if needs_end else b"", tail])

    def _head(self) -> bytes:
        return _three_way(*(self._between(source, 0) for source in self._sources))

    def _between(self, source: _Source, place: int) -> bytes:
        """What stands before a block, back to the one before it; behind the last one for the place after it."""
        blocks, data = source.document.blocks, source.document.data
        start = blocks[place - 1].end if place else 0
        end = blocks[place].start if place < len(blocks) else len(data)
        return _with_ending(data[start:end], source, self._ending) if end > start else b""

    def _gap(self, before: _Chosen, found: _Chosen) -> bytes:
        """What is to stand between two blocks: what stood there, or an empty line where they are new to each other."""
        gaps = [
            self._between(source, place)
            for source, one, place in zip(self._sources, before.node, found.node)
            if place is not None and one == place - 1
        ]
        if gaps:
            return next((gap for gap in gaps if gap != gaps[0]), gaps[0])
        shapes = tuple(side.block.shape if (side := one.ours or one.theirs) else None for one in (before, found))
        is_run = shapes in _ROWS and not (before.is_conflict or found.is_conflict)
        return self._ending if is_run else self._ending * 2


def _reads_as(document: Document, chosen: list[_Chosen], versions: Versions) -> bool:
    """Whether the merge is read as the blocks it was made of: each as it was, and under the headings it had."""
    wanted = [(found.node, found.ours.block) for found in chosen if found.ours]
    if [(b.shape, b.text) for b in document.blocks] != [(b.shape, b.text) for _, b in wanted]:
        return False
    titles = _titles(wanted, versions)
    return all(block.section == _section(node, titles, versions) for block, (node, _) in zip(document.blocks, wanted))


def _section(node: Node, titles: dict[str, str], versions: Versions) -> tuple[str, ...]:
    """The headings under which a block belongs, by their new titles."""
    sections = [
        tuple(filter(None, (titles.get(title, title) for title in blocks[place].section)))
        for blocks, place in zip(versions, node)
        if place is not None
    ]
    if None in node:
        return next((section for section in sections[1:] if node.base is not None), sections[0])
    return _three_way(*sections)


def _titles(wanted: list[tuple[Node, Block]], versions: Versions) -> dict[str, str]:
    """The new title of each heading that was reworded, "" of one that went."""
    now = {node.base: block.section[-1] for node, block in wanted if block.shape is Shape.HEADING}
    return {
        block.section[-1]: now.get(place, "")
        for place, block in enumerate(versions.base)
        if block.shape is Shape.HEADING and now.get(place) != block.section[-1]
    }
