"""Lineage: the lives of all entries of one agent, followed from commit to commit, parents before children.

What left and what came in one commit is linked in this order: reworded by ourselves (the ledger names both
fingerprints), split or joined without a changed word, edited, put back by the next change on the same day. What is
not linked is new. At a merge the older life of an entry wins.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from .ages import Life, Seen, day_of
from .births import Births, Piece, older

Content = Mapping[str, str]
"""What one version of a file holds: fingerprint to text, in file order."""
NOTHING: Content = {}
BY_FINGERPRINT_ONLY = ""
"""The text of content that is found again as it stands, but never compared by its words."""
NEVER = 1 << 64
"""An epoch second that no commit can carry."""


class Commit(NamedTuple):
    """A commit as lineage needs it; times are epoch seconds, ``is_boundary`` says its parents are cut off.

    ``unread`` are the changed files whose content a partial clone has left behind.
    """

    oid: str
    author: str
    time: int
    committed: int
    is_boundary: bool = False
    unread: frozenset[str] = frozenset()


class Clock(NamedTuple):
    """What a commit and its ancestors say about time, in epoch seconds; dates in the future say nothing.

    ``counts_from`` is the commit's own; ``floor``, ``committed`` and ``oldest`` are the latest date counted from, the
    latest committer date and the earliest date counted from, of the commit and all its ancestors; ``future`` the
    earliest date that was in the future.
    """

    counts_from: int
    floor: int
    committed: int
    oldest: int
    future: int

    def holds(self, end: int) -> bool:
        """Whether this is what the same history says when the future begins at ``end``."""
        return max(self.floor, self.committed) < end <= self.future


class State:
    """All files of an agent in one commit, and the lives of what they hold.

    ``holders`` counts the files that hold a fingerprint; ``departed`` has the lives of what the last change took
    out, and the UTC day it did; ``unread`` the files whose content is not known.
    """

    __slots__ = ("clock", "departed", "files", "holders", "lives", "unread")

    def __init__(self) -> None:
        self.clock: Clock | None = None
        self.files: dict[str, Content] = {}
        self.holders: dict[str, int] = {}
        self.lives: dict[str, Life] = {}
        self.departed: dict[str, tuple[Life, int]] = {}
        self.unread: frozenset[str] = frozenset()

    def copy(self) -> "State":
        """A state of its own with the same content."""
        twin = State()
        twin.clock, twin.departed, twin.unread = self.clock, self.departed, self.unread
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

        ``changes``: the new content of each file that differs from the first parent (empty when gone or unread);
        ``reworded``: new to old fingerprint, from the ledger records this commit adds.
        """
        state.clock = self._clock(commit, [parent.clock for parent in (state, *others) if parent.clock])
        if not changes and not others:
            return state
        is_cut_off = commit.is_boundary or bool(commit.unread) or any(p.unread for p in (state, *others))
        state.unread = (state.unread - changes.keys()) | commit.unread
        had = _older_lives(state, others)
        returning = {identity: leave for parent in (state, *others) for identity, leave in parent.departed.items()}
        left, arrived = state.exchange(changes)
        left += (piece for other in others for piece in other.pieces())
        gone = {p.fingerprint: p for p in left if p.fingerprint not in state.holders and p.fingerprint in had}
        come = {p.fingerprint: p for p in arrived if p.fingerprint not in had}
        seen = Seen(commit.oid, commit.author, commit.time, state.clock.counts_from, is_cut_off)
        born = Births(gone, come, had, self.edit_similarity).lives(seen, reworded, returning)
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
            min(
                min((parent.future for parent in parents), default=NEVER),
                *(time for time in (counts_from, commit.committed) if time >= self.end),
                NEVER,
            ),
        )


def _older_lives(state: State, others: Sequence[State]) -> dict[str, Life]:
    """The lives in any parent, the older of several; the first parent's own when it is the only one."""
    if not others:
        return state.lives
    had = dict(state.lives)
    for other in others:
        for identity, life in other.lives.items():
            known = had.get(identity)
            had[identity] = life if known is None or known is life else Life(*map(older, known, life))
    return had
