"""Ordering: in which order files are written, so that nobody who looks in between misses an entry (contract H15).

A move writes its destination before its source. Where two stores swap entries one of them is written twice: first as it
is with what arrives, then as it shall be.
"""

from dataclasses import replace

from memory_hygiene.core.planning.actions import Plan
from memory_hygiene.core.planning.fitting import edit_bytes
from memory_hygiene.core.planning.outcomes import arrivals
from memory_hygiene.core.planning.witness import FileChange, ProvedChange
from memory_hygiene.core.state import Store
from memory_hygiene.formats import parse
from memory_hygiene.runs.planning import Planned


def in_order(planned: Planned, change: ProvedChange) -> list[FileChange]:
    """The files of ``change``: archives, skill files and ledger first, then stores, destinations before sources."""
    stores = {store.target: store for store in planned.state.stores}
    cold = [file for file in change.files if file.path not in stores]
    hot = {file.path: file for file in change.files if file.path in stores}
    chosen: list[FileChange] = []
    while hot:
        waiting = {path: _destinations(stores[path], planned.plan) & _paths(stores, hot) for path in hot}
        path = min(hot, key=lambda path: (len(waiting[path]), path))
        chosen.append(hot.pop(path))
        for swapped in sorted(other for other in hot if stores[other].path in waiting[path]):
            hot[swapped] = _with_arrivals(hot[swapped], stores[swapped], planned.plan)
    return [*cold, *chosen]


def _destinations(store: Store, plan: Plan) -> set[str]:
    """The other files that entries of ``store`` move to."""
    return {move.to for move in plan.moves if move.place.path == store.path} - {store.path}


def _paths(stores: dict[str, Store], hot: dict[str, FileChange]) -> set[str]:
    return {stores[path].path for path in hot}


def _with_arrivals(file: FileChange, store: Store, plan: Plan) -> FileChange:
    """``file`` to be written first as it is with what arrives, if it can be read so."""
    return replace(file, between=edit_bytes(store.document, [], parse, arrivals(plan.actions, store.path)))
