"""Histories of any length over a store that stays as large as it is: about 60 entries, and 300 archived ones."""

from collections.abc import Iterator
from random import Random

from tests.git.histories import HOUR, SEPARATOR

LIVE = 60
ARCHIVED = 300
_START = 1_400_000_000  # 2014; 100,000 commits end in 2025
_WORDS = 4_000


class LongHistory:
    """What ``git fast-import`` reads, as many commits at a time as are asked for, one an hour.

    Ten entries are never touched, so that no blame can stop early.
    """

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._number = 0
        self._hot = [self._entry() for _ in range(LIVE)]
        self._cold: list[str] = []

    def commits(self, count: int) -> Iterator[bytes]:
        """The next commits."""
        for place in range(count):
            is_archived = self._change() or not self._number
            bodies = [("MEMORY.md", self._hot)] + ([("archive/MEMORY.archive.md", self._cold)] if is_archived else [])
            yield self._commit([(path, SEPARATOR.join(entries) + "\n") for path, entries in bodies], place == 0)

    def _entry(self) -> str:
        lines = (
            self._random.choices(range(_WORDS), k=self._random.randint(6, 13)) for _ in range(1 + self._number % 3)
        )
        return f"note {self._random.getrandbits(40)} " + "\n".join(" ".join(f"w{n}" for n in line) for line in lines)

    def _change(self) -> bool:
        """One change; whether it touches the archive."""
        roll = self._random.random()
        place = self._random.randrange(10, len(self._hot))
        if len(self._hot) < LIVE or roll < 0.4:
            self._hot.append(self._entry())
        elif roll < 0.7:
            words = self._hot[place].split(" ")
            words[self._random.randrange(len(words))] = f"e{self._number}"
            self._hot[place] = " ".join(words)
        elif roll < 0.8:
            self._hot.insert(10, self._hot.pop(place))
        if len(self._hot) <= LIVE:
            return False
        gone = self._hot.pop(self._random.randrange(10, len(self._hot)))
        if roll < 0.2:
            return False
        self._cold = [*self._cold, gone][-ARCHIVED:]
        return True

    def _commit(self, files: list[tuple[str, str]], is_first: bool) -> bytes:
        when = _START + self._number * HOUR
        parts = ["commit refs/heads/main", f"committer A <a@example.org> {when} +0000", "data 0"]
        parts += ["from refs/heads/main^0"] if self._number and is_first else []
        for path, body in files:
            parts += [f"M 100644 inline {path}", f"data {len(body.encode())}", body]
        self._number += 1
        return "\n".join([*parts, "", ""]).encode()
