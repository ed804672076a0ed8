"""A replay for programs. Keys and their order are an interface; no path of the machine is in it."""

from collections.abc import Iterator

from memory_hygiene.core.losses.replay import Replay, Stop

from .check_json import printable
from .json_parts import json_parts
from .proof_json import spot_json


def parts(replay: Replay) -> Iterator[str]:
    """The JSON document of a replay (``version`` 1), ASCII only, with a final line ending, as it is judged."""
    head = {"version": 1, "range": printable(replay.range)}
    stops = (_stop(stop, replay) for stop in replay.stops)
    return json_parts(head, "commits", stops, lambda: {"summary": _summary(replay)})


def _summary(replay: Replay) -> dict[str, object]:
    count = replay.count
    return {
        "commits": replay.commits,
        "stopped": count.stops,
        "lost": count.lost,
        "missing": count.missing,
        "rules": dict(sorted(count.rules.items())),
    }


def _stop(stop: Stop, replay: Replay) -> dict[str, object]:
    return {
        "commit": stop.commit,
        "date": stop.day,
        "subject": printable(stop.subject),
        "findings": [
            {
                "rule": finding.rule,
                "name": finding.name,
                "path": printable(finding.path),
                "line": finding.line,
                "fingerprint": finding.fingerprint,
                "message": printable(finding.message),
            }
            for finding in stop.findings
        ],
        "lost": [{**spot_json(spot), "back": replay.is_back(spot)} for spot in stop.lost],
    }
