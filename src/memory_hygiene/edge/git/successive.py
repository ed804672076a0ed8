"""Successive snapshots: the tree of a commit, known by that of its parent and by the files that differ.

A walk over a history reads no tree twice this way, and hardly any tree at all.
"""

from collections.abc import Iterable, Mapping

from memory_hygiene.core.state import FOLDER, Item

from .process import ObjectReader
from .repository import RawChange
from .snapshots import TreeSnapshot, read_tree

_Folders = dict[str, Mapping[str, Item]]


class SuccessiveSnapshot(TreeSnapshot):
    """The tree of the commit ``oid``: ``before``, the one of a parent, with ``changes`` laid over.

    Folders that the parent's snapshot does not know yet are read when they are asked for.
    """

    def __init__(self, reader: ObjectReader, oid: str, before: TreeSnapshot, changes: Iterable[RawChange]) -> None:
        super().__init__(reader, oid, oid[:12])
        self._whole = TreeSnapshot(reader, oid, oid[:12])
        self._folders = dict(before.known_folders)
        for change in changes:
            if change.is_gone:  # first: what goes may make room for a folder of its name
                _take(self._folders, change.path)
        for change in changes:
            if not change.is_gone:
                _put(self._folders, change.path, Item(change.mode, change.oid))

    def _read_folder(self, path: str) -> Mapping[str, Item]:
        folder, _, name = path.rpartition("/")
        item = self.list_folder(folder).get(name) if path else None
        if path and (item is None or item.mode != FOLDER):
            return {}
        if item is not None and item.oid:  # nothing in it changed since it was read
            return read_tree(self._object(item.oid, path), len(item.oid) // 2)
        return self._whole.list_folder(path)


def _take(folders: _Folders, path: str) -> None:
    """Take a name away, and the folders that it leaves empty."""
    folder, _, name = path.rpartition("/")
    if folder in folders:
        items = {other: item for other, item in folders[folder].items() if other != name}
        folders[folder] = items
        if not items and folder:
            _take(folders, folder)
        return
    while folder:  # whether it is empty now is not known, nor then what the folders above it hold
        folder = folder.rpartition("/")[0]
        folders.pop(folder, None)


def _put(folders: _Folders, path: str, item: Item) -> None:
    """Put a file in its place, and the folders on the way to it; their ids are not known any more."""
    folder, _, name = path.rpartition("/")
    known = folders.get(folder)
    if known is not None and known.get(name) != item:
        items = {**known, name: item}
        folders[folder] = items if name in known else dict(sorted(items.items(), key=_in_tree_order))
    if folder:
        _put(folders, folder, Item(FOLDER, ""))


def _in_tree_order(entry: tuple[str, Item]) -> bytes:
    """The key by which git sorts the entries of a tree."""
    name, item = entry
    return name.encode("utf-8", "surrogateescape") + (b"/" if item.mode == FOLDER else b"")
