"""A tag is seen and nothing will act on it.

Why: somebody asked for an entry to go and believes it will. An ignored wish is found months later, or never.

Bad:

~~~config
profile: sanctum
~~~

~~~after LORE.md
- [expired:2026-13-01] Voucher BUN10 is valid.
~~~

Good:

~~~config
profile: sanctum
~~~

~~~after LORE.md
- [expired:2099-12-31] Single-lane bridge.
- [stale](notes.md) is a link.
- The word [stale] in prose is text.
~~~

Fix: write the tag first in its entry (after bullet, number or checkbox, or in a row's first cell), as `[stale]`,
`[archive]`, `[prune]`, `[wrong]`, `[obsolete]`, `[contradicted]`, `[superseded by: …]` or `[expired:YYYY-MM-DD]`.

Source: the seed skill's decision table; a tag is acted on if it is unambiguous, else reported with the reason.
"""

from collections.abc import Iterator

from memory_hygiene.core.contracts import Strategy
from memory_hygiene.core.findings import Hit, Severity
from memory_hygiene.core.model import Block, Kind
from memory_hygiene.core.rule import StoreRule
from memory_hygiene.core.state import AgentState, Store
from memory_hygiene.core.tags import Tag, Wish, leading_tag


def check(store: Store, state: AgentState) -> Iterator[Hit]:
    """One hit per tag that no action takes up."""
    if b"[" not in store.document.data and b"~~" not in store.document.data:
        return
    from memory_hygiene.core.lookalikes import lookalikes  # its patterns are dear, and most stores hold no bracket

    labels = store.document.labels
    acted = {item.line for item in store.document.nested if _is_acted_on(item, store)}
    for block in store.document.blocks:
        tag = leading_tag(block, labels) if block.kind is Kind.ENTRY else None
        if tag is not None and (reason := _why_not(tag, store)):
            yield _hit(store, block, 0, tag.written, reason)
        for seen in lookalikes(block, labels):
            if block.line + seen.offset not in acted:
                yield _hit(store, block, seen.offset, seen.written, seen.reason)


def _is_acted_on(item: Block, store: Store) -> bool:
    tag = leading_tag(item, store.document.labels)
    return tag is not None and not _why_not(tag, store)


def _why_not(tag: Tag, store: Store) -> str:
    """Why nothing acts on a leading tag, or ""."""
    if store.contract.strategy is not Strategy.COMPACT:
        return "only a person may take entries out of this file"
    return "its day is not written YYYY-MM-DD" if tag.wish is Wish.UNCLEAR else ""


def _hit(store: Store, block: Block, offset: int, written: str, reason: str) -> Hit:
    message = f"the tag {written} is seen and not acted on: {reason}"
    fix = "write it first in an entry of its own, or take the entry out with hygiene drop"
    return Hit(store.path, block.line + offset, message, fix, fingerprint=block.fingerprint, text=block.text)


RULE = StoreRule("MH410", "tag-ignored", Severity.WARNING, check)
