"""A store has lost its canary.

Why: no honest edit touches the canary. When it is gone, the store was rewritten as a whole, and other entries are
likely gone with it.

Bad:

~~~before MEMORY.md
The build server is 10.0.0.7.
§
CANARY: Do not modify this line (0123456789abcdef)
§
Deploys run on Fridays.
~~~

~~~after MEMORY.md
The build server is 10.0.0.7.
§
Deploys run on Fridays.
~~~

Good:

~~~before MEMORY.md
The build server is 10.0.0.7.
~~~

~~~after MEMORY.md
The build server is 10.0.0.7.
§
Deploys run on Fridays.
~~~

Fix: look what else changed, and put the line back; `git restore` brings the whole file back.

Source: the maintenance contract, H4: a breached canary stops every audit. A store that never had one needs none.
"""

from collections.abc import Iterator

from memory_hygiene.core.canaries.guarded import guarded_stores
from memory_hygiene.core.findings import Hit, Severity
from memory_hygiene.core.rule import ChangeRule
from memory_hygiene.core.state import Change


def check(change: Change) -> Iterator[Hit]:
    """One hit per store that must have a canary and has no line like one."""
    for guarded in guarded_stores(change):
        if not guarded.lines:
            known = "the ledger registers one" if guarded.digest else "it had one before"
            message = f"0 canaries in the store, {known}: it was rewritten, and no audit will run"
            yield Hit(guarded.path, 1, message, guarded.way_back, is_old=guarded.was_bare)


RULE = ChangeRule("MH404", "canary-missing", Severity.ERROR, check)
