"""Tokens: what an agent's ledger knows of its canaries, current and retired; digests only, never a token itself."""

from collections.abc import Iterator
from typing import NamedTuple

from memory_hygiene.core.audit.ledger import Ledger

_REWRITTEN = ("ledger-rewritten", "MH407")


class Token(NamedTuple):
    """A canary token: the store it was registered for (relative to the agent directory), by digest, and since when.

    ``since`` is the time of the ledger record, as written. A retired token was replaced by a later one.
    """

    store: str
    digest: str
    since: str
    is_retired: bool


def tokens_in(ledger: Ledger) -> tuple[Token, ...]:
    """Every token that was ever registered, once per store, in the order of registration.

    The last one registered for a store is current; that a token was registered again renews it.
    """
    found: dict[tuple[str, str], str] = {}
    current: dict[str, str] = {}
    for store, digest, time in _registrations(ledger):
        found.setdefault((store, digest), time)
        current[store] = digest
    return tuple(Token(store, digest, since, current[store] != digest) for (store, digest), since in found.items())


def rewritten_since(ledger: Ledger, store: str) -> str:
    """The time of the record that says the ledger was rewritten, when it registers no canary of ``store`` after it."""
    time = ""
    for record in ledger.records:
        if any(rule in _REWRITTEN for rule, _ in record.critical):
            time = record.time
        elif any(key == "canary" and value.rpartition(" ")[0] == store for key, value in record.fields):
            time = ""
    return time


def _registrations(ledger: Ledger) -> Iterator[tuple[str, str, str]]:
    for record in ledger.records:
        for key, value in record.fields:
            store, _, digest = value.rpartition(" ")
            if key == "canary" and store:
                yield store, digest, record.time
