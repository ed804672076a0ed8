"""Headings that a change took out of a store, and what each became."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from memory_hygiene.core.model import Block, Format, Kind, Shape
from memory_hygiene.core.state import AgentState, Change, Store
from memory_hygiene.core.unread import is_unread

from .matching import match_edits
from .words import words

_SIMILAR = 0.3
"""Share of common words from which two headings are taken for one that was edited."""

_MOST_MATCHED = 1000
"""Headings gone from one store that are matched by their words; of more, each is said to be gone."""


class Heading(NamedTuple):
    """A heading: its block, its words (for comparing) and the tracked blocks under it, up to the next one."""

    block: Block
    words: str
    content: frozenset[str]

    @property
    def title(self) -> str:
        """The heading as written, without its marks."""
        return self.block.section[-1]


class ChangedHeading(NamedTuple):
    """A heading that went: where it was, and the store and heading after the change that it became, if any."""

    before: AgentState
    store: Store
    heading: Heading
    new_store: Store
    new: Heading | None


def changed_headings(change: Change) -> Iterator[ChangedHeading]:
    """The headings gone from Markdown stores that exist before and after, judged against every parent."""
    seen: set[tuple[str, str]] = set()
    for number, before in enumerate(change.befores):
        others = change.befores[:number] + change.befores[number + 1 :]
        for changed in _between(before, change.after):
            key = (changed.store.path, changed.heading.words)
            if key not in seen and not _is_judged(changed, others, change.bases):
                seen.add(key)
                yield changed


def _between(before: AgentState, after: AgentState) -> Iterator[ChangedHeading]:
    stores = {store.path.casefold(): store for store in after.stores}
    for store in before.stores:
        new = stores.get(store.path.casefold())
        if new is None or store.document.format is not Format.MARKDOWN or store.document.data == new.document.data:
            continue
        if not is_unread(store) and not is_unread(new):
            yield from _in_store(before, store, new, after)


def _in_store(before: AgentState, store: Store, new: Store, after: AgentState) -> Iterator[ChangedHeading]:
    olds, news = tuple(headings(store)), tuple(headings(new))
    gone, come = _without(olds, news), _without(news, olds)
    pairs = _pairs(gone, come)
    moved = _moved([heading for number, heading in enumerate(gone) if number not in pairs], new, after)
    for number, heading in enumerate(gone):
        if number in pairs:
            yield ChangedHeading(before, store, heading, new, come[pairs[number]])
        elif heading not in moved:
            yield ChangedHeading(before, store, heading, new, None)


def headings(store: Store) -> Iterator[Heading]:
    """The headings of a store that have words, in file order."""
    current: Block | None = None
    content: list[str] = []
    for block in (*store.document.blocks, None):
        if block is None or block.shape is Shape.HEADING:
            if current is not None and (own := " ".join(words(current.section[-1]))):
                yield Heading(current, own, frozenset(content))
            current, content = block, []
        elif block.kind is not Kind.MARKUP:
            content.append(block.fingerprint)


def _without(these: tuple[Heading, ...], those: tuple[Heading, ...]) -> list[Heading]:
    """The headings of ``these`` that ``those`` hold fewer copies of."""
    left = Counter(heading.words for heading in those)
    found: list[Heading] = []
    for heading in these:
        left[heading.words] -= 1
        if left[heading.words] < 0:
            found.append(heading)
    return found


def _pairs(gone: list[Heading], come: list[Heading]) -> dict[int, int]:
    """What each heading became, by numbers: one over the same blocks, else the most similar one."""
    pairs: dict[int, int] = {}
    over = {block: number for number, new in enumerate(come) for block in new.content}
    taken: set[int] = set()
    for old, heading in enumerate(gone):
        same = {over[block] for block in heading.content if block in over} - taken
        if same:
            pairs[old] = min(same)
            taken.add(min(same))
    olds = [n for n in range(len(gone)) if n not in pairs]
    news = [n for n in range(len(come)) if n not in taken]
    if len(olds) > _MOST_MATCHED:
        return pairs
    for pair in match_edits([gone[n].words for n in olds], [come[n].words for n in news], _SIMILAR):
        pairs[olds[pair.old]] = news[pair.new]
    return pairs


def _moved(gone: list[Heading], new: Store, after: AgentState) -> frozenset[Heading]:
    """Those whose whole section is in another file of the agent: under the same words, or in the cold tier."""
    here = {block.fingerprint for block in new.document.tracked}
    left = [heading for heading in gone if not heading.content & here]
    if not left:
        return frozenset()
    cold = {fingerprint for file in after.cold for fingerprint in file.archive.fingerprints}
    under: dict[str, set[str]] = {}
    for store in after.stores:
        if store.path != new.path:
            for heading in headings(store):
                under.setdefault(heading.words, set()).update(heading.content)
    return frozenset(
        heading
        for heading in left
        if (heading.content and heading.content <= cold)
        or (heading.words in under and heading.content <= under[heading.words])
    )


def _is_judged(changed: ChangedHeading, others: tuple[AgentState, ...], bases: tuple[AgentState, ...]) -> bool:
    """Whether another parent had taken the heading out since the branches parted."""
    return any(_has(base, changed) for base in bases) and any(not _has(other, changed) for other in others)


def _has(state: AgentState, changed: ChangedHeading) -> bool:
    store = state.store(changed.store.path)
    return store is not None and any(heading.words == changed.heading.words for heading in headings(store))
