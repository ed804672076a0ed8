"""Leaks at the gate: canary tokens that a change brings into governed files outside their own store."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from memory_hygiene.core.contracts import LEDGER
from memory_hygiene.core.settings import Agent
from memory_hygiene.core.state import SUBMODULE, SYMLINK, AgentState, Change, Snapshot

from .canary import token_digest
from .token_scan import sightings
from .tokens import Token, tokens_in

_REGISTERED = rb"(?m)^[-*\t ]*canary[ \t]*:[^\r\n]* ([0-9a-f]{16})[ \t]*\r?$"


class Leaked(NamedTuple):
    """A token in the file at ``path`` (from the top), line 1-based: whose it is, and whether it stood there before."""

    path: str
    line: int
    agent: Agent
    token: Token
    is_old: bool


def leaked_tokens(change: Change) -> Iterator[Leaked]:
    """The tokens that stand outside their own store: in any store, and in other governed files that changed.

    Other agents' ledgers are read only for words that could be a token.
    """
    after = change.after
    own = tokens_in(after.ledger)
    homes = {(token.digest, place) for token in own for place in _places(after, token)}
    words = [(path, line, token_digest(word), was) for path, line, word, was in _words(change)]
    known = {token.digest: (after.agent, token) for token in own}
    if strange := {digest for _, _, digest, _ in words if digest not in known}:
        known |= dict(_foreign(strange, after))
    for path, line, digest, was in words:
        if digest in known and (digest, path) not in homes:
            yield Leaked(path, line, *known[digest], was)


def _places(state: AgentState, token: Token) -> tuple[str, ...]:
    path = state.agent.absolute(token.store)
    store = state.store(path)
    return (path, store.target) if store else (path,)


def _words(change: Change) -> Iterator[tuple[str, int, str, bool]]:
    """Path, line, word of 16 hex digits, and whether the file had the word before."""
    stores = {store.path: store.document.data for store in change.after.stores}
    for path, (_, item) in change.after.files.items():
        if item.mode in (SYMLINK, SUBMODULE):
            continue
        befores = [before.files[path][1] for before in change.befores if path in before.files]
        if path not in stores and item in befores:
            continue
        data = stores[path] if path in stores else change.after.snapshot.read(path) or b""
        olds = [before.snapshot.read(path) or b"" for before in change.befores if path in before.files]
        if path not in stores and data in olds:
            continue
        for sighting in sightings((data,)):
            if sighting.word:
                yield path, sighting.line, sighting.word, any(sighting.word.encode() in old for old in olds)


def _foreign(digests: set[str], state: AgentState) -> Iterator[tuple[str, tuple[Agent, Token]]]:
    for agent in state.settings.agents:
        data = b"" if agent == state.agent else ledger_bytes(agent, state.snapshot)
        if not digests.isdisjoint(found.decode() for found in re.findall(_REGISTERED, data)):
            other = AgentState(agent, state.settings, state.snapshot, state.parse)
            for token in tokens_in(other.ledger):
                if token.digest in digests:
                    yield token.digest, (agent, token)


def ledger_bytes(agent: Agent, snapshot: Snapshot) -> bytes:
    """The ledger of an agent in a snapshot, without a look at its other files; empty when it has none."""
    for name, item in snapshot.list_folder(agent.path).items():
        if name.casefold() == LEDGER.casefold() and item.mode not in (SYMLINK, SUBMODULE):
            return snapshot.read(agent.absolute(name)) or b""
    return b""
