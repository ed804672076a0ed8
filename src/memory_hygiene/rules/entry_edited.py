"""An entry changed its words.

Why: an edit is legal and common, but one changed number, name or negation turns a memory round. A reader should see it.

Bad:

~~~before MEMORY.md
The build server answers on port 8443 at night.
~~~

~~~after MEMORY.md
The build server answers on port 443 at night.
~~~

Good:

~~~before MEMORY.md
The build server answers on port 8443 at night.
~~~

~~~after MEMORY.md
[stale]  The build server answers on port 8443 at night.
~~~

Fix: nothing, when the change is meant; else `git restore` brings the old words back.

Source: our promise that an edit is told from a loss: one to one, the same store first, by the share of common words
(Sørensen–Dice over their multiset, `edit_similarity`, 0.6 by default). Marks, list signs and white space are no words.
"""

from collections.abc import Iterator

from memory_hygiene.core.conservation import departures
from memory_hygiene.core.departure import Departure, Fate
from memory_hygiene.core.findings import Hit, Severity
from memory_hygiene.core.model import Shape
from memory_hygiene.core.rule import ChangeRule
from memory_hygiene.core.shell import bring_back
from memory_hygiene.core.state import Change
from memory_hygiene.core.words import telling_differences


def check(change: Change) -> Iterator[Hit]:
    """One hit per edited entry, at its new place."""
    for departure in departures(change):
        if departure.fate is Fate.EDITED and not _is_form(departure):
            yield _hit(departure)


def _is_form(departure: Departure) -> bool:
    """Whether no memory changed: front matter, and the padding of a table's head."""
    shape = departure.block.shape
    return shape is Shape.FRONT_MATTER or (shape is Shape.TABLE_HEAD and departure.similarity == 1)


def _hit(departure: Departure) -> Hit:
    assert departure.new_store is not None
    assert departure.new_block is not None
    old, new = departure.block, departure.new_block
    gone, come = telling_differences(old.text, new.text)
    told = f"; changed: {', '.join(gone) or 'nothing'} → {', '.join(come) or 'nothing'}" if gone or come else ""
    share = int(100 * departure.similarity)
    message = f"edited, {share} % of the words stay{told}; it was {departure.store.path}:{old.line}"
    fix = f"nothing when meant, else {bring_back(departure.store.path, departure.source)}"
    return Hit(departure.new_store.path, new.line, message, fix, fingerprint=new.fingerprint, text=old.text)


RULE = ChangeRule("MH502", "entry-edited", Severity.WARNING, check)
