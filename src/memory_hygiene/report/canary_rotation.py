"""What a rotation did, or would do, for people and for programs."""

from collections.abc import Iterable

from memory_hygiene.core.canaries.rotation import Step, Turn

from .check_json import printable
from .safe import safe, safe_json


def render_text(turns: Iterable[Turn], commit: str) -> str:
    """One line per store and one of summary, with a final line ending; ``commit`` is "" when nothing was written."""
    lines: list[str] = []
    is_due = False
    for turn in turns:
        is_kept = turn.step is Step.KEPT
        is_due = is_due or not is_kept
        verb = turn.step.value if commit or is_kept else f"would be {turn.step.value}"
        lines.append(f"  {safe(turn.path)}: {verb}{f': {safe(turn.reason)}' if turn.reason else ''}")
    if commit:
        lines.append(f"hygiene: committed as {commit[:12]}; the old tokens stay known as retired")
    else:
        lines.append(f"hygiene: nothing was written{'' if is_due else ', and nothing would be'}")
    return "\n".join([*lines, ""])


def render_json(turns: Iterable[Turn], commit: str) -> str:
    """The JSON document (``version`` 1); no token is in it, and no digest of one that was not written."""
    stores = [
        {
            "path": printable(turn.path),
            "canary": turn.step.value,
            "digest": turn.digest if commit else "",
            "reason": printable(turn.reason),
        }
        for turn in turns
    ]
    return safe_json({"version": 1, "commit": commit or None, "stores": stores})
