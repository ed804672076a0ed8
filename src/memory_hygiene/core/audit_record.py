"""The ledger record of an apply or a drop, in the maintenance contract's keys (H18) and then ours."""

import re
from collections.abc import Iterable

from .actions import Archive, Dedup, Place, Plan, Prune, Removal
from .canary import is_canary, token_of
from .ledger import Judged, Ledger, write_record
from .shape import edited_blocks
from .state import AgentState

COMPLETE, CRITICAL = "COMPLETE", "CRITICAL"
_NO_KEY = re.compile(r"[^a-z]")  # a file's name must not be able to write lines of its own


def record_of(plan: Plan, state: AgentState, time: str, identity: str, ledger: Ledger) -> str:
    """The text of the record for ``plan``, made from the state before it. ``identity`` is the plan's digest."""
    fields = [*_utilizations(plan)]
    fields += [
        ("deletions", str(len(plan.removals))),
        ("moves", "0"),
        ("corrections", "0"),
        ("unverified", "0"),
        ("unresolved", str(len(plan.unresolved))),
        ("drift_alerts", "0"),
        ("canary_intact", _canaries(state)),
        ("status", COMPLETE),
        ("plan", identity),
    ]
    removed = tuple(_judged(removal) for removal in plan.removals)
    return write_record(time, tuple(fields), removed, tuple(_edited(plan, state)), ledger)


def _edited(plan: Plan, state: AgentState) -> Iterable[Judged]:
    """The entries that stay, less a nested item of theirs: old fingerprint and new."""
    for store in state.stores:
        own = [action for action in plan.actions if action.place.path == store.path]
        for block, new in edited_blocks(store.document, own):
            yield Judged(block.fingerprint, "edit", f"a nested item left {store.path}:{block.line}", new)


def _utilizations(plan: Plan) -> Iterable[tuple[str, str]]:
    for sizes in plan.stores:
        stem = _NO_KEY.sub("_", sizes.path.rpartition("/")[2].rpartition(".")[0].lower())
        yield f"{stem}_util_before", f"{sizes.before.utilization}%"
        yield f"{stem}_util_after", f"{sizes.after.utilization}%"


def _judged(removal: Removal) -> Judged:
    match removal:
        case Prune():
            name = "prune"
        case Archive():
            name = "archive"
        case Dedup():
            name = "dedup"
    return Judged(removal.place.fingerprint, name, removal.reason)


def _canaries(state: AgentState) -> str:
    """``true`` when every canary present is intact, ``false`` when one is altered, ``none`` without any."""
    texts = [block.text for _, block in state.blocks() if is_canary(block.text)]
    if not texts:
        return "none"
    return "true" if all(token_of(text) for text in texts) else "false"


def drop_record(place: Place, reason: str, time: str, ledger: Ledger) -> str:
    """The text of the record that makes one removal by hand legal."""
    fields = (("deletions", "1"), ("status", COMPLETE))
    return write_record(time, fields, (Judged(place.fingerprint, "drop", reason),), (), ledger)
