"""Recalling: entries that are gone from the memory files, found in the archives and in HEAD's whole history."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from memory_hygiene.core.archive import Kept
from memory_hygiene.core.canaries.canary import WORDS
from memory_hygiene.core.contracts import Role
from memory_hygiene.core.losses.putting_back import Former
from memory_hygiene.core.model import Block, Document, decode, universal_newlines
from memory_hygiene.core.settings import Agent, Settings
from memory_hygiene.core.state import MAX_BYTES, SUBMODULE, SYMLINK, AgentState
from memory_hygiene.edge.git.commits import FileChange, commit_ids, read_commits
from memory_hygiene.edge.git.process import ObjectReader
from memory_hygiene.edge.git.repository import Repository, head_commit
from memory_hygiene.edge.git.snapshots import TreeSnapshot
from memory_hygiene.edge.workspace import Workspace
from memory_hygiene.formats import parse

_PREFIX = re.compile(r"[0-9a-fA-F]{4,16}\Z")
_DIGITS = 16
_BETWEEN = " › "

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is looked for: the beginning of a fingerprint, or words that all stand in the entry, whatever their case."""

    prefix: str = ""
    words: tuple[str, ...] = ()

    def is_met(self, fingerprint: str, text: str) -> bool:
        """Whether an entry is what is looked for."""
        if self.prefix:
            return fingerprint.startswith(self.prefix)
        folded = text.casefold()
        return all(word in folded for word in self.words)

    @property
    def is_exact(self) -> bool:
        """Whether no two entries can be meant."""
        return len(self.prefix) == _DIGITS


@dataclass(frozen=True, slots=True)
class Recalled:
    """An entry that is gone: whose it was, in which store, where it was found, and in which commit ("" for none)."""

    agent: Agent
    path: str
    former: Former
    where: str
    commit: str = ""


def read_wanted(words: tuple[str, ...]) -> tuple[Wanted, ...]:
    """What the words of a command line may mean, the likelier meaning first."""
    said = Wanted(words=tuple(word.casefold() for word in words))
    if len(words) == 1 and _PREFIX.match(words[0]):
        return Wanted(prefix=words[0].lower()), said
    return (said,)


def recall(
    workspace: Workspace, agents: tuple[Agent, ...], wanted: Wanted, commit: str, progress: Progress
) -> list[Recalled]:
    """The entries that are wanted, each once per agent, newest first; with ``commit`` only what that commit holds.

    The history comes before the archives: it knows what stood beside an entry.
    """
    found: dict[tuple[Agent, str], Recalled] = {}
    with ObjectReader(workspace.repository.top) as reader:
        for one in _sources(workspace, reader, agents, wanted, commit, progress):
            found.setdefault((one.agent, one.former.fingerprint), one)
            if wanted.is_exact and len(found) == len(agents):
                break
    return list(found.values())


def _sources(
    workspace: Workspace,
    reader: ObjectReader,
    agents: tuple[Agent, ...],
    wanted: Wanted,
    commit: str,
    progress: Progress,
) -> Iterator[Recalled]:
    if commit:
        tree = TreeSnapshot(reader, commit, commit[:12])
        states = [AgentState(agent, workspace.settings, tree, parse) for agent in agents]
        for state in states:
            for store in state.stores:
                yield from _in_document(state.agent, store.path, store.document, wanted, commit)
    else:
        yield from _History(workspace, reader, agents, progress).find(wanted)
        states = [AgentState(agent, workspace.settings, workspace.worktree, parse) for agent in agents]
    for state in states:
        for cold in state.cold:
            for kept in cold.archive.kept:
                if (one := _archived(state, cold.path, kept, commit)) and wanted.is_met(
                    kept.fingerprint, one.former.text
                ):
                    yield one


def _in_document(agent: Agent, path: str, document: Document, wanted: Wanted, commit: str) -> Iterator[Recalled]:
    for block in document.tracked:
        if wanted.is_met(block.fingerprint, block.text):
            yield Recalled(agent, path, _former(document, block), f"in {commit[:12]}", commit)


def _former(document: Document, block: Block) -> Former:
    verbatim = document.data[block.start : block.end]
    return Former(verbatim, block.text, block.fingerprint, block.section, document, block)


def _archived(state: AgentState, path: str, kept: Kept, commit: str) -> Recalled | None:
    """An archived block, for the store it came from; None when the agent has no such store."""
    store = next((s.path for s in state.stores if s.path.rpartition("/")[2] == kept.source.rpartition("/")[2]), None)
    if store is None:
        return None
    text = universal_newlines(decode(kept.data)[0])
    section = tuple(kept.section.split(_BETWEEN)) if kept.section else ()
    return Recalled(state.agent, store, Former(kept.data, text, kept.fingerprint, section), f"in {path}", commit)


class _History:
    """The versions of the agents' stores in HEAD's history, the newest first, each content once."""

    def __init__(
        self, workspace: Workspace, reader: ObjectReader, agents: tuple[Agent, ...], progress: Progress
    ) -> None:
        self._repository: Repository = workspace.repository
        self._settings: Settings = workspace.settings
        self._reader = reader
        self._agents = agents
        self._progress = progress
        self._seen: set[tuple[str, str]] = set()

    def find(self, wanted: Wanted) -> Iterator[Recalled]:
        """The entries that are wanted."""
        head = head_commit(self._repository)
        ids = commit_ids(self._repository, head) if head else []
        for number, commit in enumerate(read_commits(self._repository, ids, self._is_store)):
            self._progress(number, len(ids))
            for change in commit.changes:
                path = change.path.decode("utf-8", "surrogateescape")
                yield from self._in_version(path, change.mode, change.oid, commit.oid, wanted)
                if commit.parents:
                    yield from self._in_version(path, change.old_mode, change.old_oid, commit.parents[0], wanted)

    def _is_store(self, change: FileChange) -> bool:
        found = self._settings.role_of(change.path.decode("utf-8", "surrogateescape"))
        return found is not None and found[1] is Role.STORE and found[0] in self._agents

    def _in_version(self, path: str, mode: str, oid: str, commit: str, wanted: Wanted) -> Iterable[Recalled]:
        agent = self._settings.agent_of(path)
        if agent is None or not oid or mode in (SYMLINK, SUBMODULE) or (path, oid) in self._seen:
            return ()
        self._seen.add((path, oid))
        found = self._reader.get(oid)
        if found is None or len(found[2]) > MAX_BYTES or not _may_hold(found[2], wanted):
            return ()
        contract = self._settings.contract_of(agent, agent.relative(path) or "")
        return _in_document(agent, path, parse(contract.format, found[2]), wanted, commit)


def _may_hold(data: bytes, wanted: Wanted) -> bool:
    if not wanted.words:
        return True
    folded = decode(data)[0].casefold()
    return all(" " in word or word in folded for word in wanted.words)


def holds_canary(former: Former) -> bool:
    """Whether an entry holds a canary: these are never brought back, but rotated."""
    return WORDS in former.text
