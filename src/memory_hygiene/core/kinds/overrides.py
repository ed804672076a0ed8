"""Overrides: what a reviewer decided about entries is authoritative, and found by fingerprint.

So a decision survives edits of marks and white space, and a move; a change of the words asks again, unless we made it
ourselves: then the ledger names both fingerprints.
"""

from collections.abc import Callable, Container, Iterable, Mapping

from memory_hygiene.core.fingerprint import fingerprint
from memory_hygiene.core.settings import Override
from memory_hygiene.core.state import AgentState

from .category import Category, Judgement

NO_REASON = "reviewed"
LONGEST_REASON = 200
"""Characters of a reason: one line of a configuration."""


def decided(states: Iterable[AgentState]) -> Callable[[str], Judgement | None]:
    """What gives the judgement that a reviewer made of an entry's text, None where nobody did."""
    known: dict[str, Override] = {}
    origins: dict[str, str] = {}
    for state in states:
        known.update((override.fingerprint, override) for override in state.settings.categories)
        origins |= reworded(state) if known else {}

    def judgement(text: str) -> Judgement | None:
        override = known.get(origin(fingerprint(text), known, origins)) if known else None
        return _judgement(override) if override else None

    return judgement


def reworded(state: AgentState) -> Mapping[str, str]:
    """By the fingerprint of each entry that our own runs reworded, the one that it had before."""
    edits = (judged for record in state.ledger.records for judged in record.edited)
    return {judged.new: judged.fingerprint for judged in edits if judged.new not in ("", judged.fingerprint)}


def origin(identity: str, known: Container[str], origins: Mapping[str, str]) -> str:
    """The fingerprint among ``known`` that an entry has or had before we reworded it; else one of those it had."""
    seen = set()
    while identity not in known and identity in origins and identity not in seen:
        seen.add(identity)
        identity = origins[identity]
    return identity


def _judgement(override: Override) -> Judgement:
    evidence = (f"decided by review: {override.reason}",)
    return Judgement(Category(override.category), 1.0, None, override.deletable, evidence)


def tidy_reason(text: str) -> str:
    """A reason on one line of what can be printed, cut at its limit; never empty."""
    line = " ".join("".join(character if character.isprintable() else " " for character in text).split())
    return line[:LONGEST_REASON].rstrip() or NO_REASON
