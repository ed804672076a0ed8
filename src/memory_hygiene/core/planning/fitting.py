"""Fitting: which actions can be carried out together in one store without changing how the rest of it is read."""

from collections.abc import Iterable
from dataclasses import replace

from memory_hygiene.core.contracts import COLD_FOLDERS, Profile
from memory_hygiene.core.model import Block, Document, Format
from memory_hygiene.core.state import Parse, Store

from .actions import Action, Archive, Canonicalise, Leaving, Place, Unresolved
from .edits import Places, edit_store
from .outcomes import arrivals
from .pointers import is_shorter, leaves_pointer, narrow_pointer, pointer_for, shared_pointer
from .shape import is_same_elsewhere

_LARGER = "its pointer would make the file larger than it is"
_FUSED = "taking it out would change how the rest of the file is read"
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


def documents_after(stores: Iterable[Store], actions: Iterable[Action], parse: Parse) -> dict[str, Document]:
    return {path: parse(document.format, data) for path, (document, data) in edited(stores, actions, parse).items()}
