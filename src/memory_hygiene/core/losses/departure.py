"""Departures: the blocks that left their place between two states, and what became of each."""

from enum import Enum
from typing import NamedTuple

from memory_hygiene.core.model import Block
from memory_hygiene.core.state import Store


class Fate(Enum):
    """How a block that left its place is accounted for."""

    LOST = "lost"
    EDITED = "edited"
    REWORDED = "split or joined"
    ARCHIVED = "archived"
    REPEATED = "a copy stays"
    MARKED = "marked for pruning"
    RECORDED = "named by the ledger"


class Departure(NamedTuple):
    """One block that left: where it was, what became of it, and for an edit the new block and the similarity.

    ``source`` is the label of the state it was in.
    """

    store: Store
    block: Block
    fate: Fate
    new_store: Store | None = None
    new_block: Block | None = None
    similarity: float = 0.0
    authority: str = ""
    source: str = ""


Places = list[tuple[Store, Block]]
