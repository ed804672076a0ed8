"""Snapshots: commit what the agent left, with what vanished rescued into the cold tier and every fault on record.

An agent that writes its memory must not be stopped by it, so nothing it wrote is judged unfit to be committed. The
files themselves are never touched: only archives and the ledger grow.
"""

import os
from collections.abc import Callable

from memory_hygiene.core.audit.rescuing import Taken
from memory_hygiene.core.fingerprint import digest
from memory_hygiene.core.settings import Agent
from memory_hygiene.edge.files import refuse_links
from memory_hygiene.edge.git.commit import refuse_unfinished
from memory_hygiene.edge.git.overlay import OverlaySnapshot
from memory_hygiene.edge.git.process import ObjectReader
from memory_hygiene.edge.git.repository import Repository
from memory_hygiene.edge.git.snapshots import EmptySnapshot
from memory_hygiene.edge.workspace import Workspace
from memory_hygiene.errors import GitError, HygieneError
from memory_hygiene.report.commit_text import snapshot_message
from memory_hygiene.report.safe import safe
from memory_hygiene.runs.applying import write_and_commit
from memory_hygiene.runs.snapshot_drafting import Draft, Job, draft_snapshot, head_of

_ATTEMPTS = 3
"""How often to try again when somebody who takes no lock writes while git reads the files."""
_IDENTITY_HINT = 'git config user.name "The Agent", and git config user.email agent@example.org'


def snapshot_agent(
    workspace: Workspace, agent: Agent, session: str, time: str, tell: Callable[[str], None] = lambda _: None
) -> Taken | None:
    """Commit what the agent left; None when HEAD holds all of it already. The caller holds the locks.

    ``session`` goes into the commit as a trailer, "" for none; ``time`` is a UTC timestamp; ``tell`` gets remarks.
    Raises HygieneError, with every byte as it was, when git is in the middle of something, knows no identity, or
    refuses.
    """
    repository = workspace.repository
    refuse_unfinished(repository)
    job = Job(workspace, agent, session, time, tell)
    with ObjectReader(repository.top) as reader:
        first = head_of(repository, reader)
        taken: Taken | None = None
        for attempt in range(_ATTEMPTS):
            draft = draft_snapshot(job, reader, first, is_again=taken is not None)
            if draft is None:
                break
            try:
                taken = _joined(taken, _carried_out(job, draft))
            except GitError:
                if attempt + 1 < _ATTEMPTS and _is_outdated(job, draft):
                    continue
                raise
            if _is_committed_as_seen(job, reader, draft):
                break
        return taken


def _carried_out(job: Job, draft: Draft) -> Taken:
    for file in draft.files:
        refuse_links(job.repository.top, file.path)
    identity = digest(f"snapshot {job.agent.name} {job.time} {job.session} {os.getpid()}".encode())
    paths = tuple(dict.fromkeys((*draft.unsaved.changed, *(file.path for file in draft.files))))
    details = [f"- rescued {entry.fingerprint} from {safe(entry.path)} to {safe(entry.to)}" for entry in draft.rescued]
    details += [f"- CRITICAL {fault.name}: {safe(fault.path)}: {safe(fault.message)}" for fault in draft.faults]
    message = snapshot_message(paths, details, identity, job.agent.name, job.session, _writer(job.repository))
    commit = write_and_commit(
        job.workspace, "", job.agent, identity, list(draft.files), message, job.time, draft.unsaved
    )
    return Taken(commit, paths, draft.rescued, draft.faults)


def _writer(repository: Repository) -> str:
    """Who git says commits here, name and e-mail. Raises HygieneError when it does not know."""
    told = repository.run("var", "GIT_AUTHOR_IDENT", writing=True)
    if told.code != 0:
        raise HygieneError("git does not know who commits here", _IDENTITY_HINT)
    return told.text.rsplit(" ", 2)[0]


def _is_outdated(job: Job, draft: Draft) -> bool:
    """Whether a file that the attempt read is another one now."""
    fresh = OverlaySnapshot(EmptySnapshot(), job.workspace.worktree, draft.unsaved.changed, "now")
    return any(fresh.read(path) != draft.seen.read(path) for path in draft.unsaved.changed)


def _is_committed_as_seen(job: Job, reader: ObjectReader, draft: Draft) -> bool:
    """Whether the commit holds what was judged: somebody who takes no lock may have written in between."""
    head = head_of(job.repository, reader)
    return all(head.read(path) == draft.seen.read(path) for path in draft.unsaved.changed)


def _joined(first: Taken | None, second: Taken) -> Taken:
    if first is None:
        return second
    paths = tuple(dict.fromkeys((*first.paths, *second.paths)))
    return Taken(second.commit, paths, first.rescued + second.rescued, first.faults + second.faults)
