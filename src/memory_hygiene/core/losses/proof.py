"""Proofs: what became of every entry in each commit of a range, as the conservation witness of git's history."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields

from memory_hygiene.core.audit.ledger import Judged
from memory_hygiene.core.canaries.canary import token_of
from memory_hygiene.core.contracts import Role
from memory_hygiene.core.model import Block
from memory_hygiene.core.state import AgentState, Change, Store
from memory_hygiene.core.unread import unread_losses

from .conservation import departures
from .departure import Departure, Fate, Places
from .matching import bag_of, dice
from .words import words

LEDGER, MARK, COPY, CANARY, ARCHIVE, SKILL = "ledger", "mark", "copy", "canary", "archive", "skill"
"""On what authority an entry may leave: a record, its own mark, a copy that stays, a mended canary, or because it is
kept in the cold tier, or was in a skill file already."""


@dataclass(frozen=True, slots=True)
class Spot:
    """An entry in a place: file, line (1-based), fingerprint and text."""

    path: str
    line: int
    fingerprint: str
    text: str


@dataclass(frozen=True, slots=True)
class Moved:
    """An entry that one memory file gave and another one took, or a skill file."""

    source: str
    target: str
    fingerprint: str
    text: str


@dataclass(frozen=True, slots=True)
class Dropped:
    """An entry that left the memory files rightly: on which authority, and the reason given."""

    path: str
    fingerprint: str
    authority: str
    reason: str
    text: str


@dataclass(frozen=True, slots=True)
class Edited:
    """An entry whose words changed, were split or joined; ``path`` is its new place, ``similarity`` from 0 to 1."""

    path: str
    before: str
    after: str
    similarity: float
    text: str


@dataclass(frozen=True, slots=True)
class Account:
    """What one change did to the entries of some agents."""

    lost: tuple[Spot, ...] = ()
    moved: tuple[Moved, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    added: tuple[Spot, ...] = ()
    edited: tuple[Edited, ...] = ()

    def joined(self, other: "Account") -> "Account":
        """Both accounts as one."""
        return Account(*(getattr(self, field.name) + getattr(other, field.name) for field in fields(self)))

    @property
    def is_empty(self) -> bool:
        """Whether nothing happened."""
        return not (self.lost or self.moved or self.dropped or self.added or self.edited)


@dataclass(frozen=True, slots=True)
class Step:
    """One commit of a range: its id, its parents' ids, its author's day and what it did."""

    commit: str
    parents: tuple[str, ...]
    day: str
    account: Account


@dataclass(slots=True)
class Tally:
    """How many entries a proof has told of so far, and in how many commits."""

    commits: int = 0
    lost: int = 0
    moved: int = 0
    dropped: int = 0
    added: int = 0
    edited: int = 0

    def add(self, account: Account) -> None:
        """Count one commit."""
        self.commits += 1
        self.lost += len(account.lost)
        self.moved += len(account.moved)
        self.dropped += len(account.dropped)
        self.added += len(account.added)
        self.edited += len(account.edited)


@dataclass(frozen=True, slots=True)
class Proof:
    """The proof over a range, parents first: its steps can be gone through once, and ``tally`` then has their sum.

    ``is_back`` tells whether the end of the range has a lost entry again.
    """

    range: str
    steps: Iterator[Step]
    tally: Tally
    is_back: Callable[[Spot], bool]
    notes: tuple[str, ...] = ()


def account_of(change: Change) -> Account:
    """What became of every entry of one agent in a change, against each of its parents."""
    gone = departures(change)
    edits = tuple(_edits(change, gone))
    recorded = {edit.before for edit in edits}
    lost = [_spot(d.store, d.block) for d in gone if d.fate is Fate.LOST]
    lost += [Spot(store.path, 1, "", f"{count:,} lines, too large to be parsed") for store, count, _ in _unread(change)]
    records = change.after.ledger.added_since(tuple(before.ledger for before in change.befores)) if gone else ()
    told = {judged.fingerprint: judged for record in records for judged in record.removed}
    left = [d for d in gone if _is_dropped(d) and d.block.fingerprint not in recorded]
    skills = {number: path for number, d in enumerate(left) if (path := _new_skill(d, change))}
    moved = [
        Moved(left[n].store.path, path, left[n].block.fingerprint, left[n].block.text) for n, path in skills.items()
    ]
    dropped = [_dropped(d, change.after, told) for number, d in enumerate(left) if number not in skills]
    added = tuple(_added(change, gone, edits))
    return Account(tuple(lost), (*_moves(change), *moved), tuple(dropped), added, edits)


def _new_skill(departure: Departure, change: Change) -> str:
    """The skill file that took what left a store, or ""; none did that had it before."""
    if departure.fate not in (Fate.ARCHIVED, Fate.RECORDED, Fate.MARKED):
        return ""
    identity = departure.block.fingerprint
    known = {path for before in change.befores for path in _skills_with(identity, before)}
    return next((path for path in _skills_with(identity, change.after) if path not in known), "")


def _skills_with(fingerprint: str, state: AgentState) -> Iterator[str]:
    for path, document in state.skills:
        if any(block.fingerprint == fingerprint for block in document.blocks):
            yield path


def _unread(change: Change) -> Iterable[tuple[Store, int, str]]:
    return unread_losses(change)


def _spot(store: Store, block: Block) -> Spot:
    return Spot(store.path, block.line, block.fingerprint, block.text)


def _is_dropped(departure: Departure) -> bool:
    kept = departure.fate in (Fate.ARCHIVED, Fate.REPEATED, Fate.MARKED, Fate.RECORDED)
    return kept or (departure.fate is Fate.REWORDED and departure.new_block is None)


def _dropped(departure: Departure, after: AgentState, told: Mapping[str, Judged]) -> Dropped:
    """What let an entry go; a record that tells of it says more than its mark or a copy of it."""
    judged = told.get(departure.block.fingerprint)
    authority, reason = (LEDGER, f"{judged.action}: {judged.reason}") if judged else _authority(departure, after)
    return Dropped(departure.store.path, departure.block.fingerprint, authority, reason, departure.block.text)


def _authority(departure: Departure, after: AgentState) -> tuple[str, str]:
    if departure.fate is Fate.ARCHIVED:
        return _keeper(departure.block, after)
    named = {Fate.RECORDED: LEDGER, Fate.MARKED: MARK, Fate.REPEATED: COPY, Fate.REWORDED: CANARY}
    return named[departure.fate], departure.authority


def _keeper(block: Block, after: AgentState) -> tuple[str, str]:
    """Which file outside of the memory files keeps an entry; none keeps a pointer, but what it points to."""
    path = after.keeper_of(block)
    if not path:
        return ARCHIVE, "what it points to is kept"
    return SKILL if after.files[path][0] is Role.SKILL else ARCHIVE, f"kept in {path}"


def _edits(change: Change, gone: Iterable[Departure]) -> Iterator[Edited]:
    """The edits that matching found, and those that records of the change tell of."""
    added = change.after.ledger.added_since(tuple(before.ledger for before in change.befores))
    told = {judged.fingerprint: judged.new for record in added for judged in record.edited if judged.new}
    present = {block.fingerprint: (store, block) for store, block in change.after.blocks()} if told else {}
    for departure in gone:
        old = departure.block
        if departure.fate is Fate.RECORDED and told.get(old.fingerprint) in present:
            yield _edit(departure, *present[told[old.fingerprint]])
        elif departure.new_store is not None and departure.new_block is not None:
            yield _edit(departure, departure.new_store, departure.new_block)


def _edit(departure: Departure, store: Store, block: Block) -> Edited:
    old = departure.block
    similarity = departure.similarity or dice(bag_of(old.text), bag_of(block.text))
    return Edited(store.path, old.fingerprint, block.fingerprint, round(similarity, 3), block.text)


def _moves(change: Change) -> Iterator[Moved]:
    """Entries that left one file and came into another, which no parent had there."""
    if not change.befores or len(_touched(change)) < 2:
        return
    after, had = _by_place(change.after), _most(_by_place(before) for before in change.befores)
    texts = {block.fingerprint: block.text for _, block in change.after.blocks()}
    gone = [place for place in (had - after).elements() if place[1] in texts]
    for path, fingerprint in (after - had).elements():
        source = next((place for place in gone if place[1] == fingerprint), None)
        if source is not None:
            gone.remove(source)
            yield Moved(source[0], path, fingerprint, texts[fingerprint])


def _touched(change: Change) -> set[str]:
    """The memory files that are not as they were in some parent."""
    states = [
        {(store.path, store.document.data) for store in state.stores} for state in (change.after, *change.befores)
    ]
    return {path for before in states[1:] for path, _ in before ^ states[0]}


def _by_place(state: AgentState) -> Counter[tuple[str, str]]:
    return Counter((store.path, block.fingerprint) for store, block in state.blocks() if not token_of(block.text))


def _most(counters: Iterable[Counter[tuple[str, str]]]) -> Counter[tuple[str, str]]:
    most: Counter[tuple[str, str]] = Counter()
    for counter in counters:
        most |= counter
    return most


def _added(change: Change, gone: Iterable[Departure], edits: Iterable[Edited]) -> Iterator[Spot]:
    """What no parent has and no edit, split or join made."""
    made = Counter((edit.path, edit.after) for edit in edits)
    split = [_row(departure.block.text) for departure in gone if departure.fate is Fate.REWORDED]
    for store, block in _come(change):
        place = (store.path, block.fingerprint)
        if made[place] > 0:
            made[place] -= 1
        elif not any(_row(block.text) in row for row in split):
            yield _spot(store, block)


def _row(text: str) -> str:
    return f" {' '.join(words(text))} "


def _come(change: Change) -> Places:
    """The blocks that no parent has; of several copies the last ones."""
    had: Counter[str] = Counter()
    for before in change.befores:
        had |= Counter(block.fingerprint for _, block in before.blocks())
    come: Places = []
    for store, block in change.after.blocks():
        if had[block.fingerprint] > 0:
            had[block.fingerprint] -= 1
        elif not token_of(block.text):
            come.append((store, block))
    return come
