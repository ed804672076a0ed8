"""Restoring single entries: back into their store, byte for byte, as a new commit with a ledger record of its own."""

import os
from dataclasses import dataclass

from memory_hygiene.core.audit.audit_record import restore_record
from memory_hygiene.core.audit.ledger import append_record
from memory_hygiene.core.canaries.planting import NoPlaceError
from memory_hygiene.core.contracts import Strategy
from memory_hygiene.core.fingerprint import digest
from memory_hygiene.core.live.live_config import with_live_limits
from memory_hygiene.core.losses.putting_back import Former, over_soft_cap, put_back
from memory_hygiene.core.planning.upkeep import BY_AGE
from memory_hygiene.core.planning.witness import FileChange
from memory_hygiene.core.settings import Agent
from memory_hygiene.core.shell import hygiene, quoted
from memory_hygiene.core.state import AgentState, Store
from memory_hygiene.core.tags import leading_tag
from memory_hygiene.edge.files import read_bytes, refuse_links
from memory_hygiene.edge.git.commit import refuse_unclean, refuse_unfinished
from memory_hygiene.edge.git.comparisons import SHALLOW_HINT
from memory_hygiene.edge.git.keeping import RESTORE
from memory_hygiene.edge.git.repository import is_shallow
from memory_hygiene.edge.workspace import Workspace
from memory_hygiene.errors import HygieneError
from memory_hygiene.formats import parse
from memory_hygiene.report.safe import safe, shorten
from memory_hygiene.runs.applying import refuse_by_gate, write_and_commit
from memory_hygiene.runs.planning import live_of
from memory_hygiene.runs.recalling import (
    Progress,
    Recalled,
    Wanted,
    holds_canary,
    read_wanted,
    recall,
)

_MOST = 20
"""Matches that are listed."""
_HINT = "the entry stays where it is; mend what the gate says, or take its text by hand"


@dataclass(frozen=True, slots=True)
class RestoredEntry:
    """A finished restore of one entry: its commit, where the entry stands now, where it was found, and remarks."""

    commit: str
    path: str
    line: int
    fingerprint: str
    where: str
    notes: tuple[str, ...]


class SeveralError(HygieneError):
    """Several entries match; ``found`` are they."""

    def __init__(self, found: list[Recalled], agents: bool) -> None:
        hint = "hygiene restore --agent NAME FINGERPRINT" if agents else "hygiene restore FINGERPRINT"
        lines = [
            f"{one.former.fingerprint}  {one.path}, {one.where}: {shorten(one.former.text)}" for one in found[:_MOST]
        ]
        more = [f"and {len(found) - _MOST:,} more: give more words"] if len(found) > _MOST else []
        super().__init__(f"{len(found):,} entries match; none was restored", hint, (*lines, *more))


def choose_entry(
    workspace: Workspace, agents: tuple[Agent, ...], words: tuple[str, ...], commit: str, progress: Progress
) -> Recalled:
    """The one entry that is gone and meant by ``words``; with ``commit``, as that commit holds it.

    Raises HygieneError when there is none, SeveralError when several are meant.
    """
    states = [AgentState(agent, workspace.settings, workspace.worktree, parse) for agent in agents]
    present = {state.agent: {block.fingerprint for _, block in state.blocks()} for state in states}
    for wanted in read_wanted(words):
        found = recall(workspace, agents, wanted, commit, progress)
        gone = [one for one in found if one.former.fingerprint not in present[one.agent]]
        fit = [one for one in gone if not holds_canary(one.former)]
        if len(fit) > 1:
            raise SeveralError(fit, len({one.agent for one in fit}) > 1)
        if fit:
            return fit[0]
        if gone:
            raise HygieneError("a canary is never brought back", "hygiene canary rotate writes a new one")
        _refuse_present(states, wanted)
    asked = " ".join(words)
    where = f"in {commit[:12]}" if commit else "in the archives or in the history of HEAD"
    hint = SHALLOW_HINT if is_shallow(workspace.repository) else "see hygiene list --archived, and hygiene prove"
    raise HygieneError(f"no entry that matches {asked!r} {where}", hint)


def _refuse_present(states: list[AgentState], wanted: Wanted) -> None:
    for state in states:
        for store, block in state.blocks():
            if wanted.is_met(block.fingerprint, block.text):
                place = f"{store.path}:{block.line}"
                raise HygieneError(f"it is there: {block.fingerprint} stands in {place}", "see hygiene list")


def restore_entry(workspace: Workspace, chosen: Recalled, time: str) -> RestoredEntry:
    """Bring one entry back and commit it. The caller holds the locks.

    Raises HygieneError, with every byte as it was, when it is there meanwhile, has no room or no place, a file is not
    committed, or the gate or git refuses.
    """
    repository = workspace.repository
    refuse_unfinished(repository)
    if workspace.settings.dry_run:
        raise HygieneError("dry_run is true in .hygiene.yaml: nothing is restored", "set dry_run: false")
    settings = with_live_limits(workspace.settings, live_of(workspace, chosen.agent))
    state = AgentState(chosen.agent, settings, workspace.worktree, parse)
    _refuse_present([state], Wanted(prefix=chosen.former.fingerprint))
    store = _store_for(state, chosen.path)
    after = _put_back(state, store, chosen)
    files = [_ledger(state, chosen, time), FileChange(store.target, _bytes(workspace, store.target), after)]
    for file in files:
        refuse_links(repository.top, file.path)
    if known := [file.path for file in files if file.before is not None]:
        refuse_unclean(repository, known)
    refuse_by_gate(workspace, files, time[:10], _HINT)
    document = parse(store.contract.format, after)
    line = next(b.line for b in document.tracked if b.fingerprint == chosen.former.fingerprint)
    identity = digest(f"restore {chosen.former.fingerprint} {time}".encode())
    message = _message(chosen, store, line)
    commit = write_and_commit(workspace, RESTORE, chosen.agent, identity, files, message, time)
    soft = over_soft_cap(store.document, document, store.contract)
    notes = tuple(filter(None, (_tag_note(store, chosen.former), _age_note(state, chosen.former.fingerprint), soft)))
    return RestoredEntry(commit, store.path, line, chosen.former.fingerprint, chosen.where, notes)


def _store_for(state: AgentState, path: str) -> Store:
    """The store at ``path``, or the one of that name elsewhere, or a new one."""
    name = path.rpartition("/")[2]
    named = (store for store in state.stores if store.path.rpartition("/")[2] == name)
    store = state.store(path) or next(named, None)
    if store is not None:
        return store
    contract = state.contract_of(path)
    return Store(path, contract, parse(contract.format, b""), "", "", path)


def _put_back(state: AgentState, store: Store, chosen: Recalled) -> bytes:
    shown = _where_it_is(state, chosen)
    if store.contract.strategy is Strategy.CHECK_ONLY:
        raise HygieneError(f"only a person may change {store.path}", f"its text: {shown}")
    if not store.document.decodable:
        raise HygieneError(f"{store.path} is not UTF-8, or holds a NUL", f"mend it first; the entry's text: {shown}")
    try:
        return put_back(store.document, store.contract, chosen.former, parse)
    except NoPlaceError as error:
        free = f"{hygiene('plan', state)} shows what may go"
        raise HygieneError(f"{store.path}: {error}", f"{free}; the entry's text: {shown}") from None


def _where_it_is(state: AgentState, chosen: Recalled) -> str:
    if chosen.commit:
        return f"git show {quoted(f'{chosen.commit[:12]}:{chosen.path}')}"
    return hygiene("list --archived", state)


def _bytes(workspace: Workspace, path: str) -> bytes | None:
    return read_bytes(os.path.join(workspace.repository.top, path))


def _ledger(state: AgentState, chosen: Recalled, time: str) -> FileChange:
    before = state.snapshot.read(state.ledger_path)
    record = restore_record(chosen.former.fingerprint, f"it was {chosen.where}", time, state.ledger)
    return FileChange(state.ledger_path, before, append_record(before, record))


def _message(chosen: Recalled, store: Store, line: int) -> str:
    name, identity = store.path.rpartition("/")[2], chosen.former.fingerprint
    body = f"- restore {safe(store.path)}:{line} {identity}: it was {safe(chosen.where)}"
    trailers = f"Hygiene-Restore: {identity}\nHygiene-Agent: {safe(chosen.agent.name)}"
    return f"hygiene: restore 1 entry to {safe(name)}\n\n{body}\n\n{trailers}\n"


def _tag_note(store: Store, former: Former) -> str:
    if former.block is None or former.document is None:
        return ""
    tag = leading_tag(former.block, former.document.labels)
    return f"its mark {tag.written} came back with it: the next apply acts on that" if tag else ""


def _age_note(state: AgentState, fingerprint: str) -> str:
    """What becomes of an entry that went because it was old: a restore makes it no younger; "" for any other."""
    reasons = (
        one.reason
        for record in reversed(state.ledger.records)
        for one in record.removed
        if one.fingerprint == fingerprint
    )
    if BY_AGE not in next(reasons, ""):
        return ""
    return (
        "it went by age, and is as old as before: the next audit lets it go again,"
        " unless its words change or 'categories:' in .hygiene.yaml says what it is"
    )
