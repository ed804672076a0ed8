"""A canary was replaced together with other text of its store.

Why: with a ledger record of its own, a new token is as legal as the old one. Who rewrites a store and registers a new
canary in the same change hides the rewrite behind it. `hygiene canary rotate` changes nothing but canaries.

Bad:

~~~before MEMORY.md
The build server is 10.0.0.7.
§
CANARY: Do not modify this line (0123456789abcdef)
~~~

~~~before MEMORY_AUDIT_LEDGER.md
# Memory audit ledger

## 2026-09-01T10:00:00Z

- canary: MEMORY.md 923ee422e53ad8e7
~~~

~~~after MEMORY.md
The build server is 10.0.0.8.
§
CANARY: Do not modify this line (fedcba9876543210)
~~~

~~~after MEMORY_AUDIT_LEDGER.md
# Memory audit ledger

## 2026-09-01T10:00:00Z

- canary: MEMORY.md 923ee422e53ad8e7

## 2026-09-10T10:00:00Z

- canary: MEMORY.md c59590a89f508fe5
~~~

Good:

~~~before MEMORY.md
The build server is 10.0.0.7.
§
CANARY: Do not modify this line (0123456789abcdef)
~~~

~~~before MEMORY_AUDIT_LEDGER.md
# Memory audit ledger

## 2026-09-01T10:00:00Z

- canary: MEMORY.md 923ee422e53ad8e7
~~~

~~~after MEMORY.md
The build server is 10.0.0.7.
§
CANARY: Do not modify this line (fedcba9876543210)
~~~

~~~after MEMORY_AUDIT_LEDGER.md
# Memory audit ledger

## 2026-09-01T10:00:00Z

- canary: MEMORY.md 923ee422e53ad8e7

## 2026-09-10T10:00:00Z

- canary: MEMORY.md c59590a89f508fe5
~~~

Fix: read what else changed. Rotate in a commit of its own, with `hygiene canary rotate`.

Source: the maintenance contract, H22. Over a range that holds a rotation and other commits the two ends look like
this too; it only warns.
"""

from collections import Counter
from collections.abc import Iterator

from memory_hygiene.core.canaries.canary import canary_lines, token_of, without_canary
from memory_hygiene.core.canaries.guarded import digest_of
from memory_hygiene.core.findings import Hit, Severity
from memory_hygiene.core.rule import ChangeRule
from memory_hygiene.core.shell import from_top
from memory_hygiene.core.state import AgentState, Change, Store


def check(change: Change) -> Iterator[Hit]:
    """One hit per store whose registered canary is one that no state before had registered."""
    for store in change.after.stores:
        now = digest_of(change.after, store.path)
        before = [(digest_of(state, store.path), state) for state in change.befores]
        if not now or not all(digest for digest, _ in before) or now in (digest for digest, _ in before):
            continue
        if count := min((_changed(state, store) for _, state in before), default=0):
            line = next((line.line for line in canary_lines(store.document)), 1)
            message = (
                f"the canary was replaced and {count} other entr{'y' if count == 1 else 'ies'} of the store changed in "
                "one go: a rewrite could hide behind that"
            )
            fix = f"read what else changed: git log -p -1 -- {from_top(store.path)}; rotate in a commit of its own"
            yield Hit(store.path, line, message, fix)


def _changed(before: AgentState, store: Store) -> int:
    """How many entries besides the canary came or went, whichever is more."""
    old = before.store(store.path)
    had, has = _entries(old) if old else Counter(), _entries(store)
    return max((had - has).total(), (has - had).total())


def _entries(store: Store) -> Counter[str]:
    return Counter(without_canary(b.text) for b in store.document.tracked if not token_of(b.text))


RULE = ChangeRule("MH431", "canary-rotated", Severity.WARNING, check)
