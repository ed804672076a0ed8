"""Ages from history: every commit once, parents first, and of each only the governed files it changed.

Files that were renamed into the agent's governed files are followed back under their former names.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from memory_hygiene.core.ages import DAY, Ages, day_number
from memory_hygiene.core.contracts import Role
from memory_hygiene.core.ledger import EMPTY, read_ledger
from memory_hygiene.core.lineage import Commit, Lineage, State
from memory_hygiene.core.model import Format
from memory_hygiene.core.settings import Agent, Settings
from memory_hygiene.core.state import SUBMODULE, SYMLINK, AgentState

from .commits import FileChange, LoggedCommit, commit_ids, read_commits, shallow_boundary
from .contents import Contents, Reading
from .process import ObjectReader
from .repository import Repository

Progress = Callable[[int, int], None]
"""Told now and then how many of how many commits are done."""
NO_MORE: Mapping[str, Format] = {}
_READINGS = {Role.COLD: Reading.ARCHIVE, Role.SKILL: Reading.MARKDOWN, Role.LEDGER: Reading.LEDGER}
_AT_ONCE = 200  # commits whose files are asked for together


def ages_of(
    repository: Repository,
    settings: Settings,
    agent: Agent | None,
    head_commit: str | None,
    now: str,
    also: Mapping[str, Format] = NO_MORE,
    progress: Progress | None = None,
) -> Ages:
    """The ages, as of the day ``now`` (``YYYY-MM-DD``), of what ``agent`` holds in ``head_commit``.

    ``also`` are further files to follow, by path from the top of the repository; with no agent only they are.
    Before the first commit (``head_commit`` is None) every age is unknown. Raises GitError.
    """
    if head_commit is None:
        return Ages({}, now)
    governed = _Governed(settings, agent, also)
    commits = _logged(repository, head_commit, governed)
    lineage = Lineage(settings.edit_similarity, (day_number(now) + 1) * DAY)
    with ObjectReader(repository.top or repository.git_dir) as reader:
        walk = _Walk(repository, reader, governed, lineage)
        return Ages(walk.run(commits, progress).lives, now)


def ages_in(
    repository: Repository, state: AgentState, head_commit: str | None, now: str, progress: Progress | None = None
) -> Ages:
    """As ``ages_of``, for the agent of ``state``; also follows explicit files and what symlinked stores lead to."""
    also = {store.target: store.contract.format for store in state.stores}
    return ages_of(repository, state.settings, state.agent, head_commit, now, also, progress)


class _Governed:
    """Which files of history belong to the agent, and how each is read."""

    def __init__(self, settings: Settings, agent: Agent | None, also: Mapping[str, Format]) -> None:
        self._settings = settings
        self._agent = agent
        self._also = also
        self._known: dict[bytes, Reading | None] = {}
        self.has_learned = False

    def reading(self, path: bytes) -> Reading | None:
        """How the file at ``path`` is read; None when it is not the agent's."""
        if path not in self._known:
            self._known[path] = self._read_as(path.decode("utf-8", "surrogateescape"))
        return self._known[path]

    def _read_as(self, path: str) -> Reading | None:
        agent, role = self._settings.role_of(path) or (None, None)
        if agent is not None and agent == self._agent:
            if role is Role.STORE:
                return Reading(self._settings.contract_of(agent, agent.relative(path) or "").format.value)
            if role in _READINGS:
                return _READINGS[role]
        return Reading(self._also[path].value) if path in self._also else None

    def is_wanted(self, change: FileChange) -> bool:
        """Whether a change touches the agent's files; a rename into them makes the former name one of them."""
        reading = self.reading(change.path)
        if change.source and reading not in (None, Reading.LEDGER) and self.reading(change.source) is None:
            self._known[change.source] = reading
            self.has_learned = True
        return reading is not None or bool(change.source and self.reading(change.source))


def _logged(repository: Repository, head: str, governed: _Governed) -> list[LoggedCommit]:
    """The commits, parents first. Newest first is how renames are learned; side branches may need a second look."""
    ids = commit_ids(repository, head)
    commits = list(read_commits(repository, ids, governed.is_wanted))
    while governed.has_learned:
        governed.has_learned = False
        commits = list(read_commits(repository, ids, governed.is_wanted))
    commits.reverse()
    return commits


class _File(NamedTuple):
    """One side of a change to a governed file: path, how it is read, blob id ("" when absent)."""

    path: bytes
    reading: Reading
    oid: str


class _Walk:
    """Follows the lives of all entries through the commits, keeping a state only as long as a child needs it."""

    def __init__(self, repository: Repository, reader: ObjectReader, governed: _Governed, lineage: Lineage) -> None:
        self._governed = governed
        self._lineage = lineage
        self._boundary = shallow_boundary(repository)
        self._contents = Contents(reader)
        self._states: dict[str, State] = {}
        self._children: dict[str, int] = {}

    def run(self, commits: list[LoggedCommit], progress: Progress | None) -> State:
        """The state after the last commit."""
        for commit in commits:
            for parent in commit.parents:
                self._children[parent] = self._children.get(parent, 0) + 1
        todo, done = iter(commits), 0
        while some := list(islice(todo, _AT_ONCE)):
            self._contents.fetch((file.oid, file.reading) for commit in some for file in self._new_files(commit))
            for commit in some:
                self._states[commit.oid] = self._after(commit)
            done += len(some)
            if progress is not None:
                progress(done, len(commits))
        return self._states[commits[-1].oid]

    def _after(self, commit: LoggedCommit) -> State:
        parents = [self._take(parent) for parent in commit.parents if parent in self._states]
        files = self._new_files(commit)
        changes = {
            file.path.decode("utf-8", "surrogateescape"): self._contents.of(file.oid, file.reading)
            for file in files
            if file.reading is not Reading.LEDGER
        }
        is_boundary = commit.oid in self._boundary
        step = Commit(commit.oid, commit.author, commit.time, commit.committed, is_boundary)
        first = parents[0] if parents else State()
        return self._lineage.follow(step, first, parents[1:], changes, self._reworded(commit))

    def _take(self, parent: str) -> State:
        """The state of a parent: the state itself for the last child, a copy for the others."""
        self._children[parent] -= 1
        return self._states[parent].copy() if self._children[parent] else self._states.pop(parent)

    def _new_files(self, commit: LoggedCommit) -> list[_File]:
        return list(self._sides(commit))

    def _sides(self, commit: LoggedCommit) -> Iterator[_File]:
        for change in commit.changes:
            if change.source and (former := self._governed.reading(change.source)):
                yield _File(change.source, former, "")
            if reading := self._governed.reading(change.path):
                yield _File(change.path, reading, "" if change.mode in (SYMLINK, SUBMODULE) else change.oid)

    def _reworded(self, commit: LoggedCommit) -> Mapping[str, str]:
        """New to old fingerprint, from the ledger records that the commit adds."""
        links: dict[str, str] = {}
        for change in commit.changes:
            if self._governed.reading(change.path) is Reading.LEDGER and change.oid:
                before = read_ledger(self._contents.raw(change.old_oid)) if change.old_oid else EMPTY
                for record in read_ledger(self._contents.raw(change.oid)).added_since((before,)):
                    links |= {j.new: j.fingerprint for j in record.edited if j.new not in ("", j.fingerprint)}
        return links
