"""Plans: decisions turned into actions with pointers and sizes, each tried in memory before it is proposed."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from .actions import (
    Action,
    Archive,
    Canonicalise,
    Dedup,
    Leaving,
    Move,
    Place,
    Plan,
    Prune,
    Residual,
    Rewrite,
    Size,
    StoreSizes,
    Unresolved,
)
from .category import Judgement
from .contracts import COLD_FOLDERS, Contract, Profile, Unit
from .decisions import Decision, decide
from .edits import Places, edit_store
from .evidence import Evidence, name_of
from .fingerprint import fingerprint
from .growing import without_room
from .model import Block, Document, Format
from .moving import with_room
from .outcomes import arrivals, outcomes
from .pointers import is_shorter, leaves_pointer, narrow_pointer, pointer_for, shared_pointer
from .shape import edited_blocks, edited_items, is_same_elsewhere
from .sizes import count_chars, size_in, utilization
from .state import AgentState, Parse, Store

_Decided = TypeVar("_Decided", bound=Decision)
_LARGER = "its pointer would make the file larger than it is"
_FOLLOWED = "without it, what stays of its entry would go as well: decide about the whole entry"
_TURNED = "what it leaves would be acted on next: decide about the whole entry"
_AT_END = "at the end of that file it would not be read as an entry of its own"
_FUSED = "taking it out would change how the rest of the file is read"


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
    after = _after(state.stores, actions, parse)
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
        after = state.with_documents(_after(state.stores, trial.actions, parse))
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
        after = state.with_documents(_after(state.stores, trial.actions, parse))
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
    without_moves = state.with_documents(_after(state.stores, actions, parse))
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


def _judgements(state: AgentState, actions: Iterable[Action], evidence: Evidence) -> Iterable[tuple[str, Judgement]]:
    """The category of every § entry acted on: no entry is removed without one on record (contract, H9)."""
    names = {store.path: name_of(state, store) for store in state.stores}
    places = dict.fromkeys(action.place for action in actions if not isinstance(action, Canonicalise))
    for place in places:
        if name := names.get(place.path):
            yield place.fingerprint, evidence.judge(place.text, name)


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


def _after(stores: Iterable[Store], actions: Iterable[Action], parse: Parse) -> dict[str, Document]:
    return {path: parse(document.format, data) for path, (document, data) in edited(stores, actions, parse).items()}


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
    together: dict[Place, list[Action]] = {}
    for action in actions:
        block = _pointed_block(store, places, action)
        if block is None or not isinstance(action, Archive):
            together.setdefault(action.place, []).append(action)
            continue
        pointer = pointer_for(block, today, _relative(store, action.to))
        if is_shorter(pointer, (block.text,)):
            units.append((replace(action, pointer=pointer),))
        else:
            apart = block.start if alone or not block.counted else -1
            short.setdefault((block.group, apart), []).append(action)
    units += map(tuple, together.values())
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
    if store.document.format is Format.MARKDOWN and len(batch) == 1 and isinstance(batch[0], Leaving):
        spaced: list[Action] = [replace(batch[0], leaves_gap=True)]
        if edit_bytes(store.document, [*chosen, *spaced], parse) is not None:
            return spaced
    return []


def edit_bytes(document: Document, actions: list[Action], parse: Parse, arriving: tuple[str, ...] = ()) -> bytes | None:
    """The store after ``actions``, with ``arriving`` texts; None when the rest would be read otherwise than before."""
    data = edit_store(document, actions, arriving)
    return data if is_same_elsewhere(document, actions, parse(document.format, data), arriving) else None


def edited(
    stores: Iterable[Store], actions: Iterable[Action], parse: Parse, summaries: Iterable[tuple[str, str]] = ()
) -> dict[str, tuple[Document, bytes]]:
    """The stores that ``actions`` and ``summaries`` change: path to document before and bytes after."""
    chosen, markers = tuple(actions), tuple(summaries)
    result: dict[str, tuple[Document, bytes]] = {}
    for store in stores:
        own = [action for action in chosen if action.place.path == store.path]
        arriving = arrivals(chosen, store.path, markers)
        if own or arriving:
            data = edit_bytes(store.document, own, parse, arriving)
            result[store.path] = (store.document, store.document.data if data is None else data)
    return result


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
