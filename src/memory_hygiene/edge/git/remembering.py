"""A reader for walks over many commits: what it read lately it does not ask git for again."""

import re
from collections.abc import Iterable

from .process import ObjectReader

_FIXED = re.compile(r"[0-9a-f]{40,64}(?:\^\{tree\})?\Z")  # an id, or the tree of a commit by its id
_MOST_BYTES = 32 * 1024 * 1024

Object = tuple[str, str, bytes]


class RememberingReader(ObjectReader):
    """As ``ObjectReader``; objects asked for by id stay at hand, the oldest going first."""

    def __init__(self, folder: str = "") -> None:
        super().__init__(folder)
        self._known: dict[str, Object] = {}
        self._size = 0

    def get(self, name: str) -> Object | None:
        """Id, type and bytes of one object, or None when there is none of that name."""
        known = self._known.get(name)
        if known is not None:
            return known
        found = super().get(name)
        if found is not None and _FIXED.match(name):
            self._remember(name, found)
        return found

    def fetch(self, names: Iterable[str]) -> None:
        """Ask for objects, by any names, that will be wanted by their ids; those there are not are passed over."""
        asked = [name for name in dict.fromkeys(names) if "\n" not in name and name not in self._known]
        for name, found in zip(asked, self.get_many(asked)):
            if found is not None:
                self._remember(name if _FIXED.match(name) else found[0], found)

    def _remember(self, name: str, found: Object) -> None:
        if name in self._known:
            return
        self._known[name] = found
        self._size += len(found[2])
        while self._size > _MOST_BYTES:
            self._size -= len(self._known.pop(next(iter(self._known)))[2])
