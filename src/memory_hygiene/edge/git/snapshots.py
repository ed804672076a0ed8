"""Snapshots: the index, a commit or the work tree as one kind of thing, read only as far as asked."""

import os
import stat
from collections.abc import Iterable, Mapping

from memory_hygiene.core.fingerprint import digest
from memory_hygiene.core.state import FOLDER, SYMLINK, Item, Snapshot
from memory_hygiene.edge.regular import read_regular
from memory_hygiene.errors import GitError

from .process import MISSING_HINT, ObjectReader
from .repository import RawChange

_FILE, _PROGRAM = "100644", "100755"


class EmptySnapshot:
    """Nothing: what there was before the first commit."""

    def __init__(self, label: str = "nothing") -> None:
        self.label = label

    def list_folder(self, path: str) -> Mapping[str, Item]:
        """No names."""
        return {}

    def read(self, path: str) -> bytes | None:
        """No file."""
        return None


class TreeSnapshot:
    """The tree of a commit, folder by folder through one object reader. Raises GitError when an object is missing."""

    def __init__(self, reader: ObjectReader, revision: str, label: str) -> None:
        self.label = label
        self._reader = reader
        self._root = revision + "^{tree}"
        self._folders: dict[str, Mapping[str, Item]] = {}
        self._objects: dict[str, bytes] = {}
        self._width = 0

    @property
    def known_folders(self) -> Mapping[str, Mapping[str, Item]]:
        """The folders that were asked for, by path, as far as they are known now."""
        return self._folders

    def list_folder(self, path: str) -> Mapping[str, Item]:
        """The names in a folder of the tree."""
        if path not in self._folders:
            self._folders[path] = self._read_folder(path)
        return self._folders[path]

    def _read_folder(self, path: str) -> Mapping[str, Item]:
        if not path:
            found = self._reader.get(self._root)
            if found is None:
                raise GitError(f"the tree of {self.label} is missing", MISSING_HINT)
            self._width = len(found[0]) // 2
            return read_tree(found[2], self._width)
        folder, _, name = path.rpartition("/")
        item = self.list_folder(folder).get(name)
        if item is None or item.mode != FOLDER:
            return {}
        return read_tree(self._object(item.oid, path), self._width)

    def _object(self, oid: str, path: str) -> bytes:
        if oid not in self._objects:
            found = self._reader.get(oid)
            if found is None:
                raise GitError(f"object {oid} of {path} is missing", MISSING_HINT)
            self._objects[oid] = found[2]
        return self._objects[oid]

    def read(self, path: str) -> bytes | None:
        """The bytes of a file of the tree."""
        folder, _, name = path.rpartition("/")
        item = self.list_folder(folder).get(name)
        return None if item is None or item.mode in (FOLDER, "160000") else self._object(item.oid, path)


def read_tree(data: bytes, width: int) -> Mapping[str, Item]:
    """The entries of a raw tree object whose ids are ``width`` bytes wide."""
    items: dict[str, Item] = {}
    position = 0
    while position < len(data):
        space = data.index(b" ", position)
        end = data.index(b"\0", space)
        mode = data[position:space].decode("ascii").rjust(6, "0")
        name = data[space + 1 : end].decode("utf-8", "surrogateescape")
        items[name] = Item(mode, data[end + 1 : end + 1 + width].hex())
        position = end + 1 + width
    return items


class IndexSnapshot:
    """The index: a tree (HEAD's, or nothing) with staged changes laid over it."""

    def __init__(
        self, reader: ObjectReader, base: Snapshot, changes: Iterable[RawChange], label: str = "index"
    ) -> None:
        self.label = label
        self._reader = reader
        self._base = base
        self._overlay: dict[str, dict[str, Item | None]] = {}
        self._emptied: set[str] = set()
        self._listed: dict[str, Mapping[str, Item]] = {}
        for change in changes:
            self._lay(change.path, None if change.is_gone else Item(change.mode, change.oid))
            if change.is_gone:
                parts = change.path.split("/")
                self._emptied.update("/".join(parts[:count]) for count in range(1, len(parts)))

    def _lay(self, path: str, item: Item | None) -> None:
        folder, _, name = path.rpartition("/")
        self._overlay.setdefault(folder, {})[name] = item
        while item is not None and folder:
            folder, _, name = folder.rpartition("/")
            names = self._overlay.setdefault(folder, {})
            if names.get(name) is None:  # perhaps a file that went to make room: git names it first
                names[name] = Item(FOLDER, "")

    def list_folder(self, path: str) -> Mapping[str, Item]:
        """The names in a folder of the index."""
        if path not in self._listed:
            self._listed[path] = self._list_folder(path)
        return self._listed[path]

    def _list_folder(self, path: str) -> Mapping[str, Item]:
        items = dict(self._base.list_folder(path))
        for name, item in self._overlay.get(path, {}).items():
            if item is None:
                items.pop(name, None)
            else:
                items[name] = item
        return {name: item for name, item in items.items() if item.mode != FOLDER or self._is_held(path, name)}

    def _is_held(self, folder: str, name: str) -> bool:
        """Whether a folder still holds something; only one that lost a file can be empty."""
        path = f"{folder}/{name}" if folder else name
        return path not in self._emptied or bool(self.list_folder(path))

    def read(self, path: str) -> bytes | None:
        """The staged bytes of a file."""
        folder, _, name = path.rpartition("/")
        if name not in self._overlay.get(folder, {}):
            return self._base.read(path)
        item = self._overlay[folder][name]
        if item is None or item.mode in (FOLDER, "160000"):
            return None
        found = self._reader.get(item.oid)
        if found is None:
            raise GitError(f"object {item.oid} of {path} is missing", f"git add it again; {MISSING_HINT}")
        return found[2]


class WorktreeSnapshot:
    """The files on disk. Symlinks are not followed; a file that cannot be read raises GitError.

    One that ``remembers`` lists each folder once: for a look at everything, and no writes meanwhile.
    """

    def __init__(self, top: str, label: str = "work tree", remembers: bool = False) -> None:
        self.label = label
        self._top = top
        self._listed: dict[str, Mapping[str, Item]] | None = {} if remembers else None

    def _path(self, path: str) -> str:
        name = os.fsdecode(path.encode("utf-8", "surrogateescape"))  # differ where the locale is not UTF-8
        return os.path.join(self._top, *name.split("/")) if path else self._top

    def list_folder(self, path: str) -> Mapping[str, Item]:
        """The names in a folder on disk, without ``.git``; a symlinked folder is a symlink, not a folder."""
        if self._listed is None:
            return self._list_folder(path)
        if path not in self._listed:
            self._listed[path] = self._list_folder(path)
        return self._listed[path]

    def _list_folder(self, path: str) -> Mapping[str, Item]:
        try:
            if path and os.path.islink(self._path(path)):
                return {}
            with os.scandir(self._path(path)) as entries:
                found = sorted((entry for entry in entries if entry.name != ".git"), key=lambda entry: entry.name)
        except (FileNotFoundError, NotADirectoryError):
            return {}
        except OSError as error:
            raise GitError(f"cannot read the folder {path or '.'}: {error.strerror}", "check its permissions") from None
        items: dict[str, Item] = {}
        for entry in found:
            name = os.fsencode(entry.name).decode("utf-8", "surrogateescape")
            place = f"{path}/{name}" if path else name
            if item := _item(entry, place):
                items[name] = item
        return items

    def read(self, path: str) -> bytes | None:
        """The bytes on disk; of a symlink its target, as git stores it. A pipe or device is no file to git."""
        full = self._path(path)
        try:
            if os.path.islink(full):
                return os.fsencode(os.readlink(full))
            return read_regular(full)
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            return None
        except OSError as error:
            raise GitError(f"cannot read {path}: {error.strerror}", "check its permissions") from None


def _item(entry: os.DirEntry[str], place: str) -> Item | None:
    """What stands in a folder under a name; None for what git does not keep, and for what went since it was listed."""
    if entry.is_symlink():
        return Item(SYMLINK, "link:" + place)
    if entry.is_dir():
        return Item(FOLDER, "")
    try:
        is_program = entry.is_file() and bool(entry.stat().st_mode & stat.S_IXUSR)
    except FileNotFoundError:  # a file that its writer puts in another one's place is there for a moment only
        return None
    return Item(_PROGRAM if is_program else _FILE, "file:" + place) if entry.is_file() else None


class DictSnapshot:
    """A snapshot of given bytes: the would-be state that ``apply`` judges before it writes."""

    def __init__(self, base: Snapshot, files: Mapping[str, bytes], label: str) -> None:
        self.label = label
        self._base = base
        self._files = dict(files)

    def list_folder(self, path: str) -> Mapping[str, Item]:
        """The names of the base folder and of the given files in it."""
        items = dict(self._base.list_folder(path))
        prefix = path + "/" if path else ""
        for name, data in self._files.items():
            if name.startswith(prefix):
                head, _, rest = name[len(prefix) :].partition("/")
                known = items.get(head)
                mode = known.mode if known and not rest else _FILE
                items[head] = Item(FOLDER, "") if rest else Item(mode, "bytes:" + digest(data))
        return items

    def read(self, path: str) -> bytes | None:
        """The given bytes, else the base's."""
        return self._files[path] if path in self._files else self._base.read(path)
