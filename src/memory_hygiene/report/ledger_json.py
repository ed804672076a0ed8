"""Ledgers and the verdicts on them for programs. Keys and their order are an interface."""

from collections.abc import Iterable

from memory_hygiene.core.audit.chain import Excerpt, Link
from memory_hygiene.core.audit.ledger import Judged
from memory_hygiene.core.audit.trail import Fault, Trail
from memory_hygiene.core.findings import Severity

from .check_json import printable
from .ledger_text import chain_word
from .safe import safe_json

KEYS = (
    "memory_util_before", "memory_util_after", "user_util_before", "user_util_after", "deletions", "moves",
    "corrections", "unverified", "unresolved", "drift_alerts", "canary_intact", "status", "plan", "run",
)  # fmt: skip
"""The contract's keys (H18) and ours that hold one value; null in a record without them."""
_LISTS = ("removed", "edited", "critical", "canary", "prev")
_STATUS = {"chain torn": "torn"}


def render_records(excerpts: Iterable[Excerpt]) -> str:
    """The JSON document (``version`` 1) of records, with a final line ending."""
    return safe_json({"version": 1, "ledgers": [_excerpt(excerpt) for excerpt in excerpts]})


def _excerpt(excerpt: Excerpt) -> dict[str, object]:
    records = [_record(link, excerpt.pending) for link in excerpt.links]
    return {"agent": excerpt.agent, "path": printable(excerpt.path), "others": excerpt.others, "records": records}


def _record(link: Link, pending: frozenset[str]) -> dict[str, object]:
    record = link.record
    word = chain_word(link)
    values = {
        key: printable(record.get(key)) if any(key == each for each, _ in record.fields) else None for key in KEYS
    }
    other = {key: printable(value) for key, value in record.fields if key not in KEYS and key not in _LISTS}
    return {
        "time": record.time,
        "line": record.line,
        "digest": record.digest,
        "chain": _STATUS.get(word, word),
        "committed": record.digest not in pending,
        **values,
        "removed": [_judged(each) for each in record.removed],
        "edited": [_judged(each) for each in record.edited],
        "critical": [{"rule": printable(rule), "path": printable(path)} for rule, path in record.critical],
        "canary": [printable(value) for key, value in record.fields if key == "canary"],
        "prev": [printable(each) for each in record.prev],
        "other": other,
    }


def _judged(judged: Judged) -> dict[str, str | None]:
    return {
        "fingerprint": judged.fingerprint,
        "new": judged.new or None,
        "action": printable(judged.action),
        "reason": printable(judged.reason),
    }


def render_trails(trails: Iterable[Trail]) -> str:
    """The JSON document (``version`` 1) of verdicts, with a final line ending."""
    chosen = tuple(trails)
    return safe_json(
        {
            "version": 1,
            "ledgers": [_trail(trail) for trail in chosen],
            "summary": {severity.value: sum(trail.count(severity) for trail in chosen) for severity in Severity},
        }
    )


def _trail(trail: Trail) -> dict[str, object]:
    return {
        "agent": trail.agent.name,
        "path": printable(trail.path),
        "records": trail.records,
        "by_hand": trail.by_hand,
        "commits": trail.commits,
        "newest": list(trail.tips),
        "truncated": trail.is_cut_off,
        "findings": [_fault(fault) for fault in trail.faults],
    }


def _fault(fault: Fault) -> dict[str, object]:
    return {
        "name": fault.name,
        "severity": fault.severity.value,
        "path": printable(fault.path),
        "line": fault.line,
        "commit": fault.commit or None,
        "record": printable(fault.record) or None,
        "message": printable(fault.message),
        "fix": printable(fault.fix),
    }
