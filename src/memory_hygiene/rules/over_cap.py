"""A store is larger than its contract allows.

Why: an agent pays for every character of its memory in every prompt. Hermes refuses to add or replace an entry in a
store over its limit; a sanctum file over its cap may be cut where it is loaded.

Bad:

~~~config
max_memory_chars: 40
~~~

~~~after MEMORY.md
The build server is 10.0.0.7.
§
Deploys run on Fridays at noon.
~~~

Good:

~~~config
max_memory_chars: 80
~~~

~~~after MEMORY.md
The build server is 10.0.0.7.
§
Deploys run on Fridays at noon.
~~~

Fix: `hygiene plan` shows what can go; where it leaves a residual, shorten entries by hand.

Source: Hermes Agent 0.19, `memory_char_limit` and `user_char_limit`; the seed skill's caps (over is strictly greater).
Characters are code points of the entries joined as Hermes joins them. A cap that only informs is a warning.
"""

from collections.abc import Iterator

from memory_hygiene.core.contracts import Strategy
from memory_hygiene.core.findings import Hit, Severity
from memory_hygiene.core.rule import StoreRule
from memory_hygiene.core.shell import hygiene
from memory_hygiene.core.sizes import counted, size_in
from memory_hygiene.core.state import AgentState, Store


def check(store: Store, state: AgentState) -> Iterator[Hit]:
    """One hit per cap the store exceeds; check-only stores have a rule of their own."""
    contract = store.contract
    if contract.strategy is Strategy.CHECK_ONLY:
        return
    for cap in contract.caps:
        size = size_in(store.document, cap.unit)
        if size > cap.limit:
            yield Hit(
                store.path,
                1,
                f"{counted(size, cap.unit)}, {size - cap.limit:,} over the cap of {cap.limit:,}: {contract.effect}",
                hygiene("plan", state),
                number=size,
                severity=Severity.ERROR if contract.blocking else Severity.WARNING,
                aspect=cap.unit.value,
            )


RULE = StoreRule("MH101", "over-cap", Severity.ERROR, check)
