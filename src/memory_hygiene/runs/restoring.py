"""Restoring: the state before an apply, byte for byte, as a new commit with a ledger record of its own."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from memory_hygiene.core.audit.audit_record import RESTORE as RESTORED
from memory_hygiene.core.audit.due import RUN
from memory_hygiene.core.audit.ledger import Judged, append_record, write_record
from memory_hygiene.core.contracts import Role, role_of
from memory_hygiene.core.findings import Finding, Severity, Verdict
from memory_hygiene.core.fingerprint import digest
from memory_hygiene.core.losses.reversing import taken_back
from memory_hygiene.core.model import decode
from memory_hygiene.core.planning.skill_file import with_rules
from memory_hygiene.core.planning.summary_marker import is_summary
from memory_hygiene.core.planning.witness import FileChange
from memory_hygiene.core.settings import Agent
from memory_hygiene.core.shell import hygiene, quoted
from memory_hygiene.core.state import AgentState
from memory_hygiene.edge.files import read_bytes
from memory_hygiene.edge.git.commit import refuse_unclean, refuse_unfinished
from memory_hygiene.edge.git.comparisons import Commit, Comparison, next_author, read_commit
from memory_hygiene.edge.git.keeping import RESTORE, KeptState, last_kept
from memory_hygiene.edge.git.process import ObjectReader
from memory_hygiene.edge.git.repository import Repository, tree_changes
from memory_hygiene.edge.git.snapshots import DictSnapshot, TreeSnapshot
from memory_hygiene.edge.workspace import Workspace
from memory_hygiene.errors import HygieneError
from memory_hygiene.formats import parse
from memory_hygiene.runs.applying import RefusedByGateError, without_mends, write_and_commit
from memory_hygiene.runs.gate import Judge, Options
from memory_hygiene.runs.planning import read_state

_LOST = "entry-lost"
_NO_APPLY_HINT = (
    "git log --grep=^Hygiene-Plan: shows the applies; single entries: hygiene restore FINGERPRINT --from COMMIT"
)


@dataclass(frozen=True, slots=True)
class Restored:
    """A finished restore: its commit, the plan whose apply it took back, and the files it brought back."""

    commit: str
    plan: str
    paths: tuple[str, ...]


def restore_last_apply(workspace: Workspace, agent: Agent, time: str) -> Restored | None:
    """Bring the memory files back as they were before the agent's last apply; None when they are so already.

    The caller holds the locks. The ledger gets a record and archives stay: both are append-only. Raises HygieneError
    when a file was changed since the apply, for bringing it back would lose that change.
    """
    repository = workspace.repository
    refuse_unfinished(repository)
    state = read_state(workspace, agent)
    kept = last_kept(repository, agent.name)
    olds = ((path, _old_bytes(agent, path, data)) for path, data in kept.files)
    hot = [(path, data) for path, data in olds if data is not None and _is_hot(agent, path)]
    hot.sort(key=lambda pair: _is_skill(agent, pair[0]))  # rules come back to their store before they leave the skill
    refuse_unclean(repository, [*(path for path, _ in hot), state.ledger_path])
    now = {path: read_bytes(os.path.join(repository.top, path)) for path, _ in hot}
    changed = [(path, data) for path, data in hot if now[path] != data]
    if not changed:
        return None
    _refuse_changed(state, repository, kept, now)
    return _restore(workspace, state, kept, [FileChange(path, now[path], data) for path, data in changed], time)


def restore_applied(workspace: Workspace, agent: Agent, commit: str, time: str) -> Restored | None:
    """Take back what the apply that made ``commit`` did to the memory files, and leave what came later as it is.

    None when nothing of it stands any more. The caller holds the locks. Raises HygieneError when the commit is no apply
    of this agent in this branch, or when a later change stands where it would write.
    """
    repository = workspace.repository
    refuse_unfinished(repository)
    state = read_state(workspace, agent)
    with ObjectReader(repository.top) as reader:
        made = read_commit(repository, reader, commit)
        plan = _plan_of(repository, reader, made)
        old, new = (TreeSnapshot(reader, oid, oid[:12]) for oid in (made.parents[0], commit))
        touched = [change.path for change in tree_changes(repository, made.parents[0], commit)]
        hot = [path for path in touched if workspace.settings.agent_of(path) == agent and _is_hot(agent, path)]
        olds = {path: _old_bytes(agent, path, old.read(path)) for path in hot}
        versions = {path: (olds[path] or b"", new.read(path) or b"") for path in hot}
    if not hot:
        raise HygieneError(f"{commit[:12]} changed no memory file of {agent.name}", _NO_APPLY_HINT)
    refuse_unclean(
        repository, [*(p for p in hot if read_bytes(os.path.join(repository.top, p)) is not None), state.ledger_path]
    )
    kept = KeptState(made.parents[0], plan, tuple((path, before) for path, (before, _) in versions.items()))
    files = list(_reversed(repository, state, kept, versions))
    results = KeptState(kept.ref, plan, tuple((file.path, file.after) for file in files))
    return _restore(workspace, state, results, files, time) if files else None


def _plan_of(repository: Repository, reader: ObjectReader, made: Commit) -> str:
    """The plan whose apply made a commit. Raises HygieneError for any other commit."""
    if repository.run("merge-base", "--is-ancestor", made.oid, "HEAD").code != 0:
        raise HygieneError(
            f"the commit {made.oid[:12]} is not in this branch", "git branch --contains shows where it is"
        )
    found = reader.get(made.oid)
    message = decode(found[2].partition(b"\n\n")[2])[0] if found else ""
    plan = next((line.partition(": ")[2] for line in message.split("\n") if line.startswith("Hygiene-Plan: ")), "")
    if not plan or len(made.parents) != 1:
        raise HygieneError(f"the commit {made.oid[:12]} was made by no apply", _NO_APPLY_HINT)
    return plan.strip()


def _reversed(
    repository: Repository, state: AgentState, kept: KeptState, versions: Mapping[str, tuple[bytes, bytes]]
) -> Iterator[FileChange]:
    """The files without what the apply did to them. Raises HygieneError where later changes stand in the way."""
    stuck: list[str] = []
    for path, (before, after) in versions.items():
        now = read_bytes(os.path.join(repository.top, path))
        result = None if now is None else taken_back(before, after, now)
        if result is None and now is not None and taken_back(after, before, now) is not None:
            continue  # what the apply did could be done again here: it has been taken back already
        if result is None and now != before:
            stuck.append(path)
        elif result is not None and result != now:
            yield FileChange(path, now, result)
    if stuck:
        shown = " and ".join(_old_text(kept, path) for path in stuck)
        entries = f"bring single entries back: {hygiene('restore', state)} FINGERPRINT"
        gone = [
            judged for record in state.ledger.records if record.get("plan") == kept.plan for judged in record.removed
        ]
        names = tuple(f"{judged.fingerprint} {judged.action}: {judged.reason}" for judged in gone)
        message = f"changed since at the places that apply touched: {', '.join(stuck)}"
        raise HygieneError(message, f"{entries}; or look at the old text: {shown}", names)


def _restore(workspace: Workspace, state: AgentState, kept: KeptState, files: list[FileChange], time: str) -> Restored:
    """Write the restored files and the record, if the gate lets it pass, and commit them."""
    agent = state.agent
    verdict = _verdict(workspace, [_ledger(state, kept, (), time), *files])
    if any(finding.name == _LOST and finding.severity is Severity.ERROR for finding in verdict.findings):
        names = " and ".join(_old_text(kept, file.path) for file in files)
        raise RefusedByGateError(without_mends(verdict), f"take the entries you want from the old text: {names}")
    ledger = _ledger(state, kept, _faults(verdict, state), time)
    commit = write_and_commit(
        workspace, RESTORE, agent, _identity(kept, time), [ledger, *files], _message(kept, files), time
    )
    return Restored(commit, kept.plan, tuple(file.path for file in files))


def _is_hot(agent: Agent, path: str) -> bool:
    """Whether a kept file is a memory file, be it one that was only named on the command line; the rest is append-only.

    A symlink may lead to it, so that it is not known by its name.
    """
    role = role_of(agent.profile, agent.relative(path) or path)
    return role is None or role in (Role.STORE, Role.SKILL)


def _is_skill(agent: Agent, path: str) -> bool:
    return role_of(agent.profile, agent.relative(path) or path) is Role.SKILL


def _old_bytes(agent: Agent, path: str, data: bytes | None) -> bytes | None:
    """What a file becomes again: a skill file that an apply made keeps its head, and none of the rules moved there."""
    if data is None and _is_skill(agent, path):
        return with_rules(None, path.rpartition("/")[0].rpartition("/")[2], (), parse)
    return data


def _refuse_changed(state: AgentState, repository: Repository, kept: KeptState, now: dict[str, bytes | None]) -> None:
    """The files must still be as the apply left them: as in the commit that carries its plan."""
    asked = ("log", "-1", "--format=%H", "--no-show-signature", f"--grep=^Hygiene-Plan: {kept.plan}$", "HEAD", "--")
    commit = repository.text(*asked)
    if not commit:
        raise HygieneError("the commit of the last apply is not in this branch", "git log --all shows where it is")
    with ObjectReader(repository.top) as reader:
        applied = TreeSnapshot(reader, commit, commit)
        changed = [path for path, data in now.items() if data != applied.read(path)]
    if changed:
        shown = " and ".join(_old_text(kept, path) for path in sorted(changed))
        keeping = hygiene(f"restore --commit {commit[:12]}", state)
        hint = f"{keeping} keeps what came since; the old text: {shown}"
        raise HygieneError(f"changed since the last apply: {', '.join(sorted(changed))}", hint)


def _old_text(kept: KeptState, path: str) -> str:
    ref = kept.ref if "/" in kept.ref else kept.ref[:12]
    return f"git show {quoted(f'{ref}:{path}')}"


def _verdict(workspace: Workspace, files: list[FileChange]) -> Verdict:
    repository = workspace.repository
    with ObjectReader(repository.top) as reader:
        head = TreeSnapshot(reader, "HEAD", "HEAD")
        after = DictSnapshot(workspace.worktree, {file.path: file.after for file in files}, "the restored state")
        paths = tuple(file.path for file in files)
        comparison = Comparison((head,), after, (), paths, makers=next_author(repository))
        return Judge(repository, Options()).verdict(comparison)


def _ledger(state: AgentState, kept: KeptState, critical: tuple[tuple[str, str], ...], time: str) -> FileChange:
    """The record of the restore. Faults that come back with the old state are named, so that it can be committed."""
    before = state.snapshot.read(state.ledger_path)
    status = "CRITICAL" if critical else "COMPLETE"
    fields = (("deletions", "0"), ("status", status), (RUN, RESTORED), ("restored", kept.plan))
    edited = tuple(_taken_back(state, kept))
    removed = tuple(_markers(state, kept))
    record = write_record(time, fields, removed, edited, before=state.ledger, critical=critical)
    return FileChange(state.ledger_path, before, append_record(before, record))


def _taken_back(state: AgentState, kept: KeptState) -> Iterator[Judged]:
    """The entries that get back the nested items the apply took out of them: by their words alone they seem lost."""
    for record in state.ledger.records:
        if record.get("plan") == kept.plan:
            for judged in record.edited:
                if judged.new:
                    yield Judged(judged.new, "edit", "its nested items are restored", judged.fingerprint)


def _markers(state: AgentState, kept: KeptState) -> Iterator[Judged]:
    """The summary markers that the apply wrote; they go again, and nothing is lost with them."""
    before = dict(kept.files)
    for store in state.stores:
        old = (before.get(store.target) or b"").decode("utf-8", "surrogateescape")
        for block in store.document.blocks if store.target in before else ():
            if is_summary(block.text) and block.text not in old:
                yield Judged(block.fingerprint, "restore", "a summary marker of what is taken back")


def _faults(verdict: Verdict, state: AgentState) -> tuple[tuple[str, str], ...]:
    return tuple(_named(finding, state) for finding in verdict.findings if finding.severity is Severity.ERROR)


def _named(finding: Finding, state: AgentState) -> tuple[str, str]:
    return finding.rule, state.agent.relative(finding.path) or finding.path


def _identity(kept: KeptState, time: str) -> str:
    return digest(f"restore {kept.plan} {time}".encode())


def _message(kept: KeptState, files: list[FileChange]) -> str:
    names = ", ".join(file.path.rpartition("/")[2] for file in files)
    return f"hygiene: restore {names} from before an apply\n\nHygiene-Restore: {kept.plan}\n"
