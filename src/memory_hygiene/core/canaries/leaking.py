"""Leaks at the gate: canary tokens that a change brings into governed files outside their own store."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from memory_hygiene.core.audit.ledger import Record
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

    Other agents' ledgers are read only for words that could be a token of theirs.
    """
    after = change.after
    if len(after.settings.agents) == 1 and b"canary" not in after.ledger_data:
        return  # nobody has a token that could be known again
    own = tokens_in(after.ledger)
    homes = {(token.digest, place) for token in own for place in _places(after, token)}
    words = list(_words(change))
    known = {token.digest: (after.agent, token) for token in own}
    if strange := {seen.digest for seen in _strange(words, change) if seen.digest not in known}:
        known |= dict(_foreign(strange, after))
    for seen in words:
        if seen.digest in known and (seen.digest, seen.path) not in homes:
            yield Leaked(seen.path, seen.line, *known[seen.digest], seen.was_there)


class _Seen(NamedTuple):
    """A word of 16 hex digits in a file, its digest, and whether the file had it before; ``is_hot`` in a store."""

    path: str
    line: int
    word: str
    digest: str
    was_there: bool
    is_hot: bool


def _strange(words: list[_Seen], change: Change) -> list[_Seen]:
    """The words that could be another agent's token.

    Ledgers and archives are full of such words, and long: what they had before counts only when all is judged, and of
    what comes, nothing does that is known to be the fingerprint of an own entry or the digest of an own record, or
    that stands in the ledger where records name the entries they speak of.
    """
    is_all = len(change.beside) >= len(change.after.settings.agents) - 1
    asked = [seen for seen in words if seen.is_hot or is_all or not seen.was_there]
    judged = {name for record in change.after.ledger.records for name in _judged(record)} if asked else set()
    asked = [seen for seen in asked if seen.path != change.after.ledger_path or seen.word not in judged]
    for explained in (_names_in_ledgers, _names_in_stores, _names_kept):
        if not asked or len(change.after.settings.agents) < 2:
            return []
        names = explained(change)
        asked = [seen for seen in asked if seen.word not in names]
    return asked


def _judged(record: Record) -> Iterator[str]:
    for judged in (*record.removed, *record.edited):
        yield from (judged.fingerprint, judged.new)


def _names_in_ledgers(change: Change) -> set[str]:
    records = [record for state in (change.after, *change.befores) for record in state.ledger.records]
    tokens = {token.digest for state in (change.after, *change.befores) for token in tokens_in(state.ledger)}
    return tokens | {record.digest for record in records}


def _names_in_stores(change: Change) -> set[str]:
    return {block.fingerprint for state in (change.after, *change.befores) for _, block in state.blocks()}


def _names_kept(change: Change) -> frozenset[str]:
    return change.after.kept_elsewhere


def _places(state: AgentState, token: Token) -> tuple[str, ...]:
    path = state.agent.absolute(token.store)
    store = state.store(path)
    return (path, store.target) if store else (path,)


def _words(change: Change) -> Iterator[_Seen]:
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
            if word := sighting.word:
                was_there = any(word.encode() in old.lower() for old in olds)
                yield _Seen(path, sighting.line, word, token_digest(word), was_there, path in stores)


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
