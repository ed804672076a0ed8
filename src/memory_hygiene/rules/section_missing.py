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
from memory_hygiene.core.rule import StoreRule
from memory_hygiene.core.sections import has_heading
from memory_hygiene.core.sizes import numbered
from memory_hygiene.core.state import MAX_BYTES, AgentState, Store


def check(store: Store, state: AgentState) -> Iterator[Hit]:
    """At most one hit."""
    title = store.contract.section
    if not title or len(store.document.data) > MAX_BYTES:
        return
    if not any(has_heading(block.section, title) for block in store.document.blocks):
        limit = numbered(store.contract.section_limit, "entry", "entries")
        message = f"0 headings named {title!r}: its cap of {limit} protects nothing"
        yield Hit(store.path, 1, message, f"add the line '## {title}' above the log")


RULE = StoreRule("MH106", "section-missing", Severity.WARNING, check)
