"""A commit with some files as they are on disk: what a commit of exactly these paths would hold."""

from collections.abc import Iterable, Mapping

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
