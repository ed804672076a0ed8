"""A heading was changed or taken away.

Why: an entry is read in the light of its heading. "Deploy on Fridays" under "Never do" and under "Always do" are two
memories, and no word of the entry changes.

Bad:

~~~config
profile: sanctum
~~~

~~~before LORE.md
## Never do

- deploy on Fridays
~~~

~~~after LORE.md
## Always do

- deploy on Fridays
~~~

Good:

~~~config
profile: sanctum
~~~

~~~before LORE.md
## Never do

- deploy on Fridays
~~~

~~~after LORE.md
# Rules

## Never do

- deploy on Fridays
- deploy at noon
~~~

Fix: nothing, when the change is meant; else `git restore` brings the old heading back.

Source: our promise that a changed number, name or negation is always shown. Headings are compared by their words, in
stores that exist before and after; a section that moved whole to another file of the agent is no change.
"""

from collections.abc import Iterator

from memory_hygiene.core.findings import Hit, Severity
from memory_hygiene.core.model import Format
from memory_hygiene.core.rule import ChangeRule
from memory_hygiene.core.shell import bring_back
from memory_hygiene.core.state import Change


def check(change: Change) -> Iterator[Hit]:
    """One hit per heading that went, at the one it became."""
    if all(store.document.format is not Format.MARKDOWN for before in change.befores for store in before.stores):
        return
    from memory_hygiene.core.losses.differences import short, told  # most hooks see no Markdown
    from memory_hygiene.core.losses.headings import changed_headings

    for before, store, heading, new_store, new in changed_headings(change):
        if new is None:
            path, line, became = store.path, heading.block.line, "is gone"
            effect = "what stood under it is read under another one"
        else:
            path, line = new_store.path, new.block.line
            became = f'became "{short(new.title)}"{told(heading.title, new.title)}'
            effect = "what stands under it is read in another light"
        message = f'the heading "{short(heading.title)}" {became}: {effect}'
        back = bring_back(store.path, before.snapshot.label, is_merge=len(change.befores) > 1)
        fix = f"nothing when meant, else {back}"
        yield Hit(path, line, message, fix, fingerprint=heading.block.fingerprint)


RULE = ChangeRule("MH503", "heading-changed", Severity.WARNING, check)
