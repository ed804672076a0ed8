"""Moving: which moves have room where they lead, decided before any of them is proposed (H15).

A move never takes a store over its limit, nor over the level at which an audit rests when it was under that.
"""

from collections.abc import Iterable

from memory_hygiene.core.contracts import Unit
from memory_hygiene.core.drift import SIGN
from memory_hygiene.core.model import Format
from memory_hygiene.core.sizes import count_chars, counted, largest_under
from memory_hygiene.core.state import AgentState, Parse

from .actions import Move, Unresolved
from .skill_file import is_loadable, takes

_DELIMITER = len("\n§\n")


def with_room(state: AgentState, moves: Iterable[Move], parse: Parse) -> tuple[list[Move], list[Unresolved]]:
    """The moves that have room, tried until no more fits, and the rest with the reason.

    ``state`` is what every other action leaves: the entries to be moved still stand at their old places in it.
    """
    rooms = _Rooms(state, parse)
    waiting = list(moves)
    allowed: list[Move] = []
    while True:
        fitting = [move for move in waiting if rooms.take(move)]
        if not fitting:
            break
        allowed += fitting
        waiting = [move for move in waiting if move not in fitting]
    order = {move.place: number for number, move in enumerate(moves)}
    allowed.sort(key=lambda move: order[move.place])
    return allowed, [Unresolved(move.place, f"{move.reason}, but {rooms.why_not(move)}") for move in waiting]


class _Rooms:
    """The sizes of an agent's files while moves are allowed one by one."""

    def __init__(self, state: AgentState, parse: Parse) -> None:
        self._state = state
        self._parse = parse
        self._chars = {store.path: count_chars(store.document) for store in state.stores}
        self._rules: dict[str, list[str]] = {}

    def take(self, move: Move) -> bool:
        """Whether there is room for ``move``; then it counts from now on."""
        if self.why_not(move):
            return False
        if move.to in self._chars:
            self._chars[move.to] += self._added(move)
        else:
            self._rules.setdefault(move.to, []).append(move.new_text)
        self._chars[move.place.path] -= len(move.new_text) + _DELIMITER
        return True

    def _added(self, move: Move) -> int:
        return len(move.new_text) + (_DELIMITER if self._chars[move.to] else 0)

    def why_not(self, move: Move) -> str:
        """Why there is no room for ``move``, or ""."""
        return self._no_room(move) if move.to in self._chars else self._no_skill(move)

    def _no_room(self, move: Move) -> str:
        store = self._state.store(move.to)
        assert store is not None
        if store.document.format is not Format.SECTION_SIGN or not store.document.decodable:
            return f"{move.to} cannot be read"
        if any(line.strip() == SIGN for line in move.new_text.split("\n")):
            return f"a line of it that is just {SIGN} would cut it in two there"
        limit = next((cap.limit for cap in store.contract.caps if cap.unit is Unit.CHARS), None)
        if limit is None:
            return ""
        now, then = self._chars[move.to], self._chars[move.to] + self._added(move)
        if then > limit:
            return f"{move.to} has no room: {counted(then, Unit.CHARS)} with it, limit {limit:,}"
        rest = largest_under(limit, self._state.settings.skip_below)
        if now <= rest < then:
            return f"{move.to} would rise to {self._state.settings.skip_below} % of its limit"
        return ""

    def _no_skill(self, move: Move) -> str:
        data = self._state.snapshot.read(move.to)
        if data is not None and not is_loadable(data):
            return f"{move.to} is no skill Hermes loads: it needs front matter with name and description, and a body"
        name = move.to.rpartition("/")[0].rpartition("/")[2]
        if not takes(data, name, [*self._rules.get(move.to, ()), move.new_text], self._parse):
            return f"{move.to} cannot hold it as one list item"
        return ""
