"""Births: linking what came in one commit to what left in it, so that a life goes on where content does.

The order is told in ``lineage``: reworded by ourselves, split or joined, edited, put back on the same day, new.
Comparing words is put off until somebody asks for the lives: in a long history most entries are gone by then.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, Union

from memory_hygiene.core.losses.matching import match_edits
from memory_hygiene.core.losses.words import words

from .ages import Life, Seen
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


class Pending:
    """The life of an entry that came with ``birth``; looked for when ``settled`` asks."""

    __slots__ = ("birth", "identity")

    def __init__(self, birth: "Births", identity: str) -> None:
        self.birth = birth
        self.identity = identity


Lived = Union[Life, Pending]  # noqa: UP007 - a name for annotations that stands for itself at run time


def settled(life: Lived) -> Life:
    """The life itself, found out now if it was put off; then all that it goes back to is as well."""
    if isinstance(life, Life):
        return life
    todo = [life.birth]
    while todo:
        if waits := [
            each.birth for each in todo[-1].needs() if isinstance(each, Pending) and not each.birth.is_settled
        ]:
            todo += waits
        else:
            todo.pop().settle()
    return life.birth.born[life.identity]


def _younger(lives: Iterable[Life]) -> Life:
    """The youngest beginning and the youngest change of one or more lives."""
    firsts, changes = zip(*lives)
    return Life(max(firsts, key=order), max(changes, key=order))


class _Link(NamedTuple):
    """What an entry goes back to: the one that it is an edit of, or those whose words it has."""

    olds: tuple[str, ...]
    is_edit: bool = False


class Births:
    """Links what came in one commit, ``seen``, to what left in it.

    ``had`` has the lives of what left and of what was reworded (new to old fingerprint); ``returning`` the lives of
    what comes back on the day that it left.
    """

    __slots__ = (
        "_come",
        "_gone",
        "_had",
        "_links",
        "_returning",
        "_reworded",
        "_seen",
        "_similarity",
        "born",
        "is_settled",
    )

    def __init__(
        self,
        seen: Seen,
        gone: Mapping[str, Piece],
        come: Mapping[str, Piece],
        had: Mapping[str, Lived],
        reworded: Mapping[str, str],
        returning: Mapping[str, Lived],
        similarity: float,
    ) -> None:
        self._seen = seen
        self._gone = dict(gone)
        self._come = dict(come)
        self._had = had
        self._reworded = reworded
        self._returning = returning
        self._similarity = similarity
        self._links: dict[str, _Link] | None = None
        self.is_settled = False
        self.born: dict[str, Life] = {}
        """The lives of all that came, once they are settled."""

    @property
    def weight(self) -> int:
        """Characters that are kept as long as this is not settled."""
        return sum(len(piece.text) for part in (self._gone, self._come) for piece in part.values())

    def needs(self) -> list[Lived]:
        """The lives that must be settled first; what left for good is not among them."""
        olds = [self._had[old] for link in self._linked().values() for old in link.olds]
        return [*olds, *(life for identity, life in self._returning.items() if identity in self._come)]

    def settle(self) -> None:
        """Find out the lives of all that came."""
        if self.is_settled:
            return
        for new, link in self._linked().items():
            lives = [settled(self._had[old]) for old in link.olds]
            self.born[new] = Life(lives[0].first_seen, self._seen) if link.is_edit else _younger(lives)
        for identity in self._come:
            life = self._returning.get(identity)
            self.born[identity] = settled(life) if life else Life(self._seen, self._seen)
        self.is_settled = True
        self._gone, self._come, self._had, self._returning, self._links = {}, {}, {}, {}, {}

    def _linked(self) -> Mapping[str, _Link]:
        """The links; what is linked does not count as gone and come any longer."""
        if self._links is None:
            self._links = {}
            for new, old in self._reworded.items():
                if new in self._come and old in self._had:
                    self._link(self._links, new, _Link((old,)))
            if self._gone and self._come:
                self._rearranged(self._links)
                self._edited(self._links)
        return self._links

    def _link(self, links: dict[str, _Link], new: str, link: _Link) -> None:
        links[new] = link
        self._come.pop(new, None)
        for old in link.olds:
            self._gone.pop(old, None)

    def _rearranged(self, links: dict[str, _Link]) -> None:
        """Splits keep the age of the whole; what was joined is as young as the youngest part."""
        if len(self._gone) == len(self._come) == 1:
            return
        gone = [(identity, words(piece.text)) for identity, piece in self._gone.items() if piece.text]
        come = [(identity, words(piece.text)) for identity, piece in self._come.items() if piece.text]
        parts = Tiles([row for _, row in come])
        for old, whole in gone:
            for number in parts.cover(whole):
                self._link(links, come[number][0], _Link((old,)))
        parts = Tiles([row for _, row in gone])
        for new, whole in come:
            olds = tuple(gone[number][0] for number in parts.cover(whole))
            if olds and new in self._come:
                self._link(links, new, _Link(olds))

    def _edited(self, links: dict[str, _Link]) -> None:
        """Edits keep when their entry was first seen; the same file first."""
        paths = dict.fromkeys(piece.path for piece in self._come.values())
        for path in paths:
            self._match(links, path)
        if len(paths) > 1 or any(piece.path not in paths for piece in self._gone.values()):
            self._match(links, "")

    def _match(self, links: dict[str, _Link], path: str) -> None:
        olds = [piece for piece in self._gone.values() if piece.text and (not path or piece.path == path)]
        news = [piece for piece in self._come.values() if piece.text and (not path or piece.path == path)]
        if not olds or not news:
            return
        for pair in match_edits([old.text for old in olds], [new.text for new in news], self._similarity):
            old = olds[pair.old].fingerprint
            self._link(links, news[pair.new].fingerprint, _Link((old,), is_edit=True))
