"""What a whole history shows of a ledger and its archives: the faults, and what was looked at."""

from dataclasses import dataclass

from memory_hygiene.core.findings import Severity
from memory_hygiene.core.settings import Agent


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that is wrong with a ledger or an archive, or worth to be known.

    ``commit`` is the commit (id) that shows it, "" for what no commit holds; ``record`` the time of the record meant,
    "" for none. ``path`` and ``line`` (1-based) say where.
    """

    name: str
    severity: Severity
    path: str
    line: int
    message: str
    fix: str
    commit: str = ""
    record: str = ""


@dataclass(frozen=True, slots=True)
class Trail:
    """The verdict on one agent's ledger: how much was looked at, its newest digests, and the faults.

    ``commits`` counts the commits that changed the ledger or an archive; ``tips`` are the digests the next record will
    name. ``is_cut_off`` says that the history is truncated, so that older commits could not be judged.
    """

    agent: Agent
    path: str
    records: int
    by_hand: int
    commits: int
    tips: tuple[str, ...]
    faults: tuple[Fault, ...]
    is_cut_off: bool

    def count(self, severity: Severity) -> int:
        """How many faults have this severity."""
        return sum(fault.severity is severity for fault in self.faults)
