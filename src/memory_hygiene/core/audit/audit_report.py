"""What an audit found and did: the maintenance contract's report (H19), as a value."""

from dataclasses import dataclass

from memory_hygiene.core.canaries.canary_check import StoreCanary
from memory_hygiene.core.contracts import Unit
from memory_hygiene.core.live.preflight import Check
from memory_hygiene.core.planning.actions import (
    Action,
    Alert,
    ClearMark,
    Compress,
    MarkUnverified,
    Plan,
    Residual,
    StoreSizes,
    Unresolved,
)
from memory_hygiene.core.settings import Agent, Settings
from memory_hygiene.core.sizes import largest_under

from .audit_record import corrections_in, count_of
from .rescuing import Taken


@dataclass(frozen=True, slots=True)
class AuditReport:
    """One agent's audit.

    ``reason`` says why it went no further, "" when it went to its end. ``stores`` are the sizes before and after (both
    the same when nothing was written); ``last_audit`` is the time of the audit before, ``commit`` what this one made,
    each "" for none; ``faults`` are breaches of isolation; ``notes`` are for the operator.
    """

    agent: Agent
    status: str
    reason: str
    stores: tuple[StoreSizes, ...] = ()
    plan: Plan | None = None
    last_audit: str = ""
    commit: str = ""
    snapshot: Taken | None = None
    canaries: tuple[StoreCanary, ...] = ()
    faults: tuple[str, ...] = ()
    checks: tuple[Check, ...] = ()
    residual: tuple[Residual, ...] = ()
    stale: tuple[Unresolved, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def actions(self) -> tuple[Action, ...]:
        """What the plan does, or would do on a dry run."""
        return self.plan.actions if self.plan else ()

    @property
    def deletions(self) -> int:
        """Entries pruned, archived and taken out as repeats."""
        return len(self.plan.removals) if self.plan else 0

    @property
    def moves(self) -> int:
        """Entries that went to another file of the agent."""
        return len(self.plan.moves) if self.plan else 0

    @property
    def corrections(self) -> int:
        """Values set right."""
        return corrections_in(self.plan) if self.plan else 0

    @property
    def unverified(self) -> int:
        """Entries that were given the mark."""
        return count_of(self.plan, MarkUnverified) if self.plan else 0

    @property
    def unresolved(self) -> tuple[Unresolved, ...]:
        """What somebody must decide about."""
        return (*self.stale, *(self.plan.unresolved if self.plan else ()))

    @property
    def alerts(self) -> tuple[Alert, ...]:
        """The drift alerts."""
        return self.plan.alerts if self.plan else ()

    @property
    def has_changed_memory(self) -> bool:
        """Whether a store is another one now, so that there is something to take back."""
        return bool(self.commit and self.plan and (self.plan.actions or self.plan.summaries))

    @property
    def is_ledger_updated(self) -> bool:
        """Whether a record of this audit stands in the ledger."""
        return bool(self.commit)

    def sizes_of(self, name: str) -> StoreSizes | None:
        """The sizes of the store called ``name`` in whatever folder, or None."""
        return next((sizes for sizes in self.stores if sizes.path.rpartition("/")[2] == name), None)

    @property
    def summary(self) -> str:
        """One line on the whole."""
        if self.reason:
            return f"{self.status}: {self.reason}"
        counted = {
            "deletions": self.deletions,
            "moves": self.moves,
            "corrections": self.corrections,
            "unverified": self.unverified,
            "cleared marks": count_of(self.plan, ClearMark) if self.plan else 0,
            "compressed": count_of(self.plan, Compress) if self.plan else 0,
            "unresolved": len(self.unresolved),
            "drift alerts": len(self.alerts),
        }
        parts = [f"{name} {count}" for name, count in counted.items() if count]
        return f"{self.status}: {', '.join(parts) or 'nothing to do'}"


def left_over(stores: tuple[StoreSizes, ...], settings: Settings, limits: dict[str, int]) -> tuple[Residual, ...]:
    """By how many characters Hermes stores stay over the level at which an audit rests (``skip_below``).

    ``limits`` are the limits in characters by path; stores without one are left out.
    """
    found = (
        Residual(sizes.path, over, Unit.CHARS)
        for sizes in stores
        if (limit := limits.get(sizes.path))
        and (over := sizes.after.chars - largest_under(limit, settings.skip_below)) > 0
    )
    return tuple(found)
