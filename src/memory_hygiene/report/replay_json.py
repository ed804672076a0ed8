"""A replay for programs. Keys and their order are an interface; no path of the machine is in it."""

from memory_hygiene.core.losses.replay import Replay, Stop

from .check_json import printable
from .proof_json import spot_json
from .safe import safe_json


def render(replay: Replay) -> str:
    """The JSON document of a replay (``version`` 1), ASCII only, with a final line ending."""
    summary = {
        "commits": replay.commits,
        "stopped": len(replay.stops),
        "lost": len(replay.lost),
        "missing": len(replay.missing),
        "rules": dict(sorted(replay.rules.items())),
    }
    document = {
        "version": 1,
        "range": printable(replay.range),
        "commits": [_stop(stop, replay) for stop in replay.stops],
        "summary": summary,
    }
    return safe_json(document)


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
        "lost": [{**spot_json(spot), "back": spot.fingerprint in replay.back} for spot in stop.lost],
    }
