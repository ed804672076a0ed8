"""The ledger did more than grow.

Why: the ledger is the trail of who removed what and why. A trail that can be edited proves nothing.

Bad:

~~~before MEMORY_AUDIT_LEDGER.md
# Memory audit ledger

## 2026-09-01T10:00:00Z

- deletions: 3
~~~

~~~after MEMORY_AUDIT_LEDGER.md
# Memory audit ledger

## 2026-09-01T10:00:00Z

- deletions: 0
~~~

Good:

~~~before MEMORY_AUDIT_LEDGER.md
# Memory audit ledger

## 2026-09-01T10:00:00Z

- deletions: 3
~~~

~~~after MEMORY_AUDIT_LEDGER.md
# Memory audit ledger

## 2026-09-01T10:00:00Z

- deletions: 3

## 2026-09-15T10:00:00Z

- deletions: 0
~~~

Fix: bring the old content back and append a record that corrects it.

Source: the maintenance contract, H18: with one parent the old bytes are a prefix of the new (line endings aside); at a
merge the records of every parent appear unchanged and in order.
"""

from collections.abc import Iterator

from memory_hygiene.core.continuation import ledger_break
from memory_hygiene.core.findings import Hit, Severity
from memory_hygiene.core.rule import ChangeRule
from memory_hygiene.core.shell import bring_back
from memory_hygiene.core.state import Change

_EFFECT = "the trail of what was removed no longer proves anything"


def check(change: Change) -> Iterator[Hit]:
    """One hit per parent whose ledger does not go on in the one after."""
    is_merge = len(change.befores) > 1
    for before in change.befores:
        if not before.ledger_data.strip():
            continue
        path = before.ledger_path
        fix = bring_back(path, before.snapshot.label, is_merge=is_merge)
        if not change.after.ledger_data:
            yield Hit(path, 1, f"{len(before.ledger_data):,} bytes of ledger are gone: {_EFFECT}", fix)
        elif line := ledger_break(before.ledger_data, change.after.ledger_data, is_merge):
            message = f"line {line} of {before.snapshot.label} changed or went, the ledger is append-only: {_EFFECT}"
            yield Hit(change.after.ledger_path, line, message, fix)


RULE = ChangeRule("MH407", "ledger-rewritten", Severity.ERROR, check)
