"""A canary's token stands outside its own store.

Why: nobody has a reason to copy it. Where it turns up, the text around it came from that store: into another agent's
memory, an archive, a skill file or the other store.

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

~~~after skills/deploy/SKILL.md
# Deploy

Do not touch 0123456789abcdef.
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

~~~after skills/deploy/SKILL.md
# Deploy

Do not touch fedcba9876543210.
~~~

Fix: find out how it came there (`hygiene canary trace` shows every place), take it out with what came along, and
replace the token with `hygiene canary rotate`.

Source: the maintenance contract, H22 and H23. Tokens are known by the digests in the ledgers, retired ones too; those
of other agents in the same repository as well. Stores are looked through as a whole, other files when they change.
"""

from collections.abc import Iterator

from memory_hygiene.core.canaries.leaking import Leaked, leaked_tokens
from memory_hygiene.core.findings import Hit, Severity
from memory_hygiene.core.rule import ChangeRule
from memory_hygiene.core.shell import quoted
from memory_hygiene.core.state import Change


def check(change: Change) -> Iterator[Hit]:
    """One hit per line and token."""
    for leaked in leaked_tokens(change):
        age = "a retired" if leaked.token.is_retired else "the"
        is_own = leaked.agent == change.after.agent
        whose = leaked.token.store if is_own else f"the agent {leaked.agent.name}'s {leaked.token.store}"
        message = f"{age} canary token of {whose} stands here: memory has leaked out of that store"
        yield Hit(leaked.path, leaked.line, message, _fix(leaked, change), is_old=leaked.is_old)


def _fix(leaked: Leaked, change: Change) -> str:
    has_roster = change.after.settings.has_roster
    agent = f" --agent {quoted(leaked.agent.name)}" if has_roster else ""
    return f"take it out with what came along, then: hygiene canary rotate{agent}"


RULE = ChangeRule("MH430", "canary-leaked", Severity.ERROR, check)
