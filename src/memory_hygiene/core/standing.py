"""How an agent's memory stands: sizes as its reader counts them, canaries, and whether an audit is due."""

from dataclasses import dataclass
from enum import Enum

from .ages import day_number
from .canary import canary_lines
from .contracts import Cap, Contract, Strategy, Unit
from .guarded import digest_of, is_right
from .ledger import Ledger
from .model import Document
from .settings import Agent
from .sizes import counted, numbered, percent, size_in, utilization
from .state import MAX_BYTES, AgentState, Store
from .tags import is_day
from .unread import why_unread


class CanaryState(Enum):
    """What stands of a store's canary."""

    INTACT = "intact"
    BREACHED = "breached"
    UNREGISTERED = "not registered in the ledger"
    ABSENT = "none"
    NOT_ASKED = "not asked for"


@dataclass(frozen=True, slots=True)
class CapUse:
    """One cap of a store: how much of it is used; utilization in percent, one decimal."""

    unit: Unit
    size: int
    limit: int
    utilization: float


@dataclass(frozen=True, slots=True)
class StoreStanding:
    """A hot file: path from the top, entries, what it uses of each cap, its canary, over which trigger it is.

    ``over`` says how far, "" when it is not: then a compaction, and with it an audit, is due. ``unread`` is the size in
    bytes of a file too large to be read: nothing else is known of it. 0 for one that was read.
    """

    path: str
    entries: int
    caps: tuple[CapUse, ...]
    utilization: float
    canary: CanaryState
    is_readable: bool
    over: str
    unread: int = 0


@dataclass(frozen=True, slots=True)
class AgentStanding:
    """An agent directory: its stores, its last ledger record ("" without one), and why an audit is due or not."""

    agent: Agent
    stores: tuple[StoreStanding, ...]
    last_time: str
    last_status: str
    is_due: bool
    reason: str


def standing_of(state: AgentState, today: str) -> AgentStanding:
    """How the agent of ``state`` stands on the day ``today`` (``YYYY-MM-DD``)."""
    stores = tuple(_store(store, state) for store in state.stores)
    last = state.ledger.records[-1] if state.ledger.records else None
    is_due, reason = _due(stores, state, today)
    return AgentStanding(
        state.agent, stores, last.time if last else "", last.get("status") if last else "", is_due, reason
    )


def _store(store: Store, state: AgentState) -> StoreStanding:
    return measured(store.path, store.document, store.contract, _canary(store, state))


def measured(path: str, document: Document, contract: Contract, canary: CanaryState) -> StoreStanding:
    """The standing of one file under its contract."""
    if (size := len(document.data)) > MAX_BYTES:
        return StoreStanding(path, 0, (), 0.0, CanaryState.NOT_ASKED, False, why_unread(path, size), size)
    caps = tuple(CapUse(c.unit, size_in(document, c.unit), c.limit, percent(document, c)) for c in contract.caps)
    over = ""
    if contract.strategy is Strategy.COMPACT:
        over = next((_full(path, use, cap.near) for use, cap in zip(caps, contract.caps) if _is_over(use, cap)), "")
    entries = len(document.counted)
    return StoreStanding(path, entries, caps, utilization(document, contract), canary, document.decodable, over)


def _is_over(use: CapUse, cap: Cap) -> bool:
    return 100 * use.size > cap.near * use.limit


def _full(path: str, use: CapUse, near: int) -> str:
    return f"{path} holds {use.size:,} of {counted(use.limit, use.unit)}, over {near} %"


def _canary(store: Store, state: AgentState) -> CanaryState:
    tokens = [line.token for line in canary_lines(store.document)]
    registered = digest_of(state, store.path)
    if registered:
        intact = any(is_right(token, registered, frozenset()) for token in tokens)
        return CanaryState.INTACT if intact else CanaryState.BREACHED
    if any(tokens):
        return CanaryState.UNREGISTERED
    return CanaryState.ABSENT if store.contract.has_canary else CanaryState.NOT_ASKED


def _due(stores: tuple[StoreStanding, ...], state: AgentState, today: str) -> tuple[bool, str]:
    """Contract H3: the last audit is ``audit_every_days`` old or more, or a store is over ``memory_threshold``."""
    settings = state.settings
    if full := next((store.over for store in stores if store.over), ""):
        return True, full
    day, what = _last_day(state.ledger)
    if not day:
        return True, "the ledger has no record with a date"
    days = day_number(today) - day_number(day)
    every = settings.audit_every_days
    if days >= every:
        return True, f"{what} was {_ago(days)}, every {numbered(every, 'day')} one is due"
    return False, f"{what} was {_ago(days)}, the next one is due in {numbered(every - max(days, 0), 'day')}"


def _last_day(ledger: Ledger) -> tuple[str, str]:
    """The day of the last audit, known by its utilization; before the first one, of the first record."""
    dated = [record for record in ledger.records if is_day(record.time[:10])]
    audits = [record for record in dated if any(key.endswith("_util_after") for key, _ in record.fields)]
    if audits:
        return audits[-1].time[:10], "the last audit"
    return (dated[0].time[:10], "the set-up") if dated else ("", "")


def _ago(days: int) -> str:
    return "today" if days <= 0 else "yesterday" if days == 1 else f"{days} days ago"
