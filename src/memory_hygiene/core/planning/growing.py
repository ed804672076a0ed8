"""Growing: rewrites that would take a Hermes store over its limit; the entry stays as it is, for a person to decide."""

from collections.abc import Iterable, Iterator

from memory_hygiene.core.contracts import Unit
from memory_hygiene.core.sizes import count_chars, counted
from memory_hygiene.core.state import AgentState, Store

from .actions import Action, Leaving, Place, Rewrite, Unresolved
from .outcomes import outcomes


def without_room(before: AgentState, after: AgentState, actions: Iterable[Action]) -> Iterator[Unresolved]:
    """The entries whose last rewrite has no room, newest first, until what stays fits or is no larger than it was.

    ``after`` is what ``actions`` make of ``before``.
    """
    chosen = tuple(actions)
    for store in before.stores:
        limit = next((cap.limit for cap in store.contract.caps if cap.unit is Unit.CHARS), None)
        now = after.store(store.path)
        if limit is not None and now is not None:
            own = [action for action in chosen if action.place.path == store.path]
            gone = {action.place for action in own if isinstance(action, Leaving)}
            rewrites = {a.place: a for a in own if isinstance(a, Rewrite) and a.place not in gone}
            yield from _refused(rewrites, chosen, now, max(limit, count_chars(store.document)), limit)


def _refused(
    rewrites: dict[Place, Rewrite], actions: tuple[Action, ...], now: Store, room: int, limit: int
) -> Iterator[Unresolved]:
    texts = outcomes(actions)
    size = count_chars(now.document)
    for place, last in sorted(rewrites.items(), key=lambda pair: -pair[0].line):
        grown = len(texts[place]) - len(place.text)
        is_too_long = len(texts[place]) > limit
        if grown > 0 and (size > room or is_too_long):
            said = (
                counted(len(texts[place]), Unit.CHARS)
                if is_too_long
                else f"{now.path} with {counted(size, Unit.CHARS)}"
            )
            yield Unresolved(place, f"{last.reason}, but there is no room to say so: {said}, limit {limit:,}")
            size -= grown
