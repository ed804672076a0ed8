"""Drafting a snapshot: what to commit of what the agent left, so that nothing vanishes and no fault is hidden."""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from memory_hygiene.core.audit.ledger import append_record
from memory_hygiene.core.audit.rescuing import Rescued, archives_with, rescued_of, snapshot_record
from memory_hygiene.core.findings import Finding, Verdict
from memory_hygiene.core.losses.conservation import departures
from memory_hygiene.core.planning.witness import FileChange
from memory_hygiene.core.settings import Agent
from memory_hygiene.core.state import SYMLINK, AgentState, Change, Snapshot
from memory_hygiene.edge.files import what_stands_at
from memory_hygiene.edge.git.comparisons import Comparison, compare_staged, next_author
from memory_hygiene.edge.git.overlay import OverlaySnapshot
from memory_hygiene.edge.git.process import ObjectReader
from memory_hygiene.edge.git.repository import Repository, head_commit
from memory_hygiene.edge.git.snapshots import DictSnapshot, EmptySnapshot, TreeSnapshot
from memory_hygiene.edge.git.standing import Unsaved, unsaved
from memory_hygiene.edge.workspace import Workspace
from memory_hygiene.errors import HygieneError
from memory_hygiene.formats import parse
from memory_hygiene.report.commit_text import LONGEST_SESSION
from memory_hygiene.report.safe import safe, shorten
from memory_hygiene.runs.gate import Judge, Options

_ROUNDS = 3
"""How often the record may have to name what the gate says of the record itself."""
_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Job:
    """What is asked for: whose files, when (a UTC timestamp), in which session ("" for none)."""

    workspace: Workspace
    agent: Agent
    session: str
    time: str
    tell: Callable[[str], None]

    @property
    def repository(self) -> Repository:
        """Where it is."""
        return self.workspace.repository

    def state(self, snapshot: Snapshot) -> AgentState:
        """The agent in a snapshot."""
        return AgentState(self.agent, self.workspace.settings, snapshot, parse)


@dataclass(frozen=True, slots=True)
class Draft:
    """What one attempt would commit: the files on disk, those to write, and what there is to tell."""

    unsaved: Unsaved
    files: tuple[FileChange, ...]
    rescued: tuple[Rescued, ...]
    faults: tuple[Finding, ...]
    seen: Snapshot


def head_of(repository: Repository, reader: ObjectReader) -> Snapshot:
    """What HEAD holds; nothing before the first commit."""
    head = head_commit(repository)
    return TreeSnapshot(reader, head, head[:12]) if head else EmptySnapshot()


def draft_snapshot(job: Job, reader: ObjectReader, first: Snapshot, is_again: bool) -> Draft | None:
    """What to commit so that nothing that ``first`` held vanishes; None for nothing."""
    head = head_of(job.repository, reader)
    found = unsaved(job.repository, _candidates(job, head))
    _refuse_unseen(job, head, found)
    for path in found.ignored if not is_again else ():
        job.tell(f"{path} is ignored by git: no snapshot holds it; see git check-ignore -v")
    _refuse_no_files(job, found)
    if not found.changed and not is_again:
        return None
    after = OverlaySnapshot(head, job.workspace.worktree, found.changed, "the snapshot")
    befores = tuple(job.state(snapshot) for snapshot in _befores(job, reader, first, found))
    lost = rescued_of(job.state(after), departures(Change(befores, job.state(after), (), job.time[:10])))
    if not found.changed and not lost:
        return None
    rescued = tuple(entry for entry, _ in lost)
    olds = {entry.to: job.workspace.worktree.read(entry.to) for entry in rescued}
    archives = tuple(FileChange(to, olds[to], data) for to, data in archives_with(olds, lost, job.time[:10]).items())
    files, faults = _acknowledged(job, head, after, archives, rescued, found)
    return Draft(found, files, rescued, faults, after)


def _acknowledged(
    job: Job,
    head: Snapshot,
    after: Snapshot,
    archives: tuple[FileChange, ...],
    rescued: tuple[Rescued, ...],
    found: Unsaved,
) -> tuple[tuple[FileChange, ...], tuple[Finding, ...]]:
    """The files to write, and every fault that the ledger record among them names.

    The record is a change as well and may be at fault itself, as by a writer who may not make one.
    """
    faults: tuple[Finding, ...] = ()
    for _ in range(_ROUNDS):
        files = (*archives, *_ledger(job, rescued, faults))
        more = _verdict(job, head, after, files, found).errors
        if not more:
            return files, faults
        faults += more
    said = tuple(f"{safe(fault.path)}: {fault.message} [{fault.name}]" for fault in more[:_SHOWN])
    raise HygieneError("the gate refuses what no ledger record can take responsibility for", more[0].fix, said)


def _candidates(job: Job, head: Snapshot) -> set[str]:
    """Every governed file on disk or in HEAD; where a store is a link, also the file behind it that HEAD has."""
    states = (job.state(job.workspace.worktree), job.state(head))
    paths = {path for state in states for path in state.files}
    linked = {store.target for state in states for store in state.stores if store.mode == SYMLINK}
    return paths | {path for path in linked if _holds(head, path)}


def _holds(snapshot: Snapshot, path: str) -> bool:
    folder, _, name = path.rpartition("/")
    return name in snapshot.list_folder(folder)


def _refuse_unseen(job: Job, head: Snapshot, found: Unsaved) -> None:
    """Raises HygieneError when a store differs from HEAD and git was told not to look at it."""
    on_disk = {store.path: store.document.data for store in job.state(job.workspace.worktree).stores}
    hidden = [
        store.path
        for store in job.state(head).stores
        if store.path not in found.changed and on_disk.get(store.path, store.document.data) != store.document.data
    ]
    flagged = job.repository.text("ls-files", "-v", "-z", "--", *hidden).split("\0") if hidden else []
    unseen = [record[2:] for record in flagged if record and record[0] != "H"]
    if unseen:
        hint = "git update-index --no-assume-unchanged --no-skip-worktree FILE"
        raise HygieneError(f"git was told not to look at {', '.join(unseen)}", hint)


def _refuse_no_files(job: Job, found: Unsaved) -> None:
    """Raises HygieneError where a folder or a pipe took the place of a file: git commits no such path by its name."""
    for path in found.changed:
        if what := what_stands_at(_full(job, path)):
            raise HygieneError(f"{what} stands in place of {path}", "move it away; HEAD holds what was there")


def _full(job: Job, path: str) -> str:
    return os.path.join(job.repository.top, path)


def _befores(job: Job, reader: ObjectReader, first: Snapshot, found: Unsaved) -> Iterator[Snapshot]:
    """What must not vanish: what HEAD held, and what is staged of files that this commit replaces in the index."""
    yield first
    if set(found.staged) & set(found.changed):
        yield compare_staged(job.repository, reader).after


def _ledger(job: Job, rescued: tuple[Rescued, ...], faults: tuple[Finding, ...]) -> tuple[FileChange, ...]:
    if not rescued and not faults:
        return ()
    state = job.state(job.workspace.worktree)
    before = state.snapshot.read(state.ledger_path)
    critical = ((fault.name, job.agent.relative(fault.path) or fault.path) for fault in faults)
    record = snapshot_record(job.time, shorten(job.session, LONGEST_SESSION), rescued, critical, state.ledger)
    return (FileChange(state.ledger_path, before, append_record(before, record)),)


def _verdict(job: Job, head: Snapshot, after: Snapshot, files: tuple[FileChange, ...], found: Unsaved) -> Verdict:
    """What the gate will say of the commit."""
    befores = () if isinstance(head, EmptySnapshot) else (head,)
    would_be = DictSnapshot(after, {file.path: file.after for file in files}, "the snapshot")
    changed = tuple(dict.fromkeys((*found.changed, *(file.path for file in files))))
    makers = next_author(job.repository)
    comparison = Comparison(befores, would_be, (), changed, job.time[:10], makers=makers)
    return Judge(job.repository, Options(may_be_ungoverned=True)).verdict(comparison)
