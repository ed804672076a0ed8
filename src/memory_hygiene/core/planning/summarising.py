"""Summary markers as entries (contract H17, ``summary_marker: entry``): one per store, replaced by each audit.

What a marker says depends on how full the store is with it, so that it is written until it is right. Where it has no
room it is left out; of several that a merge brought together the first is replaced and the others go.
"""

from collections.abc import Iterable
from dataclasses import replace

from memory_hygiene.core.contracts import Unit
from memory_hygiene.core.kinds.category import Category, Judgement
from memory_hygiene.core.model import Document
from memory_hygiene.core.planning.fitting import edit_bytes
from memory_hygiene.core.sizes import size_in
from memory_hygiene.core.state import AgentState, Parse, Store

from .actions import Action, Canonicalise, Correct, Leaving, Place, Plan, Prune
from .decisions import canary_move
from .evidence import name_of
from .outcomes import arrivals
from .places import archive_of, place_of
from .plan import sizes_of
from .summary_marker import is_summary, summary_text

_ROUNDS = 5
_WHY = "what the audit leaves of this store"
_OLDER = "an older summary marker: the audit writes one"
_JUDGED = Judgement(Category.HISTORICAL_SNAPSHOT, 1.0, None, True, ("written by an audit",))


def with_summaries(plan: Plan, state: AgentState, parse: Parse) -> Plan:
    """``plan`` with a marker in each Hermes store that has room for one."""
    for store in state.stores:
        if name_of(state, store) and store.is_readable:
            markers = _markers(plan, store)
            plan = _without_older(plan, markers[1:], archive_of(state, store))
            plan = _with_summary(plan, store, name_of(state, store), next(iter(markers), None), parse)
    return plan


def _markers(plan: Plan, store: Store) -> tuple[Place, ...]:
    """The markers that stand in ``store`` and stay by ``plan``."""
    leaving = {action.place for action in plan.actions if isinstance(action, Leaving)}
    places = (place_of(store, block) for block in store.document.blocks if is_summary(block.text))
    return tuple(place for place in places if place not in leaving)


def _without_older(plan: Plan, older: tuple[Place, ...], archive: str) -> Plan:
    """``plan`` with the markers that nothing replaces taken out."""
    removals: tuple[Action, ...] = tuple(Prune(place, _OLDER, archive) for place in older)
    judgements = tuple((place.fingerprint, _JUDGED) for place in older)
    return replace(plan, actions=(*plan.actions, *removals), judgements=(*plan.judgements, *judgements))


def _with_summary(plan: Plan, store: Store, name: str, old: Place | None, parse: Parse) -> Plan:
    sizes = next(sizes for sizes in plan.stores if sizes.path == store.path)
    utilization = sizes.after.utilization
    for _ in range(_ROUNDS):
        trial = _saying(plan, old, store.path, summary_text(name, utilization))
        after = _after(trial, store, parse)
        if after is not None and (moving := canary_move(store._replace(document=after))):
            trial = replace(trial, actions=(moving, *_others(trial, store)))
            after = _after(trial, store, parse)
        if after is None:
            return plan
        sizes = sizes_of(store, after)
        if any(cap.unit is Unit.CHARS and size_in(after, cap.unit) > cap.limit for cap in store.contract.caps):
            return plan
        if sizes.after.utilization == utilization:
            stores = tuple(sizes if known.path == store.path else known for known in plan.stores)
            return replace(trial, stores=stores)
        utilization = sizes.after.utilization
    return plan


def _after(plan: Plan, store: Store, parse: Parse) -> Document | None:
    """What ``plan`` makes of ``store``; None when the rest of it would be read otherwise."""
    own = [action for action in plan.actions if action.place.path == store.path]
    data = edit_bytes(store.document, own, parse, arrivals(plan.actions, store.path, plan.summaries))
    return None if data is None else parse(store.document.format, data)


def _others(plan: Plan, store: Store) -> Iterable[Action]:
    """The actions of ``plan`` but for the one that writes ``store`` anew."""
    return (a for a in plan.actions if not (isinstance(a, Canonicalise) and a.place.path == store.path))


def _saying(plan: Plan, old: Place | None, path: str, text: str) -> Plan:
    """``plan`` with this marker in the store at ``path``: in place of the ``old`` one, else at the end."""
    if old is None:
        return replace(plan, summaries=(*plan.summaries, (path, text)))
    if old.text == text:
        return plan
    correction: Action = Correct(old, _WHY, text)
    return replace(plan, actions=(*plan.actions, correction))
