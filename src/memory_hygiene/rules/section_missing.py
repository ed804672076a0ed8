"""The section whose length is capped cannot be found.

Why: a log under another heading grows unseen; the cap then protects nothing.

Bad:

~~~config
profile: sanctum
~~~

~~~after PERSONA.md
# Persona

## How I changed

- 2026-01-01 fewer birds
~~~

Good:

~~~config
profile: sanctum
~~~

~~~after PERSONA.md
# Persona

### **Evolution log**

- 2026-01-01 fewer birds
~~~

Fix: name the heading of the log as the contract does.

Source: the seed skill, where heading variants were never capped.
"""

from collections.abc import Iterator

from memory_hygiene.core.findings import Hit, Severity
from memory_hygiene.core.model import Shape
from memory_hygiene.core.planning.sections import has_heading, logged_entries
from memory_hygiene.core.rule import StoreRule
from memory_hygiene.core.sizes import numbered
from memory_hygiene.core.state import MAX_BYTES, AgentState, Store


def check(store: Store, state: AgentState) -> Iterator[Hit]:
    """At most one hit; a log of which the cap counts nothing is not found either."""
    title = store.contract.section
    if not title or len(store.document.data) > MAX_BYTES:
        return
    if not any(has_heading(block.section, title) for block in store.document.blocks):
        limit = numbered(store.contract.section_limit, "entry", "entries")
        message = f"0 headings named {title!r}: its cap of {limit} protects nothing"
        yield Hit(store.path, 1, message, f"add the line '## {title}' above the log")
    elif not logged_entries(store.document, title):
        yield from _without_entries(store)


def _without_entries(store: Store) -> Iterator[Hit]:
    """A log in paragraphs, or in headings of its own, of which there are more than the cap has entries."""
    title, limit = store.contract.section, store.contract.section_limit
    under = [block for block in store.document.blocks if has_heading(block.section, title)]
    paragraphs = [block for block in under if block.shape is Shape.PARAGRAPH]
    if len(paragraphs) > limit:
        cap = numbered(limit, "entry", "entries")
        message = (
            f"0 rows and bullets, but {numbered(len(paragraphs), 'paragraph')} under {title!r}: its cap of {cap} "
            "protects nothing"
        )
        yield Hit(store.path, under[0].line, message, "write each entry of the log as a bullet or a table row")


RULE = StoreRule("MH106", "section-missing", Severity.WARNING, check)
