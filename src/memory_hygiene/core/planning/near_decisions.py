"""What a plan says of near repeats: unresolved with the words that differ; merged only where that is asked (H11)."""

from collections.abc import Callable, Iterable, Iterator

from memory_hygiene.core.contracts import Strategy
from memory_hygiene.core.losses.differences import short
from memory_hygiene.core.model import Format
from memory_hygiene.core.near.comparing import Likeness
from memory_hygiene.core.near.merging import says_the_same
from memory_hygiene.core.near.reading import read
from memory_hygiene.core.sizes import numbered
from memory_hygiene.core.state import AgentState, Store

from .actions import Action, Leaving, Place, Prune, Removal, Unresolved
from .near_repeats import Entry, NearPair, entries_of, near_pairs
from .places import archive_of

MOST = 20
"""Pairs one plan names: who has settled these asks again."""
_WORDS = 8
_ORDER = (Likeness.VALUE, Likeness.REPEAT, Likeness.TRANSLATION, None)
"""What is named first when there is not room for all: what contradicts, None for repeats to the letter."""


def near_reports(
    state: AgentState, decisions: Iterable[Action | Unresolved], since_of: Callable[[str], str]
) -> Iterator[Unresolved]:
    """One line per pair, at its later entry, where both stay; ``since_of`` gives the day since when an entry stands so.

    At most ``MOST`` are named, and one line says how many more there are.
    """
    going = {(d.place.path, d.place.line) for d in decisions if isinstance(d, Removal)}
    entries = [e for e in entries_of(s for s in state.stores if s.is_readable) if (e.path, e.block.line) not in going]
    pairs = [pair for pair in near_pairs(entries) if pair.verdict or not _is_known(pair, state)]
    pairs.sort(key=_rank)
    for pair in pairs[:MOST]:
        yield Unresolved(_place(pair.later), _reason(pair, since_of))
    if left := pairs[MOST:]:
        more = f" (and {numbered(len(left) - 1, 'pair')} more, not named here)" if len(left) > 1 else ""
        yield Unresolved(_place(left[0].later), _reason(left[0], since_of) + more)


def _rank(pair: NearPair) -> tuple[int, float]:
    """What contradicts first, and of each kind what is most alike."""
    if pair.verdict is None:
        return _ORDER.index(None), 0.0
    return _ORDER.index(pair.verdict.likeness), -pair.verdict.score


def with_merges(state: AgentState, decisions: Iterable[Action | Unresolved]) -> Iterator[Action | Unresolved]:
    """``decisions`` and the archiving of every later entry that says what an earlier one says which stays."""
    known = list(decisions)
    merges = _merges(state, {(d.place.path, d.place.line) for d in known if isinstance(d, Leaving)})
    yield from (decision for decision in known if decision.place not in merges)
    yield from merges.values()


def _merges(state: AgentState, going: set[tuple[str, int]]) -> dict[Place, Prune]:
    stores = {s.path: s for s in state.stores if s.is_readable and s.contract.strategy is Strategy.COMPACT}
    left = [entry for entry in entries_of(stores.values()) if (entry.path, entry.block.line) not in going]
    merges: dict[Place, Prune] = {}
    while True:
        gone: set[Entry] = set()
        for pair in near_pairs(left):
            if pair.first not in gone and _is_mergeable(pair):
                gone.add(pair.later)
                merges[_place(pair.later)] = _merge(state, stores[pair.later.path], pair)
        if not gone:
            return merges
        left = [entry for entry in left if entry not in gone]


def _is_mergeable(pair: NearPair) -> bool:
    is_near = pair.verdict is not None and pair.verdict.likeness is Likeness.REPEAT
    return is_near and says_the_same(read(pair.first.block.text), read(pair.later.block.text))


def _merge(state: AgentState, store: Store, pair: NearPair) -> Prune:
    """Its wording is its own, so it is kept in the archive; what says the same stays, so no pointer is needed."""
    return Prune(_place(pair.later), f"nearly repeats {_where(pair)}, merged on request", archive_of(state, store))


def _is_known(pair: NearPair, state: AgentState) -> bool:
    """Whether a repeat to the letter is one that plans act on or name by themselves."""
    first, later = pair.first, pair.later
    formats = {store.path: store.contract.format for store in state.stores}
    if formats[first.path] is formats[later.path] is Format.SECTION_SIGN:
        return True
    return first.path == later.path and first.block.section == later.block.section


def _place(entry: Entry) -> Place:
    block = entry.block
    return Place(entry.path, block.line, block.fingerprint, block.text, block.section)


def _where(pair: NearPair) -> str:
    return f"{pair.first.path}:{pair.first.block.line}"


def _reason(pair: NearPair, since_of: Callable[[str], str]) -> str:
    where, verdict = _where(pair), pair.verdict
    if verdict is None:
        return f"repeats {where} word for word elsewhere in the memory: it may be meant twice"
    if verdict.likeness is Likeness.TRANSLATION and verdict.come:
        there, here = _words(verdict.gone), _words(verdict.come)
        return f"perhaps the same as {where} in another language: {there} there, {here} here"
    if verdict.likeness is Likeness.TRANSLATION:
        return f"perhaps the same as {where} in another language: both name {_words(verdict.gone)}"
    if verdict.likeness is Likeness.REPEAT:
        return f"nearly repeats {where}: {_difference(verdict.gone, verdict.come)}"
    before, after = (_since(since_of(entry.block.fingerprint)) for entry in (pair.first, pair.later))
    if not verdict.gone and not verdict.come:
        return f"same topic, different value: {where} says it the other way round {before}, this {after}"
    said = f"{where} says {_words(verdict.gone)} {before}, this says {_words(verdict.come)} {after}"
    return f"same topic, different value: {said}"


def _since(day: str) -> str:
    return f"since {day}" if day else "since an unknown day"


def _difference(gone: tuple[str, ...], come: tuple[str, ...]) -> str:
    if gone and come:
        return f"differs in {_words(gone)} → {_words(come)}"
    if come:
        return f"adds {_words(come)}"
    return f"leaves out {_words(gone)}" if gone else "differs only in small words, marks or order"


def _words(words: tuple[str, ...]) -> str:
    """The first of ``words``, in quotes, and how many more there are; "nothing" for none."""
    if not words:
        return "nothing"
    more = f" and {len(words) - _WORDS} more" if len(words) > _WORDS else ""
    return f'"{short(" ".join(words[:_WORDS]))}"{more}'
