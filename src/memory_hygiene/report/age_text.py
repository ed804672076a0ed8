"""Ages for people: a table per file, one line per entry."""

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from itertools import groupby

from memory_hygiene.core.history.ages import AgedBlock, Seen
from memory_hygiene.core.sizes import numbered

from .palette import PLAIN, Palette
from .safe import safe, shorten

_HEAD = ("line", "age", "first seen", "last changed", "author", "entry")
_AUTHOR, _TEXT = 24, 60
_RIGHT = 2  # the first columns hold numbers


def render(aged: Sequence[AgedBlock], palette: Palette = PLAIN) -> str:
    """The text of all files' ages, with a final line ending."""
    lines: list[str] = []
    shared = _shared_reasons(aged)
    for path, group in groupby(aged, key=lambda one: one.path):
        rows = [_HEAD, *(_row(one, shared) for one in group)]
        widths = [max(len(row[column]) for row in rows) for column in range(len(_HEAD) - 1)]
        lines.append(palette.paint(palette.bold, safe(path)))
        lines += (_line(row, widths) for row in rows)
    lines.append(_summary(aged))
    lines += (f"  note: {numbered(count, 'age')} unknown: {safe(reason)}" for reason, count in shared.items())
    return "\n".join([*lines, ""])


def _shared_reasons(aged: Sequence[AgedBlock]) -> dict[str, int]:
    """Why an age is unknown, where the same is true of several entries: said once, beneath them all."""
    counted = Counter(one.age.why_unknown for one in aged if one.age.why_unknown)
    return {reason: count for reason, count in counted.items() if count > 1}


def _row(one: AgedBlock, shared: Container[str]) -> tuple[str, ...]:
    age = one.age
    days = "?" if age.age_days is None else f"{age.age_days} d"
    author = shorten(age.last_changed.author.rpartition(" <")[0], _AUTHOR) if age.last_changed else "-"
    why = f" ({safe(age.why_unknown)})" if age.why_unknown and age.why_unknown not in shared else ""
    text = shorten(one.block.text, _TEXT) + why
    return (str(one.block.line), days, _day(age.first_seen), _day(age.last_changed), author or "-", text)


def _day(seen: Seen | None) -> str:
    return (seen.date if seen else "") or "-"


def _line(row: tuple[str, ...], widths: list[int]) -> str:
    return "  ".join(["", *_cells(row, widths), row[-1]])


def _cells(row: tuple[str, ...], widths: list[int]) -> Iterator[str]:
    for number, width in enumerate(widths):
        yield row[number].rjust(width) if number < _RIGHT else row[number].ljust(width)


def _summary(aged: Sequence[AgedBlock]) -> str:
    known = [one.age.age_days for one in aged if one.age.age_days is not None]
    unknown = len(aged) - len(known)
    parts = [numbered(len(aged), "entry", "entries")]
    parts += [f"oldest {numbered(max(known), 'day')} without change"] if known else []
    parts += [f"{unknown} of unknown age"] if unknown else []
    return "hygiene: " + ", ".join(parts)
