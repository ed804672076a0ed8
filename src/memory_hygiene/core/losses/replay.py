"""Replays: the commits of a history that the gate would have stopped, and what was lost in them."""

from collections import Counter
from dataclasses import dataclass

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
        return tuple(Spot(f.path, f.line, f.fingerprint, f.text) for f in self.findings if f.name == LOST)


@dataclass(frozen=True, slots=True)
class Replay:
    """A replay of a range of so many commits. ``back`` are lost fingerprints that its end has again."""

    range: str
    commits: int
    stops: tuple[Stop, ...]
    back: frozenset[str] = frozenset()
    notes: tuple[str, ...] = ()

    @property
    def lost(self) -> tuple[Spot, ...]:
        """What all commits lost."""
        return tuple(spot for stop in self.stops for spot in stop.lost)

    @property
    def missing(self) -> tuple[Spot, ...]:
        """What was lost and is not there at the end."""
        return tuple(spot for spot in self.lost if spot.fingerprint not in self.back)

    @property
    def rules(self) -> Counter[str]:
        """How often each rule, by name, would have stopped a commit."""
        return Counter(name for stop in self.stops for name in {finding.name for finding in stop.findings})
