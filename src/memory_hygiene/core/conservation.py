"""Conservation: what became of every block that left the hot files between two states of one agent.

A block is accounted for when it is found again (same files, cold tier, skill files), was marked for pruning before, is
named by a ledger record added in the same change, or was edited, split or joined. The rest is lost.
"""

from collections import Counter
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from .archive import read_pointer
from .canary import is_canary
from .ledger import Judged
from .matching import is_joined, is_split, match_edits, words
from .model import Block, Format, Shape
from .state import AgentState, Change, Store
from .tags import Wish, leading_tag


class Fate(Enum):
    """How a block that left its place is accounted for."""

    LOST = "lost"
    EDITED = "edited"
    REWORDED = "split or joined"
    MOVED = "moved"
    ARCHIVED = "archived"
    REPEATED = "a copy stays"
    MARKED = "marked for pruning"
    RECORDED = "named by the ledger"


class Departure(NamedTuple):
    """One block that left: where it was, what became of it, and for an edit the new block and the similarity."""

    store: Store
    block: Block
    fate: Fate
    new_store: Store | None = None
    new_block: Block | None = None
    similarity: float = 0.0
    authority: str = ""


def departures(change: Change) -> tuple[Departure, ...]:
    """What left the hot files of ``change``, judged against every parent; each block once."""
    found: dict[tuple[str, int, str], Departure] = {}
    for number, before in enumerate(change.befores):
        others = change.befores[:number] + change.befores[number + 1 :]
        for departure in _between(before, change.after, change.today, change.befores):
            if not _judged_on_a_branch(departure, others, change.bases):
                key = (departure.store.path, departure.block.line, departure.block.fingerprint)
                found.setdefault(key, departure)
    return tuple(found.values())


def _judged_on_a_branch(departure: Departure, others: tuple[AgentState, ...], bases: tuple[AgentState, ...]) -> bool:
    """Whether another parent had removed the block already, after the branches parted."""
    identity = departure.block.fingerprint
    if not any(identity in _all_fingerprints(base) for base in bases):
        return False
    return any(identity not in _all_fingerprints(other) for other in others)


def _all_fingerprints(state: AgentState) -> set[str]:
    return {block.fingerprint for _, block in state.blocks()}


def _between(
    before: AgentState, after: AgentState, today: str, all_befores: tuple[AgentState, ...]
) -> Iterator[Departure]:
    gone = list(_gone(before, after))
    if not gone:
        return
    come = _come(before, after)
    named = _named_by_ledger(after, all_befores)
    unexplained: list[Departure] = []
    for departure in gone:
        fate, authority = _authority(departure, after, today, named)
        if fate is Fate.LOST:
            unexplained.append(departure)
        else:
            yield departure._replace(fate=fate, authority=authority)
    yield from _edits(unexplained, come, after)


def _gone(before: AgentState, after: AgentState) -> Iterator[Departure]:
    """Blocks of which ``after`` holds fewer copies in the hot files; a copy that stays in its section is enough."""
    unchanged = {(store.path, store.document.data) for store in after.stores}
    changed = [store for store in before.stores if (store.path, store.document.data) not in unchanged]
    if not changed:
        return
    now = Counter(block.fingerprint for _, block in after.blocks())
    had = Counter(block.fingerprint for _, block in before.blocks())
    places = Counter(_place(store, block) for store, block in after.blocks())
    for store in changed:
        for block in store.document.tracked:
            identity = block.fingerprint
            if had[identity] <= now[identity] or not _is_watched(block):
                continue
            place = _place(store, block)
            if places[place] > 0:
                places[place] -= 1 if store.contract.format is Format.MARKDOWN else 0
                continue
            had[identity] -= 1
            yield Departure(store, block, Fate.LOST)


def _place(store: Store, block: Block) -> tuple[str, ...]:
    """Where a copy must stay for another one to go: its section; in § stores any store of the agent."""
    if store.contract.format is Format.SECTION_SIGN:
        return (block.fingerprint,)
    return (block.fingerprint, store.path, *block.section)


def _is_watched(block: Block) -> bool:
    """Canaries have rules of their own, and a pointer's content lives in the cold tier."""
    return not is_canary(block.text) and read_pointer(block.text) is None


def _come(before: AgentState, after: AgentState) -> list[tuple[Store, Block]]:
    had = Counter(block.fingerprint for _, block in before.blocks())
    come: list[tuple[Store, Block]] = []
    for store, block in after.blocks():
        if had[block.fingerprint] > 0:
            had[block.fingerprint] -= 1
        else:
            come.append((store, block))
    return come


def _named_by_ledger(after: AgentState, befores: tuple[AgentState, ...]) -> dict[str, Judged]:
    added = after.ledger.added_since(tuple(before.ledger for before in befores))
    return {judged.fingerprint: judged for record in added for judged in (*record.removed, *record.edited)}


def _authority(departure: Departure, after: AgentState, today: str, named: dict[str, Judged]) -> tuple[Fate, str]:
    block = departure.block
    if block.fingerprint in after.kept_elsewhere:
        return Fate.ARCHIVED, "cold tier or skill file"
    tag = leading_tag(block, departure.store.document.labels)
    if tag and (tag.wish is Wish.PRUNE or (tag.wish is Wish.EXPIRE and today and tag.day < today)):
        return Fate.MARKED, tag.written
    judged = named.get(block.fingerprint)
    return (Fate.RECORDED, f"{judged.action}: {judged.reason}") if judged else (Fate.LOST, "")


def _edits(gone: list[Departure], come: list[tuple[Store, Block]], after: AgentState) -> Iterator[Departure]:
    """Departures matched with what came, the same store first; then splits and joins; what is left is lost."""
    threshold = after.settings.edit_similarity
    open_gone, open_come = dict(enumerate(gone)), dict(enumerate(come))
    matched: dict[int, Departure] = {}
    for same_store in (True, False):
        for store in dict.fromkeys(departure.store.path for departure in gone):
            olds = [i for i, departure in open_gone.items() if departure.store.path == store]
            news = [j for j, (new, _) in open_come.items() if not same_store or new.path == store]
            pairs = match_edits([gone[i].block.text for i in olds], [come[j][1].text for j in news], threshold)
            for pair in pairs:
                i, j = olds[pair.old], news[pair.new]
                new_store, new_block = come[j]
                if not _may_become(gone[i].block, new_block):
                    continue
                matched[i] = gone[i]._replace(
                    fate=Fate.EDITED, new_store=new_store, new_block=new_block, similarity=pair.similarity
                )
                del open_gone[i], open_come[j]
    rows = [words(block.text) for _, block in come]
    for i, departure in enumerate(gone):
        if i in matched:
            yield matched[i]
            continue
        own = words(departure.block.text)
        whole = next((j for j, row in enumerate(rows) if is_joined(own, row)), None)
        if whole is not None or is_split(own, rows):
            new_store, new_block = come[whole] if whole is not None else (departure.store, departure.block)
            yield departure._replace(fate=Fate.REWORDED, new_store=new_store, new_block=new_block)
        else:
            yield departure


def _may_become(old: Block, new: Block) -> bool:
    """An entry may be reworded as another shape of entry; opaque content only as content of the same shape."""
    return old.kind is new.kind and (old.shape is new.shape or Shape.FRONT_MATTER not in (old.shape, new.shape))
