"""Guarded stores: which canary each store of a changed agent must carry, and what stands there instead."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from memory_hygiene.core.shell import bring_back, from_top
from memory_hygiene.core.state import AgentState, Change, Store
from memory_hygiene.core.unread import is_unread

from .canary import WORDS, CanaryLine, canary_lines, token_digest

_WORDS = WORDS.encode()


class Guarded(NamedTuple):
    """A store, by path from the top, that must carry a canary: the lines it has after the change, and what is known.

    ``digest`` is what the ledger registers, "" for nothing; ``tokens`` are those of intact canaries before.
    ``was_bare`` and ``was_wrong`` say that some state before had none, or no right one, though its ledger named it;
    ``source`` is the label of a state before with a right one, "" for none.
    """

    path: str
    lines: tuple[CanaryLine, ...]
    digest: str
    tokens: frozenset[str]
    was_bare: bool
    was_wrong: bool
    source: str = ""

    @property
    def way_back(self) -> str:
        """How to get the right canary back."""
        if self.source:
            return bring_back(self.path, self.source)
        return f"put the registered line back: git log -p -- {from_top(self.path)} shows what it was"

    @property
    def is_intact(self) -> bool:
        """Whether a right canary stands in the store."""
        return _has_right(self.lines, self.digest, self.tokens)


@lru_cache(maxsize=1)  # two rules ask about the same change, one after the other
def guarded_stores(change: Change) -> tuple[Guarded, ...]:
    """The stores that had an intact canary before the change or have one registered in a ledger, in path order."""
    states = (change.after, *change.befores)
    return tuple(_guarded_in(states, change)) if any(map(_may_guard, states)) else ()


def _guarded_in(states: tuple[AgentState, ...], change: Change) -> Iterator[Guarded]:
    paths = {store.path for state in states for store in state.stores}
    paths |= {change.after.agent.absolute(name) for state in states for name in registered(state)}
    for path in sorted(paths):
        guarded = _guarded(path, change)
        if (guarded.digest or guarded.tokens) and not _is_elsewhere(guarded, change.after):
            yield guarded


def _may_guard(state: AgentState) -> bool:
    """Whether a store holds a canary's words or the ledger the word; most hold neither, and need not be looked at."""
    return b"canary" in state.ledger_data or any(_WORDS in store.document.data for store in state.stores)


def registered(state: AgentState) -> frozenset[str]:
    """The stores, relative to the agent's directory, for which the ledger registers a canary."""
    fields = (field for record in state.ledger.records for field in record.fields)
    return frozenset(value.rpartition(" ")[0] for key, value in fields if key == "canary" and " " in value)


def _guarded(path: str, change: Change) -> Guarded:
    befores = [(_lines(before, path), digest_of(before, path)) for before in change.befores]
    digests = (digest_of(change.after, path), *(digest for _, digest in befores))
    known = next(filter(None, digests), "")
    return Guarded(
        path,
        _lines(change.after, path),
        known,
        frozenset(line.token for lines, _ in befores for line in lines if line.token),
        any(digest and not lines for lines, digest in befores),
        any(digest and lines and not _has_right(lines, digest, frozenset()) for lines, digest in befores),
        next((b.snapshot.label for b in change.befores if _has_right(_lines(b, path), known, frozenset())), ""),
    )


def digest_of(state: AgentState, path: str) -> str:
    """What the ledger of a state registers for the store at ``path``, or ""."""
    return state.ledger.canary(state.agent.relative(path) or path)


def _lines(state: AgentState, path: str) -> tuple[CanaryLine, ...]:
    store = state.store(path)
    return () if store is None else tuple(canary_lines(store.document))


def _has_right(lines: tuple[CanaryLine, ...], digest: str, tokens: frozenset[str]) -> bool:
    return any(is_right(line.token, digest, tokens) for line in lines)


def is_right(token: str, digest: str, tokens: frozenset[str]) -> bool:
    """Whether ``token`` is the registered one; where nothing is registered, one that stood there before."""
    if not token:
        return False
    return token_digest(token) == digest if digest else not tokens or token in tokens


def _is_elsewhere(guarded: Guarded, after: AgentState) -> bool:
    """Whether the store was renamed to another governed place with its canary, or is too large to be judged.

    A place that has a canary registered itself is no new place: one line must not stand for two stores.
    """
    store = after.store(guarded.path)
    if store:
        return is_unread(store)
    return any(_carries(other, guarded) and not digest_of(after, other.path) for other in after.stores)


def _carries(store: Store, guarded: Guarded) -> bool:
    return any(is_right(line.token, guarded.digest, guarded.tokens) for line in canary_lines(store.document))
