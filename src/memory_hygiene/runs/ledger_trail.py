"""Verifying a ledger and its archives: every commit against each of its parents, the chain, and what lies uncommitted.

The chain shows what was done to a ledger, git shows when. Nothing here is cached, and nothing is written.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from memory_hygiene.core.audit.chain import BY_HAND, ChainFault, chain_faults, links_of
from memory_hygiene.core.audit.continuation import archive_break, ledger_break, shared_records
from memory_hygiene.core.audit.ledger import Ledger, Record, read_ledger, split_records
from memory_hygiene.core.audit.trail import Fault, Trail
from memory_hygiene.core.findings import Severity
from memory_hygiene.core.settings import Agent
from memory_hygiene.core.shell import bring_back, from_top
from memory_hygiene.core.sizes import numbered
from memory_hygiene.core.state import AgentState, Snapshot
from memory_hygiene.edge.git.comparisons import compare_staged
from memory_hygiene.edge.git.process import ObjectReader
from memory_hygiene.edge.git.repository import head_commit, is_shallow, other_parents
from memory_hygiene.edge.git.snapshots import EmptySnapshot, TreeSnapshot
from memory_hygiene.edge.git.trails import Step, Trails, Version
from memory_hygiene.edge.workspace import Workspace
from memory_hygiene.errors import GitError
from memory_hygiene.formats import parse

Progress = Callable[[int, int], None]
_NEAR = 16  # versions kept: those of a commit and its parents
_EFFECT = "the trail of what was removed no longer proves anything"
_SEVERITIES = {BY_HAND: Severity.INFO, "time-backwards": Severity.WARNING}
_MENDS = {
    "chain-torn": "see what changed it: git log -p -- {path}",
    "record-repeated": "see where it came from: git log -p -- {path}",
    "time-backwards": "look at the clock of the machine that wrote it: git log -p -- {path}",
    BY_HAND: "",
}


def verify_trail(workspace: Workspace, agent: Agent, expected: tuple[str, ...], progress: Progress) -> Trail:
    """The verdict on the ledger and the archives of ``agent``. Raises GitError when history cannot be read.

    ``expected`` are digests of records (or their beginnings) noted elsewhere, which must still be there.
    """
    repository = workspace.repository
    with ObjectReader(repository.top) as reader:
        return _Verification(workspace, agent, reader).trail(expected, progress, is_shallow(repository))


class _Verification:
    """One agent's verification, with the versions of files that are near in hand."""

    def __init__(self, workspace: Workspace, agent: Agent, reader: ObjectReader) -> None:
        self._workspace = workspace
        self._agent = agent
        self._reader = reader
        self._blob = lru_cache(maxsize=_NEAR)(self._read_blob)
        self._added: dict[str, str] = {}
        self._last: dict[str, str] = {}

    def trail(self, expected: tuple[str, ...], progress: Progress, is_cut_off: bool) -> Trail:
        """The whole verdict."""
        head = head_commit(self._workspace.repository)
        steps = (
            list(Trails(self._workspace.repository, self._workspace.settings, self._agent).steps(head)) if head else []
        )
        faults: list[Fault] = []
        for done, step in enumerate(steps, 1):
            faults += self._of_step(step)
            progress(done, len(steps))
        states = self._states(head)
        committed = states["HEAD"].ledger
        faults += self._of_chain(committed, states["HEAD"].ledger_path)
        faults += self._at_rest(states["HEAD"], states["HEAD"], states["staged"], "staged")
        faults += self._at_rest(states["HEAD"], states["staged"], states["on disk"], "on disk")
        newest = states["on disk"].ledger
        faults += _unexpected(expected, newest, states["on disk"].ledger_path)
        by_hand = sum(link.is_by_hand for link in links_of(newest))
        path = states["on disk"].ledger_path
        unique = tuple(dict.fromkeys(faults))
        return Trail(
            self._agent, path, len(newest.records), by_hand, len(steps), newest.tips, unique, is_cut_off=is_cut_off
        )

    def _states(self, head: str | None) -> Mapping[str, AgentState]:
        """The agent in the last commit, in the index and on disk."""
        repository = self._workspace.repository
        committed: Snapshot = TreeSnapshot(self._reader, head, "HEAD") if head else EmptySnapshot()
        staged = compare_staged(repository, self._reader).after
        snapshots = {"HEAD": committed, "staged": staged, "on disk": self._workspace.worktree}
        settings = self._workspace.settings
        return {name: AgentState(self._agent, settings, each, parse) for name, each in snapshots.items()}

    def _read_blob(self, oid: str) -> bytes:
        found = self._reader.get(oid)
        if found is None:
            raise GitError(f"object {oid} of the history is missing", "git fsck shows the damage")
        return found[2]

    def _of_step(self, step: Step) -> Iterator[Fault]:
        """What a commit did to the trails of its parents."""
        is_merge = len(step.befores) > 1
        for before in step.befores:
            if before is not step.after:
                yield from self._of_ledger(step, before, is_merge)
                yield from self._of_archives(step, before, is_merge)
        new = step.after.ledger[1]
        if new and (is_merge or not step.befores):
            first = step.befores[0].ledger[1] if is_merge else ""
            start = shared_records(self._blob(first), self._blob(new)) if first else 0
            self._learn(step, self._blob(new)[:start], "")

    def _of_ledger(self, step: Step, before: Version, is_merge: bool) -> Iterator[Fault]:
        (old_path, old), (path, new) = before.ledger, step.after.ledger
        if old == new:
            return
        if not new:
            message = f"{len(self._blob(old)):,} bytes of ledger are gone: {_EFFECT}"
            yield Fault("ledger-gone", Severity.ERROR, old_path, 1, message, _history_of(old_path), step.commit)
        elif not old and before.lost:
            yield from self._back(step, before.lost, path)
        elif old and (line := ledger_break(self._blob(old), self._blob(new), is_merge)):
            message = f"line {line} of the parent's ledger changed or went: {_EFFECT}"
            fix = f"see what changed: git show {step.commit[:12]} -- {from_top(path)}"
            yield Fault("ledger-rewritten", Severity.ERROR, path, line, message, fix, step.commit)
        elif not is_merge:
            yield from self._of_append(step, old, path)

    def _back(self, step: Step, lost: str, path: str) -> Iterator[Fault]:
        line = ledger_break(self._blob(lost), self._blob(step.after.ledger[1]), is_merge=False)
        if line:
            message = f"the ledger that was taken away came back without its line {line}: {_EFFECT}"
            yield Fault("ledger-rewritten", Severity.ERROR, path, line, message, _history_of(path), step.commit)
        else:
            message = "the ledger that was taken away is back, with all it held"
            yield Fault("ledger-back", Severity.INFO, path, 1, message, "", step.commit)

    def _of_append(self, step: Step, old: str, path: str) -> Iterator[Fault]:
        """What a commit appended: remembered as its own, and whether it follows the last record."""
        before, last = self._blob(old) if old else b"", self._last.get(old, "")
        tail, first = self._learn(step, before, last)
        if tail and last:
            message = f"{numbered(tail.count(chr(10)) + 1, 'line')} were added to the last record after it was written"
            fix = f"see what: git show {step.commit[:12]} -- {from_top(path)}"
            yield Fault("record-grown", Severity.WARNING, path, 1, message, fix, step.commit)
        elif last and first and first.prev and last not in first.prev:
            message = "it does not follow the last record: its commit was rebased or picked, or it was slipped in"
            fix = f"see how it came: git show {step.commit[:12]}"
            yield Fault("chain-forked", Severity.WARNING, path, 1, message, fix, step.commit, first.time)

    def _learn(self, step: Step, before: bytes, last: str) -> tuple[str, Record | None]:
        """Note which records the commit added; gives back what comes before the first of them, and that one.

        ``last`` is the digest of the last record of ``before``, "" when that is not known. Only what was appended is
        read: a ledger of thousands of records has as many versions.
        """
        data = self._blob(step.after.ledger[1])
        is_longer = data.startswith(before)
        added = data[len(before) :] if is_longer else data
        tail, records = split_records(added)[0].strip(), read_ledger(added).records
        for record in records:
            self._added.setdefault(record.digest, step.commit)
        self._last[step.after.ledger[1]] = records[-1].digest if records else "" if tail else last
        return (tail, records[0] if records else None) if is_longer else ("", None)

    def _of_archives(self, step: Step, before: Version, is_merge: bool) -> Iterator[Fault]:
        fresh = {path: oid for path, oid in step.after.archives.items() if path not in before.archives}
        for path, old in before.archives.items():
            new = step.after.archives.get(path)
            data = self._blob(old)
            if new is None:
                if not any(archive_break(data, self._blob(oid), is_merge=False) is None for oid in fresh.values()):
                    message = f"{len(data):,} bytes of archive are gone: what leaves the cold tier is nowhere"
                    yield Fault("archive-gone", Severity.ERROR, path, 1, message, _history_of(path), step.commit)
            elif new != old and (line := archive_break(data, self._blob(new), is_merge)):
                message = f"line {line} of the parent's archive changed or went, archives only grow"
                fix = f"see what changed: git show {step.commit[:12]} -- {from_top(path)}"
                yield Fault("archive-rewritten", Severity.ERROR, path, line, message, fix, step.commit)

    def _of_chain(self, ledger: Ledger, path: str) -> Iterator[Fault]:
        return (self._fault_of(found, path) for found in chain_faults(ledger))

    def _fault_of(self, found: ChainFault, path: str) -> Fault:
        record = found.record
        severity = _SEVERITIES.get(found.name, Severity.ERROR)
        commit = self._added.get(record.digest, "")
        fix = _MENDS[found.name].format(path=from_top(path))
        return Fault(found.name, severity, path, record.line, found.message, fix, commit, record.time)

    def _at_rest(self, committed: AgentState, known: AgentState, state: AgentState, place: str) -> Iterator[Fault]:
        """What lies uncommitted: nothing but valid records at the end, and archives that only grew.

        What ``state`` shares with ``known`` has been looked at.
        """
        is_merge = bool(other_parents(self._workspace.repository))
        if state.ledger_data != known.ledger_data:
            yield from self._ledger_at_rest(committed, state, place, is_merge)
        others = {cold.path: cold.data for cold in known.cold}
        for cold in committed.cold:
            now = next((each.data for each in state.cold if each.path == cold.path), None)
            if now != others.get(cold.path) and (now is None or archive_break(cold.data, now, is_merge)):
                message = f"{place}, the archive is not what HEAD holds and more: what leaves the cold tier is nowhere"
                fix = bring_back(cold.path, "HEAD", is_merge=is_merge)
                yield Fault("archive-rewritten", Severity.ERROR, cold.path, 1, message, fix)

    def _ledger_at_rest(self, committed: AgentState, state: AgentState, place: str, is_merge: bool) -> Iterator[Fault]:
        path, back = state.ledger_path, bring_back(committed.ledger_path, "HEAD", is_merge=is_merge)
        wrong = _why_no_append(committed, state, is_merge)
        if wrong:
            name, line, message = wrong
            yield Fault(name, Severity.ERROR, path, line, f"{place}, {message}", back)
        for fault in self._uncommitted(committed, state, place, back):
            if not wrong or fault.severity is Severity.ERROR:  # nobody should commit the rest of it
                yield fault

    def _uncommitted(self, committed: AgentState, state: AgentState, place: str, back: str) -> Iterator[Fault]:
        """What was appended since HEAD: a chained record must follow the last one, others are told."""
        path = state.ledger_path
        known = {record.digest for record in committed.ledger.records}
        fresh = [link for link in links_of(state.ledger) if link.record.digest not in known]
        for found in chain_faults(state.ledger):
            is_new = found.record.digest not in known and found.name != BY_HAND
            if is_new or found.name == "record-repeated":
                yield self._fault_of(found, path)
        for link in fresh:
            time, line = link.record.time, link.record.line
            if link.is_by_hand:
                message = f"{place} and not committed: a record written by hand, which only git will protect"
                yield Fault(BY_HAND, Severity.WARNING, path, line, message, "commit it if it is yours", "", time)
            elif not link.follows_last and not link.is_first and not link.unknown:
                message = f"{place} and not committed: it does not follow the last record, so it was slipped in"
                yield Fault("chain-forked", Severity.ERROR, path, line, message, back, "", time)
            else:
                message = f"{place} and not committed yet"
                yield Fault("not-committed", Severity.INFO, path, line, message, "commit it", "", time)


def _why_no_append(committed: AgentState, state: AgentState, is_merge: bool) -> tuple[str, int, str] | None:
    """Why a ledger is not the committed one and whole records more: a fault's name, line and words; None when it is."""
    old, new = committed.ledger_data, state.ledger_data
    if old and not new:
        return "ledger-gone", 1, f"{len(old):,} bytes of ledger are gone: {_EFFECT}"
    if line := ledger_break(old, new, is_merge):
        return "ledger-rewritten", line, f"line {line} of HEAD changed or went: {_EFFECT}"
    if {record.digest for record in committed.ledger.records} - {record.digest for record in state.ledger.records}:
        return "record-grown", 1, "lines were added to the last record after it was written"
    return None


def _history_of(path: str) -> str:
    return f"see its history: git log --full-history -p -- {from_top(path)}"


def _unexpected(expected: tuple[str, ...], ledger: Ledger, path: str) -> Iterator[Fault]:
    digests = [record.digest for record in ledger.records]
    for wanted in expected:
        if not any(each.startswith(wanted) for each in digests):
            message = f"no record has the digest {wanted} that was noted: the ledger was rolled back or written anew"
            fix = "compare with a clone that has it: git log --all --reflog"
            yield Fault("record-missing", Severity.ERROR, path, 1, message, fix)
