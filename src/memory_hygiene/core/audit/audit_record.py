"""The ledger record of an apply or a drop, in the maintenance contract's keys (H18) and then ours."""

import re
from collections.abc import Iterable

from memory_hygiene.core.canaries.canary import is_canary, token_of
from memory_hygiene.core.fingerprint import fingerprint
from memory_hygiene.core.planning.actions import (
    NAMES,
    Action,
    Correct,
    MarkUnverified,
    Move,
    Place,
    Plan,
    Removal,
    Rewrite,
)
from memory_hygiene.core.planning.shape import edited_blocks
from memory_hygiene.core.planning.summary_marker import is_summary
from memory_hygiene.core.state import AgentState

from .due import RUN
from .ledger import Judged, Ledger, write_record

COMPLETE, CRITICAL, SKIP, DRY_RUN, ERROR = "COMPLETE", "CRITICAL", "SKIP", "DRY_RUN", "ERROR"
APPLY = "apply"
RESTORE = "restore"
_NO_KEY = re.compile(r"[^a-z]")  # a file's name must not be able to write lines of its own


def record_of(plan: Plan, state: AgentState, time: str, identity: str, ledger: Ledger, run: str = APPLY) -> str:
    """The text of the record for ``plan``, made from the state before it. ``identity`` is the plan's digest.

    ``run`` says what carried it out.
    """
    fields = [*_utilizations(plan)]
    fields += [
        ("deletions", str(len(plan.removals))),
        ("moves", str(len(plan.moves))),
        ("corrections", str(corrections_in(plan))),
        ("unverified", str(count_of(plan, MarkUnverified))),
        ("unresolved", str(len(plan.unresolved))),
        ("drift_alerts", _alerts(plan)),
        ("canary_intact", _canaries(state)),
        ("status", COMPLETE),
        ("plan", identity),
        (RUN, run),
    ]
    removed = tuple(_judged(removal, plan) for removal in plan.removals)
    return write_record(time, tuple(fields), removed, tuple(_edited(plan, state)), ledger)


def _alerts(plan: Plan) -> str:
    ids = ", ".join(alert.id for alert in plan.alerts)
    return f"{len(plan.alerts)} ({ids})" if ids else "0"


def key_of_store(path: str) -> str:
    """How the keys about a store begin: ``memory`` for MEMORY.md in whatever folder."""
    return _NO_KEY.sub("_", path.rpartition("/")[2].rpartition(".")[0].lower())


def count_of(plan: Plan, kind: type[Action]) -> int:
    """How many of the plan's actions are of one kind."""
    return sum(isinstance(action, kind) for action in plan.actions)


def corrections_in(plan: Plan) -> int:
    """How many values the plan sets right; our own summary markers are none."""
    return sum(isinstance(action, Correct) and not is_summary(action.new_text) for action in plan.actions)


def _edited(plan: Plan, state: AgentState) -> Iterable[Judged]:
    """The entries that stay under another text or in another place, and those less a nested item: old and new id."""
    changes: dict[Place, list[Rewrite | Move]] = {}
    for action in plan.actions:
        if isinstance(action, Rewrite | Move):
            changes.setdefault(action.place, []).append(action)
    for place, actions in changes.items():
        names = "+".join(NAMES[type(action)] for action in actions)
        to = f"to {actions[-1].to}: " if isinstance(actions[-1], Move) else ""
        reason = to + "; ".join(dict.fromkeys(action.reason for action in actions))
        yield Judged(place.fingerprint, names, reason, fingerprint(actions[-1].new_text))
    for store in state.stores:
        own = [action for action in plan.actions if action.place.path == store.path]
        for block, new in edited_blocks(store.document, own):
            yield Judged(block.fingerprint, "edit", f"a nested item left {store.path}:{block.line}", new)


def _utilizations(plan: Plan) -> Iterable[tuple[str, str]]:
    for sizes in plan.stores:
        stem = key_of_store(sizes.path)
        yield f"{stem}_util_before", f"{sizes.before.utilization}%"
        yield f"{stem}_util_after", f"{sizes.after.utilization}%"


def _judged(removal: Removal, plan: Plan) -> Judged:
    judgement = plan.judgement_of(removal.place.fingerprint)
    category = f"[{judgement.category.value} {judgement.confidence:.2f}] " if judgement else ""
    return Judged(removal.place.fingerprint, NAMES[type(removal)], category + removal.reason)


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


def restore_record(fingerprint: str, reason: str, time: str, ledger: Ledger) -> str:
    """The text of the record of one entry that comes back; it removes nothing."""
    fields = (("deletions", "0"), ("status", COMPLETE), (RUN, RESTORE))
    return write_record(time, fields, (), (Judged(fingerprint, RESTORE, reason),), ledger)
