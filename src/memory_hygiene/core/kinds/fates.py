"""Two fates in one entry: a part that may go and a part that must stay (source: the guide's first precedence).

Only the first and the last sentence are looked at by themselves: one amid a tale says little without the rest.
"""

import re
from typing import NamedTuple

from .category import FADING, Category
from .features import Features, features
from .weighing import weigh

CLEAR = 0.85
"""From this probability on a sentence by itself is of some kind that stays (measured: docs/categories.md)."""
_BETWEEN = r"(?<=[.!?])\s+|(?<=[。！？])|\n+"
_STAYING = tuple(kind for kind in Category if kind not in FADING and kind is not Category.AMBIGUOUS)
_FEWEST_SIGNS = 6
_SHOWN = 40


class Part(NamedTuple):
    """A part that stays: its beginning, and how probable it is that it stays."""

    words: str
    share: float


def staying_part(seen: Features, source_file: str, today: str) -> Part | None:
    """The part of an entry of several sentences that must stay by itself, or None."""
    parts = [part.strip() for part in re.split(_BETWEEN, seen.reading.text) if len(part.strip()) >= _FEWEST_SIGNS]
    if len(parts) < 2:
        return None
    for part in (parts[0], parts[-1]):
        shares = weigh(features(part, source_file, today)).shares
        if (share := sum(shares[kind] for kind in _STAYING)) >= CLEAR:
            return Part(part[:_SHOWN], share)
    return None
