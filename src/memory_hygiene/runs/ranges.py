"""Ranges of commits: what was lost between the ends, what was lost inside, and the pushes that bring them."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from memory_hygiene.core.findings import Finding, Severity, Verdict
from memory_hygiene.core.settings import Agent
from memory_hygiene.core.state import AgentState
from memory_hygiene.edge.git.comparisons import Comparison, compare_ends, known_bases, new_commits, read_commit
from memory_hygiene.edge.git.process import MISSING_HINT, ObjectReader
from memory_hygiene.edge.git.repository import Repository, known_id, resolve
from memory_hygiene.edge.git.snapshots import EmptySnapshot
from memory_hygiene.errors import GitError
from memory_hygiene.rules import writer_not_allowed
from memory_hygiene.runs.gate import Judge, Options, settings_for
from memory_hygiene.runs.steps import Loss, Steps

LOST = "entry-lost"


class Update(NamedTuple):
    """One updated ref of a push: the ref's name, its old and new id (zeros for none)."""

    ref: str
    old: str
    new: str


class Stretch(NamedTuple):
    """What is judged: ``commits`` (ids, parents first) that lead from ``starts`` to ``end``; no starts: all history.

    ``left`` is the old end of a ref that does not lead to the new one: what only it had is lost without any commit.
    ``receiver`` is the commit that takes them in, "" for none.
    """

    starts: tuple[str, ...]
    end: str
    commits: tuple[str, ...]
    left: str = ""
    receiver: str = ""


def judge_range(repository: Repository, reader: ObjectReader, first: str, last: str, options: Options) -> Verdict:
    """The verdict on ``first``..``last`` (revisions), from their merge base on."""
    start, end = resolve(repository, first), resolve(repository, last)
    commits = new_commits(repository, (end,), (start,))
    stretch = Stretch(known_bases(repository, (start, end)), end, commits, receiver=start)
    return _judge(repository, reader, stretch, options)


def judge_history(repository: Repository, reader: ObjectReader, last: str, options: Options) -> Verdict:
    """The verdict on everything that led to ``last``."""
    end = resolve(repository, last)
    return _judge(repository, reader, Stretch((), end, new_commits(repository, (end,), ())), options)


def judge_updates(
    repository: Repository, reader: ObjectReader, updates: Iterable[Update], known: tuple[str, ...], options: Options
) -> Verdict:
    """The verdict on every ref of a push; ``known`` tells rev-list which commits the other side has already."""
    findings: list[Finding] = []
    notes: list[str] = []
    ends: list[str] = []
    for update in updates:
        stretch = _stretch(repository, reader, update, known)
        if stretch is None:
            continue
        verdict = _judge(repository, reader, stretch, options)
        findings += [finding._replace(message=f"{finding.message} [{update.ref}]") for finding in verdict.findings]
        notes += [f"{update.ref}: {note}" for note in verdict.notes]
        ends.append(update.ref)
    after = ", ".join(ends) or "nothing new"
    return Verdict("what the other side has", after, tuple(dict.fromkeys(findings)), tuple(notes))


def _stretch(repository: Repository, reader: ObjectReader, update: Update, known: tuple[str, ...]) -> Stretch | None:
    """What an updated ref brings; None for a deleted ref, for no new commit, or for a tag of something else."""
    end = _commit_of(reader, update.new) if known_id(update.new) else ""
    if not end:
        return None
    old = _commit_of(reader, update.old) if known_id(update.old) and reader.get(update.old) else ""
    if old:
        bases = known_bases(repository, (old, end))
        left = "" if bases == (old,) else old
        return Stretch(bases or (old,), end, new_commits(repository, (end,), (old,)), left, old)
    commits = new_commits(repository, (end,), known)
    return Stretch(_boundaries(repository, reader, commits), end, commits) if commits else None


def _commit_of(reader: ObjectReader, oid: str) -> str:
    """The commit an object is or, as a tag, leads to; "" when that is something else. Raises GitError."""
    found = reader.get(oid + "^{}")
    if found is None:
        raise GitError(f"the object {oid[:12]} is not here", MISSING_HINT)
    return found[0] if found[1] == "commit" else ""


def _boundaries(repository: Repository, reader: ObjectReader, commits: tuple[str, ...]) -> tuple[str, ...]:
    """The parents of ``commits`` outside of them: where the new part of a history begins."""
    inside = set(commits)
    parents = (parent for oid in commits for parent in read_commit(repository, reader, oid).parents)
    return tuple(dict.fromkeys(parent for parent in parents if parent not in inside))


def _judge(repository: Repository, reader: ObjectReader, stretch: Stretch, options: Options) -> Verdict:
    judge = Judge(repository, options)
    ends = compare_ends(repository, reader, stretch.starts, stretch.end)
    if stretch.left:
        left = compare_ends(repository, reader, (stretch.left,), stretch.end)
        ends = _with_left(ends, left)
    verdict = judge.verdict(ends)
    was_governed = judge.is_governed(ends._replace(after=EmptySnapshot()))  # losses before the set-up are none of ours
    start = settings_for(ends, repository.state_dir)[0] if was_governed else None
    losses = tuple(Steps(repository, reader, judge, start, stretch.receiver).losses(stretch.commits))
    account = _Account(judge, repository, ends, verdict, losses, has_left=bool(stretch.left))
    rolled_back = _rolled_back(judge, repository, ends) if stretch.left and was_governed else ()
    return verdict._replace(findings=tuple(dict.fromkeys((*account.findings(), *rolled_back))))


def _rolled_back(judge: Judge, repository: Repository, ends: Comparison) -> Iterator[Finding]:
    """The registries that a ref takes back together with the commits that changed them: nobody answers for it."""
    settings, _ = settings_for(ends, repository.state_dir)
    for agent in settings.agents:
        change = judge.change(agent, settings, ends)
        (left, *starts), after = change.befores, change.after
        is_changed = left.registry.is_restricting and left.registry not in (start.registry for start in starts)
        if is_changed and left.registry != after.registry:
            message = f"the registry of {left.snapshot.label} is taken away together with the commits that changed it"
            fix = "merge them, or push under another name"
            rule = writer_not_allowed.RULE
            yield Finding(rule.id, rule.name, rule.severity, left.registry_path, 1, 1, "", message, fix)


def _with_left(ends: Comparison, left: Comparison) -> Comparison:
    """The ends of a range together with the old end of the ref, as if both were merged into the new one."""
    befores = (*left.befores, *(before for before in ends.befores if before.label != left.befores[0].label))
    changed = {*(ends.changed or ()), *(left.changed or ())}
    return ends._replace(befores=befores, changed=tuple(sorted(changed)))


class _Account:
    """Losses seen between the ends and commit by commit, brought together.

    An error is what some commit lost and the end does not have; what every commit accounts for (marked in one, pruned
    in the next) is no loss, though the ends alone look like one.
    """

    def __init__(
        self,
        judge: Judge,
        repository: Repository,
        ends: Comparison,
        verdict: Verdict,
        losses: tuple[Loss, ...],
        has_left: bool,
    ) -> None:
        self._judge = judge
        self._repository = repository
        self._ends = ends
        self._verdict = verdict
        self._losses = losses
        self._has_left = has_left
        self._settled: dict[Agent, frozenset[str]] = {}

    def findings(self) -> list[Finding]:
        """All findings of the range."""
        inside = {loss.finding.fingerprint for loss in self._losses if loss.finding.name == LOST}
        ends = [self._at_the_ends(finding, inside) for finding in self._verdict.findings]
        reported = {f.fingerprint for f in ends if f.name == LOST and f.severity is Severity.ERROR}
        return ends + [
            self._in_commit(loss)
            for loss in self._losses
            if loss.finding.name != LOST or loss.finding.fingerprint not in reported
        ]

    def _at_the_ends(self, finding: Finding, inside: set[str]) -> Finding:
        if finding.name != LOST or not finding.fingerprint or finding.fingerprint in inside:
            return finding
        if self._has_left and finding.fingerprint not in self._at_starts():
            return finding._replace(message=f"{finding.message}; the commits that had it are taken away")
        return _without_error(finding, "every commit of the range accounts for it")

    def _in_commit(self, loss: Loss) -> Finding:
        finding = loss.finding._replace(message=f"{loss.finding.message} (in commit {loss.commit[:12]})")
        if finding.name == LOST and finding.fingerprint in self._settled_of(loss.agent):
            return _without_error(finding, "restored or accounted for later in the range")
        if finding.name == LOST:
            return finding
        rewrite = f"git rebase -i -r --empty=drop {loss.commit[:12]}^"
        return finding._replace(fix=f"{finding.fix}; in that commit, for a later one does not mend it: {rewrite}")

    def _at_starts(self) -> set[str]:
        """What the agents hold where the range begins, without the old end of the ref."""
        settings, _ = settings_for(self._ends, self._repository.state_dir)
        changes = [self._judge.change(agent, settings, self._ends) for agent in settings.agents]
        return {fingerprint for change in changes for before in change.befores[1:] for fingerprint in _present(before)}

    def _settled_of(self, agent: Agent) -> frozenset[str]:
        """Fingerprints that are no loss in the end: present, recorded, or accounted for between the ends."""
        if not self._judge.is_governed(self._ends):
            return frozenset()
        if agent not in self._settled:
            settings, _ = settings_for(self._ends, self._repository.state_dir)
            change = self._judge.change(agent, settings, self._ends)
            added = change.after.ledger.added_since(tuple(before.ledger for before in change.befores))
            recorded = {judged.fingerprint for record in added for judged in (*record.removed, *record.edited)}
            before = {fingerprint for state in change.befores for fingerprint in _present(state)}
            lost = {finding.fingerprint for finding in self._verdict.findings if finding.name == LOST}
            kept = _present(change.after) | change.after.kept_elsewhere
            self._settled[agent] = frozenset(kept | recorded | (before - lost))
        return self._settled[agent]


def _without_error(finding: Finding, reason: str) -> Finding:
    return finding._replace(severity=Severity.WARNING, message=f"{finding.message}; {reason}")


def _present(state: AgentState) -> set[str]:
    return {block.fingerprint for _, block in state.blocks()}
