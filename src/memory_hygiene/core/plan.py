"""Plans: decisions turned into actions with pointers and sizes, each tried in memory before it is proposed."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from .actions import (
    Action,
    Archive,
    Canonicalise,
    Dedup,
    Place,
    Plan,
    Prune,
    Residual,
    Size,
    StoreSizes,
    Unresolved,
)
from .contracts import COLD_FOLDERS, Contract, Profile, Unit
from .decisions import Decision, decide
from .edits import Places, edit_store
from .model import Block, Document, Format
from .pointers import is_shorter, leaves_pointer, narrow_pointer, pointer_for, shared_pointer
from .shape import edited_blocks, edited_items, is_same_elsewhere
from .sizes import count_chars, size_in, utilization
from .state import AgentState, Parse, Store

AgeOf = Callable[[str], int | None]
_LARGER = "its pointer would make the file larger than it is"
_FOLLOWED = "without it, what stays of its entry would go as well: decide about the whole entry"
_FUSED = "taking it out would change how the rest of the file is read"


def make_plan(
    state: AgentState,
    decisions: Iterable[Decision],
    today: str,
    age_of: AgeOf,
    blob_id: Callable[[bytes], str],
    parse: Parse,
) -> Plan:
    """The plan that carries out ``decisions`` about one agent as of ``today``.

    ``age_of`` gives an entry's age in days, None when unknown; ``blob_id`` git's id for bytes.
    """
    actions, unresolved = settle(state, tuple(decisions), today, parse)
    after = _after(state.stores, actions, parse)
    shown = [store for store in state.stores if not state.explicit or store.path in state.explicit]
    return Plan(
        agent=state.agent.name,
        created=today,
        base=tuple(sorted(_base(state, actions, blob_id))),
        stores=tuple(_sizes(store, after.get(store.path, store.document)) for store in shown),
        actions=tuple(_aged(action, age_of) for action in actions),
        unresolved=tuple(sorted(unresolved, key=lambda u: (u.place.path, u.place.line))),
        residual=tuple(_residuals(shown, after)),
        cap=state.cap,
        paths=state.explicit,
    )


def settle(
    state: AgentState, decisions: tuple[Decision, ...], today: str, parse: Parse
) -> tuple[list[Action], list[Unresolved]]:
    """The actions to propose, such that a second plan finds nothing more, and what is left undecided.

    Taking a nested item out can turn what stays into a repeat or a struck entry; then the item stays, as unresolved.
    """
    held: list[Unresolved] = []
    while True:
        actions, unresolved = _possible_actions(state, decisions, today, parse)
        after = state.with_documents(_after(state.stores, actions, parse))
        again = [decision for decision in decide(after, today) if not isinstance(decision, Unresolved)]
        causes = set(_causes(state, actions, again))
        if not causes:
            return actions, unresolved + held
        held += [Unresolved(place, _FOLLOWED) for place in sorted(causes, key=lambda p: (p.path, p.line))]
        decisions = tuple(decision for decision in decisions if decision.place not in causes)


def _possible_actions(
    state: AgentState, decisions: tuple[Decision, ...], today: str, parse: Parse
) -> tuple[list[Action], list[Unresolved]]:
    actions: list[Action] = []
    unresolved = [decision for decision in decisions if isinstance(decision, Unresolved)]
    for store in state.stores:
        wanted = [d for d in decisions if not isinstance(d, Unresolved) and d.place.path == store.path]
        chosen, left = plan_store(store, wanted, today, parse)
        actions += chosen
        unresolved += left
    return actions, unresolved


def _after(stores: Iterable[Store], actions: Iterable[Action], parse: Parse) -> dict[str, Document]:
    return {path: parse(document.format, data) for path, (document, data) in edited(stores, actions, parse).items()}


def _causes(state: AgentState, actions: list[Action], again: list[Action]) -> Iterable[Place]:
    """Of each entry that would be acted on next because parts of it went: the last of these parts."""
    touched = {action.place.fingerprint for action in again}
    touched |= {action.kept.fingerprint for action in again if isinstance(action, Dedup)}
    for store in state.stores:
        own = [action for action in actions if action.place.path == store.path]
        for parent, fingerprint in (*edited_blocks(store.document, own), *edited_items(store.document, own)):
            if fingerprint in touched:
                last = parent.line + parent.text.count("\n")
                inner = [action.place for action in own if parent.line < action.place.line <= last]
                yield max(inner, key=lambda place: place.line)


def _base(state: AgentState, actions: Iterable[Action], blob_id: Callable[[bytes], str]) -> Iterable[tuple[str, str]]:
    """Every file the plan was computed from: the stores, and the archives it appends to."""
    for store in state.stores:
        yield store.path, blob_id(store.document.data)
    targets = {action.to for action in actions if isinstance(action, Prune | Archive) and action.to}
    for path in sorted(targets):
        data = state.snapshot.read(path)
        if data is not None:
            yield path, blob_id(data)


def _aged(action: Action, age_of: AgeOf) -> Action:
    return action if isinstance(action, Canonicalise) else replace(action, age_days=age_of(action.place.fingerprint))


_Unit = tuple[Action, ...]
"""Actions that go together or not at all: one, or all that share a pointer."""


def _units(store: Store, actions: Iterable[Action], today: str, alone: bool = False) -> list[_Unit]:
    """``actions`` with pointers for what is archived: one each, or one shared by a section's short entries.

    Entries that not even their shared pointer is shorter than are left out. A nested item shares with none; ``alone``
    lets nobody share.
    """
    units: list[_Unit] = []
    short: dict[tuple[int, int], list[Archive]] = {}
    places = Places(store.document)
    for action in actions:
        block = _pointed_block(store, places, action)
        if block is None or not isinstance(action, Archive):
            units.append((action,))
            continue
        pointer = pointer_for(block, today, _relative(store, action.to))
        if is_shorter(pointer, (block.text,)):
            units.append((replace(action, pointer=pointer),))
        else:
            apart = block.start if alone or not block.counted else -1
            short.setdefault((block.group, apart), []).append(action)
    for group in short.values():
        first, archive = places.find(group[0].place), _relative(store, group[0].to)
        pointer = narrow_pointer(first, today, archive) if len(group) == 1 else ""
        pointer = pointer or shared_pointer(first, len(group), today, archive)
        if is_shorter(pointer, (action.place.text for action in group)):
            units.append((replace(group[0], pointer=pointer), *group[1:]))
    return sorted(units, key=lambda unit: (isinstance(unit[0], Canonicalise), unit[0].place.line))


def _pointed_block(store: Store, places: Places, action: Action) -> Block | None:
    """The block of an archiving that leaves a pointer. A capped log goes on in its archive; its rows need none."""
    if not isinstance(action, Archive) or store.contract.section_limit:
        return None
    block = places.find(action.place)
    return block if leaves_pointer(block) else None


def _relative(store: Store, archive: str) -> str:
    """The archive's path as seen from the store's folder, or else from the agent's directory, for readers of the store.

    Never from the top of the repository: a pointer stays true when the agent's directory moves.
    """
    folder = store.path.rpartition("/")[0]
    if folder and archive.startswith(folder + "/"):
        return archive[len(folder) + 1 :]
    above, _, inner = archive.rpartition(f"/{COLD_FOLDERS[Profile.SANCTUM][0]}/")
    return archive[len(above) + 1 :] if inner and folder.startswith(above + "/") else archive


def plan_store(store: Store, wanted: list[Action], today: str, parse: Parse) -> tuple[list[Action], list[Unresolved]]:
    """The actions that can be carried out together without changing how the rest reads, and those that cannot.

    What is refused in company is tried again in what company is left, and then alone: so a second plan, which sees only
    what is left, finds nothing more.
    """
    chosen: list[Action] = []
    left = list(wanted)
    while left:
        units = _units(store, left, today)
        found = _join(store, chosen, units, parse) or _join(store, chosen, _units(store, left, today, True), parse)
        if not found:
            break
        chosen += found
        places = {action.place for action in found}
        left = [action for action in left if action.place not in places]
    order = {action.place: number for number, action in enumerate(wanted)}
    chosen.sort(key=lambda action: order[action.place])
    paying = {action.place for unit in _units(store, left, today) for action in unit}
    return chosen, [Unresolved(a.place, _FUSED if a.place in paying else _LARGER) for a in left]


def _join(store: Store, chosen: list[Action], units: list[_Unit], parse: Parse) -> list[Action]:
    """The actions of those ``units`` that are possible beside ``chosen``, halving what is not possible as a whole."""
    batch = [action for unit in units for action in unit]
    if not batch or edit_bytes(store.document, [*chosen, *batch], parse) is not None:
        return batch
    if len(units) > 1:
        half = len(units) // 2
        first = _join(store, chosen, units[:half], parse)
        return first + _join(store, chosen + first, units[half:], parse)
    if store.document.format is Format.MARKDOWN and len(batch) == 1 and not isinstance(batch[0], Canonicalise):
        spaced: list[Action] = [replace(batch[0], leaves_gap=True)]
        if edit_bytes(store.document, [*chosen, *spaced], parse) is not None:
            return spaced
    return []


def edit_bytes(document: Document, actions: list[Action], parse: Parse) -> bytes | None:
    """The store after ``actions``; None when the rest would be read otherwise than before."""
    data = edit_store(document, actions)
    return data if is_same_elsewhere(document, actions, parse(document.format, data)) else None


def edited(stores: Iterable[Store], actions: Iterable[Action], parse: Parse) -> dict[str, tuple[Document, bytes]]:
    """The stores that ``actions`` change: path to document before and bytes after."""
    chosen = tuple(actions)
    result: dict[str, tuple[Document, bytes]] = {}
    for store in stores:
        own = [action for action in chosen if action.place.path == store.path]
        if own:
            data = edit_bytes(store.document, own, parse)
            result[store.path] = (store.document, store.document.data if data is None else data)
    return result


def _sizes(store: Store, after: Document) -> StoreSizes:
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
