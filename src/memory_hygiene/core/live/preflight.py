"""Pre-flight: whether the memory can be worked on, decided from what was read and probed (contract H5).

A check that fails is BROKEN: the run goes on, with patches only.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from memory_hygiene.core.contracts import Role, Unit
from memory_hygiene.core.drift import drifts
from memory_hygiene.core.sizes import drift_line, numbered
from memory_hygiene.core.state import AgentState, Store
from memory_hygiene.core.unread import is_unread

from .live_config import LiveConfig

_REFUSES = "the agent refuses to replace or remove an entry, and leaves a .bak file each time"


@dataclass(frozen=True, slots=True)
class Check:
    """One check: its stable name, whether it passed, and what was found: when it failed, the effect and the mend."""

    name: str
    ok: bool
    detail: str


@dataclass(frozen=True, slots=True)
class Probed:
    """What the edge found out; each text says what is wrong, "" for nothing.

    ``unreadable`` is about reading the files at all, ``misplaced`` about what stands in place of a store, ``locks``
    about obtaining them, ``places`` about writing: one text for each folder or file that could not be replaced;
    ``unfinished`` is what git is in the middle of.
    """

    unreadable: str = ""
    misplaced: tuple[str, ...] = ()
    locks: str = ""
    places: tuple[str, ...] = ()
    unfinished: str = ""


def preflight_checks(state: AgentState, probed: Probed, live: LiveConfig | None) -> tuple[Check, ...]:
    """The checks of one agent, in the order they matter.

    Nothing of ``state`` is read when ``probed`` says that it cannot be.
    """
    if probed.unreadable:
        of_stores = [_check(name, [probed.unreadable], "") for name in ("ledger", "stores", "round-trip")]
    else:
        of_stores = [_ledger(state), _readable(state, probed.misplaced), _round_trip(state.stores)]
    return (
        *of_stores,
        _check("locks", [probed.locks], "obtainable"),
        _check("directory", probed.places, "writable"),
        _check("git", [probed.unfinished], "nothing is in progress"),
        _live(live),
    )


def _check(name: str, faults: Iterable[str], fine: str) -> Check:
    found = "; ".join(filter(None, faults))
    return Check(name, not found, found or fine)


def _ledger(state: AgentState) -> Check:
    records = state.ledger.records
    if not records:
        return Check("ledger", True, "no record yet")
    return Check("ledger", True, f"last record {records[-1].time} {records[-1].get('status')}".rstrip())


def _readable(state: AgentState, misplaced: Iterable[str]) -> Check:
    read = {store.path for store in state.stores}
    governed = [path for path, (role, _) in state.files.items() if role is Role.STORE]
    faults = [f"{path} is no regular file of this agent: put one in its place" for path in governed if path not in read]
    faults += [*misplaced, *(fault for store in state.stores if (fault := _fault(store)))]
    return _check("stores", faults, numbered(len(read), "store") + " read" if read else "no store yet")


def _fault(store: Store) -> str:
    if is_unread(store):
        return f"{store.path} has {len(store.document.data):,} bytes and is not read"
    if not store.document.decodable:
        return f"{store.path} is not UTF-8, or it holds a NUL: the agent loads neither store"
    return ""


def _round_trip(stores: Iterable[Store]) -> Check:
    checked = [s for s in stores if s.contract.has_canary and s.document.decodable and not is_unread(s)]
    return _check(
        "round-trip", [_drift(store) for store in checked], "as the agent writes it" if checked else "not asked"
    )


def _drift(store: Store) -> str:
    limit = next((cap.limit for cap in store.contract.caps if cap.unit is Unit.CHARS), None)
    drift = next(drifts(store.document, limit), None)
    if drift is not None:
        return f"{store.path}:{drift.line}: {drift.reason}: {_REFUSES}; hygiene plan proposes what mends it"
    line = drift_line(store.document)
    return "" if line is None else f"{store.path}:{line}: it would be written differently: {_REFUSES}"


def _live(live: LiveConfig | None) -> Check:
    if live is None:
        return Check("live-config", True, "none beside this memory; the limits of .hygiene.yaml hold")
    return _check("live-config", live.problems, "read")
