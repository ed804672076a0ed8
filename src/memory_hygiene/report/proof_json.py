"""A proof for programs. Keys and their order are an interface; no path of the machine is in it."""

from memory_hygiene.core.losses.proof import Proof, Spot, Step

from .check_json import printable
from .safe import safe_json


def render(proof: Proof) -> str:
    """The JSON document of a proof (``version`` 1), ASCII only, with a final line ending."""
    total = proof.total
    summary = {
        "lost": len(total.lost),
        "moved": len(total.moved),
        "dropped": len(total.dropped),
        "added": len(total.added),
        "edited": len(total.edited),
    }
    commits = [_commit(step) for step in proof.steps]
    return safe_json({"version": 1, "range": printable(proof.range), "commits": commits, "summary": summary})


def _commit(step: Step) -> dict[str, object]:
    account = step.account
    return {
        "commit": step.commit,
        "parents": list(step.parents),
        "lost": [spot_json(spot) for spot in account.lost],
        "moved": [
            {"from": printable(moved.source), "to": printable(moved.target), "fingerprint": moved.fingerprint}
            for moved in account.moved
        ],
        "dropped": [
            {"fingerprint": gone.fingerprint, "authority": gone.authority, "reason": printable(gone.reason)}
            for gone in account.dropped
        ],
        "added": [spot_json(spot) for spot in account.added],
        "edited": [
            {
                "path": printable(edit.path),
                "fingerprint_before": edit.before,
                "fingerprint_after": edit.after,
                "similarity": edit.similarity,
            }
            for edit in account.edited
        ],
    }


def spot_json(spot: Spot) -> dict[str, str | int]:
    """An entry in its place."""
    return {
        "path": printable(spot.path),
        "line": spot.line,
        "fingerprint": spot.fingerprint,
        "text": printable(spot.text),
    }
