"""A commit with some files as they are on disk: what a commit of exactly these paths would hold."""

from collections.abc import Iterable, Mapping

from memory_hygiene.core.settings import is_below
from memory_hygiene.core.state import FOLDER, Item, Snapshot


class OverlaySnapshot:
    """``base`` with ``paths`` as ``top`` has them at this moment: read once, so that all judge the same bytes."""

    def __init__(self, base: Snapshot, top: Snapshot, paths: Iterable[str], label: str) -> None:
        self.label = label
        self._base = base
        self._files = {path: _file(top, path) for path in paths}

    def list_folder(self, path: str) -> Mapping[str, Item]:
        """The names of the base folder, less the files that are gone, and with those that came."""
        prefix = path + "/" if path else ""
        items = dict(self._base.list_folder(path))
        for name, file in self._files.items():
            if name.startswith(prefix):
                head, _, rest = name[len(prefix) :].partition("/")
                if file is not None:
                    items[head] = Item(FOLDER, "") if rest else file[0]
                elif not rest and head in items and items[head].mode != FOLDER:
                    del items[head]
        return items

    def read(self, path: str) -> bytes | None:
        """The bytes that were on disk of the paths, of everything else the base's."""
        if path not in self._files:
            return self._base.read(path)
        file = self._files[path]
        return None if file is None else file[1]


def _file(top: Snapshot, path: str) -> tuple[Item, bytes] | None:
    folder, _, name = path.rpartition("/")
    item, data = top.list_folder(folder).get(name), top.read(path)
    return None if item is None or item.mode == FOLDER or data is None else (item, data)


class FolderSnapshot:
    """One folder as ``inside`` has it, and everything else as ``outside`` has it: of the rest nothing is read there."""

    def __init__(self, folder: str, inside: Snapshot, outside: Snapshot) -> None:
        self.label = inside.label
        self._folder = folder
        self._inside = inside
        self._outside = outside

    def _of(self, path: str) -> Snapshot:
        return self._inside if is_below(path, self._folder) else self._outside

    def list_folder(self, path: str) -> Mapping[str, Item]:
        """The names in a folder; on the way to the folder it shows where that way leads."""
        items = self._of(path).list_folder(path)
        prefix = path + "/" if path else ""
        if self._of(path) is self._inside or not self._folder.startswith(prefix):
            return items
        name = self._folder[len(prefix) :].partition("/")[0]
        found = self._inside.list_folder(path).get(name)
        rest = {other: item for other, item in items.items() if other != name}
        return {**rest, name: found} if found else rest

    def read(self, path: str) -> bytes | None:
        """The bytes of a file."""
        return self._of(path).read(path)
