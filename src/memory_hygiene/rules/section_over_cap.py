"""A log section holds more entries than it may keep.

Why: a log of changes grows for ever and is loaded with every prompt. Only its last entries say who the agent is now;
older ones belong in the cold tier.

Bad:

~~~config
profile: sanctum
~~~

~~~after PERSONA.md
## Evolution Log

- 2026-01-01 first
- 2026-01-02 second
- 2026-01-03 third
- 2026-01-04 fourth
- 2026-01-05 fifth
- 2026-01-06 sixth
- 2026-01-07 seventh
- 2026-01-08 eighth
- 2026-01-09 ninth
- 2026-01-10 tenth
- 2026-01-11 eleventh
~~~

Good:

~~~config
profile: sanctum
~~~

~~~after PERSONA.md
# evolution log

| Date | What changed |
|---|---|
| 2026-01-11 | asks before joking |
~~~

Fix: `hygiene plan` moves the oldest rows or bullets to the archive, without loss.

Source: the seed skill's section cap: PERSONA.md keeps the last 10 entries of its `Evolution Log`. Rows and bullets
count, pointers to the archive do not; the heading may have any level and case.
"""

from collections.abc import Iterator

from memory_hygiene.core.archive import read_pointer
from memory_hygiene.core.findings import Hit, Severity
from memory_hygiene.core.planning.sections import logged_entries
from memory_hygiene.core.rule import StoreRule
from memory_hygiene.core.shell import hygiene
from memory_hygiene.core.sizes import numbered
from memory_hygiene.core.state import AgentState, Store


def check(store: Store, state: AgentState) -> Iterator[Hit]:
    """At most one hit, at the first entry of the log."""
    title, limit = store.contract.section, store.contract.section_limit
    if not title:
        return
    entries = [block for block in logged_entries(store.document, title) if read_pointer(block.text) is None]
    if len(entries) > limit:
        yield Hit(
            store.path,
            entries[0].line,
            f"{numbered(len(entries), 'entry', 'entries')} under {title!r}, {len(entries) - limit} over the cap of "
            f"{limit}: "
            "every prompt carries the whole log",
            hygiene("plan", state),
            number=len(entries),
        )


RULE = StoreRule("MH103", "section-over-cap", Severity.ERROR, check)
