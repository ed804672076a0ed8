"""How an agent's memory stands: sizes as its reader counts them, canaries, and whether an audit is due."""

from dataclasses import dataclass
from enum import Enum

from .audit.due import due, why_full
from .canaries.canary import canary_lines
from .canaries.guarded import digest_of, is_right
from .contracts import Contract, Unit
from .model import Document
from .settings import Agent
from .sizes import percent, size_in, utilization
from .state import MAX_BYTES, AgentState, Store
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
    is_due, reason = due(state, today)
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
    used, over = utilization(document, contract), why_full(path, document, contract)
    return StoreStanding(path, len(document.counted), caps, used, canary, document.decodable, over)


def _canary(store: Store, state: AgentState) -> CanaryState:
    tokens = [line.token for line in canary_lines(store.document)]
    registered = digest_of(state, store.path)
    if registered:
        intact = any(is_right(token, registered, frozenset()) for token in tokens)
        return CanaryState.INTACT if intact else CanaryState.BREACHED
    if any(tokens):
        return CanaryState.UNREGISTERED
    return CanaryState.ABSENT if store.contract.has_canary else CanaryState.NOT_ASKED
