"""The canary of a store is not the one it must be.

Why: the token is the proof that nobody rewrote the line. Another token, or none, means that somebody did.

Bad:

~~~before MEMORY.md
CANARY: Do not modify this line (0123456789abcdef)
~~~

~~~after MEMORY.md
CANARY: Do not modify this line (0123456789abcdee)
~~~

Good:

~~~before MEMORY.md
CANARY: Do not modify this line (0123456789abcdef)
~~~

~~~after MEMORY.md
The build server is 10.0.0.7.
§
CANARY: Do not modify this line (0123456789abcdef)
~~~

Fix: look what else changed, and bring the line back as it was.

Source: the maintenance contract, H4 and H22: a token changes only together with a ledger record that registers the
digest of the new one (`canary: NAME DIGEST`). Where the ledger registers none, the state before the change decides.
"""

from collections.abc import Iterator

from memory_hygiene.core.canaries.guarded import guarded_stores
from memory_hygiene.core.findings import Hit, Severity
from memory_hygiene.core.rule import ChangeRule
from memory_hygiene.core.state import Change


def check(change: Change) -> Iterator[Hit]:
    """One hit per store that has lines like a canary and no right one, at the first of them."""
    for guarded in guarded_stores(change):
        if guarded.lines and not guarded.is_intact:
            first = guarded.lines[0]
            what = "another token than" if first.token else "no token of 16 hex digits like"
            known = "the ledger registers" if guarded.digest else "that stood here"
            message = f"the canary has {what} the one {known}: it was rewritten, and no audit will run"
            yield Hit(guarded.path, first.line, message, guarded.way_back, is_old=guarded.was_wrong)


RULE = ChangeRule("MH405", "canary-altered", Severity.ERROR, check)
