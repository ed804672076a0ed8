"""Ages: since when an entry has been there, and since when its words have not changed.

An age is known only when history says so: an entry that is not committed, whose history is cut off by a shallow
clone, or whose commit is dated in the future has none, and a reason instead. Unknown is never old.
"""

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from memory_hygiene.core.model import Block

DAY = 86_400
_EPOCH = date(1970, 1, 1).toordinal()
_LAST_DAY = date.max.toordinal() - _EPOCH


class Seen(NamedTuple):
    """A commit that brought or changed an entry: id, author (``Name <email>``), author date in epoch seconds.

    ``counts_from`` is the epoch second ages count from: the author date, or later when the commit's clock was
    plainly wrong. At a shallow boundary (``is_boundary``) the real commit lies further back.
    """

    commit: str
    author: str
    time: int
    counts_from: int
    is_boundary: bool = False

    @property
    def date(self) -> str:
        """The author day in UTC, ``YYYY-MM-DD``; "" when no calendar has it."""
        day = day_of(self.time)
        return date.fromordinal(_EPOCH + day).isoformat() if 0 <= day <= _LAST_DAY else ""


class Life(NamedTuple):
    """When an entry first appeared (edits followed back) and when its words last changed."""

    first_seen: Seen
    last_changed: Seen


class Age(NamedTuple):
    """What is known of an entry's age; None and a reason where nothing is.

    ``age_days`` counts from ``last_changed``, from which shelf life counts, in UTC days. Decide by it alone: it is
    None whenever the age must not be acted on.
    """

    first_seen: Seen | None
    last_changed: Seen | None
    age_days: int | None
    why_unknown: str


class AgedBlock(NamedTuple):
    """A block of a file, by path from the top of the repository, and its age."""

    path: str
    block: Block
    age: Age


NOT_COMMITTED = Age(None, None, None, "not committed yet")


class Ages:
    """The ages of one agent's entries, by fingerprint, as of one day (``YYYY-MM-DD``).

    ``why_cut_off`` is said of what lies behind a boundary; and when ``is_blind``, for want of any commit that could be
    read, of everything.
    """

    def __init__(
        self,
        lives: Mapping[str, Life],
        now: str,
        why_cut_off: str = "the history is cut off here",
        is_blind: bool = False,
    ) -> None:
        self._lives = lives
        self._today = day_number(now)
        self._why_cut_off = why_cut_off
        self._unseen = Age(None, None, None, why_cut_off) if is_blind else NOT_COMMITTED

    def of(self, fingerprint: str) -> Age:
        """The age of the entry with this fingerprint; unknown when no commit holds it."""
        life = self._lives.get(fingerprint)
        if life is None:
            return self._unseen
        first, changed = (None if seen.is_boundary else seen for seen in life)
        why = self._why_unknown(life.last_changed)
        days = None if why else self._today - day_of(life.last_changed.counts_from)
        return Age(first, changed, days, why or (f"first seen: {self._why_cut_off}" if first is None else ""))

    def _why_unknown(self, seen: Seen) -> str:
        day = day_of(seen.counts_from)
        if day > self._today or day_of(seen.time) > self._today:
            return f"dated in the future ({seen.date or 'beyond every calendar'})"
        if day < 1:
            return "its commit carries no usable date"  # the epoch is what a machine without a clock writes
        if seen.is_boundary:
            return f"at least {self._today - day} days: {self._why_cut_off}"
        return ""


def day_of(time: int) -> int:
    """The UTC day of an epoch second, as a number."""
    return time // DAY


def day_number(day: str) -> int:
    """The number of a day written ``YYYY-MM-DD``, counted as ``day_of`` does. Raises ValueError for anything else."""
    return date.fromisoformat(day).toordinal() - _EPOCH
