"""Days named in an entry, in eight languages, and whether an end it names has passed (source: the guide's *deletable*).

Days are ``YYYY-MM-DD``; a day without a year is read in the year of ``today``, a month as its last day.
"""

import re
from functools import cache
from typing import NamedTuple

_MONTHS = (
    "january jan januar janvier enero janeiro января январь",
    "february feb februar février fevrier febrero fevereiro февраля февраль",
    "march mar märz maerz mars marzo março марта март",
    "april apr avril abril апреля апрель",
    "may mai mayo maio мая май",
    "june jun juni juin junio junho июня июнь",
    "july jul juli juillet julio julho июля июль",
    "august aug août aout agosto августа август",
    "september sep sept septembre septiembre setembro сентября сентябрь",
    "october oct oktober octobre octubre outubro октября октябрь",
    "november nov novembre noviembre novembro ноября ноябрь",
    "december dec dezember décembre diciembre dezembro декабря декабрь",
)
_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_NAMES = {name: number for number, names in enumerate(_MONTHS, 1) for name in names.split()}
_NAME = "|".join(
    sorted((re.escape(name) for name in _NAMES if name not in ("may", "mar", "mai")), key=len, reverse=True)
)
_NAME_CASED = rf"(?:(?i:{_NAME})|May|Mar|Mai|MAY)"


class Day(NamedTuple):
    """A day named in a text: when, where it stands, and whether a year and a day of the month were written."""

    when: str
    start: int
    end: int
    has_year: bool
    has_day: bool


@cache
def _pattern() -> re.Pattern[str]:
    ordinal = r"(?:st|nd|rd|th|\.|er|º)?"
    return re.compile(
        rf"(?P<iso>(?<![\d.])(?P<y1>(?:19|20)\d\d)-(?P<m1>\d\d)(?:-(?P<d1>\d\d))?(?![\d]))"
        rf"|(?P<dotted>(?<![\d.])(?P<d2>\d\d?)\.(?P<m2>\d\d?)\.(?P<y2>(?:19|20)\d\d)(?!\d))"
        rf"|(?P<dm>(?<![\w.])(?P<d3>[0-3]?\d){ordinal}(?:\s?[-–/]\s?[0-3]?\d{ordinal}|\s(?:to|and|bis|au|al|a|до|по|e|y|et|und)\s[0-3]?\d{ordinal})?\s(?:de\s|of\s)?(?P<n3>{_NAME_CASED})\b\.?(?:,?\s(?:de\s)?(?P<y3>(?:19|20)\d\d)\b)?)"
        rf"|(?P<md>\b(?P<n4>{_NAME_CASED})\b\.?\s(?P<d4>[0-3]?\d)(?:st|nd|rd|th)?\b(?!:)(?:,?\s(?P<y4>(?:19|20)\d\d)\b)?)"
        rf"|(?P<cjk>(?:(?P<y5>(?:19|20)\d\d)年)?(?P<m5>\d\d?)月(?:(?P<d5>\d\d?)(?:日|号))?)"
        rf"|(?P<only>(?<![\w.-])(?P<y7>20[2-9]\d)(?![\w.-]|\s*[€$%]))"
        rf"|(?P<my>\b(?P<n6>{_NAME_CASED})\b\.?(?:\s(?:de\s|of\s)?(?P<y6>(?:19|20)\d\d)\b)?)"
    )


def days(text: str, today: str) -> tuple[Day, ...]:
    """The days that ``text`` names, in order."""
    return tuple(day for found in _pattern().finditer(text) if (day := _day(found, today)) is not None)


def _day(found: re.Match[str], today: str) -> Day | None:
    groups = found.groupdict()
    year = next((groups[f"y{n}"] for n in range(1, 8) if groups[f"y{n}"]), "")
    if groups["only"]:
        return Day(f"{year}-12-31", found.start(), found.end(), True, False) if year > today[:4] else None
    number = next((groups[f"d{n}"] for n in range(1, 6) if groups.get(f"d{n}")), "")
    name = next((groups[f"n{n}"] for n in (3, 4, 6) if groups[f"n{n}"]), "")
    month = _NAMES[name.casefold()] if name else int(next(groups[f"m{n}"] for n in (1, 2, 5) if groups[f"m{n}"]))
    if not 1 <= month <= 12 or not 0 <= int(number or 0) <= 31:
        return None
    last = last_of_range(found[0], int(number or 0) or _DAYS[month - 1])
    when = f"{year or today[:4]}-{month:02}-{last:02}"
    return Day(when, found.start(), found.end(), bool(year), bool(number))


def last_of_range(written: str, first: int) -> int:
    """The last day of ``6 to 10 July``; ``first`` when there is no range."""
    span = re.match(r"\D*(\d\d?)\D{0,4}(?:-|–|to|and|bis|au|al|a|до|по|e|y|et|und|/)\s?(\d\d?)\D", written)
    return int(span[2]) if span and int(span[1]) < int(span[2]) <= 31 else first
