"""A canary stands where an ordinary write will take it away.

Why: as part of another entry it goes when that entry is replaced; as the first, newer agents evict it first; as the
last, a cut or an appended line hits it first. An agent's own legal write can move it, so this only warns.

Bad:

~~~after MEMORY.md
CANARY: Do not modify this line (0123456789abcdef)
§
The build server is 10.0.0.7.
§
Deploys run on Fridays.
~~~

Good:

~~~after MEMORY.md
The build server is 10.0.0.7.
§
CANARY: Do not modify this line (0123456789abcdef)
§
Deploys run on Fridays.
~~~

Fix: move the line between two other entries.

Source: the maintenance contract, H22; of two entries it may be the last, and a single one has no other place.
"""

from collections.abc import Iterator

from memory_hygiene.core.canaries.canary import canary_lines
from memory_hygiene.core.canaries.placement import misplacement
from memory_hygiene.core.findings import Hit, Severity
from memory_hygiene.core.rule import StoreRule
from memory_hygiene.core.state import AgentState, Store

_FIX = "make it an entry of its own, between two others"


def check(store: Store, state: AgentState) -> Iterator[Hit]:
    """One hit per intact canary in a bad place."""
    for line in canary_lines(store.document):
        if line.token and (reason := misplacement(line, store.document)):
            yield Hit(store.path, line.line, reason, _FIX, fingerprint=line.block.fingerprint)


RULE = StoreRule("MH406", "canary-misplaced", Severity.WARNING, check)
