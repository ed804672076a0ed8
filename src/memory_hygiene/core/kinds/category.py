"""Categories: what kind of thing an entry says, and whether it may go by age (source: the contract's H9).

The nine names are those of the labelling guide; every entry gets exactly one.
"""

from enum import Enum
from typing import NamedTuple


class Category(Enum):
    """The kind a careful operator would act on."""

    SESSION_NOTE = "Session Note"
    TEMPORARY_STATE = "Temporary State"
    HISTORICAL_SNAPSHOT = "Historical Snapshot"
    TECHNICAL_CONFIG = "Technical Config"
    IDENTITY = "Identity"
    PREFERENCE = "Preference"
    OPERATING_RULE = "Operating Rule"
    DURABLE_FACT = "Durable Fact"
    AMBIGUOUS = "Ambiguous"


FADING = (Category.SESSION_NOTE, Category.TEMPORARY_STATE, Category.HISTORICAL_SNAPSHOT)
"""The only categories of which anything may go by age (contract, H10)."""


class Judgement(NamedTuple):
    """What a categorizer says of one entry.

    ``confidence`` is between 0 and 1; ``second`` the next-best category, None when nothing comes near. ``deletable``
    says whether the entry may go once it is older than the shelf life; ``evidence`` are the words that decided, or
    short reasons.
    """

    category: Category
    confidence: float
    second: Category | None
    deletable: bool
    evidence: tuple[str, ...]
