"""Lineage: the lives of all entries of one agent, followed from commit to commit, parents before children.

What left and what came in one commit is linked in this order: reworded by ourselves (the ledger names both
fingerprints), split or joined without a changed word, edited, put back by the next change on the same day. What is
not linked is new. At a merge the older life of an entry wins.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from .ages import Life, Seen, day_of
from .births import Births, Lived, Pending, Piece, older, settled

Entries = Iterable[tuple[str, str]]
"""Fingerprints and texts, in file order."""
BY_FINGERPRINT_ONLY = ""
"""The text of content that is found again as it stands, but never compared by its words."""
NO_LIVES: Mapping[str, Lived] = {}
NEVER = 1 << 64
"""An epoch second that no commit can carry."""
_PUT_OFF = 10_000  # characters of texts: to compare more is not put off, so that a long history stays small in memory


class Content(Protocol):
    """What one version of a file holds."""

    def entries(self) -> Entries:
        """Everything; an entry as often as it is there."""

    def since(self, before: "Content") -> tuple[Entries, Entries]:
        """What ``before`` and this hold, less any of what both do."""


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

    ``holders`` counts how often a fingerprint is held; ``departed`` has the lives of what the last change took
    out, and the UTC day it did; ``unread`` the files whose content is not known.
    """

    __slots__ = ("clock", "departed", "files", "holders", "lives", "unread")

    def __init__(self) -> None:
        self.clock: Clock | None = None
        self.files: dict[str, Content] = {}
        self.holders: dict[str, int] = {}
        self.lives: dict[str, Lived] = {}
        self.departed: dict[str, tuple[Lived, int]] = {}
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
            yield from (Piece(identity, text, path) for identity, text in content.entries())

    def settle(self) -> dict[str, Life]:
        """Find out the lives that were put off; those of all that the files hold."""
        lives = {identity: settled(life) for identity, life in self.lives.items()}
        self.lives.update(lives)
        self.departed = {identity: (settled(life), day) for identity, (life, day) in self.departed.items()}
        return lives

    def exchange(self, changes: Mapping[str, Content | None]) -> list[tuple[str, Entries, Entries]]:
        """Put new contents in place, None for what is gone; what left and what arrived, by path."""
        exchanged: list[tuple[str, Entries, Entries]] = []
        holders = self.holders
        for path, new in changes.items():
            left, arrived = self._put(path, new)
            exchanged.append((path, left, arrived))
            for identity, _ in arrived:
                holders[identity] = holders.get(identity, 0) + 1
        for _, left, _ in exchanged:
            for identity, _ in left:
                times = holders.pop(identity) - 1
                if times:
                    holders[identity] = times
        return exchanged

    def _put(self, path: str, new: Content | None) -> tuple[Entries, Entries]:
        old = self.files.pop(path, None)
        if new is None:
            return (old.entries() if old else ()), ()
        self.files[path] = new
        return new.since(old) if old else ((), new.entries())


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
        changes: Mapping[str, Content | None],
        reworded: Mapping[str, str],
    ) -> State:
        """The state after ``commit``. ``state`` is its first parent's and is used up; ``others`` are only read.

        ``changes``: the new content of each file that differs from the first parent, None when it is gone or unread;
        ``reworded``: new to old fingerprint, from the ledger records this commit adds.
        """
        state.clock = clock = self._after(commit, state, others)
        if not changes and not others:
            return state
        is_cut_off = bool(commit.is_boundary or commit.unread or state.unread or any(p.unread for p in others))
        if state.unread or commit.unread:
            state.unread = (state.unread - changes.keys()) | commit.unread
        had = _older_lives(state, others) if others else state.lives
        exchanged = state.exchange(changes)
        holders = state.holders
        gone = {
            identity: Piece(identity, text, path)
            for path, left, _ in exchanged
            for identity, text in left
            if identity not in holders and identity in had
        }
        come = {
            identity: Piece(identity, text, path)
            for path, _, arrived in exchanged
            for identity, text in arrived
            if identity not in had
        }
        if others:
            gone |= _lacking(holders, others, is_read=bool(come))
        seen = Seen(commit.oid, commit.author, commit.time, clock.counts_from, is_cut_off)
        born = (
            self._born(seen, gone, come, had, reworded, _returning(seen, come, (state, *others))) if come else NO_LIVES
        )
        state.departed = {identity: (had[identity], day_of(commit.time)) for identity in gone}
        if others:
            state.lives = {identity: had[identity] for identity in state.holders if identity in had}
        for identity in gone:
            state.lives.pop(identity, None)
        state.lives.update(born)
        return state

    def _born(
        self,
        seen: Seen,
        gone: Mapping[str, Piece],
        come: Mapping[str, Piece],
        had: Mapping[str, Lived],
        reworded: Mapping[str, str],
        returning: Mapping[str, Lived],
    ) -> Mapping[str, Lived]:
        """The lives of all that came; comparing words for them is put off."""
        if not gone and not reworded:
            life = Life(seen, seen)
            return {identity: returning.get(identity, life) for identity in come}
        olds = {identity: had[identity] for identity in (*gone, *reworded.values()) if identity in had}
        births = Births(seen, gone, come, olds, reworded, returning, self.edit_similarity)
        born = {identity: Pending(births, identity) for identity in come}
        return born if births.weight < _PUT_OFF else {identity: settled(life) for identity, life in born.items()}

    def _after(self, commit: Commit, state: State, others: Sequence[State]) -> Clock:
        """The clock after a commit; at once for what most are: one parent, and nothing odd about the dates."""
        parent, time, committed = state.clock, commit.time, commit.committed
        if parent and not others and parent.committed <= committed < self.end and parent.oldest <= time < self.end:
            return Clock(time, max(parent.floor, time), committed, parent.oldest, parent.future)
        return self._clock(commit, [each.clock for each in (state, *others) if each.clock])

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


def _older_lives(state: State, others: Sequence[State]) -> dict[str, Lived]:
    """The lives in any parent, the older of several."""
    had = dict(state.lives)
    for other in others:
        for identity, life in other.lives.items():
            known = had.setdefault(identity, life)
            if known is not life:
                had[identity] = Life(*map(older, settled(known), settled(life)))
    return had


def _lacking(holders: Mapping[str, int], others: Sequence[State], *, is_read: bool) -> dict[str, Piece]:
    """What other parents hold and nothing of ``holders`` is; unless it is read, without its words."""
    found: dict[str, Piece] = {}
    for other in others:
        lacking = other.lives.keys() - holders.keys()
        if lacking and is_read:
            found |= {piece.fingerprint: piece for piece in other.pieces() if piece.fingerprint in lacking}
        else:
            found |= {identity: Piece(identity, BY_FINGERPRINT_ONLY, "") for identity in lacking}
    return found


def _returning(seen: Seen, come: Mapping[str, Piece], parents: Iterable[State]) -> Mapping[str, Lived]:
    """The lives of what the change before took out on the same day and now comes back."""
    day = day_of(seen.time)
    lives: dict[str, Lived] = {}
    for parent in parents:
        for identity in come.keys() & parent.departed.keys():
            life, left = parent.departed[identity]
            lives.pop(identity, None)
            if left == day:
                lives[identity] = life
    return lives
