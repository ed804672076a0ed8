"""Verified entries for programs. Keys and their order are an interface; no URL carries a credential or a query."""

from collections import Counter
from collections.abc import Sequence

from memory_hygiene.core.endpoints.checked import Checked
from memory_hygiene.core.endpoints.endpoints import Reach, redacted
from memory_hygiene.core.planning.marks import has_mark

from .check_json import printable
from .safe import safe_json

_SUMMARY = {"verified": Reach.VERIFIED, "unreachable": Reach.UNREACHABLE, "not_asked": Reach.NOT_ASKED}


def render(checks: Sequence[Checked], others: int) -> str:
    """The JSON document (``version`` 1), ASCII only, with a final line ending.

    ``others`` are the entries with URLs that were not asked for their category.
    """
    counts = Counter(check.reach for check in checks)
    summary = {**{key: counts[reach] for key, reach in _SUMMARY.items()}, "other_category": others}
    return safe_json({"version": 1, "entries": [_entry(check) for check in checks], "summary": summary})


def _entry(check: Checked) -> dict[str, object]:
    return {
        "number": check.number,
        "path": printable(check.path),
        "line": check.block.line,
        "fingerprint": check.block.fingerprint,
        "text": printable(redacted(check.block.text)),
        "category": check.category.value,
        "marked": has_mark(check.block.text),
        "reach": check.reach.value,
        "next": check.next_action,
        "urls": [
            {"url": answer.url, "reach": answer.reach.value, "detail": answer.detail, "time": answer.time}
            for answer in check.answers
        ],
    }
