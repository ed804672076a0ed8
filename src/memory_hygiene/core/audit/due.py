"""When an audit is due (contract H3), by the ledger and by how full the stores are; hooks ask as well."""

from collections.abc import Iterator
from typing import NamedTuple

from memory_hygiene.core.contracts import Contract, Profile, Strategy
from memory_hygiene.core.model import Document
from memory_hygiene.core.settings import Settings
from memory_hygiene.core.sizes import counted, numbered, size_in
from memory_hygiene.core.state import MAX_BYTES, AgentState
from memory_hygiene.core.unread import why_unread

from .ledger import Ledger, Record
from .timestamps import day_count, day_written, seconds_of

RUN, AUDIT = "run", "audit"
"""The ledger's key for what made a record, and what it says of an audit."""
_NOT_DONE = frozenset(("SKIP", "DRY_RUN", "CRITICAL", "ERROR"))


class Due(NamedTuple):
    """Whether an audit is due, and why or until when not."""

    is_due: bool
    reason: str


def is_audit(record: Record) -> bool:
    """Whether an audit made the record, to whatever end.

    ``run`` tells. A record without it is one when it has the contract's shape (``…_util_after``) and names no plan,
    as the records of ``apply`` do.
    """
    if run := record.get(RUN):
        return run == AUDIT
    return has_utilization(record) and not record.get("plan")


def has_utilization(record: Record) -> bool:
    """Whether a record says how full a store was left."""
    return any(key.endswith("_util_after") for key, _ in record.fields)


def is_done(record: Record) -> bool:
    """Whether the audit went to its end: one that was skipped or stopped does not put off the next."""
    return record.get("status").upper() not in _NOT_DONE


def last_audit(ledger: Ledger) -> Record | None:
    """The newest record of an audit, to whatever end, or None."""
    return _newest([record for record in ledger.records if is_audit(record)])


def last_done_audit(ledger: Ledger, today: str) -> Record | None:
    """The newest record of an audit that went to its end, or None.

    One dated after ``today`` (``YYYY-MM-DD``) hides none that is not: a clock was wrong, or somebody wrote it by hand.
    """
    done = [record for record in ledger.records if is_audit(record) and is_done(record)]
    return _newest([record for record in done if (days_since(record, today) or 0) >= 0] or done)


def _newest(records: list[Record]) -> Record | None:
    """By time, for a merge may put an older record last; of equal ones the last."""
    dated = [
        (seconds, place) for place, record in enumerate(records) if (seconds := seconds_of(record.time)) is not None
    ]
    return records[max(dated)[1]] if dated else records[-1] if records else None


def days_since(record: Record, today: str) -> int | None:
    """How many days before ``today`` (``YYYY-MM-DD``) a record was made; None when it has no real day."""
    day = day_written(record.time)
    return day_count(today) - day_count(day) if day else None


def due_by_age(ledger: Ledger, settings: Settings, today: str, profile: Profile = Profile.HERMES) -> Due:
    """Whether the last audit is ``audit_every_days`` old or more; before the first one the set-up counts.

    A record dated after ``today`` puts nothing off while there is an earlier one.
    """
    dated = [
        (days, what) for what, record in _starts(ledger, profile) if (days := days_since(record, today)) is not None
    ]
    if not dated:
        return Due(True, "the ledger has no record with a date")
    days, what = next((pair for pair in dated if pair[0] >= 0), dated[0])
    every = settings.audit_every_days
    if days >= every:
        return Due(True, f"{what} was {_ago(days)}, every {numbered(every, 'day')} one is due")
    left = numbered(every - max(days, 0), "day")
    return Due(False, f"{what} was {_ago(days)}, the next one is due in {left}")


def _starts(ledger: Ledger, profile: Profile) -> Iterator[tuple[str, Record]]:
    """From what the days may count, the best first: audits from the newest on, then the first record."""
    audits = [record for record in ledger.records if _is_full_run(record, profile) and day_written(record.time)]
    for record in sorted(audits, key=lambda each: each.time[:10], reverse=True):
        yield "the last audit", record
    yield from (("the set-up", record) for record in ledger.records if day_written(record.time))


def _is_full_run(record: Record, profile: Profile) -> bool:
    """In a sanctum nothing is moved or verified: there an apply is all that an audit would be."""
    if profile is Profile.SANCTUM and has_utilization(record):
        return True
    return is_audit(record) and is_done(record)


def _ago(days: int) -> str:
    return "today" if days <= 0 else "yesterday" if days == 1 else f"{days} days ago"


def why_full(path: str, document: Document, contract: Contract) -> str:
    """How far a store is over the trigger of a cap (``memory_threshold``), or ""; one too large to be read is."""
    if (size := len(document.data)) > MAX_BYTES:
        return why_unread(path, size)
    for cap in contract.caps if contract.strategy is Strategy.COMPACT else ():
        size = size_in(document, cap.unit)
        if 100 * size > cap.near * cap.limit:
            return f"{path} holds {size:,} of {counted(cap.limit, cap.unit)}, over {cap.near} %"
    return ""


def due(state: AgentState, today: str) -> Due:
    """Whether an audit of the agent is due on ``today`` (``YYYY-MM-DD``): a full store first, then the days."""
    full = next((why for each in state.stores if (why := why_full(each.path, each.document, each.contract))), "")
    return Due(True, full) if full else due_by_age(state.ledger, state.settings, today, state.agent.profile)
