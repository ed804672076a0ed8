"""Rewording: which departures were split, edited or joined into what came. Imported only when something is missing."""

from collections.abc import Iterator

from memory_hygiene.core.canaries.canary import without_canary
from memory_hygiene.core.model import Block, Kind, Shape
from memory_hygiene.core.state import AgentState, Store

from .departure import Departure, Fate, Places
from .matching import Rows, match_edits


def reworded(gone: list[Departure], come: Places, after: AgentState) -> Iterator[Departure]:
    """Departures split over what came, matched one to one with it, or found inside it; what is left is lost.

    Splits are first: they keep every word. Being inside comes last: ``never`` may stand before what is inside.
    """
    rows = Rows([block.text for _, block in come])
    found, taken = _splits(gone, come, rows)
    for same_store in (True, False):
        _add_edits(found, taken, gone, come, same_store, after.settings.edit_similarity)
    for number, departure in enumerate(gone):
        row = None if number in found else rows.holding(_text(departure))
        if row is not None:
            found[number] = _into(departure, Fate.REWORDED, come[row])
        yield found.get(number, departure)


Found = dict[int, Departure]


def _text(departure: Departure) -> str:
    return without_canary(departure.block.text)


def _into(departure: Departure, fate: Fate, place: tuple[Store, Block], similarity: float = 0.0) -> Departure:
    return departure._replace(fate=fate, new_store=place[0], new_block=place[1], similarity=similarity)


def _splits(gone: list[Departure], come: Places, rows: Rows) -> tuple[Found, set[int]]:
    """The departures, by number, that neighbouring new blocks hold word for word; the numbers of those blocks."""
    found: Found = {}
    taken: set[int] = set()
    for number, departure in enumerate(gone):
        parts = rows.spread(_text(departure))
        if parts and taken.isdisjoint(parts):
            taken.update(parts)
            found[number] = _into(departure, Fate.REWORDED, come[parts[0]])
    return found, taken


def _add_edits(
    found: Found, taken: set[int], gone: list[Departure], come: Places, same_store: bool, threshold: float
) -> None:
    """Add the edits among what is still open, within each store or from it to others; like is matched with like."""
    for path, sort in dict.fromkeys((departure.store.path, _sort(departure.block)) for departure in gone):
        olds = [i for i, d in enumerate(gone) if i not in found and (d.store.path, _sort(d.block)) == (path, sort)]
        news = [
            j
            for j, (store, block) in enumerate(come)
            if j not in taken and _sort(block) == sort and (store.path == path) is same_store
        ]
        for pair in match_edits([_text(gone[i]) for i in olds], [come[j][1].text for j in news], threshold):
            taken.add(news[pair.new])
            number = olds[pair.old]
            found[number] = _into(gone[number], Fate.EDITED, come[news[pair.new]], pair.similarity)


def _sort(block: Block) -> tuple[Kind, bool]:
    """An entry may be reworded as another shape of entry, never as opaque content; front matter only as itself."""
    return block.kind, block.shape is Shape.FRONT_MATTER
