"""A judgement as one line of JSON, with the keys of the interface in their order."""

import json

from memory_hygiene.core.kinds.category import Judgement

from .check_json import printable


def line(identity: str | int | float | None, judgement: Judgement) -> str:
    """The line for the entry called ``identity``; ASCII, so that no entry can write to a terminal."""
    document = {
        "id": identity,
        "category": judgement.category.value,
        "confidence": judgement.confidence,
        "second": judgement.second.value if judgement.second else None,
        "deletable": judgement.deletable,
        "evidence": [printable(words) for words in judgement.evidence],
    }
    return json.dumps(document).replace("##[", "#\\u0023[") + "\n"
