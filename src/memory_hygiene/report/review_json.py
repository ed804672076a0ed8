"""A reviewer's decisions for programs. Keys and their order are an interface."""

from collections.abc import Sequence

from memory_hygiene.core.kinds.reviewing import Decided

from .check_json import printable
from .safe import safe_json


def render(found: Sequence[Decided]) -> str:
    """The JSON document of the decisions (``version`` 1); a stale one has no entries. With a final line ending."""
    stale = sum(not one.entries for one in found)
    summary = {"decisions": len(found), "stale": stale}
    return safe_json({"version": 1, "decisions": [_document(one) for one in found], "summary": summary})


def _document(one: Decided) -> dict[str, object]:
    return {
        "fingerprint": one.override.fingerprint,
        "category": one.override.category,
        "deletable": one.override.deletable,
        "reason": printable(one.override.reason),
        "stale": not one.entries,
        "entries": [
            {"path": printable(path), "line": block.line, "text": printable(block.text)} for path, block in one.entries
        ],
    }
