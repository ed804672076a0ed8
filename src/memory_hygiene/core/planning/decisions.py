"""Decisions: which entries a plan acts on and why, first match wins; when in doubt an entry stays, as unresolved."""

from collections.abc import Iterator

from memory_hygiene.core.archive import read_pointer
from memory_hygiene.core.canaries.canary import canary_lines, is_canary, token_of
from memory_hygiene.core.canaries.placement import misplacement
from memory_hygiene.core.contracts import Strategy, Unit
from memory_hygiene.core.lookalikes import lookalikes
from memory_hygiene.core.model import Block, Format
from memory_hygiene.core.sizes import drift_line, numbered
from memory_hygiene.core.state import AgentState, Store
from memory_hygiene.core.tags import Tag, Wish, leading_tag
from memory_hygiene.core.unread import how_large, is_unread

from .actions import Action, Archive, Canonicalise, Dedup, Leaving, Place, Prune, Unresolved
from .evidence import Evidence, home_name, name_of
from .log_days import oldest_first
from .places import archive_of, place_of
from .repeats import doubtful_repeats, exact_text, may_repeat, repeats_in
from .sections import logged_entries
from .upkeep import upkeep

Decision = Action | Unresolved


def decide(state: AgentState, today: str, evidence: Evidence) -> Iterator[Decision]:
    """The decisions about every store of an agent, in file order; about an entry one, or several that go together.

    When the copy of a repeat that should stay goes by itself, the repeat goes in the same way: none of them stays.
    """
    decisions = tuple(_first_matches(state, today, evidence))
    if evidence.merges_near:
        from .near_decisions import with_merges  # dear, and nobody but an operator asks for it

        decisions = tuple(with_merges(state, decisions))
    pruned = {decision.place: decision for decision in decisions if isinstance(decision, Prune)}
    for decision in decisions:
        if isinstance(decision, Dedup) and (kept := pruned.get(decision.kept)):
            store = next(store for store in state.stores if store.path == decision.place.path)
            yield Prune(decision.place, kept.reason, _kept_in(store, archive_of(state, store)))
        else:
            yield decision


def _first_matches(state: AgentState, today: str, evidence: Evidence) -> Iterator[Decision]:
    decided: set[tuple[str, int]] = set()
    gone: set[tuple[str, int]] = set()
    first = (*_unreadable(state), *_canonical(state), *_by_tag(state, today), *_by_repeat(state, evidence))
    single = (*first, *_by_section_cap(state), *_too_long(state), *_by_nested_tag(state, today))
    for together in (*((decision,) for decision in single), *upkeep(state, evidence)):
        place = together[0].place
        key = (place.path, -1 if isinstance(together[0], Canonicalise) else place.line)
        if key in decided or (place.path, place.line) in gone:
            continue
        decided.add(key)
        if isinstance(together[-1], Leaving):
            gone.update((place.path, place.line + offset) for offset in range(place.text.count("\n") + 1))
        yield from together


def _readable(state: AgentState) -> Iterator[Store]:
    return (store for store in state.stores if store.is_readable)


def _unreadable(state: AgentState) -> Iterator[Decision]:
    for store in state.stores:
        if not store.is_readable:
            yield Unresolved(Place(store.path, 1, "", ""), _why_unreadable(store))


def _why_unreadable(store: Store) -> str:
    if is_unread(store):
        return f"it is {how_large(len(store.document.data))}: make it shorter first"
    return "it cannot be read as UTF-8 text: mend its bytes first"


def _canonical(state: AgentState) -> Iterator[Decision]:
    for store in _readable(state):
        if store.contract.format is Format.SECTION_SIGN and (line := drift_line(store.document)) is not None:
            place = Place(store.path, line, "", "")
            reason = "Hermes' tool refuses to replace or remove while the file differs from what it would write"
            yield Canonicalise(place, reason)
        elif moving := canary_move(store):
            yield moving


def canary_move(store: Store) -> Canonicalise | None:
    """The action that takes a § store's canary to a safe place, None when it stands in one."""
    if found := _misplaced_canary(store):
        return Canonicalise(Place(store.path, found[0], "", ""), f"{found[1]}; it goes before the last", True)
    return None


def _misplaced_canary(store: Store) -> tuple[int, str] | None:
    """Line and fault of a § store's one canary that stands in a bad place (contract, H22) and can be moved."""
    lines = [line for line in canary_lines(store.document) if line.token]
    if store.contract.format is not Format.SECTION_SIGN or len(lines) != 1 or not token_of(lines[0].block.text):
        return None
    fault = misplacement(lines[0], store.document)
    return (lines[0].line, fault) if fault else None


def _too_long(state: AgentState) -> Iterator[Decision]:
    """Entries that make Hermes refuse every edit of their store, in whatever form it is written."""
    for store in _readable(state):
        limit = next((cap.limit for cap in store.contract.caps if cap.unit is Unit.CHARS), None)
        if store.contract.format is not Format.SECTION_SIGN or limit is None:
            continue
        for block in store.document.blocks:
            if len(block.text) > limit:
                size = f"{len(block.text):,} characters, more than the {limit:,} of the whole file"
                yield Unresolved(place_of(store, block), f"{size}: Hermes edits nothing here until it is split")


def _by_tag(state: AgentState, today: str) -> Iterator[Decision]:
    """Decisions on the tags at the start of entries."""
    for store, block in _open_entries(state):
        tag = leading_tag(block, store.document.labels)
        if tag is not None and (decision := _on_tag(tag, store, block, state, today)):
            yield decision


def _by_nested_tag(state: AgentState, today: str) -> Iterator[Decision]:
    """Decisions on the tags of nested items; what only looks like a tag, or stands elsewhere, is unresolved."""
    for store, block in _open_entries(state):
        inner = list(_tagged_items(store, block))
        for item, tag in inner:
            if decision := _on_tag(tag, store, item, state, today):
                yield decision
        lines = {item.line for item, _ in inner}
        for seen in lookalikes(block, store.document.labels):
            if block.line + seen.offset not in lines:
                yield Unresolved(place_of(store, block), f"{seen.written} is not acted on: {seen.reason}")


def _open_entries(state: AgentState) -> Iterator[tuple[Store, Block]]:
    for store in _readable(state):
        for block in store.document.entries:
            if not _is_protected(block):
                yield store, block


def _is_protected(block: Block) -> bool:
    return is_canary(block.text) or read_pointer(block.text) is not None


def _tagged_items(store: Store, block: Block) -> Iterator[tuple[Block, Tag]]:
    """The nested items of ``block`` that begin with a tag, outermost only: an item goes with all it contains."""
    end = block.start
    for item in store.document.nested:
        if block.start < item.start and item.end <= block.end and item.start >= end and not _is_protected(item):
            tag = leading_tag(item, store.document.labels)
            if tag is not None:
                yield item, tag
                end = item.end


def _on_tag(tag: Tag, store: Store, block: Block, state: AgentState, today: str) -> Decision | None:
    """What a tag at the start of an entry or nested item leads to; None while an expiry lies ahead."""
    place = place_of(store, block)
    if store.contract.strategy is not Strategy.COMPACT:
        return Unresolved(place, f"{tag.written} seen, but only a person may take entries out of this file")
    archive = archive_of(state, store)
    match tag.wish:
        case Wish.UNCLEAR:
            return Unresolved(place, f"{tag.written} names no day written YYYY-MM-DD")
        case Wish.ARCHIVE:
            return Archive(place, f"tagged {tag.written}", archive)
        case Wish.PRUNE:
            return Prune(place, f"tagged {tag.written}", _kept_in(store, archive))
        case Wish.EXPIRE if tag.day < today:
            return Prune(place, f"expired on {tag.day}", _kept_in(store, archive))
    return None


def _kept_in(store: Store, archive: str) -> str:
    """§ stores have no other copy an agent could read: what is pruned there goes to the archive all the same."""
    return archive if store.contract.format is Format.SECTION_SIGN else ""


def _by_repeat(state: AgentState, evidence: Evidence) -> Iterator[Decision]:
    """Later repeats go; of an entry that several § stores hold, the one where its category belongs, or the first."""
    stores = tuple(store for store in _readable(state) if store.contract.strategy is Strategy.COMPACT)
    across = _gone_across(state, stores, evidence)
    for store in stores:
        gone = dict(across)
        if store.contract.format is Format.MARKDOWN:
            gone |= {(store.path, later.line): (store, first) for first, later in repeats_in(store)}
        for block in store.document.blocks:
            if (found := gone.get((store.path, block.line))) is not None:
                kept, first = found
                where = f"line {first.line}" if kept is store else f"{kept.path}:{first.line}"
                yield Dedup(place_of(store, block), f"repeats {where}", place_of(kept, first))
        for first, later in doubtful_repeats(store):
            where = "in another list" if first.shape is later.shape else f"as a {later.shape.value}"
            reason = f"repeats line {first.line} {where} under the same heading: it may be meant twice"
            yield Unresolved(place_of(store, later), reason)


def _gone_across(
    state: AgentState, stores: tuple[Store, ...], evidence: Evidence
) -> dict[tuple[str, int], tuple[Store, Block]]:
    """The copies in § stores that go, by path and line, with the copy that stays."""
    copies: dict[str, list[tuple[Store, Block]]] = {}
    for store in stores:
        if store.contract.format is Format.SECTION_SIGN:
            for block in store.document.blocks:
                if may_repeat(block):
                    copies.setdefault(exact_text(block), []).append((store, block))
    gone: dict[tuple[str, int], tuple[Store, Block]] = {}
    for found in copies.values():
        stays = _copy_that_stays(state, found, evidence) if len(found) > 1 else found[0]
        gone |= {(store.path, block.line): stays for store, block in found if (store, block) != stays}
    return gone


def _copy_that_stays(state: AgentState, copies: list[tuple[Store, Block]], evidence: Evidence) -> tuple[Store, Block]:
    first, block = copies[0]
    home = home_name(evidence.judge(block.text, name_of(state, first)).category)
    return next((copy for copy in copies if home and name_of(state, copy[0]) == home), copies[0])


def _by_section_cap(state: AgentState) -> Iterator[Decision]:
    for store in _readable(state):
        limit = store.contract.section_limit
        if store.contract.strategy is Strategy.SECTION_CAP and limit:
            found = logged_entries(store.document, store.contract.section)
            entries = [block for block in found if not _is_protected(block)]
            for block in _oldest(entries, len(entries) - limit, store.contract.section):
                reason = (
                    f"{store.contract.section} keeps its last {numbered(limit, 'entry', 'entries')} of {len(entries)}"
                )
                yield Archive(place_of(store, block), reason, archive_of(state, store))


def _oldest(entries: list[Block], count: int, title: str) -> list[Block]:
    """The ``count`` oldest entries of a log, in file order."""
    chosen = {block.start for block in oldest_first(entries, title)[: max(0, count)]}
    return [block for block in entries if block.start in chosen]
