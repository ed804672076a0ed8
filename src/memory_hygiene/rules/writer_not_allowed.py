"""Somebody changed memory who may not, by the writer registry.

Why: a record that says why an entry went proves nothing when anybody may write it, and a registry that its own change
can loosen keeps nobody out. So the registry from *before* the change decides.

Bad:

~~~run
author: Mallory <mallory@example.org>
~~~

~~~before MEMORY_WRITERS.md
| writer | identity | stores | operations |
|---|---|---|---|
| ada | ada@example.org | * | add, edit, remove, maintain, admin |
~~~

~~~after MEMORY_WRITERS.md
| writer | identity | stores | operations |
|---|---|---|---|
| ada | ada@example.org | * | add, edit, remove, maintain, admin |
| mallory | mallory@example.org | * | admin |
~~~

Good:

~~~run
author: Ada Lovelace <ada@example.org>
~~~

~~~before MEMORY_WRITERS.md
| writer | identity | stores | operations |
|---|---|---|---|
| ada | ada@example.org | * | add, edit, remove, maintain, admin |
~~~

~~~after MEMORY_WRITERS.md
| writer | identity | stores | operations |
|---|---|---|---|
| ada | ada@example.org | * | add, edit, remove, maintain, admin |
| bot | bot@example.org | MEMORY.md | add, edit |
~~~

Fix: commit as somebody who may, or let a writer with `admin` change the registry first (`hygiene writers add`).

Source: the maintenance contract, H21. At commit time the author is judged; of commits that are pushed or checked as a
range, author and committer, and with `require_signatures` the signer. No ledger record can acknowledge it.
"""

from collections.abc import Iterator

from memory_hygiene.core.findings import Hit, Severity
from memory_hygiene.core.rule import ChangeRule
from memory_hygiene.core.state import Change
from memory_hygiene.core.writers.writers import Role


def check(change: Change) -> Iterator[Hit]:
    """One hit per maker and thing that they may not do."""
    if not change.identities:
        return
    from memory_hygiene.core.writers.permissions import denials_of  # hardly any hook asks who commits

    for denial in denials_of(change):
        message, fix = denial.reason, "a writer with admin can allow it: hygiene writers add, or edit the row"
        if denial.is_open:
            message += "; a writer who is known by a key alone must have signed it when it is pushed"
            fix = "sign the commit with that key: git commit -S"
        elif denial.identity.role is Role.SIGNER and not denial.writers:
            fix = "sign it with a key that the registry names: git commit --amend -S; hygiene writers verify HEAD"
        severity = Severity.WARNING if denial.is_open else None
        aspect = f"{denial.identity.role.value} {denial.reason}"
        yield Hit(denial.path, 1, message, fix, severity=severity, aspect=aspect)


RULE = ChangeRule("MH420", "writer-not-allowed", Severity.ERROR, check, is_acknowledgeable=False)
