"""Replaying: the gate's verdict on every commit of a history, as if it had stood there from the start."""

from collections.abc import Iterable

from memory_hygiene.core.contracts import CONFIG, Profile
from memory_hygiene.core.findings import Finding, Severity
from memory_hygiene.core.losses.replay import Replay, Stop
from memory_hygiene.core.model import decode
from memory_hygiene.core.settings import Settings
from memory_hygiene.edge.git.comparisons import Commit, Comparison
from memory_hygiene.edge.git.process import ObjectReader
from memory_hygiene.edge.git.repository import Repository
from memory_hygiene.errors import ConfigError
from memory_hygiene.runs.gate import Judge
from memory_hygiene.runs.proving import present_at_end
from memory_hygiene.runs.reaching import reach
from memory_hygiene.runs.steps import Progress


def replay_range(
    repository: Repository, reader: ObjectReader, written: str, profile: Profile | None, progress: Progress
) -> Replay:
    """Judge every commit of the range ``written`` as the gate would. Raises HygieneError or GitError when it cannot."""
    found = reach(repository, reader, written, profile, holds_start=False)
    stops = [
        Stop(commit.oid, commit.author_day, _subject(reader, commit), errors)
        for commit, settings, comparison in found.steps.comparisons(found.commits, progress)
        if (errors := _errors(_findings(found.judge, settings, comparison)))
    ]
    lost = {spot.fingerprint for stop in stops for spot in stop.lost}
    back = frozenset(lost & present_at_end(found, reader)) if lost else frozenset()
    return Replay(written, len(found.commits), tuple(stops), back, found.notes)


def _findings(judge: Judge, settings: Settings, comparison: Comparison) -> Iterable[Finding]:
    if not comparison.changed or CONFIG not in comparison.changed:
        return judge.findings(settings, comparison)
    try:
        return judge.verdict(comparison).findings
    except ConfigError as error:
        return (Finding("", "config-unusable", Severity.ERROR, CONFIG, 1, 1, "", error.message, error.hint),)


def _errors(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(finding for finding in findings if finding.severity is Severity.ERROR)


def _subject(reader: ObjectReader, commit: Commit) -> str:
    found = reader.get(commit.oid)
    return decode(found[2].partition(b"\n\n")[2].strip().partition(b"\n")[0])[0] if found else ""
