"""Succession: the state of an agent in the next commit, with all that is known of it already and did not change."""

from collections.abc import Iterable, Iterator

from .contracts import Role
from .state import FOLDER, SYMLINK, AgentState, Item, Snapshot, Store

_Files = dict[str, tuple[Role, Item]]
_BY_ROLE = {
    Role.LEDGER: ("ledger", "ledger_data"),
    Role.WRITERS: ("registry",),
    Role.COLD: ("cold", "cold_data"),
    Role.SKILL: ("skills",),
}
"""What is read of the files of each role, by the name it is remembered under."""
_KEPT = ("kept_data", "kept_elsewhere")


def succeeding(before: AgentState, snapshot: Snapshot) -> AgentState:
    """The state of the same agent in ``snapshot``; what is the same there is not read again."""
    changed = _differing(before, snapshot)
    after = AgentState(before.agent, before.settings, snapshot, before.parse, before.explicit, before.cap)
    known = vars(before)
    for name in ("near_folders", "deep_folders"):
        if name in known:
            vars(after)[name] = known[name]
    roles = {path: role for path in changed if (role := after.role_at(path)) is not None}
    if "near_files" not in known:
        return after
    near = {path: role for path, role in roles.items() if path.rpartition("/")[0] in after.near_folders}
    after.near_files = _with(before.near_files, near, snapshot)
    if "files" in known:
        after.files = _with(before.files, {p: r for p, r in roles.items() if p in near or _is_deep(p, after)}, snapshot)
    if "stores" in known:
        after.stores = tuple(_stores(before, after, near))
    _take_over(before, after, set(roles.values()))
    return after


def _differing(before: AgentState, snapshot: Snapshot) -> Iterator[str]:
    """The files in the folders of an agent that differ."""
    for folder in before.near_folders:
        yield from _differing_in(folder, before.snapshot, snapshot, deep=False)
    if "files" in vars(before):
        for folder in before.deep_folders:
            yield from _differing_in(folder, before.snapshot, snapshot, deep=True)


def _differing_in(folder: str, one: Snapshot, other: Snapshot, deep: bool) -> Iterator[str]:
    olds, news = one.list_folder(folder), other.list_folder(folder)
    prefix = f"{folder}/" if folder else ""
    for name in olds.keys() | news.keys() if olds is not news else ():
        old, new = olds.get(name), news.get(name)
        if old != new and not _are_folders(old, new):
            yield prefix + name
    for name in olds.keys() | news.keys() if deep else ():
        if any(item and item.mode == FOLDER for item in (olds.get(name), news.get(name))):
            yield from _differing_in(prefix + name, one, other, deep=True)


def _are_folders(*items: Item | None) -> bool:
    return all(item is None or item.mode == FOLDER for item in items)


def _is_deep(path: str, state: AgentState) -> bool:
    return path.startswith(tuple(f"{folder}/" for folder in state.deep_folders))


def _with(files: _Files, changed: dict[str, Role], snapshot: Snapshot) -> _Files:
    """``files`` as they are in ``snapshot``, in path order."""
    if not changed:
        return files
    found, is_sorted = dict(files), True
    for path, role in changed.items():
        folder, _, name = path.rpartition("/")
        item = snapshot.list_folder(folder).get(name)
        if item is None or item.mode == FOLDER:
            found.pop(path, None)
        else:
            is_sorted = is_sorted and path in found
            found[path] = (role, item)
    return found if is_sorted else dict(sorted(found.items()))


def _stores(before: AgentState, after: AgentState, changed: dict[str, Role]) -> Iterable[Store]:
    """The stores after; a symlink is followed anew, for the file it leads to may be another one."""
    known = {store.path: store for store in before.stores}
    for path, (role, item) in after.near_files.items():
        if role is Role.STORE:
            old = known.get(path)
            is_same = old is not None and path not in changed and item.mode != SYMLINK
            store = old if is_same else after.read_store(path, old.contract if old else None)
            if store is not None:
                yield store


def _take_over(before: AgentState, after: AgentState, changed: set[Role]) -> None:
    names = [name for role, names in _BY_ROLE.items() if role not in changed for name in names]
    if changed.isdisjoint((Role.COLD, Role.SKILL)):
        names += _KEPT
    known = vars(before)
    vars(after).update({name: known[name] for name in names if name in known})
