"""Births: linking what came in one commit to what left in it, so that a life goes on where content does.

The order is told in ``lineage``: reworded by ourselves, split or joined, edited, put back on the same day, new.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from memory_hygiene.core.losses.matching import match_edits
from memory_hygiene.core.losses.words import words

from .ages import Life, Seen, day_of
from .tiling import Tiles


class Piece(NamedTuple):
    """An entry that left or came: fingerprint, text, file."""

    fingerprint: str
    text: str
    path: str


def order(seen: Seen) -> tuple[bool, int, int]:
    """The key that sorts from old to young; what lies behind a shallow boundary may be older than anything."""
    return (not seen.is_boundary, seen.counts_from, seen.time)


def older(one: Seen, two: Seen) -> Seen:
    """The older of two."""
    return min(one, two, key=order)


def younger(lives: Iterable[Life]) -> Life:
    """The youngest beginning and the youngest change of one or more lives."""
    firsts, changes = zip(*lives)
    return Life(max(firsts, key=order), max(changes, key=order))


class Births:
    """Links what came in one commit to what left in it."""

    def __init__(
        self, gone: Mapping[str, Piece], come: Mapping[str, Piece], had: Mapping[str, Life], similarity: float
    ) -> None:
        self._gone = dict(gone)
        self._come = dict(come)
        self._had = had
        self._similarity = similarity
        self._born: dict[str, Life] = {}

    def lives(
        self, seen: Seen, reworded: Mapping[str, str], returning: Mapping[str, tuple[Life, int]]
    ) -> dict[str, Life]:
        """The lives of all that came; ``returning`` has what the change before took out."""
        for new, old in reworded.items():
            if new in self._come and old in self._had:
                self._link(new, (old,), self._had[old])
        if self._gone and self._come:
            self._rearranged()
            self._edited(seen)
        for identity in self._come:
            life, day = returning.get(identity, (None, 0))
            self._born[identity] = life if life and day == day_of(seen.time) else Life(seen, seen)
        return self._born

    def _link(self, new: str, olds: Iterable[str], life: Life) -> None:
        self._born[new] = life
        self._come.pop(new, None)
        for old in olds:
            self._gone.pop(old, None)

    def _rearranged(self) -> None:
        """Splits keep the age of the whole; what was joined is as young as the youngest part."""
        if len(self._gone) == len(self._come) == 1:
            return
        gone = [(identity, words(piece.text)) for identity, piece in self._gone.items() if piece.text]
        come = [(identity, words(piece.text)) for identity, piece in self._come.items() if piece.text]
        parts = Tiles([row for _, row in come])
        for old, whole in gone:
            for number in parts.cover(whole):
                self._link(come[number][0], (old,), self._had[old])
        parts = Tiles([row for _, row in gone])
        for new, whole in come:
            olds = [gone[number][0] for number in parts.cover(whole)]
            if olds and new in self._come:
                self._link(new, olds, younger(self._had[old] for old in olds))

    def _edited(self, seen: Seen) -> None:
        """Edits keep when their entry was first seen; the same file first."""
        paths = dict.fromkeys(piece.path for piece in self._come.values())
        for path in paths:
            self._match(seen, path)
        if len(paths) > 1 or any(piece.path not in paths for piece in self._gone.values()):
            self._match(seen, "")

    def _match(self, seen: Seen, path: str) -> None:
        olds = [piece for piece in self._gone.values() if piece.text and (not path or piece.path == path)]
        news = [piece for piece in self._come.values() if piece.text and (not path or piece.path == path)]
        if not olds or not news:
            return
        for pair in match_edits([old.text for old in olds], [new.text for new in news], self._similarity):
            old = olds[pair.old].fingerprint
            self._link(news[pair.new].fingerprint, (old,), Life(self._had[old].first_seen, seen))
