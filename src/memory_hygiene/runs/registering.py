"""Registering: one more row in an agent's writer registry, as a commit of its own."""

from collections.abc import Iterable
from dataclasses import dataclass

from memory_hygiene.core.contracts import WRITERS
from memory_hygiene.core.fingerprint import digest
from memory_hygiene.core.first_files import REGISTRY
from memory_hygiene.core.planning.witness import FileChange
from memory_hygiene.core.settings import Agent
from memory_hygiene.core.state import AgentState
from memory_hygiene.core.writers.registry_file import read_registry
from memory_hygiene.core.writers.writers import EMPTY, Identity, Operation, Registry, Writer
from memory_hygiene.core.writers.writers_table import with_row
from memory_hygiene.edge.files import refuse_links
from memory_hygiene.edge.git.commit import refuse_unclean, refuse_unfinished
from memory_hygiene.edge.git.comparisons import next_author
from memory_hygiene.edge.git.repository import Repository, head_commit
from memory_hygiene.edge.git.standing import tracked_in_head
from memory_hygiene.edge.workspace import Workspace
from memory_hygiene.errors import HygieneError
from memory_hygiene.formats import parse
from memory_hygiene.report.safe import safe
from memory_hygiene.runs.applying import refuse_by_gate, write_and_commit

_EVERYTHING = ",".join(operation.value for operation in Operation)


@dataclass(frozen=True, slots=True)
class Row:
    """A row as asked for, its cells as words of a command line."""

    name: str
    identities: tuple[str, ...]
    stores: str
    operations: str

    def cells(self) -> dict[str, str]:
        """The cells by column."""
        listed = ", ".join(word.strip() for word in self.operations.replace(",", " ").split())
        stores = ", ".join(word.strip() for word in self.stores.split(","))
        return {
            "writer": self.name,
            "identity": ", ".join(self.identities),
            "stores": stores,
            "operations": listed,
        }


@dataclass(frozen=True, slots=True)
class Registered:
    """A finished registration: the row as it is read back, where, and its commit."""

    writer: Writer
    path: str
    commit: str
    is_first: bool


def register(workspace: Workspace, agent: Agent, row: Row, time: str, *, is_sure: bool = False) -> Registered:
    """Write ``row`` into the registry and commit it. The caller holds the locks; ``time`` is a UTC timestamp.

    Raises HygieneError when the row or the registry cannot be read, the name or an identity is there already, the
    present identity has no ``admin``, or would lose it by the first row (unless ``is_sure``); RefusedByGateError. In
    all of these every byte is as it was.
    """
    repository = workspace.repository
    refuse_unfinished(repository)
    if head_commit(repository) is None:
        raise HygieneError("there is no commit yet", "commit the set-up first: hygiene init")
    state = AgentState(agent, workspace.settings, workspace.worktree, parse)
    path = state.registry_path
    refuse_links(repository.top, path)
    before = workspace.worktree.read(path)
    author = current_author(repository)
    _refuse(state.registry, row, author)
    if before is not None or tracked_in_head(repository, [path]):
        refuse_unclean(repository, [path])
    after = with_row(before if before and before.strip() else REGISTRY.encode(), row.cells())
    writer = _read_back(state.registry, after, row)
    is_first = not state.registry.writers
    if is_first and not is_sure:
        _refuse_lock_out(writer, author, agent, workspace)
    files = [FileChange(path, before, after)]
    refuse_by_gate(workspace, files, time[:10], "mend what the gate says")
    identity = digest(after)
    commit = write_and_commit(workspace, "", agent, identity, files, _message(agent, writer, identity), time)
    return Registered(writer, path, commit, is_first)


def current_author(repository: Repository) -> Identity:
    """Who git would write as the author now; without name and e-mail when it does not know."""
    return next_author(repository)(False)[0]


def _refuse(registry: Registry, row: Row, author: Identity) -> None:
    if registry.faults:
        fault = registry.faults[0]
        raise HygieneError(f"{WRITERS}:{fault.line}: {fault.message}", "mend it first: hygiene writers list")
    if any(writer.name.casefold() == row.name.strip().casefold() for writer in registry.writers):
        raise HygieneError(f"{row.name!r} is a writer already", f"edit the row in {WRITERS}, and commit it")
    if registry.writers and not may_admin(registry, author):
        admins = ", ".join(w.name for w in registry.writers if w.may(Operation.ADMIN)) or "nobody"
        raise HygieneError(f"{author.shown} may not change the registry", f"those with admin may: {admins}")


def may_admin(registry: Registry, author: Identity) -> bool:
    """Whether a row that names the author has ``admin``."""
    return any(writer.may(Operation.ADMIN) for writer in registry.known_as(author))


def _read_back(old: Registry, after: bytes, row: Row) -> Writer:
    """The new row as everybody will read it; the others must be as they were. Raises HygieneError."""
    new = read_registry(after)
    if new.faults:
        message = new.faults[-1].message.removesuffix("; the row grants nothing")
        raise HygieneError(message, "see hygiene writers add --help")
    writer = new.writers[-1]
    kept = tuple(one._replace(line=0) for one in new.writers[:-1])
    if kept != tuple(one._replace(line=0) for one in old.writers) or writer.name != " ".join(row.name.split()):
        raise HygieneError("the row would be read as another one", f"edit {WRITERS} by hand")
    for other in new.writers[:-1]:
        shared = {*_folded(other.patterns), *other.keys} & {*_folded(writer.patterns), *writer.keys}
        if shared:
            raise HygieneError(f"{min(shared)} is writer {other.name} already", f"edit that row in {WRITERS}")
    return writer


def _folded(patterns: Iterable[str]) -> Iterable[str]:
    return (pattern.lower() for pattern in patterns)


def _refuse_lock_out(writer: Writer, author: Identity, agent: Agent, workspace: Workspace) -> None:
    """The first row ends the freedom of everybody else, of who writes it first of all."""
    if may_admin(EMPTY._replace(writers=(writer,)), author):
        return
    lack = "gives you no admin" if writer.is_known_as(author) else "does not name you"
    message = f"{author.shown} would be locked out: the first row restricts everybody, and this one {lack}"
    option = f" --agent {agent.name}" if workspace.settings.has_roster else ""
    who = author.email or "YOUR@E-MAIL"
    first = f"hygiene writers add ME{option} --identity {who} --operations {_EVERYTHING}"
    raise HygieneError(message, f"add yourself first: {first}; or add it all the same with --yes")


def _message(agent: Agent, writer: Writer, identity: str) -> str:
    rights = ", ".join(operation.value for operation in writer.operations)
    stores = ", ".join(writer.stores)
    lines = [f"hygiene: add writer {safe(writer.name)}", "", safe(f"- {rights} in {stores}"), ""]
    lines += [safe(f"- known as {', '.join((*writer.patterns, *writer.keys))}"), ""]
    return "\n".join([*lines, f"Hygiene-Plan: {identity}", f"Hygiene-Agent: {safe(agent.name)}", ""])
