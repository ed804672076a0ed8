"""A new ledger record names a record before it that is not there.

Why: every record names the digest of the one before it, so that none can be edited, taken out or slipped in without a
trace. A chain that is torn where it grows proves nothing from there on.

Bad:

~~~before MEMORY_AUDIT_LEDGER.md
## 2026-09-01T10:00:00Z

- deletions: 3
~~~

~~~after MEMORY_AUDIT_LEDGER.md
## 2026-09-01T10:00:00Z

- deletions: 3

## 2026-09-08T10:00:00Z

- deletions: 0
- prev: 0123456789abcdef
~~~

Good:

~~~before MEMORY_AUDIT_LEDGER.md
## 2026-09-01T10:00:00Z

- deletions: 3
~~~

~~~after MEMORY_AUDIT_LEDGER.md
## 2026-09-01T10:00:00Z

- deletions: 3

## 2026-09-08T10:00:00Z

- deletions: 0
- prev: 47d13ccf4035bf10
~~~

Fix: take the new record out and let `hygiene` write it; bring along the record it follows.

Source: the maintenance contract, H18: `prev` is the digest of the record before, of two after a merge. A record written
by hand in the contract's shape has none: it is legal, and reported as unchained.
"""

from collections.abc import Iterator

from memory_hygiene.core.audit.chain import Link, added_links
from memory_hygiene.core.findings import Hit, Severity
from memory_hygiene.core.rule import ChangeRule
from memory_hygiene.core.shell import hygiene
from memory_hygiene.core.sizes import numbered
from memory_hygiene.core.state import Change


def check(change: Change) -> Iterator[Hit]:
    """One hit per record added by the change that names one which is not there, and one for all that name none."""
    after = change.after
    if any(before.ledger_data == after.ledger_data for before in change.befores):
        return
    added = added_links(after.ledger, (before.ledger for before in change.befores))
    yield from (_torn(link, after.ledger_path) for link in added if link.unknown)
    by_hand = [link.record for link in added if link.is_by_hand]
    if by_hand:
        count = numbered(len(by_hand), "new record names", "new records name")
        message = f"{count} no record before: written by hand, unchained, and only git protects what stands there"
        fix = f"nothing, if that is meant; {hygiene('ledger verify', after)} lists them"
        yield Hit(after.ledger_path, by_hand[0].line, message, fix, severity=Severity.WARNING)


def _torn(link: Link, path: str) -> Hit:
    count = numbered(len(link.unknown), "digest")
    message = f"the new record names {count} of no record before it ({link.shown}): the chain is torn here"
    fix = "take the record out and let hygiene write it anew, or bring along the record it follows"
    return Hit(path, link.record.line, message, fix)


RULE = ChangeRule("MH414", "ledger-unchained", Severity.ERROR, check)
