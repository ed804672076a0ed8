"""Conservation: what became of every block that left the hot files between two states of one agent.

A block is accounted for when it is found again (same files, cold tier, skill files), was marked for pruning before, is
named by a ledger record added in the same change, or was edited, split or joined. The rest is lost.
"""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from memory_hygiene.core.archive import read_pointer
from memory_hygiene.core.audit.ledger import Judged
from memory_hygiene.core.canaries.canary import canary_lines, is_broken_canary, token_of
from memory_hygiene.core.links import is_kept
from memory_hygiene.core.model import Block, Format
from memory_hygiene.core.state import AgentState, Change, Store
from memory_hygiene.core.tags import Wish, leading_tag
from memory_hygiene.core.unread import is_unread

from .departure import Departure, Fate, Places

LONGEST_POINTER = 300
"""Characters of a pointer; a longer entry in its shape is content."""


@lru_cache(maxsize=1)  # two rules ask about the same change, one after the other
def departures(change: Change) -> tuple[Departure, ...]:
    """What left the hot files of ``change``, judged against every parent; each block once, the worst fate kept."""
    found: dict[tuple[str, str, int], Departure] = {}
    for number, before in enumerate(change.befores):
        others = change.befores[:number] + change.befores[number + 1 :]
        seen: Counter[tuple[str, str]] = Counter()
        for departure in _between(before, change, others):
            place = (departure.store.path, departure.block.fingerprint)
            seen[place] += 1
            key = (*place, seen[place])
            if key not in found or departure.fate is Fate.LOST:
                found[key] = departure
    return tuple(found.values())


def _between(before: AgentState, change: Change, others: tuple[AgentState, ...]) -> Iterator[Departure]:
    gone = _without_judged(_gone(before, change.after), others, change.bases)
    if not gone:
        return
    named = _named_by_ledger(change)
    unexplained: list[Departure] = []
    for departure in gone:
        fate, authority = _authority(departure, change, named)
        departure = departure._replace(fate=fate, authority=authority)
        if fate is Fate.LOST:
            unexplained.append(departure)
        else:
            yield departure
    if unexplained:
        from .rewording import reworded

        yield from reworded(unexplained, _come(change), change.after)


def _gone(before: AgentState, after: AgentState) -> list[Departure]:
    """Blocks of which ``after`` holds fewer copies in the hot files."""
    unchanged = {(store.path, store.document.data) for store in after.stores}
    unread = {store.path for store in after.stores if is_unread(store)}  # an error of its own; nothing is known
    changed = [s for s in before.stores if (s.path, s.document.data) not in unchanged and s.path not in unread]
    if not changed:
        return []
    now, had = _copies(after), _copies(before)
    stays = {_place(store, block) for store, block in after.blocks()}
    leaving: Places = []
    for store in changed:
        for block in store.document.tracked:
            if had[block.fingerprint] > now[block.fingerprint] and _is_watched(block):
                leaving.append((store, block))
    # A block without a copy at its old place is the one that left, whatever stands before it in the file.
    leaving.sort(key=lambda place: _place(*place) in stays)
    gone: list[Departure] = []
    for store, block in leaving:
        if had[block.fingerprint] > now[block.fingerprint]:
            had[block.fingerprint] -= 1
            fate = Fate.REPEATED if _place(store, block) in stays else Fate.LOST
            gone.append(Departure(store, block, fate, source=before.snapshot.label))
    return gone


def _copies(state: AgentState) -> Counter[str]:
    return Counter(block.fingerprint for _, block in state.blocks())


def _place(store: Store, block: Block) -> tuple[str, ...]:
    """Where a copy must stay for another one to go: its section; in § stores any store of the agent."""
    if store.contract.format is Format.SECTION_SIGN:
        return (block.fingerprint,)
    return (block.fingerprint, store.path, *block.section)


def _is_watched(block: Block) -> bool:
    """Intact canaries have rules of their own."""
    return not token_of(block.text)


def _without_judged(
    gone: list[Departure], others: tuple[AgentState, ...], bases: tuple[AgentState, ...]
) -> list[Departure]:
    """``gone`` without what another parent had removed already since the branches parted: it was judged there."""
    if not gone or not others or not bases:
        return gone
    at_base: Counter[str] = Counter()
    for base in bases:
        at_base |= _copies(base)
    removed: Counter[str] = Counter()
    for other in others:
        removed |= at_base - _copies(other)
    kept: list[Departure] = []
    for departure in gone:
        if removed[departure.block.fingerprint] > 0:
            removed[departure.block.fingerprint] -= 1
        else:
            kept.append(departure)
    return kept


def _come(change: Change) -> Places:
    """The blocks of ``after`` that no parent has: at a merge, taking one side over the other explains nothing."""
    had: Counter[str] = Counter()
    for before in change.befores:
        had |= _copies(before)
    come: Places = []
    for store, block in change.after.blocks():
        if had[block.fingerprint] > 0:
            had[block.fingerprint] -= 1
        elif _is_watched(block):
            come.append((store, block))
    return come


def _named_by_ledger(change: Change) -> dict[str, Judged]:
    """What added records say of entries; a record that names what an entry became must tell the truth."""
    added = change.after.ledger.added_since(tuple(before.ledger for before in change.befores))
    named = {judged.fingerprint: judged for record in added for judged in (*record.removed, *record.edited)}
    if not any(judged.new for judged in named.values()):
        return named
    present = {*_copies(change.after), *change.after.kept_elsewhere}
    return {identity: judged for identity, judged in named.items() if not judged.new or judged.new in present}


def _authority(departure: Departure, change: Change, named: dict[str, Judged]) -> tuple[Fate, str]:
    if departure.fate is Fate.REPEATED:
        return Fate.REPEATED, "a copy stays"
    block = departure.block
    if is_broken_canary(block.text) and _has_canary(change.after, departure.store.path):
        return Fate.REWORDED, "the canary was mended"
    tag = leading_tag(block, departure.store.document.labels)
    if tag and (tag.wish is Wish.PRUNE or (tag.wish is Wish.EXPIRE and change.today and tag.day < change.today)):
        return Fate.MARKED, tag.written
    judged = named.get(block.fingerprint)
    if judged:
        return Fate.RECORDED, f"{judged.action}: {judged.reason}"
    if change.after.keeper_of(block) or _is_spent_pointer(departure, change.after):
        return Fate.ARCHIVED, "cold tier or skill file"
    return Fate.LOST, ""


def _has_canary(state: AgentState, path: str) -> bool:
    store = state.store(path)
    return store is not None and any(line.token for line in canary_lines(store.document))


def _is_spent_pointer(departure: Departure, after: AgentState) -> bool:
    """Whether the block only pointed to what the cold tier still holds; a long one says more than that."""
    text = departure.block.text
    pointer = read_pointer(text) if len(text) <= LONGEST_POINTER else None
    return pointer is not None and is_kept(pointer, departure.store.path, after)
