"""What a live agent's own configuration says, and the pre-flight, for programs."""

from collections.abc import Iterable

from memory_hygiene.core.live.live_config import LiveConfig
from memory_hygiene.core.live.preflight import Check

from .check_json import printable


def live_fields(config: LiveConfig | None, limit_notes: Iterable[str]) -> dict[str, object] | None:
    """The ``live`` of an agent, None without a configuration of its own; never an address or a key."""
    if config is None:
        return None
    return {
        "model": printable(config.model),
        "memory_char_limit": config.memory_char_limit,
        "user_char_limit": config.user_char_limit,
        "problems": [printable(problem) for problem in config.problems],
        "notes": [printable(note) for note in (*config.notes, *limit_notes)],
    }


def check_fields(checks: Iterable[Check]) -> list[dict[str, object]]:
    """The ``preflight`` of an agent."""
    return [{"name": check.name, "ok": check.ok, "detail": printable(check.detail)} for check in checks]
