"""A store is close to a cap.

Why: the next additions will be refused or cut; a clean-up in time costs minutes, one under pressure costs entries.

Bad:

~~~config
max_memory_chars: 70
~~~

~~~after MEMORY.md
The build server is 10.0.0.7.
§
Deploys run on Fridays at noon.
~~~

Good:

~~~config
max_memory_chars: 100
~~~

~~~after MEMORY.md
The build server is 10.0.0.7.
§
Deploys run on Fridays at noon.
~~~

Fix: `hygiene plan` shows what can go.

Source: the maintenance contract's `memory_threshold` (85 %); the seed skill's compaction trigger (80 %).
"""

from collections.abc import Iterator

from memory_hygiene.core.findings import Hit, Severity
from memory_hygiene.core.rule import StoreRule
from memory_hygiene.core.shell import hygiene
from memory_hygiene.core.sizes import counted, size_in
from memory_hygiene.core.state import AgentState, Store


def check(store: Store, state: AgentState) -> Iterator[Hit]:
    """One hit per cap that is nearly reached and not exceeded."""
    for cap in store.contract.caps:
        size = size_in(store.document, cap.unit)
        if cap.near * cap.limit <= 100 * size and size <= cap.limit and size:
            percent = 100 * size // cap.limit
            yield Hit(
                store.path,
                1,
                f"{counted(size, cap.unit)}, {percent} % of the cap of {cap.limit:,}: a run is due from {cap.near} %",
                hygiene("plan", state),
                number=size,
                aspect=cap.unit.value,
            )


RULE = StoreRule("MH102", "near-cap", Severity.WARNING, check)
