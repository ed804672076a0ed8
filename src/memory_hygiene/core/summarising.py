"""Summary markers as entries (contract H17, ``summary_marker: entry``): one per store, replaced by each audit.

What a marker says depends on how full the store is with it, so that it is written until it is right.
"""

from dataclasses import replace

from .actions import Action, Correct, Plan
from .contracts import Unit
from .decisions import is_readable, place_of
from .evidence import name_of
from .plan import edited, sizes_of
from .sizes import size_in
from .state import AgentState, Parse, Store
from .summary_marker import is_summary, summary_text

_ROUNDS = 5
_WHY = "what the audit leaves of this store"


def with_summaries(plan: Plan, state: AgentState, parse: Parse) -> Plan:
    """``plan`` with a marker in each Hermes store that has room for one."""
    for store in state.stores:
        if name_of(state, store) and is_readable(store):
            plan = _with_summary(plan, store, name_of(state, store), parse)
    return plan


def _with_summary(plan: Plan, store: Store, name: str, parse: Parse) -> Plan:
    sizes = next(sizes for sizes in plan.stores if sizes.path == store.path)
    utilization = sizes.after.utilization
    for _ in range(_ROUNDS):
        trial = _saying(plan, store, summary_text(name, utilization))
        document, data = edited((store,), trial.actions, parse, trial.summaries).get(
            store.path, (store.document, store.document.data)
        )
        after = parse(document.format, data)
        sizes = sizes_of(store, after)
        if any(cap.unit is Unit.CHARS and size_in(after, cap.unit) > cap.limit for cap in store.contract.caps):
            return plan
        if sizes.after.utilization == utilization:
            stores = tuple(sizes if known.path == store.path else known for known in plan.stores)
            return replace(trial, stores=stores)
        utilization = sizes.after.utilization
    return plan


def _saying(plan: Plan, store: Store, text: str) -> Plan:
    """``plan`` with this marker in ``store``: in place of the one that stands there, else at the end."""
    old = next((block for block in store.document.blocks if is_summary(block.text)), None)
    if old is None:
        return replace(plan, summaries=(*plan.summaries, (store.path, text)))
    if old.text == text:
        return plan
    correction: Action = Correct(place_of(store, old), _WHY, text)
    return replace(plan, actions=(*plan.actions, correction))
