"""A store is too large to be read as memory.

Why: no prompt can hold a thousandth of it, so it is no memory but an accident or an attack on whoever parses it. It is
refused unread; what is in it cannot be judged.

Bad:

~~~after MEMORY.md repeat=70000
A line of sixty-odd characters that a runaway agent wrote again.
~~~

Good:

~~~after MEMORY.md
A line of sixty-odd characters that a runaway agent wrote once.
~~~

Fix: take the old content back with `git restore`, and keep large texts outside the stores.

Source: our own limit of 4 MiB; Hermes' default is 2,200 characters, the seed skill's 25 KB.
"""

from collections.abc import Iterator

from memory_hygiene.core.findings import Hit, Severity
from memory_hygiene.core.rule import StoreRule
from memory_hygiene.core.state import MAX_BYTES, AgentState, Store


def check(store: Store, state: AgentState) -> Iterator[Hit]:
    """At most one hit."""
    size = len(store.document.data)
    if size > MAX_BYTES:
        message = f"{size:,} bytes, over the {MAX_BYTES:,} that are read at all: its entries cannot be judged"
        yield Hit(store.path, 1, message, "keep large texts outside the stores", number=size, back=store.path)


RULE = StoreRule("MH105", "too-large", Severity.ERROR, check)
