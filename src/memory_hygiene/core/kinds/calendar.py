"""Days named in an entry, in eight languages, and whether an end it names has passed (source: the guide's *deletable*).

Days are ``YYYY-MM-DD``; a day without a year is read in the year of ``today``, or in the next where the entry says so;
a month as its last day, a range as its last day. Of two readings (``05/06/2026``) the later counts: an end that may
still come has not passed.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from .day_forms import NEXT_TIME, NEXT_TIME_BEFORE, NEXT_YEAR, NEXT_YEAR_BEFORE, forms
from .month_names import number_of

_LENGTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_ERAS = {"令和": 2018, "平成": 1988, "昭和": 1925, "民國": 1911, "民国": 1911}
"""The year before the first of an era."""
_SIGNS = " 一二三四五六七八九"


class Day(NamedTuple):
    """A day named in a text: when, where it stands, and whether a year and a day of the month were written."""

    when: str
    start: int
    end: int
    has_year: bool
    has_day: bool


def days(text: str, today: str) -> tuple[Day, ...]:
    """The days that ``text`` names, in order."""
    taken = bytearray(len(text))
    named: list[Day] = []
    for form in forms():
        for day in (day for found in form.finditer(text) for day in _read(found, today)):
            if not any(taken[day.start : day.end]):
                taken[day.start : day.end] = b"\1" * (day.end - day.start)
                named.append(day)
    return tuple(sorted(named, key=lambda day: day.start))


def _read(found: re.Match[str], today: str) -> Iterator[Day]:
    """The day that was found, if it is one."""
    groups = {name: value for name, value in found.groupdict().items() if value}
    year = _year(groups)
    at = found.span("at") if "at" in groups else found.span()
    if not {"m", "n", "k"} & groups.keys():
        if year > int(today[:4]):
            yield Day(f"{year}-12-31", *at, True, False)
        return
    month, day = _month(groups), _number(groups, "d", "kd")
    if not 1 <= month <= 12 and day <= 12:
        month, day = day, month
    if not 1 <= month <= 12 or not 0 <= day <= 31:
        return
    last = int(groups.get("l", 0))
    when = _written(year, month, last if day < last <= 31 else day or _LENGTHS[month - 1])
    if "/" in found[0] and year and 0 < day <= 12 and found.start("d") < found.start("m"):
        when = max(when, _written(year, day, month))
    if not year:
        year, when = _in_year(when, found, today)
    yield Day(when, *at, bool(year), bool(day))


def _written(year: int, month: int, day: int) -> str:
    return f"{year or 0:04}-{month:02}-{day:02}"


def _year(groups: dict[str, str]) -> int:
    if "e" in groups:
        return _ERAS[groups["era"]] + (1 if groups["e"] == "元" else int(groups["e"]))
    year = int(groups.get("y", 0))
    return year + 2000 if 0 < year < 100 else year


def _month(groups: dict[str, str]) -> int:
    return number_of()[groups["n"].casefold()] if "n" in groups else _number(groups, "m", "k")


def _number(groups: dict[str, str], in_digits: str, in_signs: str) -> int:
    if in_digits in groups:
        return int(groups[in_digits])
    tens, ten, ones = groups.get(in_signs, " ").rpartition("十")
    return (_SIGNS.index(tens or "一") * 10 if ten else 0) + _SIGNS.index(ones or " ")


def _in_year(when: str, found: re.Match[str], today: str) -> tuple[int, str]:
    """The year that the words beside a day without one say, 0 for none, and the day in the year that is meant."""
    year, text = int(today[:4]), found.string
    this, coming = f"{year}{when[4:]}", f"{year + 1}{when[4:]}"
    before, after = text[max(0, found.start() - 14) : found.start()], text[found.end() : found.end() + 32]
    if re.match(NEXT_YEAR, after) or re.search(NEXT_YEAR_BEFORE, before):
        return year + 1, coming
    if re.match(NEXT_TIME, after) or re.search(NEXT_TIME_BEFORE, before):
        return (year, this) if this >= today else (year + 1, coming)
    return 0, this
