"""The versions of an agent's ledger and archives through the history, each commit against every parent of it.

Former names are followed: a ledger stays the same when its agent's directory is renamed.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from memory_hygiene.core.contracts import Role
from memory_hygiene.core.settings import Agent, Settings
from memory_hygiene.core.state import SUBMODULE, SYMLINK

from .commits import FileChange, LoggedCommit, commit_ids, read_commits
from .repository import Repository

NO_FILES: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Version:
    """The ledger and the archives as one commit holds them: blob ids by path from the top of the repository.

    ``lost`` is the blob id of a ledger that the line of commits up to here once held and does not hold any more.
    """

    ledgers: Mapping[str, str]
    archives: Mapping[str, str]
    lost: str = ""

    @property
    def ledger(self) -> tuple[str, str]:
        """Path and blob id of the ledger, both "" when there is none."""
        return next(iter(sorted(self.ledgers.items())), ("", ""))


NOTHING = Version(NO_FILES, NO_FILES)


@dataclass(frozen=True, slots=True)
class Step:
    """A commit in which a ledger or an archive differs from some parent: its id, the parents' versions and its own."""

    commit: str
    befores: tuple[Version, ...]
    after: Version


class Trails:
    """Walks the history of one agent's trail, parents first."""

    def __init__(self, repository: Repository, settings: Settings, agent: Agent) -> None:
        self._repository = repository
        self._settings = settings
        self._agent = agent
        self._roles: dict[bytes, Role | None] = {}
        self._has_learned = False

    def steps(self, head: str) -> Iterator[Step]:
        """The commits up to ``head`` that changed the trail. Raises GitError."""
        versions: dict[str, Version] = {}
        for commit in self._commits(head):
            befores = tuple(versions.get(parent, NOTHING) for parent in commit.parents)
            after = self._after(commit, befores)
            versions[commit.oid] = after
            if any(before is not after for before in befores or (NOTHING,)):
                yield Step(commit.oid, befores, after)

    def _commits(self, head: str) -> list[LoggedCommit]:
        """Newest first is how former names are learned; side branches may need a second look."""
        ids = commit_ids(self._repository, head)
        commits = list(read_commits(self._repository, ids, self._is_wanted))
        while self._has_learned:
            self._has_learned = False
            commits = list(read_commits(self._repository, ids, self._is_wanted))
        commits.reverse()
        return commits

    def _is_wanted(self, change: FileChange) -> bool:
        role = self._role(change.path)
        if role and change.source and self._role(change.source) is None:
            self._roles[change.source] = role
            self._has_learned = True
        return role is not None or bool(change.source and self._role(change.source))

    def _role(self, path: bytes) -> Role | None:
        if path not in self._roles:
            agent, role = self._settings.role_of(path.decode("utf-8", "surrogateescape")) or (None, None)
            is_ours = agent == self._agent and role in (Role.LEDGER, Role.COLD)
            self._roles[path] = role if is_ours else None
        return self._roles[path]

    def _after(self, commit: LoggedCommit, befores: tuple[Version, ...]) -> Version:
        """The version a commit holds: its first parent's, and what it changed."""
        first = befores[0] if befores else NOTHING
        if not commit.changes and len(befores) < 2:
            return first
        files = {Role.LEDGER: dict(first.ledgers), Role.COLD: dict(first.archives)}
        for change in commit.changes:
            self._lay(change, files)
        ledgers, archives = files[Role.LEDGER], files[Role.COLD]
        held = (before.ledger[1] or before.lost for before in befores)
        after = Version(ledgers, archives, "" if ledgers else next(filter(None, held), ""))
        return next((before for before in befores if before == after), after)

    def _lay(self, change: FileChange, files: Mapping[Role, dict[str, str]]) -> None:
        for path in filter(None, (change.source, change.path)):
            for held in files.values():
                held.pop(path.decode("utf-8", "surrogateescape"), None)
        role = self._role(change.path)
        if role is not None and change.oid and change.mode not in (SYMLINK, SUBMODULE):
            files[role][change.path.decode("utf-8", "surrogateescape")] = change.oid
