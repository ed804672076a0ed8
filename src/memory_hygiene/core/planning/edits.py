"""Edits: a plan's actions as spans of the original bytes; what no action touches comes out byte-identical."""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from memory_hygiene.core.archive import write_block
from memory_hygiene.core.canaries.planting import before_last
from memory_hygiene.core.model import Block, Document, Edit, Format, line_ending, render

from .actions import Action, Canonicalise, Leaving, Place, Removal
from .outcomes import canary_moves, outcomes

_BLANK = b" \t"
_DELIMITER = re.compile(rb"(?:\r\n|\r|\n)\xc2\xa7(?:\r\n|\r|\n)")  # as formats/section_sign.py splits by


class UnknownPlaceError(ValueError):
    """An action names an entry that the document does not hold."""


class Places:
    """The blocks of a document, and the list items inside them, by the line and fingerprint that plans name."""

    def __init__(self, document: Document) -> None:
        self._blocks = {(block.line, block.fingerprint): block for block in (*document.nested, *document.blocks)}

    def find(self, place: Place) -> Block:
        """What an action is about. Raises UnknownPlaceError when the document does not hold it."""
        block = self._blocks.get((place.line, place.fingerprint))
        if block is None:
            raise UnknownPlaceError(f"{place.path}:{place.line} holds no entry {place.fingerprint}")
        return block


class _Left(NamedTuple):
    """What stays where a block was: a pointer or nothing, and perhaps an empty line."""

    pointer: bytes
    has_gap: bool


def edit_store(document: Document, actions: Iterable[Action], arriving: Iterable[str] = ()) -> bytes:
    """The bytes of a store after ``actions`` (all of this store), with the texts ``arriving`` (§ stores) at its end."""
    chosen = tuple(actions)
    places = Places(document)
    left = {places.find(place): _bytes(text) for place, text in outcomes(chosen).items()}
    if document.format is Format.MARKDOWN:
        gaps = {places.find(action.place) for action in chosen if isinstance(action, Leaving) and action.leaves_gap}
        removals = {block: _Left(pointer, block in gaps) for block, pointer in left.items()}
        return render(document, tuple(_markdown_edits(document.data, removals)))
    come = [_bytes(text) for text in arriving]
    if any(isinstance(action, Canonicalise) for action in chosen):
        return _canonical_bytes(document, left, come, canary_moves(chosen))
    edits = (*_section_sign_edits(document, left), *_appended(document, left, come))
    return render(document, edits)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _canonical_bytes(document: Document, left: Mapping[Block, bytes], come: list[bytes], moves_canary: bool) -> bytes:
    """A § store as Hermes would write what stays of it and comes, in the line endings it has."""
    texts = [text for block in document.blocks if (text := left.get(block, _bytes(block.text)))] + come
    if moves_canary:
        texts = before_last(texts)
    return "\n§\n".encode().join(texts).replace(b"\n", line_ending(document.data))


def _appended(document: Document, left: Mapping[Block, bytes], come: list[bytes]) -> Iterable[Edit]:
    """The edit that brings ``come`` to the end of a § store; nothing stands before the first of them when all goes."""
    if not come:
        return
    delimiter = "\n§\n".encode()
    stays = any(left.get(block, b"stays") for block in document.blocks)
    text = (delimiter if stays else b"") + delimiter.join(come)
    end = document.blocks[-1].end if document.blocks else 0
    yield Edit(end, end if document.blocks else len(document.data), text.replace(b"\n", line_ending(document.data)))


def _section_sign_edits(document: Document, removals: Mapping[Block, bytes]) -> Iterable[Edit]:
    """Each run of removed entries goes together with the delimiters that would be left over."""
    blocks = document.blocks
    number = 0
    while number < len(blocks):
        pointer = removals.get(blocks[number])
        last = number
        if pointer:
            yield Edit(blocks[number].start, blocks[number].end, pointer.replace(b"\n", line_ending(document.data)))
        elif pointer == b"":
            while last + 1 < len(blocks) and removals.get(blocks[last + 1]) == b"":
                last += 1
            yield _without_run(document, number, last)
        number = last + 1


def _without_run(document: Document, first: int, last: int) -> Edit:
    blocks = document.blocks
    if last + 1 < len(blocks):
        return Edit(_piece_start(document, first), _piece_start(document, last + 1), b"")
    start = blocks[first - 1].end if first else blocks[first].start
    return Edit(start, blocks[last].end, b"")


def _piece_start(document: Document, number: int) -> int:
    """Where the white space before an entry begins: it goes with its own entry, or the next one would drift by it."""
    start = document.blocks[number].start
    before = document.blocks[number - 1].end if number else start
    delimiters = list(_DELIMITER.finditer(document.data, before, start))
    return delimiters[-1].end() if delimiters else start


def _markdown_edits(data: bytes, removals: Mapping[Block, _Left]) -> Iterable[Edit]:
    position = 0
    for block in sorted(removals, key=lambda block: block.start):
        pointer, has_gap = removals[block]
        if pointer or has_gap:
            yield Edit(block.start, block.end, pointer)
            continue
        start, end = max(block.start, position), _line_end(data, block.end)
        if _is_after_blank(data, start):
            end = _past_blank_lines(data, end)
        if end == len(data) and not data.endswith((b"\n", b"\r")):
            start = max(position, _before_line_end(data, start))
        yield Edit(start, end, b"")
        position = end


def _line_end(data: bytes, position: int) -> int:
    """Just past the line ending at ``position``, if there is one."""
    if data[position : position + 2] == b"\r\n":
        return position + 2
    return position + 1 if data[position : position + 1] in (b"\n", b"\r") else position


def _before_line_end(data: bytes, position: int) -> int:
    """Just before the line ending that ends at ``position``, if there is one."""
    if data[max(0, position - 2) : position] == b"\r\n":
        return position - 2
    return position - 1 if data[position - 1 : position] in (b"\n", b"\r") and position else position


def _is_after_blank(data: bytes, position: int) -> bool:
    """Whether the line before the one at ``position`` is blank, or there is none."""
    before = _before_line_end(data, position)
    line = data[max(data.rfind(b"\n", 0, before), data.rfind(b"\r", 0, before)) + 1 : before]
    return not line.strip(_BLANK)


def _past_blank_lines(data: bytes, position: int) -> int:
    while position < len(data):
        end = position
        while data[end : end + 1] in (b" ", b"\t"):
            end += 1
        past = _line_end(data, end)
        if past == end and end < len(data):
            break
        position = past
    return position


def append_archive(
    data: bytes | None, removals: Iterable[Removal], documents: Mapping[str, Document], day: str
) -> bytes:
    """The archive file ``data`` (None: new) with a framed block per removal appended; the old bytes stay first.

    ``documents`` are the stores before the plan, by path, from which the verbatim bytes come.
    """
    chosen = tuple(removals)
    old = data or b""
    source = documents[chosen[0].place.path] if chosen else None
    ending = _frame_ending(old or (source.data if source else b""))
    parts = [old]
    if not old and chosen:
        name = chosen[0].place.path.rpartition("/")[2]
        parts.append(f"# Archive of {name}".encode("utf-8", "surrogateescape") + ending)
    elif not old.endswith((b"\n", b"\r")):
        parts.append(ending)
    places = {path: Places(document) for path, document in documents.items()}
    for removal in chosen:
        place = removal.place
        block = places[place.path].find(place)
        verbatim = documents[place.path].data[block.start : block.end]
        section = " › ".join(" ".join(title.split()) for title in place.section)
        parts.append(write_block(day, place.path.rpartition("/")[2], section, verbatim, ending))
    return b"".join(parts)


def _frame_ending(data: bytes) -> bytes:
    """The line ending of the frames in an archive: LF or CRLF. Entries inside keep their own, lone CR included."""
    ending = line_ending(data)
    return ending if ending == b"\r\n" else b"\n"
