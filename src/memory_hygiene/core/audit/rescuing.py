"""Rescuing: what a snapshot keeps of entries that vanished, and what it says of faults it commits as they are."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from memory_hygiene.core.findings import Finding
from memory_hygiene.core.losses.departure import Departure, Fate
from memory_hygiene.core.planning.actions import Prune
from memory_hygiene.core.planning.edits import append_archive
from memory_hygiene.core.planning.places import archive_of, place_of
from memory_hygiene.core.state import AgentState

from .audit_record import COMPLETE, CRITICAL
from .due import RUN
from .ledger import Judged, Ledger, write_record

_REASON = "it left the agent's memory without a trace"


@dataclass(frozen=True, slots=True)
class Rescued:
    """An entry that had vanished: where it was, and the archive (from the top of the repository) that holds it now."""

    fingerprint: str
    path: str
    line: int
    text: str
    to: str


@dataclass(frozen=True, slots=True)
class Taken:
    """A finished snapshot: its commit, the files in it, what was rescued, and the faults committed as CRITICAL."""

    commit: str
    paths: tuple[str, ...]
    rescued: tuple[Rescued, ...]
    faults: tuple[Finding, ...]

    @property
    def status(self) -> str:
        """What the ledger says of it."""
        return CRITICAL if self.faults else COMPLETE


def rescued_of(after: AgentState, left: Iterable[Departure]) -> tuple[tuple[Rescued, Departure], ...]:
    """Those departures that are lost, each with where it is to be kept."""
    return tuple(
        (_rescued(departure, archive_of(after, departure.store)), departure)
        for departure in left
        if departure.fate is Fate.LOST
    )


def _rescued(departure: Departure, to: str) -> Rescued:
    store, block = departure.store, departure.block
    return Rescued(block.fingerprint, store.path, block.line, block.text, to)


def archives_with(
    olds: Mapping[str, bytes | None], lost: Iterable[tuple[Rescued, Departure]], day: str
) -> dict[str, bytes]:
    """The archive files with a framed block per lost entry appended, by path; ``olds`` are their bytes before."""
    groups: dict[tuple[str, str, str], list[Departure]] = {}
    for rescued, departure in lost:
        groups.setdefault((rescued.to, rescued.path, departure.source), []).append(departure)
    archives: dict[str, bytes] = {}
    for (to, path, _), departures in groups.items():
        removals = [Prune(place_of(gone.store, gone.block), _REASON, to) for gone in departures]
        document = departures[0].store.document
        archives[to] = append_archive(archives.get(to, olds.get(to)), removals, {path: document}, day)
    return archives


def snapshot_record(
    time: str,
    session: str,
    rescued: Iterable[Rescued],
    critical: Iterable[tuple[str, str]],
    ledger: Ledger,
) -> str:
    """The ledger record of a snapshot that rescued entries or committed faults.

    ``critical`` are pairs of rule and path within the agent directory: the gate lets these in once.
    """
    named = tuple(dict.fromkeys(critical))
    kept = tuple(rescued)
    removed = tuple(Judged(entry.fingerprint, "rescue", f"{_REASON}; kept in {entry.to}") for entry in kept)
    fields = [("deletions", "0"), ("rescued", str(len(kept)))]
    fields += [("session", session)] if session else []
    fields += [("status", CRITICAL if named else COMPLETE), (RUN, "snapshot")]
    return write_record(time, tuple(fields), removed, (), ledger, named)
