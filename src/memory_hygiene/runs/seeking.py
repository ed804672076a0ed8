"""Seeking: which agent holds or held an entry, and where: on disk, in HEAD, or in a recent commit."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from memory_hygiene.core.model import Block, Document, Format
from memory_hygiene.core.settings import Agent, Settings
from memory_hygiene.core.state import AgentState, Parse, Snapshot, Store
from memory_hygiene.edge.git.process import ObjectReader
from memory_hygiene.edge.git.repository import Repository, head_commit
from memory_hygiene.edge.git.snapshots import TreeSnapshot
from memory_hygiene.edge.workspace import Workspace
from memory_hygiene.errors import HygieneError
from memory_hygiene.formats import parse

HISTORY = 200
"""How many commits of HEAD are looked through for an entry whose loss is committed."""
FEWEST_DIGITS = 4
"""How many digits of a fingerprint name an entry, at least."""
DISK, HEAD = "on disk", "in HEAD"


@dataclass(frozen=True, slots=True)
class Sought:
    """Where an entry is or last was: ``commit`` is the newest commit that holds it, "" on disk; ``where`` says it."""

    agent: Agent
    store: Store
    block: Block
    where: str
    commit: str = ""


class _Place(NamedTuple):
    """Where entries may be: the files, what to call them, and the commit ("" on disk)."""

    snapshot: Snapshot
    where: str
    commit: str


def seek(workspace: Workspace, name: str | None, entry: str) -> Sought:
    """The entry whose fingerprint begins with ``entry``, of the agent called ``name`` or of the one that holds it.

    An agent in whose directory we are goes before the others. Raises HygieneError when nobody holds it, or several do.
    """
    if name is not None:
        chosen: tuple[tuple[Agent, ...], ...] = ((workspace.agent(name),),)
    else:
        chosen = (workspace.agents_here(), workspace.settings.agents)
    for agents in dict.fromkeys(chosen):
        if found := _holders(workspace, agents, entry):
            return _only(found, entry)
    raise HygieneError(
        f"no entry {entry!r} on disk, in HEAD or in the last {HISTORY} commits", "see hygiene list for the fingerprints"
    )


def find_block(state: AgentState, entry: str) -> tuple[Store, Block] | None:
    """The one block whose fingerprint begins with ``entry``. Raises HygieneError when several differ."""
    matches = [(store, block) for store, block in state.blocks() if block.fingerprint.startswith(entry.lower())]
    fingerprints = sorted({block.fingerprint for _, block in matches})
    if len(entry) < FEWEST_DIGITS or len(fingerprints) > 1:
        names = ", ".join(fingerprints[:5])
        hint = f"it begins several: {names}" if fingerprints else "see hygiene list"
        raise HygieneError(f"{entry!r} does not name one entry", hint + f"; give at least {FEWEST_DIGITS} digits")
    return matches[-1] if matches else None


def _only(found: list[Sought], entry: str) -> Sought:
    if len(found) > 1:
        names = ", ".join(f"{sought.agent.name} ({sought.where})" for sought in found)
        raise HygieneError(f"several agents hold {entry!r}: {names}", "give --agent NAME")
    return found[0]


def _holders(workspace: Workspace, agents: tuple[Agent, ...], entry: str) -> list[Sought]:
    """For every agent, where the entry is. Older commits are asked only when nobody has it on disk or in HEAD."""
    found: dict[Agent, Sought] = {}
    with ObjectReader(workspace.repository.top) as reader:
        for places in (_near(workspace, reader), _past(workspace.repository, reader)):
            if not found:
                _look(found, workspace.settings, agents, places, entry)
    return [found[agent] for agent in agents if agent in found]


def _look(
    found: dict[Agent, Sought], settings: Settings, agents: tuple[Agent, ...], places: Iterable[_Place], entry: str
) -> None:
    remembered = _remembering()
    for place in places:
        for agent in agents:
            state = AgentState(agent, settings, place.snapshot, remembered)
            if agent not in found and (match := find_block(state, entry)):
                found[agent] = Sought(agent, *match, place.where, place.commit)
        if len(found) == len(agents):
            return


def _near(workspace: Workspace, reader: ObjectReader) -> Iterator[_Place]:
    yield _Place(workspace.worktree, DISK, "")
    if head := head_commit(workspace.repository):
        yield _Place(TreeSnapshot(reader, head, HEAD), HEAD, head)


def _past(repository: Repository, reader: ObjectReader) -> Iterator[_Place]:
    if head := head_commit(repository):
        for commit in repository.text("rev-list", f"--max-count={HISTORY}", head, "--").split():
            yield _Place(TreeSnapshot(reader, commit, commit), f"in {commit[:12]}", commit)


def _remembering() -> Parse:
    """``parse``, so that a version which many commits hold is parsed once."""
    known: dict[tuple[Format, bytes], Document] = {}

    def remembered(format: Format, data: bytes) -> Document:
        if (format, data) not in known:
            known[format, data] = parse(format, data)
        return known[format, data]

    return remembered
