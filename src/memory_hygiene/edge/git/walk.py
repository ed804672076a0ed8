"""Walking through history: every commit once, parents first, and of each only the governed files it changed."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from itertools import tee

from memory_hygiene.core.audit.ledger import EMPTY, read_ledger
from memory_hygiene.core.history.lineage import Commit, Lineage, State
from memory_hygiene.core.state import SUBMODULE, SYMLINK

from .commits import LoggedCommit
from .contents import Contents, FileContent, FileVersion, Reading
from .governed import Governed

Progress = Callable[[int, int], None]
"""Told now and then how many of how many commits are done."""
Keep = Callable[[int, str, State], None]
"""Given now and then a state that all later commits go on from: the commits done up to it, its id, and the state."""
_AT_ONCE = 200  # commits between two tellings
_SETTLED_AFTER = 10_000  # commits after which no life is put off any longer; bounds memory
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
        kept = self._begin(commits, known)
        ahead, now = tee((commit, self._files(commit)) for commit in commits)
        versions = (file for _, files in ahead for file in files)
        with closing(self._contents.in_order(kept, versions, _named_again(commits))) as contents:
            self._follow(now, contents, len(commits), progress)
        return self._states[commits[-1].oid]

    def _follow(
        self,
        steps: Iterable[tuple[LoggedCommit, list[FileVersion]]],
        contents: Iterator[FileContent | None],
        total: int,
        progress: Progress | None,
    ) -> None:
        due = _places(total)
        for done, (commit, files) in enumerate(steps, 1):
            changes = {_text(file.path): next(contents) for file in files}
            self._states[commit.oid] = state = self._after(commit, changes, files)
            if done >= due[-1] and len(self._states) == 1:
                if self._contents.is_whole:
                    self._keep(done, commit.oid, state)
                due = [place for place in due if place > done]
            if done % _AT_ONCE == 0:
                self._pause(done, total, progress)
        if progress is not None:
            progress(total, total)

    def _begin(self, commits: list[LoggedCommit], known: Mapping[str, State]) -> list[FileContent]:
        """Take over the ``known`` states; the contents of theirs that are going to be compared with others."""
        self._states.update(known)
        for commit in commits:
            for parent in commit.parents:
                self._children[parent] = self._children.get(parent, 0) + 1
        kept = [(path, held) for state in known.values() for path, held in state.files.items()]
        ours = [(path, held) for path, held in kept if isinstance(held, FileContent)]
        for _, held in ours:
            held.read_by(self._contents)
        changed = {path for commit in commits for path in _paths(commit)} if ours else set()
        return [held for path, held in ours if path in changed]

    def _pause(self, done: int, total: int, progress: Progress | None) -> None:
        if done % _SETTLED_AFTER == 0:
            for state in self._states.values():
                state.settle()
        if progress is not None:
            progress(done, total)

    def _after(self, commit: LoggedCommit, changes: dict[str, FileContent | None], files: list[FileVersion]) -> State:
        parents = [self._take(parent) for parent in commit.parents if parent in self._states]
        gone = [_text(file.path) for file in files if file.oid] if None in changes.values() else ()
        unread = frozenset(path for path in gone if changes[path] is None)
        is_boundary = commit.oid in self._boundary
        step = Commit(commit.oid, commit.author, commit.time, commit.committed, is_boundary, unread)
        first = parents[0] if parents else State()
        return self._lineage.follow(step, first, parents[1:], changes, self._reworded(commit))

    def _take(self, parent: str) -> State:
        """The state of a parent: the state itself for the last child, a copy for the others."""
        self._children[parent] -= 1
        return self._states[parent].copy() if self._children[parent] else self._states.pop(parent)

    def _files(self, commit: LoggedCommit) -> list[FileVersion]:
        """The versions of governed files that a commit brought, but for ledgers."""
        files: list[FileVersion] = []
        for change in commit.changes:
            if change.source and (former := self._governed.reading(change.source)) not in (None, Reading.LEDGER):
                files.append(FileVersion(change.source, former, ""))
            reading = self._governed.reading(change.path)
            if reading is not None and reading is not Reading.LEDGER:
                oid = "" if change.mode in (SYMLINK, SUBMODULE) else change.oid
                files.append(FileVersion(change.path, reading, oid))
        return files

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


def _named_again(commits: Iterable[LoggedCommit]) -> frozenset[str]:
    """The objects that are named more than once, as by a commit on a branch and by its merge."""
    seen: set[str] = set()
    again: set[str] = set()
    for commit in commits:
        for change in commit.changes:
            (again if change.oid in seen else seen).add(change.oid)
    return frozenset(again)


def _paths(commit: LoggedCommit) -> Iterator[str]:
    """The files that a commit changed, under the names they had and have."""
    for change in commit.changes:
        yield from (_text(path) for path in (change.path, change.source))


def _text(path: bytes) -> str:
    return path.decode("utf-8", "surrogateescape")
