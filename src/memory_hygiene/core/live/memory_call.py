"""What a call of Hermes' memory tool would make of a store, worked out without calling it.

Source: ``tools/memory_tool.py`` of hermes-agent 0.19.0; a test asks the real tool the same. Its threat scan and its
write approval are left out: they only refuse.
"""

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from memory_hygiene.core.drift import drifts
from memory_hygiene.core.model import Document
from memory_hygiene.core.sizes import DELIMITER

TARGETS = {"memory": "MEMORY.md", "user": "USER.md"}
"""The stores by the name the tool calls them."""
_LONE_SIGN = "§"


class Operation(NamedTuple):
    """One step of a call, its texts stripped as the tool strips them."""

    action: str
    content: str
    old_text: str


class MemoryCall(NamedTuple):
    """A call that the tool would look at: the store's file name, its steps, and whether they came as one batch."""

    store: str
    steps: tuple[Operation, ...]
    is_batch: bool


class Refusal(Enum):
    """Why the tool itself would write nothing."""

    NONE = "it writes"
    UNREADABLE = "the file is not UTF-8"
    DRIFT = "the file is not what the tool would have written"
    MATCH = "old_text names no entry, or several"
    OVERFLOW = "the result is over the limit"


class Outcome(NamedTuple):
    """The entries before and after. Where the tool refuses, nothing changes and ``detail`` says more."""

    before: tuple[str, ...]
    after: tuple[str, ...]
    refusal: Refusal = Refusal.NONE
    detail: str = ""

    @property
    def text(self) -> str:
        """What the tool would write."""
        return DELIMITER.join(self.after)


def read_call(arguments: Mapping[str, object]) -> MemoryCall | None:
    """The call that a model's ``arguments`` are; None for one that the tool refuses for its form."""
    target = arguments.get("target", "memory")
    store = TARGETS.get("memory" if target is None else target if isinstance(target, str) else "")
    operations = arguments.get("operations")
    if store is None:
        return None
    if not operations:
        step = _step(arguments)
        return MemoryCall(store, (step,), False) if step is not None else None
    if not isinstance(operations, list):
        return None
    steps = [_step(operation if isinstance(operation, Mapping) else {}) for operation in operations]
    known = tuple(step for step in steps if step is not None)
    return MemoryCall(store, known, True) if len(known) == len(steps) else None


def _step(arguments: Mapping[str, object]) -> Operation | None:
    action, content, old_text = (arguments.get(name) for name in ("action", "content", "old_text"))
    texts = [text.strip() if isinstance(text, str) else "" for text in (content, old_text)]
    needed = {"add": (texts[0],), "replace": (texts[0], texts[1]), "remove": (texts[1],)}
    if not isinstance(action, str) or action not in needed or not all(needed[action]):
        return None
    return Operation(action, *texts)


def outcome(document: Document, call: MemoryCall, limit: int) -> Outcome:
    """What the tool would make of ``document``; ``limit`` is the store's in code points."""
    before = tuple(dict.fromkeys(block.text for block in document.blocks))
    if not document.decodable and b"\0" not in document.data:
        return Outcome(before, before, Refusal.UNREADABLE)
    if call.is_batch or call.steps[0].action != "add":
        drift = next(drifts(document, limit), None)
        if drift is not None:
            return Outcome(before, before, Refusal.DRIFT, f"line {drift.line}: {drift.reason}")
    entries = list(before)
    for step in call.steps:
        if not _take(step, entries):
            return Outcome(before, before, Refusal.MATCH)
    after = tuple(entries)
    size = len(DELIMITER.join(after))
    writes_nothing = after == before and not call.is_batch and call.steps[0].action == "add"
    if size > limit and not writes_nothing and (call.is_batch or call.steps[0].action != "remove"):
        detail = f"{size:,} characters, {size - limit:,} over the limit of {limit:,}"
        return Outcome(before, before, Refusal.OVERFLOW, detail)
    return Outcome(before, after)


def _take(step: Operation, entries: list[str]) -> bool:
    """Carry one step out on ``entries``; whether that can be done."""
    if step.action == "add":
        if step.content not in entries:
            entries.append(step.content)
        return True
    matches = [number for number, entry in enumerate(entries) if step.old_text in entry]
    if len({entries[number] for number in matches}) != 1:
        return False
    if step.action == "replace":
        entries[matches[0]] = step.content
    else:
        del entries[matches[0]]
    return True


def lines_swallowed(document: Document, call: MemoryCall) -> tuple[str, ...]:
    """The lines that a replace or remove takes out of a file without § beside the one it names.

    Such a file is one entry to the tool: it swaps or removes the whole of it. Only what looks like several things
    counts: three lines or two paragraphs.
    """
    if len(document.blocks) != 1:
        return ()
    text = document.blocks[0].text
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    if len(lines) < 3 and "\n\n" not in text:
        return ()
    kept = {line.strip() for step in call.steps for line in step.content.split("\n")}
    named = {line.strip() for step in call.steps for line in step.old_text.split("\n")}
    asked = [step.old_text for step in call.steps if step.old_text and step.old_text in text]
    return tuple(line for line in lines if asked and line not in kept | named and not any(old in line for old in asked))


def splits_by_itself(call: MemoryCall) -> bool:
    """Whether some new entry holds a line that is only a §: it would not be read back as it was written."""
    return any(line.strip() == _LONE_SIGN for step in call.steps for line in step.content.split("\n"))
