"""Whether an audit may be skipped (contract H7): the last one is young and every store has room to spare.

The contract's own line says "older than 14 days", which contradicts its schedule; younger is meant.
"""

from memory_hygiene.core.sizes import largest_under, numbered, size_in
from memory_hygiene.core.state import AgentState, Store

from .due import days_since, last_done_audit


def why_skip(state: AgentState, today: str) -> str:
    """Why the agent needs no audit on ``today`` (``YYYY-MM-DD``), or "" when it does."""
    last = last_done_audit(state.ledger, today)
    days = days_since(last, today) if last else None
    if days is None or not 0 <= days < state.settings.audit_every_days:
        return ""
    limit = state.settings.skip_below
    if any(_is_full(store, limit) for store in state.stores if store.contract.has_canary):
        return ""
    when = "today" if days == 0 else f"{numbered(days, 'day')} ago"
    return f"the last audit was {when} (every {state.settings.audit_every_days}), and every store is under {limit} %"


def _is_full(store: Store, share: int) -> bool:
    """Whether a store is not under ``share`` percent of one of its caps."""
    return any(size_in(store.document, cap.unit) > largest_under(cap.limit, share) for cap in store.contract.caps)
