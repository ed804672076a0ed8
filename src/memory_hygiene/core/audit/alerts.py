"""Drift alerts (contract H8): what the plan, set against the last audit, says of how a memory is kept.

The numbers are the contract's; percentages are of a store's limit, days are whole days. Where the last audit deleted
nothing, or its record does not say, there is nothing to set against and no alert.
"""

import re
from collections.abc import Iterator

from memory_hygiene.core.planning.actions import Alert, MarkUnverified, Plan
from memory_hygiene.core.sizes import numbered
from memory_hygiene.core.state import AgentState

from .audit_record import count_of, key_of_store
from .due import days_since, last_done_audit
from .ledger import Record

BLOAT = 50.0
"""Percent of a store's limit grown back per hundred entries the last audit deleted."""
ACCELERATION = 1.5
MOST_UNVERIFIED = 2
MOST_LEFT = 70.0
"""Percent of MEMORY.md's limit after an audit."""
_NUMBER = re.compile(r"\d{1,9}(?:\.\d{1,6})?")


def drift_alerts(state: AgentState, plan: Plan, today: str) -> tuple[Alert, ...]:
    """The alerts for ``plan`` of the agent of ``state`` as of ``today`` (``YYYY-MM-DD``), in the contract's order."""
    last = last_done_audit(state.ledger, today)
    if last is None:
        return tuple(_unverified(plan))
    return (
        *_bloat(plan, last),
        *_acceleration(plan, last),
        *_unverified(plan),
        *_gap(state, last, today),
        *_left_full(last),
    )


def _bloat(plan: Plan, last: Record) -> Iterator[Alert]:
    """H8 (a): of the stores that grew too much, the one that grew most."""
    deletions = number_in(last.get("deletions"))
    if not deletions:
        return
    grown: list[tuple[float, str, float, float]] = []
    for sizes in plan.stores:
        after = number_in(last.get(f"{key_of_store(sizes.path)}_util_after"))
        if after is not None:
            now = sizes.before.utilization
            grown.append((round((now - after) / deletions * 100, 1), sizes.path, now, after))
    ratio, path, now, after = max(grown, default=(0.0, "", 0.0, 0.0))
    if ratio > BLOAT:
        message = (
            f"{path} grew from {after:g} % to {now:g} % since the last audit, which deleted "
            f"{numbered(int(deletions), 'entry', 'entries')}: {ratio:g}, limit {BLOAT:g}"
        )
        numbers = (("util_now", now), ("util_after_last", after), ("deletions_last", deletions), ("ratio", ratio))
        yield Alert("bloat", message, numbers)


def _acceleration(plan: Plan, last: Record) -> Iterator[Alert]:
    """H8 (b)."""
    deletions, planned = number_in(last.get("deletions")), len(plan.removals)
    if deletions and planned >= ACCELERATION * deletions:
        message = (
            f"{numbered(planned, 'deletion')} planned, {deletions:g} at the last audit, limit {ACCELERATION} times that"
        )
        yield Alert("deletions-accelerating", message, (("planned", planned), ("deletions_last", deletions)))


def _unverified(plan: Plan) -> Iterator[Alert]:
    """H8 (c)."""
    marked = count_of(plan, MarkUnverified)
    if marked > MOST_UNVERIFIED:
        message = f"{marked} entries become [UNVERIFIED] at once, limit {MOST_UNVERIFIED}: is the network down?"
        yield Alert("unverified-growing", message, (("unverified", marked), ("limit", MOST_UNVERIFIED)))


def _gap(state: AgentState, last: Record, today: str) -> Iterator[Alert]:
    """H8 (d)."""
    days, limit = days_since(last, today), state.settings.gap_alert_days
    if days is not None and days > limit:
        message = f"no audit for {numbered(days, 'day')}, limit {limit}"
        yield Alert("audit-gap", message, (("days", days), ("limit", limit)))


def _left_full(last: Record) -> Iterator[Alert]:
    """H8 (e)."""
    left = number_in(last.get("memory_util_after"))
    if left is not None and left > MOST_LEFT:
        message = f"the last audit left MEMORY.md at {left:g} %, limit {MOST_LEFT:g}"
        yield Alert("left-full", message, (("util_after_last", left), ("limit", MOST_LEFT)))


def number_in(text: str) -> float | None:
    """The first number in a field of a record (``78.5%``), or None."""
    found = _NUMBER.search(text)
    return float(found[0]) if found else None
