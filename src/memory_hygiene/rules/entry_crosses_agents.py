"""An entry crosses from one agent's memory into another's.

Why: what one agent knows is not the other's to read. A fact that moved is missing there, and nobody asked for it here.

Bad:

~~~config
profile: sanctum
agents:
  heron: {path: agents/heron}
  kite: {path: agents/kite}
~~~

~~~before agents/heron/LORE.md
- [stale] The client pays in March.
~~~

~~~before agents/kite/LORE.md
- The kite flies at noon.
~~~

~~~after agents/heron/LORE.md
- Orders are append-only.
~~~

~~~after agents/heron/references/lore-archive/LORE.archive.md
## [2026-09-10] archived from LORE.md

- [stale] The client pays in March.
~~~

~~~after agents/kite/LORE.md
- The kite flies at noon.
- The client pays in March.
~~~

Good:

~~~config
profile: sanctum
agents:
  heron: {path: agents/heron}
  kite: {path: agents/kite}
~~~

~~~before agents/heron/LORE.md
- The client pays in March.
~~~

~~~before agents/kite/LORE.md
- The kite flies at noon.
~~~

~~~after agents/kite/LORE.md
- The kite flies at noon.
- The client pays in March.
~~~

Fix: take it out here. What both agents must know, each of them is told by itself.

Source: the maintenance contract, H23. An entry that leaves one agent and appears in another in the same change is an
error. A copy of 60 characters or more warns: two agents hardly come to write that much alike, but they may be told it.
A commit of one agent is judged without a look at the others; `hygiene check` of all of them shows the copies.
"""

from collections.abc import Iterator

from memory_hygiene.core.crossing import Crossed, crossed_entries
from memory_hygiene.core.findings import Hit, Severity
from memory_hygiene.core.rule import ChangeRule
from memory_hygiene.core.shell import hygiene
from memory_hygiene.core.state import Change


def check(change: Change) -> Iterator[Hit]:
    """One hit per entry that moved, one per pair of stores that have new copies, one per store that has old ones."""
    copies: dict[tuple[str, str], list[Crossed]] = {}
    for crossed in crossed_entries(change):
        if crossed.has_left:
            source = f"{crossed.agent.name}'s {crossed.source.path}"
            message = f"left {source} in the same change: no entry crosses from one agent to another"
            fix = "take it out here, and bring it back there if it still holds"
            yield _hit(crossed, message, fix)
        else:
            source = "" if crossed.is_old else crossed.source.path
            copies.setdefault((crossed.store.path, source), []).append(crossed)
    for group in copies.values():
        yield _copied(group, change)


def _copied(group: list[Crossed], change: Change) -> Hit:
    first = group[0]
    more = len({crossed.block.fingerprint for crossed in group}) - 1
    others = f", and {more} more of this file with it" if more else ""
    agents = len({crossed.agent for crossed in group}) - 1
    whose = f" ({agents} more {'agents have' if agents > 1 else 'agent has'} some of it)" if agents else ""
    place = f"{first.agent.name}'s {first.source.path}:{first.origin.line}"
    message = f"{len(first.block.text)} characters that stand word for word in {place}{others}{whose}: was it copied?"
    reason = hygiene(f'drop {first.block.fingerprint} --reason "belongs to {first.agent.name}"', change.after)
    hit = _hit(first, message, reason)
    return hit._replace(severity=Severity.WARNING, number=len(group), is_old=first.is_old)


def _hit(crossed: Crossed, message: str, fix: str) -> Hit:
    block = crossed.block
    return Hit(
        crossed.store.path,
        block.line,
        message,
        fix,
        fingerprint=block.fingerprint,
        text=block.text,
        aspect=crossed.source.path,
    )


RULE = ChangeRule("MH432", "entry-crosses-agents", Severity.ERROR, check)
