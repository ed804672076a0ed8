"""Decisions: which entries a plan acts on and why, first match wins; when in doubt an entry stays, as unresolved."""

import re
from collections.abc import Iterator

from .actions import Action, Archive, Canonicalise, Dedup, Place, Prune, Unresolved
from .archive import read_pointer
from .canary import is_canary
from .contracts import Strategy, archive_path
from .model import Block, Format, Shape
from .repeats import repeats_across, repeats_in
from .sections import logged_entries
from .sizes import drift_line
from .state import AgentState, Store
from .tags import Tag, Wish, content_start, leading_tag, tag_at

Decision = Action | Unresolved
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


def place_of(store: Store, block: Block) -> Place:
    """Where an entry is, as plans name it."""
    return Place(store.path, block.line, block.fingerprint, block.text, block.section)


def decide(state: AgentState, today: str) -> Iterator[Decision]:
    """The decisions about every store of an agent, in file order; at most one per entry."""
    decided: set[tuple[str, int]] = set()
    for decision in (*_canonical(state), *_by_tag(state, today), *_by_repeat(state), *_by_section_cap(state)):
        key = (decision.place.path, -1 if isinstance(decision, Canonicalise) else decision.place.line)
        if key not in decided:
            decided.add(key)
            yield decision


def _canonical(state: AgentState) -> Iterator[Decision]:
    for store in state.stores:
        if store.contract.format is Format.SECTION_SIGN and (line := drift_line(store.document)) is not None:
            place = Place(store.path, line, "", "")
            reason = "Hermes' tool refuses to replace or remove while the file differs from what it would write"
            yield Canonicalise(place, reason)


def _by_tag(state: AgentState, today: str) -> Iterator[Decision]:
    for store in state.stores:
        for block in store.document.entries:
            if not _is_protected(block):
                yield from _tagged(store, block, state, today)


def _is_protected(block: Block) -> bool:
    return is_canary(block.text) or read_pointer(block.text) is not None


def _tagged(store: Store, block: Block, state: AgentState, today: str) -> Iterator[Decision]:
    tag = leading_tag(block, store.document.labels)
    place = place_of(store, block)
    if tag is None:
        for inner in nested_tags(block, store.document.labels):
            yield Unresolved(place, f"{inner.written} stands on a nested item: only whole entries are acted on")
        return
    if store.contract.strategy is not Strategy.COMPACT:
        yield Unresolved(place, f"{tag.written} seen, but only a person may change this file")
        return
    archive = archive_of(state, store)
    match tag.wish:
        case Wish.UNCLEAR:
            yield Unresolved(place, f"{tag.written} names no day written YYYY-MM-DD")
        case Wish.ARCHIVE:
            yield Archive(place, f"tagged {tag.written}", archive)
        case Wish.PRUNE:
            yield Prune(place, f"tagged {tag.written}", _kept_in(store, archive))
        case Wish.EXPIRE:
            if tag.day < today:
                yield Prune(place, f"expired on {tag.day}", _kept_in(store, archive))


def nested_tags(block: Block, labels: frozenset[str]) -> Iterator[Tag]:
    """Leading tags of list items inside a list item, which no action takes up yet."""
    if block.shape is not Shape.LIST_ITEM:
        return
    for line in block.text.split("\n")[1:]:
        start = content_start(line)
        if start > len(line) - len(line.lstrip(" \t")) and (tag := tag_at(line, start, labels)):
            yield tag


def _kept_in(store: Store, archive: str) -> str:
    """§ stores have no other copy an agent could read: what is pruned there goes to the archive all the same."""
    return archive if store.contract.format is Format.SECTION_SIGN else ""


def archive_of(state: AgentState, store: Store) -> str:
    """The archive of a store, from the top of the repository."""
    relative = state.agent.relative(store.path) or store.path
    return state.agent.absolute(archive_path(state.agent.profile, relative))


def _by_repeat(state: AgentState) -> Iterator[Decision]:
    """Later repeats go; of an entry that several § stores hold, the very first one stays."""
    across = {(store.path, later.line): (kept, first) for kept, first, store, later in repeats_across(state.stores)}
    for store in state.stores:
        if store.contract.strategy is not Strategy.COMPACT:
            continue
        gone = dict(across)
        for first, later in repeats_in(store):
            gone.setdefault((store.path, later.line), across.get((store.path, first.line), (store, first)))
        for block in store.document.blocks:
            if (found := gone.get((store.path, block.line))) is not None:
                kept, first = found
                where = f"line {first.line}" if kept is store else f"{kept.path}:{first.line}"
                yield Dedup(place_of(store, block), f"repeats {where}", place_of(kept, first))


def _by_section_cap(state: AgentState) -> Iterator[Decision]:
    for store in state.stores:
        limit = store.contract.section_limit
        if store.contract.strategy is Strategy.SECTION_CAP and limit:
            entries = logged_entries(store.document, store.contract.section)
            for block in _oldest(entries, len(entries) - limit):
                reason = f"{store.contract.section} keeps its last {limit} entries of {len(entries)}"
                yield Archive(place_of(store, block), reason, archive_of(state, store))


def _oldest(entries: list[Block], count: int) -> list[Block]:
    """The ``count`` oldest entries: by their dates when all have one, else those that stand first."""
    dates = [_DATE.search(block.text) for block in entries]
    ordered = list(entries)
    if all(dates):
        days = {block.start: match[0] for block, match in zip(entries, dates) if match}
        ordered.sort(key=lambda block: days[block.start])
    chosen = {block.start for block in ordered[: max(0, count)]}
    return [block for block in entries if block.start in chosen]
