"""The canaries of agents for programs. Keys and their order are an interface; a token is in it only when asked for."""

from collections.abc import Iterable

from memory_hygiene.core.canaries.canary_check import AgentCanaries, StoreCanary

from .check_json import printable
from .safe import safe_json


def render(status: str, found: Iterable[AgentCanaries], *, is_revealed: bool = False) -> str:
    """The JSON document (``version`` 1) of each agent, its canaries, and why it cannot be judged ("" when it can)."""
    agents = [
        {
            "name": one.agent.name,
            "path": printable(one.agent.path),
            "error": printable(one.error),
            "stores": [_store(store, is_revealed) for store in one.stores],
        }
        for one in found
    ]
    return safe_json({"version": 1, "status": status, "agents": agents})


def _store(store: StoreCanary, is_revealed: bool) -> dict[str, object]:
    return {
        "path": printable(store.path),
        "canary": store.health.value,
        "breach": store.is_breach,
        "line": store.line or None,
        **({"token": printable(store.token)} if is_revealed else {}),
        "digest": printable(store.digest),
        "since": printable(store.since),
        "retired": [printable(digest) for digest in store.retired],
        "reason": printable(store.reason),
        "fix": printable(store.fix),
    }
