"""An archive file did more than grow.

Why: the cold tier is where removed entries are kept; what leaves it is nowhere.

Bad:

~~~before archive/MEMORY.archive.md
## [2026-09-01] archived from MEMORY.md

The old build server was 10.0.0.6.
~~~

~~~after archive/MEMORY.archive.md
## [2026-09-01] archived from MEMORY.md
~~~

Good:

~~~before archive/MEMORY.archive.md
## [2026-09-01] archived from MEMORY.md

The old build server was 10.0.0.6.
~~~

~~~after archive/MEMORY.archive.md
## [2026-09-01] archived from MEMORY.md

The old build server was 10.0.0.6.

## [2026-09-15] archived from MEMORY.md

The voucher is valid until May.
~~~

Fix: bring the file back; append to archives only.

Source: the maintenance contract, H18: the ledger's rule, by block at a merge. A file moved whole within the cold tier
is no loss, nor is a missing final newline before what is added.
"""

from collections.abc import Iterator

from memory_hygiene.core.appending import changed_line
from memory_hygiene.core.continuation import archive_break
from memory_hygiene.core.contracts import Unit
from memory_hygiene.core.findings import Hit, Severity
from memory_hygiene.core.rule import ChangeRule
from memory_hygiene.core.shell import bring_back
from memory_hygiene.core.sizes import counted
from memory_hygiene.core.state import Change, ColdFile

_EFFECT = "what leaves the cold tier is nowhere"


def check(change: Change) -> Iterator[Hit]:
    """One hit per archive file of a parent that does not go on after the change."""
    is_merge = len(change.befores) > 1
    after = {cold.path: cold for cold in change.after.cold}
    for before in change.befores:
        known = {cold.path for cold in before.cold}
        for old in before.cold:
            new = after.get(old.path) or _moved(old, [cold for cold in after.values() if cold.path not in known])
            fix = bring_back(old.path, before.snapshot.label, is_merge=is_merge)
            if new is None:
                message = f"an archive of {counted(len(old.data), Unit.BYTES)} is gone: {_EFFECT}"
                yield Hit(old.path, 1, message, fix)
            elif line := archive_break(old.data, new.data, is_merge):
                message = f"line {line} of {before.snapshot.label} changed or went, archives only grow: {_EFFECT}"
                yield Hit(new.path, line, message, fix)


def _moved(old: ColdFile, fresh: list[ColdFile]) -> ColdFile | None:
    return next((new for new in fresh if changed_line(old.data, new.data) is None), None)


RULE = ChangeRule("MH408", "archive-rewritten", Severity.ERROR, check)
