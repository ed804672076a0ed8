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

Fix: bring the file back; append to archives only. To take an apply back, `hygiene restore --last-apply` or `hygiene
restore --commit COMMIT`.

Source: the maintenance contract, H18: the ledger's rule, by block at a merge. A file moved whole within the cold tier
is no loss, nor is a missing final newline before what is added.
"""

from collections.abc import Iterator

from memory_hygiene.core.audit.appending import changed_line
from memory_hygiene.core.audit.continuation import archive_break
from memory_hygiene.core.contracts import Unit
from memory_hygiene.core.findings import Hit, Severity
from memory_hygiene.core.losses.reverting import explained
from memory_hygiene.core.rule import ChangeRule
from memory_hygiene.core.shell import bring_back
from memory_hygiene.core.sizes import counted
from memory_hygiene.core.state import Change

_EFFECT = "what leaves the cold tier is nowhere"


def check(change: Change) -> Iterator[Hit]:
    """One hit per archive file of a parent that does not go on after the change."""
    is_merge, is_joining = len(change.befores) > 1, change.is_joining
    after = dict(change.after.cold_data)
    for before in change.befores:
        if before.cold_data is change.after.cold_data:
            continue
        known = dict(before.cold_data)
        for path, old in known.items():
            place = path if path in after else _moved(old, {p: new for p, new in after.items() if p not in known})
            line = archive_break(old, after[place], is_joining) if place else 1
            if not line:
                continue
            message = f"an archive of {counted(len(old), Unit.BYTES)} is gone: {_EFFECT}"
            if place:
                message = f"line {line} of {before.snapshot.label} changed or went, archives only grow: {_EFFECT}"
            fix = bring_back(path, before.snapshot.label, is_merge=is_merge)
            is_between = bool(place) and archive_break(old, after[place], is_merge=True) is None
            said, fix = explained(before, change, fix, is_between=is_between)
            yield Hit(place or path, line, message + said, fix)


def _moved(old: bytes, fresh: dict[str, bytes]) -> str:
    """Where an archive that is gone from its place stands whole, or ""."""
    return next((path for path, new in fresh.items() if changed_line(old, new) is None), "")


RULE = ChangeRule("MH408", "archive-rewritten", Severity.ERROR, check)
