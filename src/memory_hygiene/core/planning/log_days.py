"""The days that the entries of a log name, in the ways people write them, and the order they give to the log.

Source: the seed skill's fault of cutting the newest rows of a log that begins with them.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from memory_hygiene.core.model import Block

from .sections import folded_title, has_heading

_YEAR_FIRST = re.compile(r"(?<![\d.])(\d{4})(?:[-/.年])(\d{1,2})(?!\d)(?:[-/.月](\d{1,2})(?!\d))?")
_YEAR_LAST = re.compile(r"(?<![\d.])(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?!\d)")
_MONTH_NAMED = re.compile(
    r"(?:(?<!\d)(\d{1,2})(?:st|nd|rd|th|\.)?[ ]+(?:de[ ]+)?)?\b([^\W\d_]{3,10})\.?[ ]+(?:de[ ]+)?"
    r"(?:(\d{1,2})(?:st|nd|rd|th)?,?[ ]+)?(\d{4})(?!\d)"
)
_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "jan ene", "feb fev fév", "mar mär mrz", "apr abr avr", "may mai", "jun juin", "jul juil", "aug ago aoû",
            "sep", "oct okt out", "nov", "dec dez dic déc",
        ),
        1,
    )
    for name in names.split()
}  # fmt: skip
_NEWEST_FIRST = ("newest first", "latest first", "most recent first", "newest on top", "reverse chronological")

_Day = tuple[int, int, int]


def oldest_first(entries: Sequence[Block], title: str) -> list[Block]:
    """The entries of the log under ``title``, the oldest first.

    By their own days or those of the headings between, and where days are equal or absent by their neighbours'. Without
    days a log is read from top to bottom, unless its heading says that the newest come first.
    """
    lines = [block.text.partition("\n")[0] for block in entries]
    is_month_first = not any(int(match[1]) > 12 for line in lines if (match := _YEAR_LAST.search(line)))
    days = [
        _day_in(line, is_month_first) or _day_above(block, title, is_month_first) for block, line in zip(entries, lines)
    ]
    pairs = list(zip(entries, days))
    if _begins_with_newest([day for day in days if day], entries):
        pairs.reverse()
    filled = zip(pairs, _filled([day for _, day in pairs]))
    return [pair[0] for pair, _ in sorted(filled, key=lambda each: each[1])]


def _begins_with_newest(days: Sequence[_Day], entries: Iterable[Block]) -> bool:
    falls = sum((a > b) - (a < b) for a, b in pairwise(days))
    if falls or len(days) > 1:
        return falls > 0
    titles = {folded_title(title) for block in entries for title in block.section}
    return any(phrase in title for title in titles for phrase in _NEWEST_FIRST)


def _filled(days: Sequence[_Day | None]) -> list[_Day]:
    """Each day, or that of the entry before it; before the first one the first one's."""
    last = next((day for day in days if day), (0, 0, 0))
    filled: list[_Day] = []
    for day in days:
        last = day or last
        filled.append(last)
    return filled


def _day_above(block: Block, title: str, is_month_first: bool) -> _Day | None:
    """The day that the nearest heading over an entry and under the log's own names."""
    for heading in reversed(block.section):
        if has_heading((heading,), title):
            return None
        if day := _day_in(heading, is_month_first):
            return day
    return None


def _day_in(line: str, is_month_first: bool) -> _Day | None:
    """The day that stands first in a line: year, month, and day of the month (0 where only a month is named)."""
    found: list[tuple[int, _Day]] = []
    if match := _YEAR_FIRST.search(line):
        found.append((match.start(), (int(match[1]), int(match[2]), int(match[3] or 0))))
    if match := _YEAR_LAST.search(line):
        first, second, year = int(match[1]), int(match[3]), int(match[4])
        if match[2] == "/" and is_month_first:
            first, second = second, first
        found.append((match.start(), (year, second, first)))
    for match in _MONTH_NAMED.finditer(line):
        name = match[2].casefold()
        if month := _MONTHS.get(name[:4], _MONTHS.get(name[:3], 0)):
            found.append((match.start(), (int(match[4]), month, int(match[1] or match[3] or 0))))
            break
    possible = [(place, day) for place, day in found if 1 <= day[1] <= 12 and day[2] <= 31]
    return min(possible)[1] if possible else None
