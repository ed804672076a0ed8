"""Whether a file reads the same before and after an edit, apart from what the edit was about."""

from collections.abc import Iterable

from .actions import Action, Archive, Canonicalise
from .fingerprint import fingerprint
from .model import Block, Document

_Reading = tuple[str, str, str, tuple[str, ...]]


def is_same_elsewhere(before: Document, actions: Iterable[Action], after: Document) -> bool:
    """Whether ``after`` reads as ``before`` with the entries of ``actions`` gone or replaced by their pointers."""
    return expected_reading(before, actions) == [_reading(block) for block in after.blocks]


def expected_reading(before: Document, actions: Iterable[Action]) -> list[_Reading]:
    """What is to be read after ``actions``, block by block: kind, shape, fingerprint, heading path."""
    changes: dict[tuple[int, str], str] = {}
    for action in actions:
        if not isinstance(action, Canonicalise):
            pointer = action.pointer if isinstance(action, Archive) else ""
            changes[(action.place.line, action.place.fingerprint)] = pointer
    readings: list[_Reading] = []
    for block in before.blocks:
        key = (block.line, block.fingerprint)
        if key not in changes:
            readings.append(_reading(block))
        elif pointer := changes.pop(key):
            readings.append(_reading(block._replace(fingerprint=fingerprint(pointer))))
    return readings


def _reading(block: Block) -> _Reading:
    return block.kind.value, block.shape.value, block.fingerprint, block.section
