"""Histories of three shapes over stores of 60 entries: one line, branches that are merged, a fleet of 200 agents."""

from collections.abc import Iterator
from random import Random

from tests.git.histories import HOUR, SEPARATOR

SHAPES = ("linear", "merges", "fleet")
AGENTS = 200
_LIVE, _ARCHIVED = 60, 300
_START = 1_400_000_000


class _Agent:
    """The store and the archive of one agent, in a folder."""

    def __init__(self, random: Random, folder: str) -> None:
        self._random = random
        self._folder = folder
        self.hot = [self._entry() for _ in range(_LIVE // 2)]
        self._cold: list[str] = []

    def _entry(self) -> str:
        words = (f"w{self._random.randrange(4_000)}" for _ in range(self._random.randint(6, 30)))
        return f"note {self._random.getrandbits(40)} " + " ".join(words)

    def change(self) -> list[tuple[str, str]]:
        """Add, edit, move, drop or archive an entry; the files that are others now."""
        roll, place = self._random.random(), self._random.randrange(len(self.hot))
        if len(self.hot) < _LIVE or roll < 0.35:
            self.hot.append(self._entry())
        elif roll < 0.6:
            self.hot[place] = f"{self.hot[place].rpartition(' ')[0]} e{self._random.randrange(4_000)}"
        elif roll < 0.7:
            self.hot.append(self.hot.pop(place))
        elif roll < 0.8:
            self.hot.pop(place)
        else:
            self._cold = [*self._cold, self.hot.pop(place)][-_ARCHIVED:]
            return [self.store(self.hot), (f"{self._folder}archive/MEMORY.archive.md", SEPARATOR.join(self._cold))]
        return [self.store(self.hot)]

    def branched(self) -> list[str]:
        """The entries with one more at the top, as a branch has them."""
        return [self._entry(), *self.hot]

    def store(self, entries: list[str]) -> tuple[str, str]:
        """Path and text of the store with these entries."""
        return f"{self._folder}MEMORY.md", SEPARATOR.join(entries)


def history(shape: str, count: int) -> Iterator[bytes]:
    """What ``git fast-import`` reads: so many commits on main, one an hour."""
    random = Random(1)
    agents = [_Agent(random, f"agents/a{n}/") for n in range(AGENTS)] if shape == "fleet" else [_Agent(random, "")]
    number = tip = 0
    while number < count:
        agent = random.choice(agents)
        if shape == "merges" and tip and random.random() < 0.05 and number + 3 <= count:
            branch = agent.branched()
            yield _commit(number + 1, (tip,), [agent.store(branch)])
            yield _commit(number + 2, (tip,), agent.change())
            agent.hot.insert(0, branch[0])
            yield _commit(number + 3, (number + 2, number + 1), [agent.store(agent.hot)])
            number += 3
        else:
            yield _commit(number + 1, (tip,) if tip else (), agent.change())
            number += 1
        tip = number


def _commit(number: int, parents: tuple[int, ...], files: list[tuple[str, str]]) -> bytes:
    lines = ["commit refs/heads/main", f"mark :{number}", f"committer A <a@example.org> {_START + number * HOUR} +0000"]
    lines += ["data 0", *(f"{'merge' if place else 'from'} :{parent}" for place, parent in enumerate(parents))]
    for path, body in files:
        lines += [f"M 100644 inline {path}", f"data {len(body.encode())}", body]
    return "\n".join([*lines, "", ""]).encode()
