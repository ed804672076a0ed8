"""A plan for programs: the JSON document that ``apply`` takes back, bound to its content by its digest."""

import json
from hashlib import sha256
from typing import NamedTuple, cast

from memory_hygiene.core.actions import (
    NAMES,
    Action,
    Archive,
    Canonicalise,
    Dedup,
    Plan,
    Prune,
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
        "actions": [_action(action) for action in plan.actions],
        "unresolved": [_unresolved(unresolved) for unresolved in plan.unresolved],
        "drift_alerts": [],
        "residual": [{"path": r.path, "over_by": r.over_by, "unit": r.unit.value} for r in plan.residual],
        "summary": summary_of(plan),
        "cap": plan.cap,
        "paths": list(plan.paths),
    }


def _size(size: Size) -> Json:
    return {
        "chars": size.chars,
        "lines": size.lines,
        "bytes": size.bytes,
        "entries": size.entries,
        "utilization": size.utilization,
    }


def _action(action: Action) -> Json:
    place = action.place
    to: str | None = None
    new_text: str | None = None
    if isinstance(action, Archive):
        to, new_text = action.to, action.pointer or None
    elif isinstance(action, Prune):
        to = action.to or None
    elif isinstance(action, Dedup):
        to = f"{action.kept.path}:{action.kept.line}"
    age = None if isinstance(action, Canonicalise) else action.age_days
    if new_text is None and not isinstance(action, Canonicalise) and action.leaves_gap:
        new_text = ""
    return {
        "action": NAMES[type(action)],
        "path": place.path,
        "line": place.line,
        "fingerprint": place.fingerprint,
        "category": None,
        "confidence": None,
        "age_days": age,
        "reason": action.reason,
        "text": place.text,
        "to": to,
        "new_text": new_text,
    }


def _unresolved(unresolved: Unresolved) -> Json:
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
    """What a plan document binds ``apply`` to: its digest, base (path to blob id), agent, day, cap, paths."""

    identity: str
    base: dict[str, str]
    agent: str
    created: str
    cap: int | None
    paths: tuple[str, ...]


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
        )
    except (ValueError, RecursionError, LookupError, AttributeError, TypeError):
        raise HygieneError("this is no plan of version 1", _HINT) from None
    if document.get("version") != 1 or _identity(cast("dict[str, Json]", document)) != approved.identity:
        raise HygieneError("the plan was edited: its digest does not match", _HINT)
    return approved
