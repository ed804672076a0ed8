"""Ranges of commits: what was lost between the ends, what was lost inside, and the pushes that bring them."""

from collections.abc import Iterable
from typing import NamedTuple

from memory_hygiene.core.findings import Finding, Severity, Verdict
from memory_hygiene.core.state import AgentState
from memory_hygiene.edge.git.comparisons import (
    compare_ends,
    compare_history_step,
    new_commits,
    read_commit,
)
from memory_hygiene.edge.git.process import ObjectReader
from memory_hygiene.edge.git.repository import NULL, Repository, merge_bases, resolve
from memory_hygiene.gate import Judge, Options, settings_for, without_error

LOST = "entry-lost"


class Update(NamedTuple):
    """One updated ref of a push: the ref's name, its old and new id (zeros for none)."""

    ref: str
    old: str
    new: str


def judge_range(repository: Repository, reader: ObjectReader, first: str, last: str, options: Options) -> Verdict:
    """The verdict on ``first``..``last`` (revisions), from their merge base on."""
    start, end = resolve(repository, first), resolve(repository, last)
    bases = merge_bases(repository, (start, end))
    commits = new_commits(repository, (end,), (start,))
    return _judge(repository, reader, bases or (None,), end, commits, options)


def judge_history(repository: Repository, reader: ObjectReader, last: str, options: Options) -> Verdict:
    """The verdict on everything that led to ``last``."""
    end = resolve(repository, last)
    return _judge(repository, reader, (None,), end, new_commits(repository, (end,), ()), options)


def judge_updates(
    repository: Repository,
    reader: ObjectReader,
    updates: Iterable[Update],
    known: tuple[str, ...],
    options: Options,
) -> Verdict:
    """The verdict on every ref of a push; ``known`` tells rev-list which commits the other side has already."""
    findings: list[Finding] = []
    notes: list[str] = []
    ends: list[str] = []
    for update in updates:
        end = None if NULL.match(update.new) else _commit_of(repository, update.new)
        if end is None:
            continue  # a deleted ref, or a tag of something that is no commit
        verdict = _judge_update(repository, reader, update, end, known, options)
        findings += verdict.findings
        notes += [f"{update.ref}: {note}" for note in verdict.notes]
        ends.append(update.ref)
    return Verdict(
        "what the other side has", ", ".join(ends) or "nothing new", tuple(dict.fromkeys(findings)), tuple(notes)
    )


def _judge_update(
    repository: Repository, reader: ObjectReader, update: Update, end: str, known: tuple[str, ...], options: Options
) -> Verdict:
    old = None if NULL.match(update.old) else _commit_of(repository, update.old)
    commits = new_commits(repository, (end,), (old, *known) if old else known)
    starts: tuple[str | None, ...] = (old,) if old else _boundaries(reader, commits)
    return _judge(repository, reader, starts or (None,), end, commits, options)


def _boundaries(reader: ObjectReader, commits: tuple[str, ...]) -> tuple[str, ...]:
    """The parents of ``commits`` outside of them: where the new part of a history begins."""
    inside = set(commits)
    parents = (parent for oid in commits for parent in read_commit(reader, oid).parents)
    return tuple(dict.fromkeys(parent for parent in parents if parent not in inside))


def _commit_of(repository: Repository, oid: str) -> str | None:
    result = repository.run("rev-parse", "--verify", "--quiet", "--end-of-options", oid + "^{commit}")
    return result.text if result.code == 0 and result.text else None


def _judge(
    repository: Repository,
    reader: ObjectReader,
    starts: tuple[str | None, ...],
    end: str,
    commits: tuple[str, ...],
    options: Options,
) -> Verdict:
    judge = Judge(repository, options)
    findings: list[Finding] = []
    notes: tuple[str, ...] = ()
    for start in starts:
        verdict = judge.verdict(compare_ends(repository, reader, start, end))
        findings += verdict.findings
        notes += verdict.notes
    lost = {finding.fingerprint for finding in findings if finding.name == LOST}
    settled = _settled(judge, repository, reader, starts, end)
    for oid in commits:
        for finding in judge.losses(compare_history_step(repository, reader, oid)):
            if finding.name == LOST and finding.fingerprint in lost:
                continue
            if finding.severity is Severity.ERROR:
                findings.append(_in_commit(finding, oid, settled))
    label = ", ".join(start[:12] if start else "nothing" for start in starts)
    return Verdict(label, end[:12], tuple(dict.fromkeys(findings)), tuple(dict.fromkeys(notes)))


def _in_commit(finding: Finding, oid: str, settled: frozenset[str]) -> Finding:
    finding = finding._replace(message=f"{finding.message} (in commit {oid[:12]})")
    if finding.name == LOST and finding.fingerprint in settled:
        return without_error(finding, "restored or accounted for later in the range")
    return finding


def _settled(
    judge: Judge, repository: Repository, reader: ObjectReader, starts: tuple[str | None, ...], end: str
) -> frozenset[str]:
    """Fingerprints that are no loss in the end: present, recorded, or judged between the ends already."""
    comparison = compare_ends(repository, reader, starts[0], end)
    settings, _ = settings_for(comparison, repository.state_dir)
    settled: set[str] = set()
    for agent in judge.agents(settings, comparison):
        change = judge.change(agent, settings, comparison)
        settled |= _present(change.after) | change.after.kept_elsewhere
        settled |= {judged.fingerprint for r in change.after.ledger.records for judged in (*r.removed, *r.edited)}
        for before in change.befores:
            settled |= _present(before)
    return frozenset(settled)


def _present(state: AgentState) -> set[str]:
    return {block.fingerprint for _, block in state.blocks()}
