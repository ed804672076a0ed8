"""An entry repeats another one of the same section, to the letter.

Why: the copy costs its length in every prompt and says nothing new; Hermes drops it silently at its next write.

Bad:

~~~after MEMORY.md
Deploys run on Fridays.
§
The build server is 10.0.0.7.
§
Deploys run on Fridays.
~~~

Good:

~~~after MEMORY.md
Deploys run on Fridays.
§
deploys run on fridays.
~~~

Fix: `hygiene plan` takes the later one out.

Source: the seed skill's dedup: exact repeats inside one section (headings and opaque blocks end a section; a § store
is one section), the first stays, table rows never. White space at the ends and the list marker do not count, case does.
"""

from collections.abc import Iterator

from memory_hygiene.core.findings import Hit, Severity
from memory_hygiene.core.planning.repeats import exact_text, repeats_in
from memory_hygiene.core.rule import StoreRule
from memory_hygiene.core.shell import hygiene
from memory_hygiene.core.state import AgentState, Store


def check(store: Store, state: AgentState) -> Iterator[Hit]:
    """One hit per later copy."""
    for first, later in repeats_in(store):
        if text := exact_text(later):
            message = f"repeats line {first.line} word for word: {len(text):,} characters are paid for twice"
            yield Hit(
                store.path, later.line, message, hygiene("plan", state), fingerprint=later.fingerprint, text=later.text
            )


RULE = StoreRule("MH201", "repeated-entry", Severity.WARNING, check)
