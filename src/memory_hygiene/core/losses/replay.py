"""Replays: the commits of a history that the gate would have stopped, and what was lost in them."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from memory_hygiene.core.findings import Finding

from .proof import Spot

LOST = "entry-lost"


@dataclass(frozen=True, slots=True)
class Stop:
    """A commit that the gate would have stopped: id, author's day, first line of its message, the errors."""

    commit: str
    day: str
    subject: str
    findings: tuple[Finding, ...]

    @property
    def lost(self) -> tuple[Spot, ...]:
        """What the commit lost."""
        return tuple(spot_of(finding) for finding in self.findings if finding.name == LOST)


def spot_of(finding: Finding) -> Spot:
    """The entry that a finding is about, in its place."""
    return Spot(finding.path, finding.line, finding.fingerprint, finding.text)


@dataclass(slots=True)
class Count:
    """What a replay has told of so far: commits stopped, entries lost in them, and how often each rule, by name."""

    stops: int = 0
    lost: int = 0
    missing: int = 0
    rules: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class Replay:
    """A replay of a range of so many commits: its stops can be gone through once, and ``count`` then has their sum.

    ``is_back`` tells whether the end of the range has a lost entry again.
    """

    range: str
    commits: int
    stops: Iterator[Stop]
    count: Count
    is_back: Callable[[Spot], bool]
    notes: tuple[str, ...] = ()


def counted(stops: Iterable[Stop], count: Count, is_back: Callable[[Spot], bool]) -> Iterator[Stop]:
    """The stops, each added to ``count``."""
    for stop in stops:
        count.stops += 1
        count.lost += len(stop.lost)
        count.missing += sum(not is_back(spot) for spot in stop.lost)
        count.rules.update({finding.name for finding in stop.findings})
        yield stop
