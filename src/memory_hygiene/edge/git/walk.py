"""Walking through history: every commit once, parents first, and of each only the governed files it changed."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, islice

from memory_hygiene.core.audit.ledger import EMPTY, read_ledger
from memory_hygiene.core.history.lineage import Commit, Lineage, State
from memory_hygiene.core.state import SUBMODULE, SYMLINK

from .commits import LoggedCommit
from .contents import Contents, FileVersion, Held, Reading
from .governed import Governed

Progress = Callable[[int, int], None]
"""Told now and then how many of how many commits are done."""
Keep = Callable[[int, str, State], None]
"""Given now and then a state that all later commits go on from: the commits done up to it, its id, and the state."""
_AT_ONCE = 200  # commits whose files are asked for together
_SPREAD = 8
"""How many times further back from the last commit each state lies that is kept."""


class Walk:
    """Follows the lives of all entries through the commits, keeping a state only as long as a child needs it."""

    def __init__(
        self, contents: Contents, governed: Governed, lineage: Lineage, boundary: frozenset[str], keep: Keep
    ) -> None:
        self._governed = governed
        self._lineage = lineage
        self._boundary = boundary
        self._keep = keep
        self._contents = contents
        self._states: dict[str, State] = {}
        self._children: dict[str, int] = {}

    def run(self, commits: list[LoggedCommit], known: Mapping[str, State], progress: Progress | None) -> State:
        """The state after the last of ``commits``; ``known`` are those of parents that are not among them."""
        self._states.update(known)
        for commit in commits:
            for parent in commit.parents:
                self._children[parent] = self._children.get(parent, 0) + 1
        due = _places(len(commits))
        todo, done = iter(commits), 0
        while some := list(islice(todo, _AT_ONCE)):
            files = [list(self._files(commit)) for commit in some]
            self._contents.fetch(chain.from_iterable(files))
            for commit, changed in zip(some, files):
                self._states[commit.oid] = self._after(commit, changed)
                done += 1
                if done >= due[-1] and len(self._states) == 1:
                    if self._contents.is_whole:
                        self._keep(done, commit.oid, self._states[commit.oid])
                    due = [place for place in due if place > done]
            if progress is not None:
                progress(done, len(commits))
        return self._states[commits[-1].oid]

    def _after(self, commit: LoggedCommit, files: list[FileVersion]) -> State:
        parents = [self._take(parent) for parent in commit.parents if parent in self._states]
        changes = {_text(file.path): self._contents.of(file) for file in files if file.reading is not Reading.LEDGER}
        step = Commit(
            commit.oid,
            commit.author,
            commit.time,
            commit.committed,
            commit.oid in self._boundary,
            frozenset(path for path, held in changes.items() if not held.is_read),
        )
        first = parents[0] if parents else State()
        self._read_held(first, changes)
        for other in parents[1:]:
            self._read_held(other, tuple(other.files))
        return self._lineage.follow(step, first, parents[1:], changes, self._reworded(commit))

    def _take(self, parent: str) -> State:
        """The state of a parent: the state itself for the last child, a copy for the others."""
        self._children[parent] -= 1
        return self._states[parent].copy() if self._children[parent] else self._states.pop(parent)

    def _read_held(self, state: State, paths: Iterable[str]) -> None:
        """Read what a kept state holds in these files, and has not read yet."""
        for path in paths:
            held = state.files.get(path)
            if isinstance(held, Held) and not held.is_read:
                state.files[path] = self._contents.of(held.version)

    def _files(self, commit: LoggedCommit) -> Iterator[FileVersion]:
        for change in commit.changes:
            if change.source and (former := self._governed.reading(change.source)):
                yield FileVersion(change.source, former, "")
            if reading := self._governed.reading(change.path):
                yield FileVersion(change.path, reading, "" if change.mode in (SYMLINK, SUBMODULE) else change.oid)

    def _reworded(self, commit: LoggedCommit) -> Mapping[str, str]:
        """New to old fingerprint, from the ledger records that the commit adds."""
        links: dict[str, str] = {}
        for change in commit.changes:
            if self._governed.reading(change.path) is Reading.LEDGER and change.oid:
                before = read_ledger(self._contents.raw(change.old_oid)) if change.old_oid else EMPTY
                for record in read_ledger(self._contents.raw(change.oid)).added_since((before,)):
                    links |= {j.new: j.fingerprint for j in record.edited if j.new not in ("", j.fingerprint)}
        return links


def _places(commits: int) -> list[int]:
    """After how many of so many commits a state is kept, the last first: ever more sparsely towards the first."""
    places = [commits]
    while (back := _SPREAD ** len(places)) < commits:
        places.append(commits - back)
    return places


def _text(path: bytes) -> str:
    return path.decode("utf-8", "surrogateescape")
