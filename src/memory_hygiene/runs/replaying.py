"""Replaying: the gate's verdict on every commit of a history, as if it had stood there from the start."""

from collections.abc import Iterable, Iterator

from memory_hygiene.core.contracts import CONFIG, Profile
from memory_hygiene.core.findings import Finding, Severity, errors_of
from memory_hygiene.core.losses.replay import Count, Replay, Stop, counted
from memory_hygiene.core.model import decode
from memory_hygiene.core.settings import Settings
from memory_hygiene.edge.git.comparisons import Commit, Comparison
from memory_hygiene.edge.git.process import ObjectReader
from memory_hygiene.edge.git.repository import Repository
from memory_hygiene.errors import ConfigError
from memory_hygiene.runs.gate import Judge
from memory_hygiene.runs.reaching import Reach, reach
from memory_hygiene.runs.steps import Progress


def replay_range(
    repository: Repository, reader: ObjectReader, written: str, profile: Profile | None, progress: Progress
) -> Replay:
    """Judge every commit of the range ``written`` as the gate would, one after the other as they are gone through.

    Raises HygieneError or GitError when it cannot be judged, and so do the stops.
    """
    found = reach(repository, reader, written, profile, holds_start=False)
    count = Count()
    stops = counted(_stops(found, progress), count, found.is_present)
    return Replay(written, len(found.span.commits), stops, count, found.is_present, found.notes)


def _stops(found: Reach, progress: Progress) -> Iterator[Stop]:
    for commit, judged in found.steps.walk(found.span.commits, progress):
        for settings, comparison in judged:
            if errors := errors_of(_findings(found.judge, settings, comparison)):
                yield Stop(commit.oid, commit.author_day, _subject(commit), errors)


def _findings(judge: Judge, settings: Settings, comparison: Comparison) -> Iterable[Finding]:
    if not comparison.changed or CONFIG not in comparison.changed:
        return judge.findings(settings, comparison)
    try:
        return judge.verdict(comparison).findings
    except ConfigError as error:
        return (Finding("", "config-unusable", Severity.ERROR, CONFIG, 1, 1, "", error.message, error.hint),)


def _subject(commit: Commit) -> str:
    return decode(commit.message.strip().partition(b"\n")[0])[0]
