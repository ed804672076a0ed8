"""Crossing: entries that a change brings into one agent's stores out of another agent's (contract H23)."""

from collections.abc import Iterator
from typing import NamedTuple

from .canaries.canary import is_canary
from .model import Block
from .settings import Agent
from .state import Change, Store

LONG = 60
"""Characters of an entry that two agents hardly come to write alike by chance; a shorter one may be both's."""


class Crossed(NamedTuple):
    """An entry in a store of one agent, and the store and block of the other agent that has or had it.

    ``has_left`` says that it went from there in the same change, ``is_old`` that both had it before.
    """

    store: Store
    block: Block
    agent: Agent
    source: Store
    origin: Block
    has_left: bool
    is_old: bool = False


def crossed_entries(change: Change) -> Iterator[Crossed]:
    """Entries that left another agent in the same change, and long ones that another agent has word for word.

    Only agents that are judged along are looked at: an entry can have left no other. Copies that are old are told when
    all agents are judged, by the later one in the roster.
    """
    come = list(_come(change)) if change.beside else []
    for other in change.beside if come else ():
        for store, block in come:
            here = other.after.holdings.get(block.fingerprint)
            there = next(filter(None, (before.holdings.get(block.fingerprint) for before in other.befores)), None)
            if here is None and there is not None:
                yield Crossed(store, block, other.after.agent, *there, has_left=True)
            elif here is not None and len(block.text) >= LONG:
                yield Crossed(store, block, other.after.agent, *here, has_left=False)
    yield from _old_copies(change)


def _known(change: Change) -> set[str]:
    return {block.fingerprint for before in change.befores for _, block in before.blocks()}


def _come(change: Change) -> Iterator[tuple[Store, Block]]:
    """The entries with words that no parent has in a store."""
    known = _known(change)
    for store, block in change.after.blocks():
        if block.fingerprint not in known and not is_canary(block.text) and block.text.replace("|", " ").strip():
            yield store, block


def _old_copies(change: Change) -> Iterator[Crossed]:
    agents = change.after.settings.agents
    if not change.beside or len(change.beside) < len(agents) - 1 or change.after.agent not in agents:
        return
    known = _known(change)
    long = {
        fingerprint: held
        for fingerprint, held in change.after.holdings.items()
        if len(held[1].text) >= LONG and fingerprint in known and not is_canary(held[1].text)
    }
    earlier = set(agents[: agents.index(change.after.agent)])
    for other in change.beside if long else ():
        if other.after.agent in earlier and not long.keys().isdisjoint(other.after.holdings):
            for fingerprint, (store, block) in long.items():
                if here := other.after.holdings.get(fingerprint):
                    yield Crossed(store, block, other.after.agent, *here, has_left=False, is_old=True)
