"""Whether an entry of a kind may go by age (source: the labelling guide's *deletable*). When uncertain, it stays."""

import re

from memory_hygiene.core.category import Category

from .calendar import Day
from .features import Features

PROTECTED = ("money", "law", "health", "promise", "keep", "baseline", "incident", "waiting")
_LAPSES = ("running",)
_END = r"(?i)(?:until|till|through|by|bis|due|back|ended?s?|jusqu|hasta|até|до|まで|直到|fin|ends?)"


def may_go(category: Category, seen: Features, today: str) -> tuple[bool, tuple[str, ...]]:
    """Whether an entry of ``category`` may go once it is older than the shelf life, and the words that decided."""
    if seen.mark:
        return True, (seen.mark,)
    if category not in (Category.SESSION_NOTE, Category.TEMPORARY_STATE, Category.HISTORICAL_SNAPSHOT):
        return False, ()
    if kept := seen.words_of(*PROTECTED):
        return False, kept
    if category is Category.TEMPORARY_STATE:
        return _has_ended(seen, today), ()
    return "shape=row" not in seen.names, ()


def _has_ended(seen: Features, today: str) -> bool:
    if "open" in seen.names or "shape=open-box" in seen.names:
        return False
    return bool(seen.days) and all(day.when < today and _is_an_end(seen, day) for day in seen.days)


def _is_an_end(seen: Features, day: Day) -> bool:
    before = seen.reading.plain[max(0, day.start - 20) : day.start]
    return re.search(_END, before) is not None
