"""Reviewing: the entries that a person should say the kind of, and which entries were decided about."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memory_hygiene.core.model import Block
from memory_hygiene.core.planning.evidence import Evidence, name_of
from memory_hygiene.core.planning.upkeep import doubt, is_open
from memory_hygiene.core.settings import Override
from memory_hygiene.core.state import AgentState, Store

from .category import Judgement
from .overrides import origin, reworded


@dataclass(frozen=True, slots=True)
class Question:
    """An entry to be decided about: where it first stands, its age in days (None: unknown), what it is held for, why
    that leaves it unresolved.
    """

    path: str
    line: int
    fingerprint: str
    text: str
    age_days: int | None
    judgement: Judgement
    why: str


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision with the entries it is about; none when it is stale."""

    override: Override
    entries: tuple[tuple[str, Block], ...]


def questions(state: AgentState, evidence: Evidence) -> tuple[Question, ...]:
    """The unresolved entries of an agent's Hermes stores, in their order, each text once."""
    found: dict[str, Question] = {}
    for store, block in _entries(state):
        judgement = evidence.judge(block.text, name_of(state, store))
        why = doubt(judgement, name_of(state, store))
        if why and block.fingerprint not in found:
            age = evidence.age_of(block.fingerprint)
            question = Question(store.path, block.line, block.fingerprint, block.text, age, judgement, why)
            found[block.fingerprint] = question
    return tuple(found.values())


def decisions(states: Sequence[AgentState]) -> tuple[Decided, ...]:
    """Every decision of the configuration with its entries in the Hermes stores of ``states``."""
    entries: dict[str, list[tuple[str, Block]]] = {}
    overrides = states[0].settings.categories if states else ()
    known = {override.fingerprint for override in overrides}
    for state in states if overrides else ():
        origins = reworded(state)
        for store, block in _entries(state):
            entries.setdefault(origin(block.fingerprint, known, origins), []).append((store.path, block))
    return tuple(Decided(override, tuple(entries.get(override.fingerprint, ()))) for override in overrides)


def _entries(state: AgentState) -> Iterator[tuple[Store, Block]]:
    for store in state.stores:
        if name_of(state, store) and store.document.decodable:
            yield from ((store, block) for block in store.document.entries if is_open(block))
