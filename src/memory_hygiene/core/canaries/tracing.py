"""Tracing: whose canary token a word is, and whether it stands where it belongs (contract H22, H23)."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from memory_hygiene.core.state import AgentState

from .canary import canary_lines, token_digest
from .token_scan import Sighting
from .tokens import Token, tokens_in


class Owned(NamedTuple):
    """A token of an agent, and the files (from the top) where it belongs: its store, and what that links to."""

    agent: str
    token: Token
    homes: frozenset[str]


class Leak(NamedTuple):
    """A token outside its own store: the file as named, the line, and whose it is; no agent: nobody's here."""

    path: str
    line: int
    agent: str = ""
    store: str = ""
    digest: str = ""
    is_retired: bool = False


def owned_tokens(states: Iterable[AgentState]) -> dict[str, tuple[Owned, ...]]:
    """Every token that the ledgers of ``states`` know, by digest, and those that stand in their stores unregistered."""
    found: dict[str, tuple[Owned, ...]] = {}
    for state in states:
        for token in (*tokens_in(state.ledger), *_unregistered(state)):
            path = state.agent.absolute(token.store)
            store = state.store(path)
            owned = Owned(state.agent.name, token, frozenset((path, store.target) if store else (path,)))
            found[token.digest] = (*found.get(token.digest, ()), owned)
    return found


def _unregistered(state: AgentState) -> Iterator[Token]:
    known = {token.digest for token in tokens_in(state.ledger)}
    for store in state.stores:
        name = state.agent.relative(store.path) or store.path
        for line in canary_lines(store.document):
            if line.token and token_digest(line.token) not in known:
                yield Token(name, token_digest(line.token), "", is_retired=False)


def leaks_of(
    sightings: Iterable[Sighting], name: str, path: str | None, known: dict[str, tuple[Owned, ...]]
) -> Iterator[Leak]:
    """The leaks among the sightings in the file called ``name``; ``path`` is where it is in the repository, or None.

    A token that several stores registered is at home in each of them. A canary's words beside no known token are the
    canary of a stranger.
    """
    words = 0  # the line in which they were seen last, and no known token since
    for sighting in sightings:
        if words and sighting.line != words:
            yield Leak(name, words)
            words = 0
        if not sighting.word:
            words = sighting.line
            continue
        digest = token_digest(sighting.word)
        owners = known.get(digest, ())
        words = 0 if owners else words
        if not any(path in owned.homes for owned in owners):
            for owned in owners:
                yield Leak(name, sighting.line, owned.agent, owned.token.store, digest, owned.token.is_retired)
    if words:
        yield Leak(name, words)
