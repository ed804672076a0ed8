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

Fix: bring the old content back and append a record that corrects it. To take an apply back, `hygiene restore
--last-apply` or `hygiene restore --commit COMMIT`: a revert by git takes the record along, which is told here.

Source: the maintenance contract, H18: with one parent the old bytes are a prefix of the new (line endings aside); at a
merge the records of every parent appear unchanged and in order.
"""

from collections.abc import Iterator

from memory_hygiene.core.audit.continuation import ledger_break
from memory_hygiene.core.findings import Hit, Severity
from memory_hygiene.core.losses.reverting import explained
from memory_hygiene.core.rule import ChangeRule
from memory_hygiene.core.shell import bring_back
from memory_hygiene.core.state import Change

_EFFECT = "the trail of what was removed no longer proves anything"


def check(change: Change) -> Iterator[Hit]:
    """One hit per parent whose ledger does not go on in the one after."""
    is_merge, is_joining = len(change.befores) > 1, change.is_joining
    for before in change.befores:
        if not before.ledger_data.strip():
            continue
        if not change.after.ledger_data:
            place, line = before.ledger_path, 1
            message = f"{len(before.ledger_data):,} bytes of ledger are gone: {_EFFECT}"
        elif broken := ledger_break(before.ledger_data, change.after.ledger_data, is_joining):
            place, line = change.after.ledger_path, broken
            message = f"line {line} of {before.snapshot.label} changed or went, the ledger is append-only: {_EFFECT}"
        else:
            continue
        fix = bring_back(before.ledger_path, before.snapshot.label, is_merge=is_merge)
        is_between = ledger_break(before.ledger_data, change.after.ledger_data, is_merge=True) is None
        said, fix = explained(before, change, fix, is_between=is_between)
        yield Hit(place, line, message + said, fix)


RULE = ChangeRule("MH407", "ledger-rewritten", Severity.ERROR, check)
