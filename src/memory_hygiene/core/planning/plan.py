"""Plans: what is to be done to one agent's files, as a value with the sizes it leads to."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from memory_hygiene.core.contracts import Contract, Unit
from memory_hygiene.core.kinds.category import Judgement
from memory_hygiene.core.model import Document
from memory_hygiene.core.planning.fitting import documents_after
from memory_hygiene.core.planning.settling import settle
from memory_hygiene.core.sizes import count_chars, size_in, utilization
from memory_hygiene.core.state import AgentState, Parse, Store

from .actions import (
    Action,
    Archive,
    Canonicalise,
    Leaving,
    Move,
    Plan,
    Prune,
    Residual,
    Size,
    StoreSizes,
)
from .decisions import Decision
from .evidence import Evidence, name_of


def make_plan(
    state: AgentState,
    decisions: Iterable[Decision],
    today: str,
    evidence: Evidence,
    blob_id: Callable[[bytes], str],
    parse: Parse,
) -> Plan:
    """The plan that carries out ``decisions``, which rest on ``evidence``, about one agent as of ``today``.

    ``blob_id`` gives git's id for bytes.
    """
    actions, unresolved = settle(state, tuple(decisions), today, parse, evidence)
    after = documents_after(state.stores, actions, parse)
    shown = [store for store in state.stores if not state.explicit or store.path in state.explicit]
    return Plan(
        agent=state.agent.name,
        created=today,
        base=tuple(sorted(_base(state, actions, blob_id))),
        stores=tuple(sizes_of(store, after.get(store.path, store.document)) for store in shown),
        actions=tuple(_aged(action, evidence) for action in actions),
        unresolved=tuple(sorted(unresolved, key=lambda u: (u.place.path, u.place.line))),
        residual=tuple(_residuals(shown, after)),
        cap=state.cap,
        paths=state.explicit,
        judgements=tuple(_judgements(state, actions, evidence)),
    )


def _judgements(state: AgentState, actions: Iterable[Action], evidence: Evidence) -> Iterable[tuple[str, Judgement]]:
    """The category of every § entry acted on: no entry is removed without one on record (contract, H9)."""
    names = {store.path: name_of(state, store) for store in state.stores}
    places = dict.fromkeys(action.place for action in actions if not isinstance(action, Canonicalise))
    for place in places:
        if name := names.get(place.path):
            yield place.fingerprint, evidence.judge(place.text, name)


def _base(state: AgentState, actions: Iterable[Action], blob_id: Callable[[bytes], str]) -> Iterable[tuple[str, str]]:
    """Every file the plan was computed from: the stores, and the files it appends to."""
    known = {store.path for store in state.stores}
    for store in state.stores:
        yield store.path, blob_id(store.document.data)
    targets = {action.to for action in actions if isinstance(action, Prune | Archive | Move) and action.to}
    for path in sorted(targets - known):
        data = state.snapshot.read(path)
        if data is not None:
            yield path, blob_id(data)


def _aged(action: Action, evidence: Evidence) -> Action:
    if not isinstance(action, Leaving):
        return action
    return replace(action, age_days=evidence.age_of(action.place.fingerprint))


def sizes_of(store: Store, after: Document) -> StoreSizes:
    """The sizes of a store as it is and as ``after`` is."""
    return StoreSizes(store.path, _size(store.document, store.contract), _size(after, store.contract))


def _size(document: Document, contract: Contract) -> Size:
    lines, size = size_in(document, Unit.LINES), len(document.data)
    return Size(count_chars(document), lines, size, len(document.counted), utilization(document, contract))


def _residuals(stores: Iterable[Store], after: Mapping[str, Document]) -> Iterable[Residual]:
    for store in stores:
        document = after.get(store.path, store.document)
        for cap in store.contract.caps:
            if (over := size_in(document, cap.unit) - cap.limit) > 0:
                yield Residual(store.path, over, cap.unit, store.contract.blocking)
