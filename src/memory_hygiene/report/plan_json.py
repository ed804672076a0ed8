"""A plan for programs: the JSON document that ``apply`` takes back, bound to its content by its digest."""

import json
from hashlib import sha256
from typing import NamedTuple, cast

from memory_hygiene.core.planning.actions import (
    NAMES,
    Action,
    Alert,
    Archive,
    ClearMark,
    Compress,
    Correct,
    Dedup,
    Leaving,
    MarkUnverified,
    Move,
    Plan,
    Prune,
    Residual,
    Size,
    Unresolved,
)
from memory_hygiene.errors import HygieneError

from .safe import safe_json

Json = dict[str, "Json"] | list["Json"] | str | int | float | bool | None
_HINT = "write it again: hygiene plan --format json --out PLAN.json"


def render(plan: Plan) -> str:
    """The JSON document of a plan (``version`` 1), ASCII only, with a final line ending."""
    rest = _rest(plan)
    document = {"version": rest.pop("version"), "plan": identity_of(plan), **rest}
    return safe_json(document)


def identity_of(plan: Plan) -> str:
    """SHA-256 over the canonical form of everything else in the document, in hex."""
    return _identity(_rest(plan))


def _identity(rest: dict[str, Json]) -> str:
    canonical = json.dumps(rest, sort_keys=True, separators=(",", ":"))
    return sha256(canonical.encode("ascii")).hexdigest()


def _rest(plan: Plan) -> dict[str, Json]:
    return {
        "version": 1,
        "created": plan.created,
        "agent": plan.agent,
        "base": dict(plan.base),
        "stores": [
            {"path": sizes.path, "before": _size(sizes.before), "after": _size(sizes.after)} for sizes in plan.stores
        ],
        "actions": [action_row(action, plan) for action in plan.actions],
        "unresolved": [unresolved_row(unresolved) for unresolved in plan.unresolved],
        "drift_alerts": [alert_row(alert) for alert in plan.alerts],
        "residual": [residual_row(residual) for residual in plan.residual],
        "summary": summary_of(plan),
        "cap": plan.cap,
        "paths": list(plan.paths),
        "verify": plan.is_verified,
        "merge_near": plan.merges_near,
    }


def _size(size: Size) -> Json:
    return {
        "chars": size.chars,
        "lines": size.lines,
        "bytes": size.bytes,
        "entries": size.entries,
        "utilization": size.utilization,
    }


def alert_row(alert: Alert) -> Json:
    """A drift alert as a JSON object: id, message, and its numbers by name."""
    return {"id": alert.id, "message": alert.message, **dict(alert.numbers)}


def residual_row(residual: Residual) -> Json:
    """What a store stays over by, as a JSON object."""
    return {"path": residual.path, "over_by": residual.over_by, "unit": residual.unit.value}


def _whereto(action: Action) -> str | None:
    match action:
        case Archive() | Prune() | Move():
            return action.to or None
        case Dedup():
            return f"{action.kept.path}:{action.kept.line}"
        case _:
            return None


def _new_text(action: Action) -> str | None:
    match action:
        case Archive() if action.pointer:
            return action.pointer
        case Move() | Correct() | MarkUnverified() | ClearMark() | Compress():
            return action.new_text
        case _:
            return "" if isinstance(action, Leaving) and action.leaves_gap else None


def action_row(action: Action, plan: Plan) -> Json:
    """An action of ``plan`` as a JSON object."""
    place = action.place
    judgement = plan.judgement_of(place.fingerprint) if place.fingerprint else None
    return {
        "action": NAMES[type(action)],
        "path": place.path,
        "line": place.line,
        "fingerprint": place.fingerprint,
        "category": judgement.category.value if judgement else None,
        "confidence": round(judgement.confidence, 4) if judgement else None,
        "age_days": action.age_days if isinstance(action, Leaving) else None,
        "reason": action.reason,
        "text": place.text,
        "to": _whereto(action),
        "new_text": _new_text(action),
    }


def unresolved_row(unresolved: Unresolved) -> Json:
    """An unresolved entry as a JSON object."""
    place = unresolved.place
    return {
        "path": place.path,
        "line": place.line,
        "fingerprint": place.fingerprint,
        "text": place.text,
        "reason": unresolved.reason,
    }


def summary_of(plan: Plan) -> str:
    """One line on what the plan does."""
    if not plan.actions:
        left = len(plan.unresolved)
        return "nothing to do" + (f"; {left} unresolved" if left else "")
    counts: dict[str, int] = {}
    for action in plan.actions:
        counts[NAMES[type(action)]] = counts.get(NAMES[type(action)], 0) + 1
    parts = [f"{name} {count}" for name, count in counts.items()]
    return ", ".join([*parts, *([f"{len(plan.unresolved)} unresolved"] if plan.unresolved else [])])


class Approved(NamedTuple):
    """What a plan document binds ``apply`` to: its digest, base (path to blob id), agent, day, cap, paths, and whether
    endpoints were asked and near repeats merged."""

    identity: str
    base: dict[str, str]
    agent: str
    created: str
    cap: int | None
    paths: tuple[str, ...]
    is_verified: bool
    merges_near: bool


def read_approved(text: str) -> Approved:
    """What a plan document says was approved. Raises HygieneError when it is no plan or was edited."""
    try:
        document = json.loads(text)
        identity = document.pop("plan")
        base = {str(path): str(oid) for path, oid in document["base"].items()}
        cap = document["cap"]
        approved = Approved(
            str(identity),
            base,
            str(document["agent"]),
            str(document["created"]),
            None if cap is None else int(cap),
            tuple(str(path) for path in document["paths"]),
            document["verify"] is True,
            document.get("merge_near") is True,
        )
    except (ValueError, RecursionError, LookupError, AttributeError, TypeError):
        raise HygieneError("this is no plan of version 1", _HINT) from None
    if document.get("version") != 1 or _identity(cast("dict[str, Json]", document)) != approved.identity:
        raise HygieneError("the plan was edited: its digest does not match", _HINT)
    return approved
