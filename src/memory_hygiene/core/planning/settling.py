"""Settling: the most that can be done of some decisions such that a second plan finds nothing more to do."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from memory_hygiene.core.fingerprint import fingerprint
from memory_hygiene.core.state import AgentState, Parse, Store

from .actions import Action, Canonicalise, Dedup, Move, Place, Rewrite, Unresolved
from .decisions import Decision, decide
from .evidence import Evidence
from .fitting import documents_after, edit_bytes, plan_store
from .growing import without_room
from .moving import with_room
from .outcomes import arrivals, outcomes
from .shape import edited_blocks, edited_items

_Decided = TypeVar("_Decided", bound=Decision)
_FOLLOWED = "without it, what stays of its entry would go as well: decide about the whole entry"
_TURNED = "what it leaves would be acted on next: decide about the whole entry"
_AT_END = "at the end of that file it would not be read as an entry of its own"


def settle(
    state: AgentState,
    decisions: tuple[Decision, ...],
    today: str,
    parse: Parse,
    evidence: Evidence,
) -> tuple[list[Action], list[Unresolved]]:
    """The actions to propose, such that a second plan finds nothing more, and what is left undecided.

    Taking a nested item out, or rewriting or moving an entry, can turn what stays into something to act on again; then
    the last thing to be done to it is left undone, as unresolved. A canary that comes to stand first or last is moved
    by the same plan.
    """
    held: dict[Place, Unresolved] = {}
    added: tuple[Decision, ...] = ()
    while True:
        trial = _try(state, decisions + added, today, parse)
        after = state.with_documents(documents_after(state.stores, trial.actions, parse))
        later = _as_before(evidence, trial.actions)
        again = _try(after, tuple(decide(after, today, later)), today, parse).actions
        mending = [action for action in again if _is_new_canonicalise(action, decisions + added)]
        causes = set(_causes(state, trial.actions, again))
        if mending:
            added += tuple(mending)
        elif causes:
            turned = {action.place for action in trial.actions if isinstance(action, Rewrite | Move)}
            held |= {place: Unresolved(place, _TURNED if place in turned else _FOLLOWED) for place in causes}
            decisions = tuple(_without_last(decisions, causes))
            added = ()  # what is left undone may have been the reason
        else:
            return trial.actions, [*trial.unresolved, *held.values()]


def _without_last(decisions: Sequence[_Decided], causes: set[Place]) -> Iterable[_Decided]:
    """``decisions`` less the last action about each of ``causes``: what comes before it does not build on it."""
    last = {decision.place: number for number, decision in enumerate(decisions) if not isinstance(decision, Unresolved)}
    for number, decision in enumerate(decisions):
        if decision.place not in causes or last.get(decision.place) != number:
            yield decision


@dataclass(frozen=True, slots=True)
class _Trial:
    """What is possible of some decisions: the actions, and what is left."""

    actions: list[Action]
    unresolved: list[Unresolved]


def _try(state: AgentState, decisions: tuple[Decision, ...], today: str, parse: Parse) -> _Trial:
    """What of ``decisions`` can be done; the last rewrites of entries that have no room for them are left undone."""
    grown: list[Unresolved] = []
    while True:
        trial = _carried_out(state, decisions, today, parse)
        after = state.with_documents(documents_after(state.stores, trial.actions, parse))
        refused = tuple(without_room(state, after, trial.actions))
        if not refused:
            return _Trial(trial.actions, trial.unresolved + grown)
        grown += refused
        decisions = tuple(_without_last(decisions, {unresolved.place for unresolved in refused}))


def _carried_out(state: AgentState, decisions: tuple[Decision, ...], today: str, parse: Parse) -> _Trial:
    unresolved = [decision for decision in decisions if isinstance(decision, Unresolved)]
    wanted = [decision for decision in decisions if not isinstance(decision, Unresolved)]
    staying = [action for action in wanted if not isinstance(action, Move)]
    actions, left = _possible_actions(state, staying, today, parse)
    without_moves = state.with_documents(documents_after(state.stores, actions, parse))
    texts = outcomes(staying)
    moves = [
        replace(move, new_text=texts.get(move.place, move.place.text)) for move in wanted if isinstance(move, Move)
    ]
    allowed, refused = with_room(without_moves, moves, parse)
    while True:
        actions, left = _possible_actions(state, [*staying, *allowed], today, parse)
        if not (unread := _unread(state.stores, actions, parse)):
            return _Trial(actions, unresolved + left + refused)
        refused += [Unresolved(move.place, f"{move.reason}, but {_AT_END}") for move in allowed if move.to in unread]
        allowed = [move for move in allowed if move.to not in unread]


def _unread(stores: Iterable[Store], actions: list[Action], parse: Parse) -> set[str]:
    """The stores that would be read otherwise with what arrives at their end."""
    unread: set[str] = set()
    for store in stores:
        own = [action for action in actions if action.place.path == store.path]
        arriving = arrivals(actions, store.path)
        if arriving and edit_bytes(store.document, own, parse, arriving) is None:
            unread.add(store.path)
    return unread


def _is_new_canonicalise(action: Action, decisions: tuple[Decision, ...]) -> bool:
    """Whether a store is to be written anew only after what was decided; there is one such action per store."""
    known = {decision.place.path for decision in decisions if isinstance(decision, Canonicalise)}
    return isinstance(action, Canonicalise) and action.place.path not in known


def _as_before(evidence: Evidence, actions: Iterable[Action]) -> Evidence:
    """``evidence`` under which a rewritten entry is as old as the one it was: our own rewriting renews nothing."""
    origins = {fingerprint(text): place.fingerprint for place, text in outcomes(actions).items() if text}
    origins |= {fingerprint(move.new_text): move.place.fingerprint for move in actions if isinstance(move, Move)}
    return replace(evidence, age_of=lambda identity: evidence.age_of(origins.get(identity, identity)))


def _possible_actions(
    state: AgentState, decisions: Iterable[Action], today: str, parse: Parse
) -> tuple[list[Action], list[Unresolved]]:
    chosen = tuple(decisions)
    actions: list[Action] = []
    unresolved: list[Unresolved] = []
    for store in state.stores:
        wanted = [action for action in chosen if action.place.path == store.path]
        possible, left = plan_store(store, wanted, today, parse)
        actions += possible
        unresolved += left
    return actions, unresolved


def _causes(state: AgentState, actions: list[Action], again: list[Action]) -> Iterable[Place]:
    """What must stay because its result would be acted on next: an entry rewritten or moved, or the last part taken."""
    touched = {action.place.fingerprint for action in again}
    touched |= {action.kept.fingerprint for action in again if isinstance(action, Dedup)}
    texts = {action.place.text for action in again if not isinstance(action, Canonicalise)}
    texts |= {action.kept.text for action in again if isinstance(action, Dedup)}
    results = [(place, text) for place, text in outcomes(actions).items() if text]
    results += [(action.place, action.new_text) for action in actions if isinstance(action, Move)]
    yield from (place for place, text in results if text in texts)
    for store in state.stores:
        own = [action for action in actions if action.place.path == store.path]
        for parent, identity in (*edited_blocks(store.document, own), *edited_items(store.document, own)):
            if identity in touched:
                last = parent.line + parent.text.count("\n")
                inner = [action.place for action in own if parent.line < action.place.line <= last]
                yield max(inner, key=lambda place: place.line)
