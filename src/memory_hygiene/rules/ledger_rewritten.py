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

from memory_hygiene.core.appending import changed_line, folded, missing, missing_line
from memory_hygiene.core.findings import Hit, Severity
from memory_hygiene.core.rule import ChangeRule
from memory_hygiene.core.shell import bring_back
from memory_hygiene.core.state import AgentState, Change

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
        elif line := _first_change(before, change.after, is_merge):
            message = f"line {line} of {before.snapshot.label} changed or went, the ledger is append-only: {_EFFECT}"
            yield Hit(change.after.ledger_path, line, message, fix)


def _first_change(before: AgentState, after: AgentState, is_merge: bool) -> int | None:
    """The first line of ``before``'s ledger that did not survive, or None."""
    if not is_merge:
        return changed_line(before.ledger_data, after.ledger_data)
    old = [record.text.strip() for record in before.ledger.records]
    new = [record.text.strip() for record in after.ledger.records]
    place = missing(old, new)
    if place is None:
        return missing_line(before.ledger_data, after.ledger_data)
    text = folded(before.ledger_data)
    rest = sum(len(record.text) for record in before.ledger.records[place:])
    return 1 + text.count("\n", 0, len(text) - rest)


RULE = ChangeRule("MH407", "ledger-rewritten", Severity.ERROR, check)
