"""A § store does not survive Hermes' own round trip.

Why: Hermes refuses to replace or remove an entry in such a store and leaves a backup with all of it at every try; its
next addition rewrites the file.

Bad:

~~~after MEMORY.md
The build server is 10.0.0.7.

§
Deploys run on Fridays.
~~~

Good:

~~~after MEMORY.md
The build server is 10.0.0.7.
§
Deploys run on Fridays.
It takes two people.
~~~

Fix: `hygiene plan` has an action for it, canonicalise.

Source: Hermes Agent 0.19, `_detect_external_drift`, run: blank lines or white space round a §, an indented or empty
entry, an entry longer than the whole limit. A final newline, CRLF and repeats are no drift. A § with white space beside
it is no delimiter: two entries are one to Hermes, and what it replaces or removes takes both. A § without text on both
sides sticks to an entry, which is a warning.
"""

from collections.abc import Iterator

from memory_hygiene.core.contracts import Unit
from memory_hygiene.core.drift import PADDED, drifts, false_delimiters, is_canonical
from memory_hygiene.core.findings import Hit, Severity
from memory_hygiene.core.model import Format
from memory_hygiene.core.rule import StoreRule
from memory_hygiene.core.shell import hygiene
from memory_hygiene.core.state import MAX_BYTES, AgentState, Store

_EFFECT = "Hermes refuses to replace or remove any entry of this file"


def check(store: Store, state: AgentState) -> Iterator[Hit]:
    """One hit per place that drifts, one per line that only looks like a delimiter."""
    document = store.document
    if document.format is not Format.SECTION_SIGN or not document.decodable or len(document.data) > MAX_BYTES:
        return
    limit = next((cap.limit for cap in store.contract.caps if cap.unit is Unit.CHARS), None)
    if is_canonical(document, limit):
        return
    for drift in drifts(document, limit):
        message = f"{drift.reason}: {_EFFECT}"
        yield Hit(store.path, drift.line, message, hygiene("plan", state), fingerprint=drift.fingerprint)
    for line, reason in false_delimiters(document):
        message = f"this § is no delimiter ({reason}): the text round it is one entry"
        fix = "write the § alone on its line, an entry before and after it"
        severity = Severity.ERROR if reason == PADDED else Severity.WARNING
        yield Hit(store.path, line, message, fix, severity=severity, aspect=reason)


RULE = StoreRule("MH403", "drifted", Severity.ERROR, check)
