"""An audit is overdue.

Why: what nobody looks through for weeks fills up with notes that were true once, and every prompt believes them.

Bad:

~~~run
today: 2026-09-20
~~~

~~~after MEMORY.md
The build server is 10.0.0.7.
~~~

~~~after MEMORY_AUDIT_LEDGER.md
## 2026-09-01T10:00:00Z

- memory_util_after: 41%
- status: COMPLETE
~~~

Good:

~~~run
today: 2026-09-10
~~~

~~~after MEMORY.md
The build server is 10.0.0.7.
~~~

~~~after MEMORY_AUDIT_LEDGER.md
## 2026-09-01T10:00:00Z

- memory_util_after: 41%
- status: COMPLETE
~~~

Fix: `hygiene audit`.

Source: the maintenance contract, H3: an audit is due every `audit_every_days` (14). It is judged by the author's day of
the commit and only mentioned; `check --strict` counts it. A directory without a ledger has no audits to be late with.
A store over `memory_threshold` makes one due as well: that is near-cap.
"""

from collections.abc import Iterator

from memory_hygiene.core.contracts import Profile
from memory_hygiene.core.findings import Hit, Severity
from memory_hygiene.core.rule import ChangeRule
from memory_hygiene.core.shell import hygiene
from memory_hygiene.core.state import Change


def check(change: Change) -> Iterator[Hit]:
    """At most one hit: the agent's last audit is too long ago on the day of the change."""
    after = change.after
    if after.agent.profile is not Profile.HERMES or not change.today or not after.ledger.records:
        return
    from memory_hygiene.core.audit.due import due_by_age  # of no use to all who keep no ledger

    due = due_by_age(after.ledger, after.settings, change.today)
    if due.is_due:
        yield Hit(after.ledger_path, 1, f"an audit is due: {due.reason}", hygiene("audit", after))


RULE = ChangeRule("MH301", "audit-overdue", Severity.WARNING, check, is_timed=True)
