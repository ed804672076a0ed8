"""Snapshots for programs. Keys and their order are an interface; no path of the machine is in it."""

from memory_hygiene.core.audit.rescuing import Taken

from .check_json import printable
from .safe import safe_json


def render(taken: Taken | None) -> str:
    """The JSON document of a snapshot (``version`` 1), ASCII only, with a final line ending."""
    rescued = [
        {
            "path": printable(entry.path),
            "line": entry.line,
            "fingerprint": entry.fingerprint,
            "text": printable(entry.text),
            "to": printable(entry.to),
        }
        for entry in (taken.rescued if taken else ())
    ]
    critical = [
        {
            "rule": fault.rule,
            "name": fault.name,
            "path": printable(fault.path),
            "line": fault.line,
            "message": printable(fault.message),
            "fix": printable(fault.fix),
        }
        for fault in (taken.faults if taken else ())
    ]
    document = {
        "version": 1,
        "status": taken.status if taken else "NONE",
        "commit": taken.commit if taken else None,
        "paths": [printable(path) for path in taken.paths] if taken else [],
        "rescued": rescued,
        "critical": critical,
    }
    return safe_json(document)
