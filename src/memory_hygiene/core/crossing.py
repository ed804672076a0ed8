"""Crossing: entries that a change brings into one agent's stores out of another agent's (contract H23)."""

from collections.abc import Iterator
from typing import NamedTuple

from .canaries.canary import is_canary
from .fingerprint import normalise
from .model import Block
from .settings import Agent
from .state import AgentState, Change, Store

LONG = 60
"""Characters of an entry that two agents hardly come to write alike by chance; a shorter one may be both's."""


class Crossed(NamedTuple):
    """An entry that is new in a store of one agent, and the store and block of the other agent that has or had it."""

    store: Store
    block: Block
    agent: Agent
    source: Store
    origin: Block
    has_left: bool


def crossed_entries(change: Change) -> Iterator[Crossed]:
    """Entries that left another agent in the same change, and long ones that another agent has word for word.

    Other agents' stores are parsed only when they hold the longest word of a new entry.
    """
    others = [agent for agent in change.after.settings.agents if agent != change.after.agent]
    come = list(_come(change)) if others else []
    if not come:
        return
    for agent in others:
        after = _state(agent, change.after)
        befores = [_state(agent, before) for before in change.befores]
        for store, block in come:
            here = _holder(after, block)
            there = next((found for before in befores if (found := _holder(before, block))), None)
            if here is None and there is not None:
                yield Crossed(store, block, agent, *there, has_left=True)
            elif here is not None and len(block.text) >= LONG:
                yield Crossed(store, block, agent, *here, has_left=False)


def _come(change: Change) -> Iterator[tuple[Store, Block]]:
    """The entries that no parent has in a store."""
    known = {block.fingerprint for before in change.befores for _, block in before.blocks()}
    for store, block in change.after.blocks():
        if block.fingerprint not in known and not is_canary(block.text):
            yield store, block


def _state(agent: Agent, beside: AgentState) -> AgentState:
    return AgentState(agent, beside.settings, beside.snapshot, beside.parse)


def _holder(state: AgentState, block: Block) -> tuple[Store, Block] | None:
    """The store and block of ``state`` with the fingerprint of ``block``."""
    if not (words := normalise(block.text).replace("|", " ").split()):
        return None
    word = max(words, key=len).encode("utf-8", "surrogateescape")
    for path, data in state.store_bytes():
        if word in data and (store := state.store(path)):
            for other in store.document.tracked:
                if other.fingerprint == block.fingerprint:
                    return store, other
    return None
