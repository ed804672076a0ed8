"""The reviewer's loop for people: a question, its keys, the end, and the list of decisions."""

from collections.abc import Iterator, Sequence
from textwrap import wrap

from memory_hygiene.core.kinds.category import Category
from memory_hygiene.core.kinds.reviewing import Decided, Question
from memory_hygiene.core.sizes import numbered

from .palette import PLAIN, Palette
from .safe import safe, shorten

_MOST_LINES = 40
_COLUMNS = 3
_INDENT = "    "
_TEXT = 60
_KEYS = "s skip · u undo the last · q save and quit · Ctrl-C quit and save nothing"


def render_question(question: Question, number: int, total: int, width: int, palette: Palette = PLAIN) -> str:
    """One entry, what it is held for, and the keys; ends where the answer goes."""
    age = "age unknown" if question.age_days is None else f"unchanged for {numbered(question.age_days, 'day')}"
    head = f"{number} of {total} · {safe(question.path)}:{question.line} · {age}"
    lines = [
        "",
        palette.paint(palette.bold, head),
        *_wrapped(question.text, width),
        *_held_for(question, width, palette),
    ]
    return "\n".join([*lines, *_keys(), f"  {_KEYS}", "what is it? "])


def _wrapped(text: str, width: int) -> Iterator[str]:
    lines = [part for line in text.splitlines() for part in wrap(safe(line), max(20, width - len(_INDENT))) or [""]]
    yield from (_INDENT + line for line in lines[:_MOST_LINES])
    if len(lines) > _MOST_LINES:
        yield f"{_INDENT}… and {numbered(len(lines) - _MOST_LINES, 'line')} more"


def _held_for(question: Question, width: int, palette: Palette) -> Iterator[str]:
    held = question.judgement
    second = f", else {held.second.value}" if held.second else ""
    evidence = ", ".join(safe(words) for words in held.evidence) or "none"
    said = f"held for: {held.category.value} ({held.confidence:.2f}){second}; evidence: {evidence}"
    for line in wrap(said, max(20, width - 2), subsequent_indent="  "):
        yield "  " + palette.paint(palette.quiet, line)
    if held.category is not Category.AMBIGUOUS:
        yield "  " + palette.paint(palette.quiet, f"unresolved: {safe(question.why)}")


def _keys() -> Iterator[str]:
    names = [f"{key} {category.value}" for key, category in enumerate(Category, 1)]
    widest = max(map(len, names))
    for start in range(0, len(names), _COLUMNS):
        yield "  " + "  ".join(name.ljust(widest) for name in names[start : start + _COLUMNS]).rstrip()


def render_end(answers: int) -> str:
    """What is asked after the last entry."""
    return f"\nthat was the last one; Enter or q saves {numbered(answers, 'answer')}, u takes the last step back: "


def render_decisions(found: Sequence[Decided], palette: Palette = PLAIN) -> str:
    """The decisions, each with its entries, and which are stale; with a final line ending."""
    lines = [line for one in found for line in _decision(one, palette)]
    stale = sum(not one.entries for one in found)
    rest = f", {stale} of them stale" if stale else ""
    if not found:
        rest = "; hygiene categorize --review asks about what is unresolved"
    return "\n".join([*lines, f"hygiene: {numbered(len(found), 'decision')}{rest}", ""])


def _decision(one: Decided, palette: Palette) -> Iterator[str]:
    override = one.override
    age = ", may go by age" if override.deletable else ""
    name = palette.paint(palette.bold, override.category)
    yield f"{override.fingerprint}  {name}{age}: {safe(override.reason)}"
    for path, block in one.entries:
        yield f"{_INDENT}{safe(path)}:{block.line}  {shorten(block.text, _TEXT)}"
    if not one.entries:
        stale = f"stale, no entry has it now: hygiene categorize --forget {override.fingerprint}"
        yield _INDENT + palette.paint(palette.warning, stale)
