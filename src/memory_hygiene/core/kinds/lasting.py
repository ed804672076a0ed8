"""Whether an entry of a kind may go by age (source: the labelling guide's *deletable*). When uncertain, it stays.

Three answers must agree: the trained one, the kinds that it could also be, and the vetoes below.
"""

import re
from collections.abc import Iterator

from memory_hygiene.core.kinds.category import Category

from .calendar import Day
from .features import Features
from .standing import STANDING
from .weighing import Weighed

SURE = 0.65
"""From this probability on the trained answer counts as yes (set by cross-validation for one wrong in a hundred)."""
PASSING = (Category.SESSION_NOTE, Category.TEMPORARY_STATE, Category.HISTORICAL_SNAPSHOT)
OUTWEIGHED = 0.85
"""From this probability on it counts in spite of a doubt (a value, a pronoun, a verb in the present)."""
MOSTLY = 0.85
"""The least share that the three passing kinds must have together."""
_PROTECTED = ("money", "law", "health", "promise", "keep", "baseline")
_OF_RECORD = ("incident", "history")
_SAID_TO_BE_NOTHING = ("law", "promise", "money", "waiting", "tail", "holds", "lesson", "decided", "unsure")
_WRAPPED_UP = ("holds", "lesson", "unsure")
_SHORT_LIVED = ("running", "sitting", "soon-over")
_LEFT_BEHIND = ("relative", "secret", "holds", "now")
_MAYBE_LEFT = ("tail", "waiting", "value", "decided", "lesson", "unsure")
_SET_TO = (
    r"(?i)\b(?:to|at|as|auf|zu|à|a|para|em|до|на)\s+`?[\w.-]*\d"
    r"|[上下到为成に]\s*\d|\d\D{0,12}[たらへに]"
)
_NAMELESS = frozenset(["it", "him", "her", "them", "one", "thing", "first", "second", "that", "this", "same", "other"])
_FEW = 8
"""A note of so few words that names nothing may be about anything."""
_VALUES = ("path", "url", "address", "assigned", "environment")
_HASH = r"[0-9a-f]{6,40}"
_RANGE = r"\d\D{0,2}[-–—〜～~至到]\s?\d"
_END = (
    r"(?i)(?:\b(?:until|till|through|by|bis|due|back|ends?|ended|from|to|on|\w+day|jusqu.{0,3}|hasta|até|до|по|vom|du|au|ao|del|de)\W"
    r"|まで|締切|〆切|直到|到|至|截止)"
)

_HOUR = (
    r"(?i)\b(?:until|till|by|back at|back by|reset at|out at|bis|um|jusqu'à|hasta las|a las|até às|às|до|к)"
    r"\s\d{1,2}[:.h]\d\d\b|\b\d{1,3}\s?(?:min|minutes?|hours?|Minuten|Stunden|minutos|horas|heures?)\b"
    r"|\b\d{1,3}\s?(?:минут\w?|час\w{0,2})\b|\d{1,2}時まで|\d{1,2}点前?"
)
"""An hour of the day, or a number of hours, after which a state is over."""


def may_go(category: Category, seen: Features, weighed: Weighed, today: str) -> tuple[bool, tuple[str, ...]]:
    """Whether an entry of ``category`` may go once it is older than the shelf life, and the words that decided."""
    if seen.mark:
        return True, (seen.mark,)
    if category not in PASSING:
        return False, ()
    for why in _vetoes(category, seen, today):
        return False, why
    doubt = next(_doubts(category, seen), ())
    needed = OUTWEIGHED if doubt else SURE
    if weighed.going >= needed and sum(weighed.shares[kind] for kind in PASSING) >= MOSTLY:
        return True, ()
    return False, doubt


def _vetoes(category: Category, seen: Features, today: str) -> Iterator[tuple[str, ...]]:
    """Reasons to keep an entry however old it is."""
    is_old = bool(seen.words_of("replaced"))
    said = _SAID_TO_BE_NOTHING if "nothing-owed" in seen.names or is_old else ()
    record = () if category is Category.TEMPORARY_STATE else _OF_RECORD
    if kept := seen.words_of(*(cue for cue in (*_PROTECTED, *record) if cue not in said)):
        yield kept
    yield from _ahead(category, seen, today)
    if seen.hint or "shape=open-box" in seen.names:
        yield (seen.hint or "[ ]",)
    if "shape=row" in seen.names and "day" in seen.names and not is_old:
        yield ("a row of a history table",)
    if category is Category.TEMPORARY_STATE:
        yield from _no_end(seen)
        if decided := seen.words_of("decided"):
            yield decided
    if category is Category.SESSION_NOTE:
        yield from _left_behind(seen, said)


def _doubts(category: Category, seen: Features) -> Iterator[tuple[str, ...]]:
    """Reasons to keep an entry unless the trained answer is beyond doubt."""
    is_old = bool(seen.words_of("replaced"))
    if not is_old and not {"formerly@first", "formerly@start"} & seen.names:
        yield from _values(seen)
    if category is Category.SESSION_NOTE:
        yield from _remainder(seen, _SAID_TO_BE_NOTHING if "nothing-owed" in seen.names or is_old else ())


def _ahead(category: Category, seen: Features, today: str) -> Iterator[tuple[str, ...]]:
    """Days still to come; in a record of the past a day without a year is one of the past."""
    is_past = category is not Category.TEMPORARY_STATE
    if ahead := [day for day in seen.days if day.when >= today and (day.has_year or not is_past)]:
        yield tuple(seen.reading.plain[day.start : day.end] for day in ahead)


def _values(seen: Features) -> Iterator[tuple[str, ...]]:
    """What one could paste."""
    if any(f"concrete={value}" in seen.names for value in _VALUES):
        yield ("a value",)
    if codes := tuple(code for code in seen.reading.codes if re.fullmatch(_HASH, code) is None):
        yield codes[:1]


def _no_end(seen: Features) -> Iterator[tuple[str, ...]]:
    """An open state: nothing says that it lapses, or something is open."""
    has_ended = any(_is_an_end(seen, day) for day in seen.days)
    if not has_ended and not seen.words_of(*_SHORT_LIVED) and re.search(_HOUR, seen.reading.plain) is None:
        yield ("no end in sight",)
    if waiting := seen.words_of("waiting"):
        yield waiting
    if _has_two_fates(seen):
        yield ("a standing part and a passing one",)


def _has_two_fates(seen: Features) -> bool:
    """Whether only what follows a semicolon passes: ``Deliveries go to the yard; this week to the front``."""
    end = seen.reading.plain.find(";")
    if end < 0 or any(day.start < end for day in seen.days):
        return False
    first = len(seen.reading.plain[:end].split())
    places = [found.place for found in seen.found if found.cue in (*_SHORT_LIVED, "for-now")]
    return bool(places or seen.days) and all(place >= first for place in places)


def _is_an_end(seen: Features, day: Day) -> bool:
    plain = seen.reading.plain
    before, written = plain[max(0, day.start - 24) : day.start + 1], plain[day.start : day.end]
    return day.start < 30 or re.search(_END, before) is not None or re.search(_RANGE, written) is not None


def _left_behind(seen: Features, said: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """What a diary line leaves behind for certain: a key, a new rule, a setting that was changed to a value."""
    if left := seen.words_of(*(cue for cue in _LEFT_BEHIND if cue not in said)):
        yield left
    if "numbers=0" not in seen.names and re.search(_SET_TO, seen.reading.plain) and (done := seen.words_of("set")):
        yield done


def _remainder(seen: Features, said: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """What a diary line may leave behind: a statement in the present, a version, a decision, something open."""
    if "wrapped" in seen.names:
        said = (*said, *_WRAPPED_UP)
    reading = seen.reading
    if not said and (lasting := tuple(word for word in reading.folded if word in STANDING)):
        yield lasting
    if "concrete=version" in seen.names and not said:
        yield ("a version",)
    if left := seen.words_of(*(cue for cue in _MAYBE_LEFT if cue not in said)):
        yield left
    if (
        not said
        and len(reading.folded) <= _FEW
        and (nameless := tuple(word for word in reading.folded if word in _NAMELESS))
    ):
        yield nameless
