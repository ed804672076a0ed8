"""Actions and plans: decisions as data, in a closed union that edits, witness and reports match exhaustively."""

from dataclasses import dataclass

from memory_hygiene.core.contracts import Unit
from memory_hygiene.core.kinds.category import Judgement


@dataclass(frozen=True, slots=True)
class Place:
    """The entry an action is about: store path from the top, 1-based line, fingerprint, text, heading path."""

    path: str
    line: int
    fingerprint: str
    text: str
    section: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Prune:
    """Take an entry out. Its text goes to the archive ``to`` all the same in § stores and where it was merged into
    another that says the same; elsewhere ``to`` is "".

    ``leaves_gap``, here and below: an empty line stays in its place, so that its neighbours cannot fuse.
    """

    place: Place
    reason: str
    to: str = ""
    age_days: int | None = None
    leaves_gap: bool = False


@dataclass(frozen=True, slots=True)
class Archive:
    """Move an entry to the archive ``to``; ``pointer`` is the text that takes its place, "" for none."""

    place: Place
    reason: str
    to: str
    pointer: str = ""
    age_days: int | None = None
    leaves_gap: bool = False


@dataclass(frozen=True, slots=True)
class Dedup:
    """Take out an exact repeat; ``kept`` is the entry that stays."""

    place: Place
    reason: str
    kept: Place
    age_days: int | None = None
    leaves_gap: bool = False


@dataclass(frozen=True, slots=True)
class Move:
    """Take an entry to the end of another hot file of the same agent, or to its skill file ``to``.

    ``new_text`` is what arrives there: the entry's text after the rewrites of the same plan.
    """

    place: Place
    reason: str
    to: str
    new_text: str
    age_days: int | None = None
    leaves_gap: bool = False


@dataclass(frozen=True, slots=True)
class Correct:
    """Replace one value in an entry by what is true now; ``new_text`` is the whole entry afterwards."""

    place: Place
    reason: str
    new_text: str


@dataclass(frozen=True, slots=True)
class MarkUnverified:
    """Append ``[UNVERIFIED]`` to an entry; marks are no part of what identifies it."""

    place: Place
    reason: str
    new_text: str


@dataclass(frozen=True, slots=True)
class ClearMark:
    """Take ``[UNVERIFIED]`` off an entry."""

    place: Place
    reason: str
    new_text: str


@dataclass(frozen=True, slots=True)
class Compress:
    """Say the same in fewer characters; ``new_text`` is the whole entry afterwards."""

    place: Place
    reason: str
    new_text: str


@dataclass(frozen=True, slots=True)
class Canonicalise:
    """Write a § store as Hermes itself would, so that its tool accepts it again; no entry changes.

    With ``moves_canary`` its canary goes to the place before the last entry.
    """

    place: Place
    reason: str
    moves_canary: bool = False


Removal = Prune | Archive | Dedup
Rewrite = Correct | MarkUnverified | ClearMark | Compress
Leaving = Removal | Move
Action = Leaving | Rewrite | Canonicalise
NAMES: dict[type[Action], str] = {
    Prune: "prune",
    Archive: "archive",
    Dedup: "dedup",
    Move: "move",
    Correct: "correct",
    MarkUnverified: "mark-unverified",
    ClearMark: "clear-mark",
    Compress: "compress",
    Canonicalise: "canonicalise",
}


@dataclass(frozen=True, slots=True)
class Alert:
    """A drift alert: its stable id, what it says, and the numbers it rests on by name."""

    id: str
    message: str
    numbers: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Unresolved:
    """An entry that somebody must decide about, and why the plan does not."""

    place: Place
    reason: str


@dataclass(frozen=True, slots=True)
class Residual:
    """What a store stays over its cap by after the plan: only a rewrite can save it."""

    path: str
    over_by: int
    unit: Unit
    is_blocking: bool = False


@dataclass(frozen=True, slots=True)
class Size:
    """Sizes of a store: code points as the contract counts them, lines, bytes, counted entries, percent of its cap."""

    chars: int
    lines: int
    bytes: int
    entries: int
    utilization: float


@dataclass(frozen=True, slots=True)
class StoreSizes:
    """A store's size before the plan and after it."""

    path: str
    before: Size
    after: Size


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be done to one agent's stores.

    ``created`` is the day (``YYYY-MM-DD``) it judges by; ``cap`` and ``paths`` are what it was asked to use and to
    look at, ``is_verified`` whether endpoints were asked, ``merges_near`` whether near repeats were to be merged.
    ``base`` names the blob of every file it was computed from (path from the top, git blob id). ``judgements`` are
    the categories of the entries acted on, by fingerprint. An entry that is rewritten has one action per reason,
    each from the text the one before leaves; a move comes last. ``summaries`` are markers that come to the end of
    stores, by path.
    """

    agent: str
    created: str
    base: tuple[tuple[str, str], ...]
    stores: tuple[StoreSizes, ...]
    actions: tuple[Action, ...]
    unresolved: tuple[Unresolved, ...]
    residual: tuple[Residual, ...]
    cap: int | None = None
    paths: tuple[str, ...] = ()
    judgements: tuple[tuple[str, Judgement], ...] = ()
    alerts: tuple[Alert, ...] = ()
    summaries: tuple[tuple[str, str], ...] = ()
    is_verified: bool = False
    merges_near: bool = False

    @property
    def removals(self) -> tuple[Removal, ...]:
        """The actions that take an entry out of the hot files."""
        return tuple(action for action in self.actions if isinstance(action, Removal))

    @property
    def moves(self) -> tuple[Move, ...]:
        """The actions that take an entry to another file of its agent."""
        return tuple(action for action in self.actions if isinstance(action, Move))

    def judgement_of(self, fingerprint: str) -> Judgement | None:
        """What was said of the entry with this fingerprint, None when its category decided nothing."""
        return next((judgement for identity, judgement in self.judgements if identity == fingerprint), None)

    @property
    def is_breached(self) -> bool:
        """Whether a cap that blocks stays breached after the plan."""
        return any(residual.is_blocking for residual in self.residual)
