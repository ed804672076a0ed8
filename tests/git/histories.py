"""Histories with known answers: days as dates, and a random history whose author remembers when each entry was born."""

from datetime import date, timedelta
from random import Random
from typing import NamedTuple

from memory_hygiene.core.contracts import Profile
from memory_hygiene.core.fingerprint import fingerprint
from memory_hygiene.core.history.ages import Age, Ages
from memory_hygiene.core.settings import single_agent
from memory_hygiene.edge.git.history import ages_of
from memory_hygiene.edge.git.repository import find_repository, head_commit
from tests.conftest import MemoryRepo

START = date(2026, 1, 1)
SEPARATOR = "\n§\n"
HOUR = 3600


def day(number: int, hour: int = 12) -> str:
    """Day ``number`` of the history as git reads dates."""
    return f"{START + timedelta(days=number)}T{hour:02}:00:00+0000"


def on(number: int) -> str:
    """Day ``number`` as ``YYYY-MM-DD``."""
    return str(START + timedelta(days=number))


def ages_in_head(repo: MemoryRepo, now: int = 100, profile: Profile = Profile.HERMES) -> Ages:
    """The ages of the one agent of a repository as of day ``now``."""
    repository = find_repository(str(repo.path))
    settings = single_agent(profile)
    return ages_of(repository, settings, settings.agents[0], head_commit(repository), on(now))


def age_of(repo: MemoryRepo, text: str, now: int = 100, profile: Profile = Profile.HERMES) -> Age:
    """The age of the entry with this text."""
    return ages_in_head(repo, now, profile).of(fingerprint(text))


def days_of(repo: MemoryRepo, text: str, now: int = 100, profile: Profile = Profile.HERMES) -> tuple[int, int]:
    """The days on which an entry was first seen and last changed; its age must be that of the last change."""
    age = age_of(repo, text, now, profile)
    assert age.first_seen is not None, age
    assert age.last_changed is not None, age
    first, changed = ((date.fromisoformat(seen.date) - START).days for seen in (age.first_seen, age.last_changed))
    assert age.age_days == now - changed
    return first, changed


class Note(NamedTuple):
    """An entry of a random history: its words and the commits (from 0) it was born in and last edited in."""

    words: tuple[str, ...]
    born: int
    changed: int

    @property
    def text(self) -> str:
        """The entry as written."""
        return " ".join(self.words)


class RandomHistory:
    """A fast-import stream of one commit an hour, and the notes alive at its end.

    Adds, edits, drops, archives, brings back, reorders, indents, and merges branches that added at the other end.
    """

    def __init__(self, seed: int, commits: int) -> None:
        self._random = Random(seed)
        self._made = 0
        self.hot: list[Note] = []
        self.cold: list[Note] = []
        self._stream: list[str] = []
        self._tip = 0
        self._number = 0
        while self._number < commits:
            self._step()

    @property
    def stream(self) -> bytes:
        """What ``git fast-import`` reads."""
        return "".join(self._stream).encode()

    def seconds(self, number: int) -> int:
        """When commit ``number`` was made."""
        return 1_767_225_600 + number * HOUR

    def _note(self) -> Note:
        self._made += 1
        words = (f"note{self._made}", *(f"w{self._random.randrange(500)}" for _ in range(self._random.randint(7, 14))))
        return Note(words, self._number, self._number)

    def _step(self) -> None:
        roll = self._random.random()
        if len(self.hot) < 5 or roll < 0.35:
            self.hot.append(self._note())
        elif roll < 0.45:
            self.hot.pop(self._random.randrange(len(self.hot)))
        elif roll < 0.60:
            self.cold.append(self.hot.pop(self._random.randrange(len(self.hot))))
        elif roll < 0.80:
            self._edit()
        elif roll < 0.85 and self.cold:
            self.hot.append(self.cold.pop(self._random.randrange(len(self.cold))))
        elif roll < 0.92:
            self._random.shuffle(self.hot)
        else:
            self._branch()
        self._commit(self._tip)

    def _edit(self) -> None:
        place = self._random.randrange(len(self.hot))
        words = [*self.hot[place].words]
        words[self._random.randrange(1, len(words))] = f"e{self._number}"
        self.hot[place] = self.hot[place]._replace(words=tuple(words), changed=self._number)

    def _branch(self) -> None:
        """A branch adds at the top while main appends; the next commit merges both."""
        base, main = self._tip, list(self.hot)
        ours = self._note()
        self.hot = [ours, *main]
        side = self._commit(base)
        theirs = self._note()
        self.hot = [*main, theirs]
        self._tip = self._commit(base)
        self.hot = [ours, *main, theirs]
        self._commit(self._tip, side)

    def _commit(self, parent: int, merged: int = 0) -> int:
        mark = self._number + 1
        when = self.seconds(self._number)
        lines = ["commit refs/heads/main", f"mark :{mark}", f"committer A <a@example.org> {when} +0000", "data 0"]
        lines += [f"from :{parent}"] if parent else []
        lines += [f"merge :{merged}"] if merged else []
        for path, notes in (("MEMORY.md", self.hot), ("archive/MEMORY.archive.md", self.cold)):
            body = SEPARATOR.join(note.text for note in notes)
            lines += [f"M 100644 inline {path}", f"data {len(body.encode())}", body]
        self._stream.append("\n".join([*lines, "", ""]))
        self._number += 1
        self._tip = mark
        return mark
