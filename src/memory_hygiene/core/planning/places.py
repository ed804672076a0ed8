"""Places: where an entry stands, as plans name it, and where it is kept when it leaves."""

from memory_hygiene.core.contracts import archive_path
from memory_hygiene.core.model import Block
from memory_hygiene.core.state import AgentState, Store

from .actions import Place


def place_of(store: Store, block: Block) -> Place:
    """Where an entry is, as plans name it."""
    return Place(store.path, block.line, block.fingerprint, block.text, block.section)


def archive_of(state: AgentState, store: Store) -> str:
    """The archive of a store, from the top of the repository."""
    relative = state.agent.relative(store.path) or store.path
    return state.agent.absolute(archive_path(state.agent.profile, relative))
