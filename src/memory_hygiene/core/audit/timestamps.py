"""Timestamps of ledger records, read without a calendar library: importing one would cost every hook."""

import re

from memory_hygiene.core.tags import is_day

_DAY = 86_400
_TIME = r"\d{4}-\d{2}-\d{2}[T ](\d{2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?(?:Z| ?UTC|([+-])(\d{2}):?(\d{2}))?\Z"


def day_written(time: str) -> str:
    """The day (``YYYY-MM-DD``) that a timestamp begins with, or "" when no calendar has it."""
    return time[:10] if is_day(time[:10]) else ""


def day_count(day: str) -> int:
    """The number of a day written ``YYYY-MM-DD``; 1970-01-01 is 0. Only differences of real days mean anything."""
    year, month, number = int(day[:4]), int(day[5:7]), int(day[8:10])
    shifted = year - (month < 3)  # years that begin in March end with the leap day
    before = (153 * ((month + 9) % 12) + 2) // 5
    return 365 * shifted + shifted // 4 - shifted // 100 + shifted // 400 + before + number - 719_469


def seconds_of(time: str) -> int | None:
    """The epoch second of a timestamp such as ``2026-09-15T10:00:00Z``, or None when it is none.

    Without a zone it is UTC, as the contract's are (H18).
    """
    match = re.match(_TIME, time)
    if match is None or not day_written(time):
        return None
    hour, minute, second = int(match[1]), int(match[2]), int(match[3] or 0)
    if hour > 23 or minute > 59 or second > 60:
        return None
    east = (int(match[5]) * 60 + int(match[6])) * 60 if match[4] else 0
    zone = -east if match[4] == "-" else east
    return day_count(time[:10]) * _DAY + (hour * 60 + minute) * 60 + second - zone
