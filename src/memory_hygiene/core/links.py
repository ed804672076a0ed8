"""Paths that lead somewhere: symlink targets and pointers, resolved within a snapshot without touching a disk."""

from .archive import Pointer
from .contracts import Role
from .model import decode
from .state import SYMLINK, AgentState, Snapshot, joined

MOST_HOPS = 10


def is_within(state: AgentState, path: str | None) -> bool:
    """Whether a path from the top of the repository stays in the agent's directory, and out of those inside it."""
    if path is None or not (path == state.agent.path or state.agent.relative(path) is not None):
        return False
    return state.settings.agent_of(f"{path}/x" if path else "x") == state.agent


def escape(state: AgentState, path: str) -> str:
    """The target of the symlink at ``path``, or of a link it goes through, that leaves the agent's directory, or ""."""
    snapshot = state.snapshot
    place: str | None = path
    for _ in range(MOST_HOPS):
        link = None if place is None else _first_link(snapshot, place)
        if link is None:
            return ""
        target = decode(snapshot.read(link) or b"")[0]
        place = joined(link.rpartition("/")[0], target)
        if not is_within(state, place):
            return target
    return path  # links that go round in circles lead nowhere


def _first_link(snapshot: Snapshot, path: str) -> str | None:
    """The first part of ``path`` that is a symlink, or None."""
    parts = path.split("/")
    for count in range(1, len(parts) + 1):
        folder, name = "/".join(parts[: count - 1]), parts[count - 1]
        item = snapshot.list_folder(folder).get(name)
        if item is not None and item.mode == SYMLINK:
            return "/".join(parts[:count])
    return None


def pointer_places(pointer: Pointer, store: str, state: AgentState) -> tuple[str, ...]:
    """Where a pointer in ``store`` may lead, from the top of the repository; empty when every reading leaves the agent.

    Pointers are written relative to the agent's directory; the seed's and hand-written ones also to the store's folder
    or to the top.
    """
    readings = (joined(folder, pointer.path) for folder in (state.agent.path, store.rpartition("/")[0], ""))
    return tuple(dict.fromkeys(place for place in readings if place is not None and is_within(state, place)))


def is_kept(pointer: Pointer, store: str, state: AgentState) -> bool:
    """Whether a pointer leads to an archive file of the agent that holds what it names."""
    places = [place for place in pointer_places(pointer, store, state) if _is_cold(state, place)]
    if not places or not pointer.fingerprint:
        return bool(places)
    mark = b"<!-- hygiene:archived " + pointer.fingerprint.encode()
    if any(mark in (state.snapshot.read(place) or b"") for place in places):
        return True  # no need to parse the archive
    cold = [cold.archive.fingerprints for cold in state.cold if cold.path in places]
    return any(known.startswith(pointer.fingerprint) for fingerprints in cold for known in fingerprints)


def _is_cold(state: AgentState, path: str) -> bool:
    found = state.files.get(path)
    return found is not None and found[0] is Role.COLD
