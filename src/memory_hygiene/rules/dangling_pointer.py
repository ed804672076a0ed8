"""A pointer to the archive leads nowhere.

Why: the pointer says that the text is kept. Who follows it finds nothing, and nobody knows whether it ever was there.

Bad:

~~~config
profile: sanctum
~~~

~~~after LORE.md
- _[archived 2026-09-01]_ the old build server → references/lore-archive/LORE.archive.md
~~~

Good:

~~~config
profile: sanctum
~~~

~~~after LORE.md
- _[archived 2026-09-01]_ the old build server → references/lore-archive/LORE.archive.md
~~~

~~~after references/lore-archive/LORE.archive.md
## [2026-09-01] archived from LORE.md

- The old build server was 10.0.0.6.
~~~

Fix: bring the archive file back, or take the pointer out with `hygiene drop`.

Source: the seed skill's pointers (`_[archived DATE]_ … → PATH`) and ours, which end in `#fingerprint`.
"""

from collections.abc import Iterator

from memory_hygiene.core.archive import read_pointer
from memory_hygiene.core.findings import Hit, Severity
from memory_hygiene.core.links import is_kept
from memory_hygiene.core.rule import AgentRule
from memory_hygiene.core.shell import hygiene
from memory_hygiene.core.state import AgentState


def check(state: AgentState) -> Iterator[Hit]:
    """One hit per pointer whose file or fingerprint the cold tier does not have."""
    for store in state.stores:
        for block in store.document.entries if b"archived " in store.document.data else ():
            pointer = read_pointer(block.text)
            if pointer is None or is_kept(pointer, store.path, state):
                continue
            what = f"#{pointer.fingerprint} in " if pointer.fingerprint else ""
            message = f"points to {what}{pointer.path!r}, which the cold tier does not hold: nobody can look it up"
            fix = hygiene(f'drop {block.fingerprint} --reason "points to nothing"', state)
            yield Hit(store.path, block.line, message, fix, fingerprint=block.fingerprint, text=block.text)


RULE = AgentRule("MH411", "dangling-pointer", Severity.WARNING, check)
