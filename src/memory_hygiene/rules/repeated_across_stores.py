"""An entry stands in two stores of one agent, to the letter.

Why: both are in every prompt, and when one is corrected the other goes on saying the old thing.

Bad:

~~~after MEMORY.md
Nell reads proofs as PNG.
~~~

~~~after USER.md
Nell reads proofs as PNG.
~~~

Good:

~~~after MEMORY.md
The print shop closes at noon.
~~~

~~~after USER.md
Nell reads proofs as PNG.
~~~

Fix: `hygiene plan`; about facts of the user USER.md is the place, everything else belongs to MEMORY.md.

Source: the maintenance contract, H11 and H20: no duplicate across stores.
"""

from collections.abc import Iterator

from memory_hygiene.core.findings import Hit, Severity
from memory_hygiene.core.model import Block
from memory_hygiene.core.planning.repeats import exact_text, may_repeat
from memory_hygiene.core.rule import AgentRule
from memory_hygiene.core.shell import hygiene
from memory_hygiene.core.state import AgentState, Store


def check(state: AgentState) -> Iterator[Hit]:
    """One hit per entry that an earlier store (by path) holds already."""
    firsts: dict[str, tuple[Store, Block]] = {}
    for store in state.stores:
        for block in filter(may_repeat, store.document.blocks):
            text = exact_text(block)
            first_store, first = firsts.setdefault(text, (store, block))
            if first_store is not store and text:
                message = f"repeats {first_store.path}:{first.line} word for word: both are in every prompt"
                yield Hit(
                    store.path,
                    block.line,
                    message,
                    hygiene("plan", state),
                    fingerprint=block.fingerprint,
                    text=block.text,
                )


RULE = AgentRule("MH202", "repeated-across-stores", Severity.WARNING, check)
