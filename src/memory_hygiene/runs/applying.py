"""Applying: write a proved change under the agent's locks and commit it, or leave every byte as it was."""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from memory_hygiene.core.audit import audit_record
from memory_hygiene.core.audit.due import AUDIT
from memory_hygiene.core.contracts import CONFIG, STORES
from memory_hygiene.core.findings import Verdict
from memory_hygiene.core.model import Format
from memory_hygiene.core.planning.witness import FileChange, ProvedChange
from memory_hygiene.core.settings import Agent
from memory_hygiene.core.shell import hygiene
from memory_hygiene.edge.clock import seconds_since_1970
from memory_hygiene.edge.exchange import OldFile, RacedError, exchange_bytes
from memory_hygiene.edge.files import make_folders, read_bytes, refuse_links, replace_bytes
from memory_hygiene.edge.git.commit import commit_paths, forget, refuse_unclean, refuse_unfinished
from memory_hygiene.edge.git.comparisons import Comparison, compare_commit, next_author
from memory_hygiene.edge.git.keeping import APPLY, RACED, keep_state, prune_kept
from memory_hygiene.edge.git.process import ObjectReader
from memory_hygiene.edge.git.repository import Repository, head_commit
from memory_hygiene.edge.git.snapshots import DictSnapshot, TreeSnapshot
from memory_hygiene.edge.git.standing import NONE_UNSAVED, Unsaved, tracked_in_head
from memory_hygiene.edge.interrupts import deferred_interrupts
from memory_hygiene.edge.journal import Journal, Kept, digest_of, drop_journal, write_journal
from memory_hygiene.edge.locks import TIMEOUT, hold_locks
from memory_hygiene.edge.workspace import Workspace
from memory_hygiene.errors import ExitCode, HygieneError, NotProvedError
from memory_hygiene.report.commit_text import commit_message
from memory_hygiene.runs.gate import Judge, Options
from memory_hygiene.runs.leftovers import commit_of, journal_folder, take_back
from memory_hygiene.runs.ordering import in_order
from memory_hygiene.runs.planning import Planned, prove_plan

_LEAVE_OUT = "when an action causes it, leave it out: take the tag off its entry, commit, and run it again"


TURNS = 6
"""Other jobs that may write and commit before this one, as long as each takes the time of one lock."""


class RefusedByGateError(HygieneError):
    """The gate would refuse the planned state; the verdict says why. ``hint`` is for the state on disk."""

    code = ExitCode.FINDINGS

    def __init__(self, verdict: Verdict, hint: str = "mend the findings, then run it again") -> None:
        super().__init__("the gate refuses the state this would make; nothing was written", hint)
        self.verdict = verdict


class StaleError(HygieneError):
    """A file changed between plan and write; nothing was written, and a new plan may work."""


@dataclass(frozen=True, slots=True)
class Applied:
    """A finished apply: the commit it made and the change it carried out."""

    commit: str
    change: ProvedChange


@contextmanager
def locked(workspace: Workspace, agent: Agent, timeout: float = TIMEOUT) -> Iterator[None]:
    """Hold our own lock and, for an agent whose client locks its stores, both of the client's.

    ``timeout`` is in seconds. For our own lock it is ``TURNS`` times as long: jobs of other agents take their turns.
    Raises HygieneError when somebody else holds one for longer.
    """
    ours, theirs = lock_files(workspace, agent)
    with hold_locks(ours, timeout * TURNS), hold_locks(theirs, timeout):
        yield


def lock_files(workspace: Workspace, agent: Agent) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Our own lock, and the client's: both stores' wherever one is or was, for it takes one and never removes it."""
    ours = os.path.join(workspace.repository.git_dir, "hygiene", "lock")
    locked_ones = (n for n, contract in STORES[agent.profile].items() if contract.format is Format.SECTION_SIGN)
    stores = [agent.absolute(name) for name in locked_ones]
    files = [os.path.join(workspace.repository.top, store) for store in stores]
    folders = {os.path.dirname(file) for file in files if os.path.isfile(file) or os.path.isfile(file + ".lock")}
    return (ours,), tuple(file + ".lock" for file in files if os.path.dirname(file) in folders)


def apply_plan(
    workspace: Workspace, replan: Callable[[], Planned], time: str, run: str = audit_record.APPLY
) -> Applied | None:
    """Carry out the plan that ``replan`` makes from the files on disk; None when there is nothing to do.

    ``run`` says what carries it out: an audit leaves its record even when nothing is to be done. The caller holds the
    locks. Raises HygieneError when a target is not committed, StaleError when one changed meanwhile, NotProvedError or
    RefusedByGateError when a proof fails, GitError when the commit is refused. In all of these every byte is as it was.
    """
    repository = workspace.repository
    refuse_unfinished(repository)
    planned = replan()
    if not planned.plan.actions and run != AUDIT:
        return None
    change = prove_plan(planned, time, run)
    paths = tuple(file.path for file in change.files)
    for path in paths:
        refuse_links(repository.top, path)
    _refuse_stale(repository, change)  # what came since is not committed, but can be taken in and tried again
    refuse_unclean(repository, paths)
    _refuse_ungoverned(workspace)
    _refuse_by_gate(workspace, planned, change)
    _refuse_stale(repository, change)
    agent = planned.state.agent
    message = commit_message(planned.plan, planned.identity, run)
    kind = APPLY if _changes_memory(planned, change) else ""  # there is nothing to take back of a record alone
    commit = write_and_commit(workspace, kind, agent, planned.identity, in_order(planned, change), message, time)
    settings = workspace.settings
    prune_kept(repository, agent.name, settings.keep_applies_days, settings.keep_applies, seconds_since_1970())
    _check_after(repository, change, commit, hygiene("restore --last-apply", planned.state))
    return Applied(commit, change)


def _refuse_ungoverned(workspace: Workspace) -> None:
    """Raises HygieneError where HEAD has no configuration: the gate could judge neither the commit nor any other."""
    if not tracked_in_head(workspace.repository, (CONFIG,)):
        hint = f"hygiene init --profile {workspace.settings.agents[0].profile.value}, or: git add {CONFIG}; git commit"
        raise HygieneError(f"{CONFIG} is in no commit yet, so nothing is governed here", hint)


def _refuse_by_gate(workspace: Workspace, planned: Planned, change: ProvedChange) -> None:
    refuse_by_gate(workspace, change.files, planned.plan.created, _LEAVE_OUT)


def refuse_by_gate(workspace: Workspace, files: Iterable[FileChange], day: str, hint: str) -> None:
    """Raises RefusedByGateError when the gate would refuse a commit of ``files`` on ``day`` (``YYYY-MM-DD``)."""
    repository = workspace.repository
    with ObjectReader(repository.top) as reader:
        head = TreeSnapshot(reader, "HEAD", "HEAD")
        contents = {file.path: file.after for file in files}
        after = DictSnapshot(head, contents, "the planned state")  # a commit of these paths holds no other change
        comparison = Comparison((head,), after, (), tuple(contents), day, makers=next_author(repository))
        verdict = Judge(repository, Options()).verdict(comparison)
    if verdict.is_blocking:
        raise RefusedByGateError(without_mends(verdict), hint)


def without_mends(verdict: Verdict) -> Verdict:
    """A verdict on a state that was never written: what would mend it there is wrong for the files as they are."""
    findings = (finding if finding.is_old else finding._replace(fix="") for finding in verdict.findings)
    return verdict._replace(findings=tuple(findings))


def _refuse_stale(repository: Repository, change: ProvedChange) -> None:
    for file in change.files:
        if read_bytes(os.path.join(repository.top, file.path)) != file.before:
            raise StaleError(f"{file.path} changed while the plan was made; nothing was written", "run it again")


def write_and_commit(
    workspace: Workspace,
    kind: str,
    agent: Agent,
    identity: str,
    files: list[FileChange],
    message: str,
    time: str,
    also: Unsaved = NONE_UNSAVED,
) -> str:
    """Write ``files`` in their order and commit exactly them; gives back the commit.

    What they replace is kept first, under a ref of ours of this ``kind`` ("": it is kept nowhere). ``also`` are files
    that are committed as they are on disk. Raises HygieneError with every byte as it was when a write or the commit
    fails; what somebody else wrote in the same moment stands where they wrote it.
    """
    repository = workspace.repository
    head = head_commit(repository) or ""
    if kind:
        keep_state(repository, kind, agent.name, time, identity, [(file.path, file.before) for file in files])
    triples = [*_as_they_are(repository, also, files), *((file.path, file.before, file.after) for file in files)]
    with deferred_interrupts():
        between = {file.path: file.between for file in files if file.between is not None}
        journal = write_journal(journal_folder(repository), repository.top, identity, head, triples, between)
        olds: dict[str, OldFile] = {}
        try:
            for file in files:
                if file.between is not None:
                    _write(repository, replace(file, after=file.between), olds)
            for file in files:
                _write(repository, file, olds)
            new = [*also.new, *(file.path for file in files if file.before is None)]
            commit_paths(repository, dict.fromkeys((*also.changed, *(file.path for file in files))), new, message)
        except HygieneError as error:
            forget(repository, also.new)
            raise _taken_back(repository, _written(repository, journal, files, olds), error) from None
        except BaseException:
            forget(repository, also.new)
            take_back(repository, _written(repository, journal, files, olds))
            raise
        if _let_go(repository, agent, identity, olds, time):
            drop_journal(journal)  # else the next run finds it finished, and removes what is left
    commit = head_commit(repository)
    if commit is None or commit == head:
        raise HygieneError("git reported success but made no commit", "look at git log and git status")
    return commit_of(repository, identity, head) or commit  # another agent's commit may stand on it already


def _as_they_are(
    repository: Repository, also: Unsaved, files: list[FileChange]
) -> Iterator[tuple[str, bytes | None, bytes]]:
    """For the journal: regular files that are committed as they stand, so that a killed git's index can be mended."""
    written = {file.path for file in files}
    for path in also.changed:
        full = os.path.join(repository.top, path)
        if path not in written and not os.path.islink(full) and os.path.isfile(full):
            data = read_bytes(full) or b""
            yield path, data, data


def _write(repository: Repository, file: FileChange, olds: dict[str, OldFile]) -> None:
    """Write one file; one that was written with what arrives already is expected so."""
    full = os.path.join(repository.top, file.path)
    make_folders(os.path.dirname(full))
    if file.before is None:
        replace_bytes(full, file.after)
        return
    first = olds.get(file.path)
    if first is not None and first.raced() is not None:
        raise RacedError(f"{file.path} was written by somebody else just now", "run it again")
    expected = file.before if first is None or file.between is None else file.between
    olds.pop(file.path, None)
    olds[file.path] = exchange_bytes(full, file.after, expected)


def _written(repository: Repository, journal: Journal, files: list[FileChange], olds: dict[str, OldFile]) -> Journal:
    """The journal to take back: what we wrote; a file that somebody wrote meanwhile comes back as they wrote it."""
    ours = {file.path for file in files}
    kept = (_as_raced(repository, kept, olds.get(kept.path)) for kept in journal.files if kept.path in ours)
    return replace(journal, files=tuple(kept))


def _as_raced(repository: Repository, kept: Kept, old: OldFile | None) -> Kept:
    if kept.before is None:
        return kept
    theirs = old.raced() if old else read_bytes(os.path.join(repository.top, kept.path))
    return kept if theirs is None or kept.is_between(theirs) else replace(kept, before=theirs)


def _let_go(repository: Repository, agent: Agent, identity: str, olds: dict[str, OldFile], time: str) -> bool:
    """Keep what reached an old file after we had read it, and let the old files go; whether none is left."""
    raced = [(path, data) for path, old in olds.items() if (data := old.raced()) is not None]
    if raced:
        keep_state(repository, RACED, agent.name, time, identity, raced)
    return sum(not old.drop() for old in olds.values()) == 0


def _changes_memory(planned: Planned, change: ProvedChange) -> bool:
    hot = {store.target for store in planned.state.stores}
    return any(file.path in hot for file in change.files)


def _taken_back(repository: Repository, journal: Journal, error: HygieneError) -> HygieneError:
    """The error to report once everything is as it was."""
    try:
        aside = take_back(repository, journal)
    except HygieneError as second:
        return HygieneError(f"{error.message}; then {second.message}", second.hint, error.said)
    if aside:
        message = f"{error.message}; files that were changed meanwhile (by a hook?) are put back as well"
        return HygieneError(message, f"what they held is in {aside}; {error.hint}", error.said)
    return error


def _check_after(repository: Repository, change: ProvedChange, commit: str, undo: str) -> None:
    """What is on disk and in the commit, judged again: a hook or a filter may have changed either."""
    for file in change.files:
        data = read_bytes(os.path.join(repository.top, file.path)) or b""
        if digest_of(data) != digest_of(file.after):
            hint = f"compare: git diff {commit[:12]} -- {file.path}"
            raise HygieneError(f"committed as {commit[:12]}, but {file.path} was changed meanwhile", hint)
    with ObjectReader(repository.top) as reader:
        made = compare_commit(repository, reader, commit)._replace(makers=None)  # who may was asked before
        verdict = Judge(repository, Options()).verdict(made)
    if verdict.is_blocking:
        hint = f"a hook or filter changed it; take it back: {undo}"
        raise NotProvedError(f"the commit {commit[:12]} does not hold what was proved", hint)
