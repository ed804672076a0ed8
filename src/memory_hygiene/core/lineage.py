"""Lineage: the lives of all entries of one agent, followed from commit to commit, parents before children.

What left and what came in one commit is linked in this order: reworded by ourselves (the ledger names both
fingerprints), split or joined without a changed word, edited, put back by the next change on the same day. What is
not linked is new. At a merge the older life of an entry wins.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from .ages import Life, Seen, day_of
from .matching import match_edits
from .tiling import Tiles
from .words import words

Content = Mapping[str, str]
"""What one version of a file holds: fingerprint to text, in file order."""
NOTHING: Content = {}
BY_FINGERPRINT_ONLY = ""
"""The text of content that is found again as it stands, but never compared by its words."""


class Commit(NamedTuple):
    """A commit as lineage needs it; times are epoch seconds, ``is_boundary`` says its parents are cut off."""

    oid: str
    author: str
    time: int
    committed: int
    is_boundary: bool = False


class Clock(NamedTuple):
    """What a commit and its ancestors say about time, in epoch seconds; dates in the future say nothing.

    ``counts_from`` is the commit's own; ``floor``, ``committed`` and ``oldest`` are the latest date counted from, the
    latest committer date and the earliest date counted from, of the commit and all its ancestors.
    """

    counts_from: int
    floor: int
    committed: int
    oldest: int


class Piece(NamedTuple):
    """An entry that left or came: fingerprint, text, file."""

    fingerprint: str
    text: str
    path: str


class State:
    """All files of an agent in one commit, and the lives of what they hold.

    ``holders`` counts the files that hold a fingerprint; ``departed`` has the lives of what the last change took
    out, and the UTC day it did.
    """

    __slots__ = ("clock", "departed", "files", "holders", "lives")

    def __init__(self) -> None:
        self.clock: Clock | None = None
        self.files: dict[str, Content] = {}
        self.holders: dict[str, int] = {}
        self.lives: dict[str, Life] = {}
        self.departed: dict[str, tuple[Life, int]] = {}

    def copy(self) -> "State":
        """A state of its own with the same content."""
        twin = State()
        twin.clock, twin.departed = self.clock, self.departed
        twin.files, twin.holders, twin.lives = dict(self.files), dict(self.holders), dict(self.lives)
        return twin

    def pieces(self) -> Iterator[Piece]:
        """Everything the files hold."""
        for path, content in self.files.items():
            yield from (Piece(identity, text, path) for identity, text in content.items())

    def exchange(self, changes: Mapping[str, Content]) -> tuple[list[Piece], list[Piece]]:
        """Put new contents in place; what left and what arrived, file by file."""
        left: list[Piece] = []
        arrived: list[Piece] = []
        for path, new in changes.items():
            old = self.files.pop(path, NOTHING)
            left += [Piece(identity, text, path) for identity, text in old.items() if identity not in new]
            arrived += [Piece(identity, text, path) for identity, text in new.items() if identity not in old]
            if new:
                self.files[path] = new
        for piece in arrived:
            self.holders[piece.fingerprint] = self.holders.get(piece.fingerprint, 0) + 1
        for piece in left:
            self.holders[piece.fingerprint] -= 1
            if not self.holders[piece.fingerprint]:
                del self.holders[piece.fingerprint]
        return left, arrived


class Lineage(NamedTuple):
    """How lives are followed.

    ``edit_similarity`` is the share of words (Dice, 0 to 1) from which one text is an edit of another; ``end`` the
    epoch second at which the future begins.
    """

    edit_similarity: float
    end: int

    def follow(
        self,
        commit: Commit,
        state: State,
        others: Sequence[State],
        changes: Mapping[str, Content],
        reworded: Mapping[str, str],
    ) -> State:
        """The state after ``commit``. ``state`` is its first parent's and is used up; ``others`` are only read.

        ``changes``: the new content of each file that differs from the first parent (empty when gone);
        ``reworded``: new to old fingerprint, from the ledger records this commit adds.
        """
        state.clock = self._clock(commit, [parent.clock for parent in (state, *others) if parent.clock])
        if not changes and not others:
            return state
        had = _older_lives(state, others)
        returning = {identity: leave for parent in (state, *others) for identity, leave in parent.departed.items()}
        left, arrived = state.exchange(changes)
        left += (piece for other in others for piece in other.pieces())
        gone = {p.fingerprint: p for p in left if p.fingerprint not in state.holders and p.fingerprint in had}
        come = {p.fingerprint: p for p in arrived if p.fingerprint not in had}
        seen = Seen(commit.oid, commit.author, commit.time, state.clock.counts_from, commit.is_boundary)
        born = _Births(gone, come, had, self.edit_similarity).lives(seen, reworded, returning)
        state.departed = {identity: (had[identity], day_of(commit.time)) for identity in gone}
        if others:
            state.lives = {identity: had[identity] for identity in state.holders if identity in had}
        for identity in gone:
            state.lives.pop(identity, None)
        state.lives.update(born)
        return state

    def _clock(self, commit: Commit, parents: Sequence[Clock]) -> Clock:
        """A commit is believed its author date unless its clock was plainly wrong: committed before its parents
        were, or authored before all history. Then it is no older than they are.
        """
        floor = max((parent.floor for parent in parents), default=0)
        committed = max((parent.committed for parent in parents), default=0)
        oldest = min((parent.oldest for parent in parents), default=commit.time)
        is_credible = commit.committed >= committed and commit.time >= oldest
        counts_from = commit.time if is_credible else max(commit.time, floor)
        return Clock(
            counts_from,
            max(floor, counts_from) if counts_from < self.end else floor,
            max(committed, commit.committed) if commit.committed < self.end else committed,
            min(oldest, counts_from),
        )


def _older_lives(state: State, others: Sequence[State]) -> dict[str, Life]:
    """The lives in any parent, the older of several; the first parent's own when it is the only one."""
    if not others:
        return state.lives
    had = dict(state.lives)
    for other in others:
        for identity, life in other.lives.items():
            known = had.get(identity)
            had[identity] = life if known is None or known is life else Life(*map(_older, known, life))
    return had


def _order(seen: Seen) -> tuple[bool, int, int]:
    """What lies behind a shallow boundary may be older than anything."""
    return (not seen.is_boundary, seen.counts_from, seen.time)


def _older(one: Seen, two: Seen) -> Seen:
    return min(one, two, key=_order)


def _younger(lives: Iterable[Life]) -> Life:
    firsts, changes = zip(*lives)
    return Life(max(firsts, key=_order), max(changes, key=_order))


class _Births:
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
                self._link(new, olds, _younger(self._had[old] for old in olds))

    def _edited(self, seen: Seen) -> None:
        """Edits keep when their entry was first seen; the same file first."""
        for path in dict.fromkeys(piece.path for piece in self._come.values()):
            self._match(seen, path)
        self._match(seen, "")

    def _match(self, seen: Seen, path: str) -> None:
        olds = [piece for piece in self._gone.values() if piece.text and (not path or piece.path == path)]
        news = [piece for piece in self._come.values() if piece.text and (not path or piece.path == path)]
        if not olds or not news:
            return
        for pair in match_edits([old.text for old in olds], [new.text for new in news], self._similarity):
            old = olds[pair.old].fingerprint
            self._link(news[pair.new].fingerprint, (old,), Life(self._had[old].first_seen, seen))
