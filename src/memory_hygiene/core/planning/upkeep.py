"""Upkeep: what the maintenance contract does with each entry of a Hermes store by its category (H10, H12, H13, H24).

Deleting needs a deletable category, a known age and a shelf life that is over; whatever is in doubt is unresolved.
"""

from collections.abc import Iterator

from memory_hygiene.core.archive import read_pointer
from memory_hygiene.core.canaries.canary import is_canary
from memory_hygiene.core.fingerprint import fingerprint
from memory_hygiene.core.kinds.category import FADING, Category, Judgement
from memory_hygiene.core.model import Block
from memory_hygiene.core.shell import hygiene
from memory_hygiene.core.sizes import numbered
from memory_hygiene.core.state import AgentState, Store

from .actions import Action, ClearMark, Compress, Correct, MarkUnverified, Move, Place, Prune, Unresolved
from .evidence import Evidence, counterpart, home_name, name_of
from .marks import has_mark, with_mark, without_mark
from .places import archive_of, place_of
from .skill_file import skill_path
from .summary_marker import is_summary

MOVES_FROM = 0.65
"""The confidence in a category from which it moves an entry (source: the design's "keep when uncertain")."""
BY_AGE = "shelf life"
"""What the reason of a deletion by age names, in plans and in the ledger."""
SHORTEST_SAVING = 4
"""Characters a compression must save: fewer are not worth an edit."""


def upkeep(state: AgentState, evidence: Evidence) -> Iterator[tuple[Action | Unresolved, ...]]:
    """The decisions about each entry that has any, one tuple per entry: rewrites first, a move last.

    A rule that the skill file holds already, or gets from another entry, goes to the archive and not there again.
    """
    rules = {block.fingerprint for path, skill in state.skills if path == skill_path(state) for block in skill.blocks}
    for store in state.stores:
        if name_of(state, store) and store.document.decodable:
            for block in store.document.entries:
                if is_open(block) and (decisions := tuple(_on_entry(state, store, block, evidence))):
                    yield _once(state, store, decisions, rules)


def _once(
    state: AgentState, store: Store, decisions: tuple[Action | Unresolved, ...], rules: set[str]
) -> tuple[Action | Unresolved, ...]:
    """``decisions`` about one entry; ``rules`` are the fingerprints the skill file holds, and gets."""
    last = decisions[-1]
    if not isinstance(last, Move) or state.store(last.to) is not None:
        return decisions
    identity = fingerprint(last.new_text)
    if identity in rules:
        return (Prune(last.place, f"Operating Rule: {last.to} holds it already", archive_of(state, store)),)
    rules.add(identity)
    return decisions


def is_open(block: Block) -> bool:
    """Whether an entry is content that categories are about: no canary, pointer or summary of ours."""
    return not (is_canary(block.text) or read_pointer(block.text) or is_summary(block.text))


def _on_entry(state: AgentState, store: Store, block: Block, evidence: Evidence) -> Iterator[Action | Unresolved]:
    place = place_of(store, block)
    judgement = evidence.judge(block.text, name_of(state, store))
    if (ending := _ending(state, store, place, judgement, evidence)) and isinstance(ending, Prune):
        yield ending
        return
    text = block.text
    for rewrite in _rewrites(state, place, judgement, evidence):
        yield rewrite
        text = rewrite.new_text
    if ending:
        yield ending
    elif moved := _moved(state, store, place, judgement, text):
        yield moved


def _ending(
    state: AgentState, store: Store, place: Place, judgement: Judgement, evidence: Evidence
) -> Prune | Unresolved | None:
    """What becomes of an entry that may fade, or that nobody can tell what it is."""
    name = judgement.category.value
    if why := doubt(judgement, name_of(state, store)):
        return Unresolved(place, f"{why}: {hygiene('categorize --review', state)} decides")
    if judgement.category not in FADING or not judgement.deletable:
        return None
    age, limit = evidence.age_of(place.fingerprint), state.settings.shelf_life_days
    if age is None:
        return Unresolved(place, f"{name}, but its age is not known: nothing goes by age alone")
    if age <= limit:
        return None
    why = f"{name}, unchanged for {numbered(age, 'day')}, {BY_AGE} {limit}"
    return Prune(place, why, archive_of(state, store))


def doubt(judgement: Judgement, store_name: str) -> str:
    """Why a person should say what an entry of the store of that name is; "" where nobody has to be asked."""
    name = judgement.category.value
    if judgement.category is Category.AMBIGUOUS:
        near = f", perhaps {judgement.second.value}" if judgement.second else ""
        return f"ambiguous{near}"
    home = "a skill file" if judgement.category is Category.OPERATING_RULE else home_name(judgement.category)
    if not home or home == store_name or judgement.confidence >= MOVES_FROM:
        return ""
    return f"perhaps {name} ({judgement.confidence:.2f}), then it belongs in {home}"


def _rewrites(
    state: AgentState, place: Place, judgement: Judgement, evidence: Evidence
) -> Iterator[Correct | MarkUnverified | ClearMark | Compress]:
    text = place.text
    if (right := evidence.correct(text)) is not None:
        yield Correct(place, "the model it states is not the one in config.yaml", right)
        text = right
    if judgement.category is Category.TECHNICAL_CONFIG:
        is_reached = evidence.is_reached(text)
        if is_reached is False and not has_mark(text):
            text = with_mark(text)
            yield MarkUnverified(place, "no answer from the endpoint it names", text)
        elif is_reached and has_mark(text):
            text = without_mark(text)
            yield ClearMark(place, "the endpoint it names answers again", text)
    if state.settings.compress_entries:
        short = evidence.shorten(text)
        if len(text) - len(short) >= SHORTEST_SAVING:
            yield Compress(place, f"says the same in {len(text) - len(short)} characters less", short)


def _moved(state: AgentState, store: Store, place: Place, judgement: Judgement, text: str) -> Move | Unresolved | None:
    """The move of an entry that stands in the wrong file; room is the planner's business."""
    name = judgement.category.value
    if judgement.category is Category.OPERATING_RULE:
        path = skill_path(state)
        if not path:
            return Unresolved(place, f"{name}: it belongs in a skill file, and this repository holds none")
        return Move(place, f"{name}: it belongs in a skill file", path, text)
    home = home_name(judgement.category)
    if not home or home == name_of(state, store):
        return None
    other = counterpart(state, store)
    if state.store(other) is None:
        return Unresolved(place, f"{name}: it belongs in {home}, which is not there")
    return Move(place, f"{name}: it belongs in {home}", other, text)
