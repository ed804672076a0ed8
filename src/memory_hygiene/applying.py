"""Applying: write a proved change under the agent's locks and commit it, or leave every byte as it was."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from memory_hygiene.core.actions import NAMES, Archive, Canonicalise, Plan
from memory_hygiene.core.contracts import STORES
from memory_hygiene.core.findings import Verdict
from memory_hygiene.core.settings import Agent
from memory_hygiene.core.witness import ProvedChange
from memory_hygiene.edge.files import make_folders, read_bytes, replace_bytes
from memory_hygiene.edge.git.commit import commit_paths, forget, refuse_unclean, refuse_unfinished
from memory_hygiene.edge.git.comparisons import Comparison, compare_commit
from memory_hygiene.edge.git.process import ObjectReader
from memory_hygiene.edge.git.repository import Repository, head_commit
from memory_hygiene.edge.git.snapshots import DictSnapshot, TreeSnapshot
from memory_hygiene.edge.journal import Journal, digest_of, drop_journal, put_back, read_journal, write_journal
from memory_hygiene.edge.locks import TIMEOUT, hold_locks
from memory_hygiene.edge.workspace import Workspace
from memory_hygiene.errors import ExitCode, HygieneError, NotProvedError
from memory_hygiene.gate import Judge, Options
from memory_hygiene.planning import Planned, prove_plan


class RefusedByGateError(HygieneError):
    """The gate would refuse the planned state; the verdict says why."""

    code = ExitCode.FINDINGS

    def __init__(self, verdict: Verdict) -> None:
        super().__init__("the gate refuses the state this plan would make; nothing was written", "mend the findings")
        self.verdict = verdict


@dataclass(frozen=True, slots=True)
class Applied:
    """A finished apply: the commit it made and the change it carried out."""

    commit: str
    change: ProvedChange


def journal_folder(repository: Repository) -> str:
    """Where an apply keeps what it replaces until it is committed; one per work tree."""
    return os.path.join(repository.git_dir, "hygiene", "journal")


@contextmanager
def locked(workspace: Workspace, agent: Agent, timeout: float = TIMEOUT) -> Iterator[None]:
    """Hold our own lock and, for an agent whose client locks its stores, both of the client's.

    A leftover of a killed run is resolved first, while no one else can write.
    """
    repository = workspace.repository
    ours = os.path.join(repository.git_dir, "hygiene", "lock")
    with hold_locks((ours,), timeout), hold_locks(_client_locks(workspace, agent), timeout):
        yield


def _client_locks(workspace: Workspace, agent: Agent) -> list[str]:
    """Both stores' locks wherever one of them is: the client itself takes one at a time."""
    stores = [agent.absolute(name) for name, contract in STORES[agent.profile].items() if contract.has_canary]
    files = [os.path.join(workspace.repository.top, store) for store in stores]
    folders = {os.path.dirname(file) for file in files if os.path.isfile(file)}
    return [file + ".lock" for file in files if os.path.dirname(file) in folders]


def has_leftover(repository: Repository) -> bool:
    """Whether a killed apply left something, or one is running."""
    return os.path.isdir(journal_folder(repository))


def resolve_leftover(repository: Repository) -> str:
    """Resolve what a killed apply left: "" when there was nothing, else one line on what was done."""
    journal = read_journal(journal_folder(repository))
    if journal is None:
        return ""
    if _is_committed(repository, journal):
        drop_journal(journal)
        return "an apply was interrupted after its commit; nothing was left to do"
    return _roll_back(repository, journal, "an apply was interrupted before its commit")


def _is_committed(repository: Repository, journal: Journal) -> bool:
    """Whether one of the commits made since the journal was written carries its plan."""
    if head_commit(repository) is None:
        return False
    since = f"{journal.head}..HEAD" if journal.head else "HEAD"
    trailer = f"--grep=^Hygiene-Plan: {journal.plan}$"
    return bool(repository.text("log", "--max-count=1", "--format=%H", "--no-show-signature", trailer, since, "--"))


def _roll_back(repository: Repository, journal: Journal, reason: str) -> str:
    left = put_back(journal, repository.top)
    head = head_commit(repository)
    with ObjectReader(repository.top) as reader:
        snapshot = TreeSnapshot(reader, "HEAD", "HEAD") if head else None
        forget(
            repository, [k.path for k in journal.files if k.before is None and not (snapshot and snapshot.read(k.path))]
        )
    if left:
        names = ", ".join(left)
        raise HygieneError(
            f"{reason}; changed since by somebody else and left alone: {names}",
            f"compare with the copies in {journal.folder}, then delete that folder",
        )
    drop_journal(journal)
    return f"{reason}; every file is as it was before"


def apply_plan(workspace: Workspace, replan: Callable[[], Planned], time: str) -> Applied | None:
    """Carry out the plan that ``replan`` makes from the files on disk; None when there is nothing to do.

    The caller holds the locks. Raises HygieneError when a target is not committed, NotProvedError or RefusedByGateError
    when a proof fails, GitError when the commit is refused. In all of these every byte is as it was.
    """
    repository = workspace.repository
    refuse_unfinished(repository)
    planned = replan()
    if not planned.plan.actions:
        return None
    change = prove_plan(planned, time)
    paths = tuple(file.path for file in change.files)
    refuse_unclean(repository, paths)
    _refuse_by_gate(workspace, planned, change)
    _refuse_stale(repository, change)
    before = head_commit(repository)
    _write_and_commit(repository, planned, change)
    commit = head_commit(repository)
    if commit is None or commit == before:
        raise HygieneError("git reported success but made no commit", "look at git log and git status")
    _check_after(repository, change, commit)
    return Applied(commit, change)


def _refuse_by_gate(workspace: Workspace, planned: Planned, change: ProvedChange) -> None:
    repository = workspace.repository
    with ObjectReader(repository.top) as reader:
        head = TreeSnapshot(reader, "HEAD", "HEAD")
        files = {file.path: file.after for file in change.files}
        after = DictSnapshot(workspace.worktree, files, "the planned state")
        comparison = Comparison((head,), after, (), tuple(files), planned.plan.created)
        verdict = Judge(repository, Options()).verdict(comparison)
    if verdict.is_blocking:
        raise RefusedByGateError(verdict)


def _refuse_stale(repository: Repository, change: ProvedChange) -> None:
    for file in change.files:
        if read_bytes(os.path.join(repository.top, file.path)) != file.before:
            raise HygieneError(f"{file.path} changed while the plan was made; nothing was written", "run it again")


def _write_and_commit(repository: Repository, planned: Planned, change: ProvedChange) -> None:
    files = [(file.path, file.before, file.after) for file in change.files]
    head = head_commit(repository) or ""
    journal = write_journal(journal_folder(repository), repository.top, planned.identity, head, files)
    try:
        for path, _, after in files:
            full = os.path.join(repository.top, path)
            make_folders(os.path.dirname(full))
            replace_bytes(full, after)
        new = [path for path, before, _ in files if before is None]
        commit_paths(repository, [path for path, _, _ in files], new, commit_message(planned))
    except BaseException:
        _roll_back(repository, journal, "the commit was not made")
        raise
    drop_journal(journal)


def _check_after(repository: Repository, change: ProvedChange, commit: str) -> None:
    """What is on disk and in the commit, judged again: a hook or a filter may have changed either."""
    for file in change.files:
        data = read_bytes(os.path.join(repository.top, file.path)) or b""
        if digest_of(data) != digest_of(file.after):
            raise NotProvedError(f"{file.path} was changed while it was committed", f"git show {commit[:12]}")
    with ObjectReader(repository.top) as reader:
        verdict = Judge(repository, Options()).verdict(compare_commit(repository, reader, commit))
    if verdict.is_blocking:
        raise NotProvedError(f"the commit {commit[:12]} does not hold what was proved", f"git revert {commit[:12]}")


def commit_message(planned: Planned) -> str:
    """A readable message: what was done to how many entries, one line each, and trailers for programs."""
    plan = planned.plan
    lines = [_subject(plan), ""]
    trailers = [f"Hygiene-Plan: {planned.identity}", f"Hygiene-Agent: {plan.agent}"]
    for action in plan.actions:
        place, name = action.place, NAMES[type(action)]
        lines.append(
            f"- {name} {place.path}:{place.line} {place.fingerprint}".rstrip() + f": {_one_line(action.reason)}"
        )
        if not isinstance(action, Canonicalise):
            to = f" -> {action.to}" if isinstance(action, Archive) else ""
            trailers.append(f"Hygiene-Action: {name} {place.fingerprint}{to}")
    return "\n".join([*lines, "", *trailers, ""])


def _subject(plan: Plan) -> str:
    counts: dict[str, int] = {}
    for action in plan.actions:
        counts[NAMES[type(action)]] = counts.get(NAMES[type(action)], 0) + 1
    stores = dict.fromkeys(action.place.path.rpartition("/")[2] for action in plan.actions)
    return f"hygiene: {', '.join(f'{name} {count}' for name, count in counts.items())} in {', '.join(stores)}"


def _one_line(text: str) -> str:
    return " ".join(text.split())
