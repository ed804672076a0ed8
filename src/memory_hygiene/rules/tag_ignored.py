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

Source: the seed skill's decision table; a tag is acted on if it is unambiguous, else reported with the reason. So is
one that the planner holds back: its pointer would be longer than the entry, or the rest of the file be read otherwise.
"""

from collections.abc import Iterator
from functools import lru_cache

from memory_hygiene.core.contracts import Strategy
from memory_hygiene.core.findings import Hit, Severity
from memory_hygiene.core.model import Block, Kind
from memory_hygiene.core.rule import StoreRule
from memory_hygiene.core.shell import hygiene
from memory_hygiene.core.state import AgentState, Store
from memory_hygiene.core.tags import Tag, Wish, leading_tag

_LAST_DAY = "9999-12-31"
"""Every expiry is judged as if its day had come: what a rule says must not depend on the clock."""
_LARGEST = 128 * 1024
"""Bytes of an agent's stores of which the planner is asked: it tries every action, and no prompt holds more."""


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
            yield _hit(store, state, block, 0, tag.written, reason)
        elif tag is not None:
            acted.add(block.line)
        for seen in lookalikes(block, labels):
            if block.line + seen.offset not in acted:
                yield _hit(store, state, block, seen.offset, seen.written, seen.reason)
    if acted and sum(len(each.document.data) for each in state.stores) <= _LARGEST:
        yield from _held_back(store, state)


def _held_back(store: Store, state: AgentState) -> Iterator[Hit]:
    """One hit per tag that the planner would act on, if it could."""
    reasons = _unresolved(state)
    for item in (*store.document.entries, *store.document.nested):
        reason = reasons.get((store.path, item.line, item.fingerprint))
        tag = leading_tag(item, store.document.labels) if reason else None
        if reason and tag is not None and not _why_not(tag, store):
            fix = f"take it out by hand, then {_drop(item, state)} for the ledger"
            message = f"the tag {tag.written} is seen and not acted on: {reason}"
            yield Hit(store.path, item.line, message, fix, fingerprint=item.fingerprint, text=item.text)


@lru_cache(maxsize=4)  # every store of a state asks
def _unresolved(state: AgentState) -> dict[tuple[str, int, str], str]:
    """What the planner holds back, by path, line and fingerprint, and why."""
    from memory_hygiene.core.planning.decisions import decide  # the planner is dear, and few stores hold a tag
    from memory_hygiene.core.planning.evidence import nothing_known
    from memory_hygiene.core.planning.settling import settle

    decisions = tuple(decide(state, _LAST_DAY, nothing_known()))
    _, unresolved = settle(state, decisions, _LAST_DAY, state.parse, nothing_known())
    return {(held.place.path, held.place.line, held.place.fingerprint): held.reason for held in unresolved}


def _is_acted_on(item: Block, store: Store) -> bool:
    tag = leading_tag(item, store.document.labels)
    return tag is not None and not _why_not(tag, store)


def _why_not(tag: Tag, store: Store) -> str:
    """Why nothing acts on a leading tag, or ""."""
    if store.contract.strategy is not Strategy.COMPACT:
        return "only a person may take entries out of this file"
    return "its day is not written YYYY-MM-DD" if tag.wish is Wish.UNCLEAR else ""


def _hit(store: Store, state: AgentState, block: Block, offset: int, written: str, reason: str) -> Hit:
    message = f"the tag {written} is seen and not acted on: {reason}"
    if store.contract.strategy is Strategy.CHECK_ONLY:
        fix = f"edit the file by hand, then {_drop(block, state)} for the ledger"
    else:
        fix = f"write it first in an entry of its own, or take the entry out: {_drop(block, state)}"
    return Hit(store.path, block.line + offset, message, fix, fingerprint=block.fingerprint, text=block.text)


def _drop(block: Block, state: AgentState) -> str:
    return hygiene(f'drop {block.fingerprint} --reason "..."', state)


RULE = StoreRule("MH410", "tag-ignored", Severity.WARNING, check)
