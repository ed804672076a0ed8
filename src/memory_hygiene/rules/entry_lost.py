"""An entry left the agent's memory without a trace.

Why: nobody notices what an agent no longer knows. A memory that can lose entries silently is worse than none.

Bad:

~~~before MEMORY.md
The build server is 10.0.0.7.
§
Deploys run on Fridays.
~~~

~~~after MEMORY.md
The build server is 10.0.0.7.
~~~

Good:

~~~before MEMORY.md
The build server is 10.0.0.7.
§
Deploys run on Fridays.
~~~

~~~after MEMORY.md
The build server is 10.0.0.7.
~~~

~~~after archive/MEMORY.archive.md
## [2026-09-15] archived from MEMORY.md

Deploys run on Fridays.
~~~

Fix: `hygiene drop FINGERPRINT --reason "..."` records why it went; `git restore` brings it back, and once the loss is
committed `hygiene restore FINGERPRINT` does.

Source: our promise that nothing is lost silently. Clean is an entry that is found again (hot files, cold tier, skill
files), was tagged for pruning before, was edited, split or joined, or is named by a ledger record of the same change.
At a merge every parent counts, but for what the other side had removed since the branches parted.
"""

from collections.abc import Iterator

from memory_hygiene.core.contracts import Profile
from memory_hygiene.core.findings import Hit, Severity
from memory_hygiene.core.losses.conservation import departures
from memory_hygiene.core.losses.departure import Fate
from memory_hygiene.core.model import Kind
from memory_hygiene.core.rule import ChangeRule
from memory_hygiene.core.shell import bring_back, hygiene
from memory_hygiene.core.state import AgentState, Change
from memory_hygiene.core.unread import unread_losses


def check(change: Change) -> Iterator[Hit]:
    """One hit per lost entry or opaque block, at its place before the change."""
    is_merge = len(change.befores) > 1
    for departure in departures(change):
        if departure.fate is not Fate.LOST:
            continue
        store, block = departure.store, departure.block
        what = "entry" if block.kind is Kind.ENTRY else block.shape.value
        message = (
            f"this {what} of {len(block.text):,} characters left {store.path} and is in no file of the agent any more"
            + _namesake(store.path, change.after)
        )
        drop = hygiene(f'drop {block.fingerprint} --reason "..."', change.after)
        back = bring_back(store.path, departure.source, is_merge=is_merge)
        fix = f"{back}; once it is merged, {drop} lets it go" if is_merge else f"{drop}, or {back}"
        yield Hit(store.path, block.line, message, fix, fingerprint=block.fingerprint, text=block.text)
    for store, count, source in unread_losses(change):
        message = f"{count:,} lines of a store too large to be parsed are in no file of the agent any more"
        yield Hit(store.path, 1, message, bring_back(store.path, source, is_merge=is_merge), number=count)


def _namesake(path: str, after: AgentState) -> str:
    """A remark on a file whose name differs from the store's in its case only, where the store is gone."""
    folder, _, name = path.rpartition("/")
    names = after.snapshot.list_folder(folder)
    same = next((other for other in names if other.casefold() == name.casefold()), name)
    is_remarkable = name not in names and same != name and after.agent.profile is Profile.HERMES
    return f"; {same} is another file to Hermes" if is_remarkable else ""


RULE = ChangeRule("MH501", "entry-lost", Severity.ERROR, check)
