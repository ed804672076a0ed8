"""Ages for programs. Keys and their order are an interface; no path of the machine is in it."""

from collections.abc import Sequence

from memory_hygiene.core.history.ages import AgedBlock, Seen

from .check_json import printable
from .safe import safe_json


def render(aged: Sequence[AgedBlock]) -> str:
    """The JSON document of ages (``version`` 1), ASCII only, with a final line ending."""
    entries = [
        {
            "path": printable(one.path),
            "line": one.block.line,
            "fingerprint": one.block.fingerprint,
            "text": printable(one.block.text),
            "first_seen": _seen(one.age.first_seen),
            "last_changed": _seen(one.age.last_changed),
            "age_days": one.age.age_days,
            "why_unknown": one.age.why_unknown,
        }
        for one in aged
    ]
    return safe_json({"version": 1, "entries": entries})


def _seen(seen: Seen | None) -> dict[str, str] | None:
    if seen is None:
        return None
    return {"commit": seen.commit, "date": seen.date, "author": printable(seen.author)}
