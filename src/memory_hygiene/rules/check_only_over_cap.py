"""A check-only store is larger than its contract allows.

Why: identity and directives are never moved or shortened by a tool, so nothing but a refused commit keeps them within
what is loaded.

Bad:

~~~config
profile: sanctum
stores:
  BOND.md: {lines: 2}
~~~

~~~after BOND.md
# Bond

- Speaks plainly.
- Keeps promises.
~~~

Good:

~~~config
profile: sanctum
stores:
  BOND.md: {lines: 2}
~~~

~~~after BOND.md
- Speaks plainly.
- Keeps promises.
~~~

Fix: shorten the file by hand, then commit.

Source: the seed skill's check-only caps (CREED.md 120 lines or 8 KB, BOND.md 100 lines or 12 KB); for SOUL.md Hermes'
20,000 characters, over which it cuts the middle out.
"""

from collections.abc import Iterator

from memory_hygiene.core.contracts import Strategy
from memory_hygiene.core.findings import Hit, Severity
from memory_hygiene.core.rule import StoreRule
from memory_hygiene.core.sizes import counted, size_in
from memory_hygiene.core.state import AgentState, Store


def check(store: Store, state: AgentState) -> Iterator[Hit]:
    """One hit per cap the store exceeds."""
    if store.contract.strategy is not Strategy.CHECK_ONLY:
        return
    for cap in store.contract.caps:
        size = size_in(store.document, cap.unit)
        if size > cap.limit:
            yield Hit(
                store.path,
                1,
                f"{counted(size, cap.unit)}, {size - cap.limit:,} over the cap of {cap.limit:,}: "
                f"{store.contract.effect}",
                "shorten it by hand",
                number=size,
                aspect=cap.unit.value,
                back=store.path,
            )


RULE = StoreRule("MH104", "check-only-over-cap", Severity.ERROR, check)
