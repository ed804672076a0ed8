"""What a change itself did, parent by parent: what another parent did since the branches parted is not its doing."""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from typing import TypeVar

from memory_hygiene.core.audit.appending import folded
from memory_hygiene.core.state import AgentState, Change, Snapshot

T = TypeVar("T", bound=Hashable)


def own_parts(
    old: Counter[T], new: Counter[T], others: Iterable[Counter[T]], base: Counter[T]
) -> tuple[Counter[T], Counter[T]]:
    """The parts that left ``old`` and those that came into ``new``, less what one of ``others`` did alike."""
    gone, come = old - new, new - old
    for other in others:
        gone -= base - other
        come -= other - base
    return gone, come


def common(parts: Iterable[Counter[T]]) -> Counter[T]:
    """What any of several merge bases has."""
    base: Counter[T] = Counter()
    for some in parts:
        base |= some
    return base


def others_than(befores: Sequence[AgentState], number: int) -> tuple[AgentState, ...]:
    """The parents but the one of that number."""
    return (*befores[:number], *befores[number + 1 :])


def own_lines(change: Change, path: str) -> tuple[Counter[str], Counter[str]]:
    """The lines of a file that the change took from some parent's version, and those it added to one."""
    new, base = _lines(change.after, path), common(_lines(state, path) for state in change.bases)
    gone: Counter[str] = Counter()
    come: Counter[str] = Counter() if change.befores else new
    for number, before in enumerate(change.befores):
        others = (_lines(other, path) for other in others_than(change.befores, number))
        left, added = own_parts(_lines(before, path), new, others, base)
        gone, come = gone | left, come | added
    return gone, come


def _lines(state: AgentState, path: str) -> Counter[str]:
    found = file_in(state.snapshot, path)
    return Counter(line for line in folded(found[1]).split("\n") if line.strip()) if found else Counter()


def is_own(change: Change, path: str) -> bool:
    """Whether the change made a file what it is: it differs from a parent, and not only because another changed it.

    To keep one side's file is the change's own doing when the other side had changed it.
    """
    new = file_in(change.after.snapshot, path)
    olds = [file_in(before.snapshot, path) for before in change.befores]
    bases = [file_in(base.snapshot, path) for base in change.bases]
    if not olds:
        return new is not None
    return any(old != new and not (old in bases and new in olds and new not in bases) for old in olds)


def file_in(snapshot: Snapshot, path: str) -> tuple[str, bytes] | None:
    """Mode and bytes of a file; None when there is none."""
    folder, _, name = path.rpartition("/")
    item = snapshot.list_folder(folder).get(name)
    return None if item is None else (item.mode, snapshot.read(path) or b"")
