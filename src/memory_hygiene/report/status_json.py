"""The state of a memory repo for programs. Keys and their order are an interface; no path of the machine is in it."""

from collections.abc import Iterable, Mapping

from memory_hygiene.core.standing import AgentStanding, StoreStanding

from .check_json import printable
from .safe import safe_json


def render(
    standings: Iterable[AgentStanding],
    souls: Mapping[str, StoreStanding],
    effects: Iterable[tuple[str, str, bool]],
    *,
    is_diverted: bool,
    has_leftover: bool,
    detached_at: str = "",
    config: str,
    config_note: str,
    lives: Mapping[str, Mapping[str, object]],
) -> str:
    """The JSON document of a status (``version`` 1), ASCII only, with a final line ending."""
    document = {
        "version": 1,
        "config": {"path": config, "note": config_note},
        "agents": [
            {**_agent(standing, souls.get(standing.agent.name)), **lives[standing.agent.name]} for standing in standings
        ],
        "hooks": {
            "diverted": is_diverted,
            "states": [{"hook": hook, "effective": ok, "effect": effect} for hook, effect, ok in effects],
        },
        "unfinished_apply": has_leftover,
        "detached_at": detached_at or None,
    }
    return safe_json(document)


def _agent(standing: AgentStanding, soul: StoreStanding | None) -> dict[str, object]:
    stores = (*standing.stores, *((soul,) if soul is not None else ()))
    return {
        "name": standing.agent.name,
        "path": printable(standing.agent.path),
        "profile": standing.agent.profile.value,
        "stores": [_store(store) for store in stores],
        "last_audit": {"time": printable(standing.last_time), "status": printable(standing.last_status)},
        "due": standing.is_due,
        "reason": printable(standing.reason),
    }


def _store(store: StoreStanding) -> dict[str, object]:
    return {
        "path": printable(store.path),
        "readable": store.is_readable,
        "entries": None if store.unread else store.entries,
        "caps": [{"unit": use.unit.value, "size": use.size, "limit": use.limit} for use in store.caps],
        "utilization": None if store.unread else store.utilization,
        "canary": store.canary.value,
    }
