"""A proof for programs. Keys and their order are an interface; no path of the machine is in it."""

from collections.abc import Iterator

from memory_hygiene.core.losses.proof import Proof, Spot, Step, Tally

from .check_json import printable
from .json_parts import json_parts


def parts(proof: Proof) -> Iterator[str]:
    """The JSON document of a proof (``version`` 1), ASCII only, with a final line ending, as its steps are judged."""
    head = {"version": 1, "range": printable(proof.range)}
    return json_parts(head, "commits", map(_commit, proof.steps), lambda: {"summary": _summary(proof.tally)})


def _summary(tally: Tally) -> dict[str, object]:
    return {
        "lost": tally.lost,
        "moved": tally.moved,
        "dropped": tally.dropped,
        "added": tally.added,
        "edited": tally.edited,
    }


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
