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
Lines that went are named, and so are changed values of front matter, in one finding per file.
"""

from collections.abc import Iterator

from memory_hygiene.core.findings import Hit, Severity
from memory_hygiene.core.losses.conservation import departures
from memory_hygiene.core.losses.departure import Departure, Fate
from memory_hygiene.core.model import Block, Shape
from memory_hygiene.core.rule import ChangeRule
from memory_hygiene.core.shell import bring_back
from memory_hygiene.core.state import Change


def check(change: Change) -> Iterator[Hit]:
    """One hit per edited entry, at its new place; front matter is one entry."""
    is_merge = len(change.befores) > 1
    for departure in departures(change):
        if departure.fate is Fate.EDITED and not _is_padding(departure) and (hit := _hit(departure, is_merge)):
            yield hit


def _is_padding(departure: Departure) -> bool:
    """Whether only the padding of a table's head changed."""
    return departure.block.shape is Shape.TABLE_HEAD and departure.similarity == 1


def _hit(departure: Departure, is_merge: bool) -> Hit | None:
    assert departure.new_store is not None
    assert departure.new_block is not None
    new = departure.new_block
    if not (message := _message(departure, new)):
        return None
    fix = f"nothing when meant, else {bring_back(departure.store.path, departure.source, is_merge=is_merge)}"
    return Hit(departure.new_store.path, new.line, message, fix, fingerprint=new.fingerprint, text=new.text)


def _message(departure: Departure, new: Block) -> str:
    """What changed; "" when nothing did that anybody reads."""
    from memory_hygiene.core.losses.differences import (
        changed_values,
        lines_gone,
        listed,
        short,
        told,
    )  # most hooks see no edit

    old = departure.block
    was = f"it was {departure.store.path}:{old.line}"
    if old.shape is Shape.FRONT_MATTER:
        values = changed_values(old.text, new.text)
        return f"front matter edited: {listed(values, '; ')}; {was}" if values else ""
    gone = lines_gone(old.text, new.text)
    lines = len([line for line in old.text.split("\n") if line.strip()])
    quotes = tuple(f'"{short(line)}"' for line in gone)
    went = f"; {len(gone)} of its {lines} lines went: {listed(quotes, ', ')}" if gone else ""
    share = int(100 * departure.similarity)
    return f"edited, {share} % of the words stay{went}{told(old.text, new.text)}; {was}"


RULE = ChangeRule("MH502", "entry-edited", Severity.WARNING, check)
