"""The only place that reads the clock; everything else is told what day it is."""

import time


def today() -> str:
    """The day it is now in UTC, ``YYYY-MM-DD``."""
    return time.strftime("%Y-%m-%d", time.gmtime())


def timestamp(later: int = 0) -> str:
    """The moment it is ``later`` seconds from now in UTC, ``YYYY-MM-DDTHH:MM:SSZ``."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + later))


def record_time(day: str = "") -> str:
    """The UTC timestamp that a ledger record made now carries.

    ``day`` (``YYYY-MM-DD``) is the day a run was told to judge by: its record is of that day. "" for the clock's.
    """
    now = timestamp()
    return day + now[len("YYYY-MM-DD") :] if day else now


def seconds() -> float:
    """Seconds since some moment in the past; never runs backwards."""
    return time.monotonic()


def seconds_since_1970() -> int:
    """The moment it is now, as git writes it."""
    return int(time.time())
