"""Actions and plans: decisions as data, in a closed union that edits, witness and reports match exhaustively."""

from dataclasses import dataclass

from .contracts import Unit


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
    """Take an entry out. In § stores its text goes to the archive ``to`` all the same; elsewhere ``to`` is "".

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
class Canonicalise:
    """Write a § store as Hermes itself would, so that its tool accepts it again; no entry changes."""

    place: Place
    reason: str


Removal = Prune | Archive | Dedup
Action = Removal | Canonicalise
NAMES: dict[type[Prune] | type[Archive] | type[Dedup] | type[Canonicalise], str] = {
    Prune: "prune",
    Archive: "archive",
    Dedup: "dedup",
    Canonicalise: "canonicalise",
}


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

    ``created`` is the day (``YYYY-MM-DD``) it judges by; ``cap`` and ``paths`` are what it was asked to use and to look
    at. ``base`` names the blob of every file it was computed from (path from the top, git blob id).
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

    @property
    def removals(self) -> tuple[Removal, ...]:
        """The actions that take an entry out of its store."""
        return tuple(action for action in self.actions if not isinstance(action, Canonicalise))

    @property
    def is_breached(self) -> bool:
        """Whether a cap that blocks stays breached after the plan."""
        return any(residual.is_blocking for residual in self.residual)
