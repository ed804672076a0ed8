"""What ages cost beside git itself reading the same history, in one run: ratios, never a test of time.

Seconds are processor time, ours and git's together, so that other work on the machine counts for little; ``wall`` is
the ratio beside it in seconds that passed, in which git and we may work at once.

``cold`` has no age index; ``nothing``, ``one`` and ``100`` are new commits since it was written, the median of a few.
``read`` is what git alone needs to read the same: ``git log --raw`` and the content of every version. The goals stand
under the ratios; ``/first`` compares with the first line.

python -m tests.benchmarks.ages [COMMITS ...]
"""

import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter

from memory_hygiene.core.contracts import Profile
from memory_hygiene.core.settings import single_agent
from memory_hygiene.edge.git.history import ages_of
from memory_hygiene.edge.git.repository import find_repository, head_commit

from .long_history import LongHistory

_FILES = ("MEMORY.md", "archive/MEMORY.archive.md")
_SECONDS = "     cold  nothing     one     100"
_GIT = "  blame  log -p    read"
_RATIOS = "cold/read      wall cold/log one/blame one/first   100/one"
_GOALS = "    <= 2.0                               <= 1.3    <= 3.5"
_GROWTH = 13
"""How many times as long a cold index may take for ten times the commits."""


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds for one length of history."""

    cold: float
    wall: float
    nothing: float
    one: float
    hundred: float
    blame: float
    log: float
    read: float
    read_wall: float

    def line(self, size: int, first: "Times") -> str:
        """The seconds and ratios of one length, beside those of the shortest."""
        seconds = f"{self.cold:9.2f} {self.nothing:8.4f} {self.one:7.3f} {self.hundred:7.3f}"
        git = f"{self.blame:7.2f} {self.log:7.2f} {self.read:7.2f}"
        by_git = (self.cold / self.read, self.wall / self.read_wall, self.cold / self.log, self.one / self.blame)
        ratios = (*by_git, self.one / first.one, self.hundred / self.one)
        return f"{size:>8}{seconds}{git}  " + " ".join(f"{ratio:9.3f}" for ratio in ratios)


def _git(folder: Path, *arguments: str, data: bytes | None = None) -> bytes:
    return subprocess.run(["git", *arguments], cwd=folder, input=data, capture_output=True, check=True).stdout


def _import(folder: Path, commits: Iterable[bytes]) -> None:
    with subprocess.Popen(["git", "fast-import", "--quiet"], cwd=folder, stdin=subprocess.PIPE) as process:
        assert process.stdin is not None
        process.stdin.writelines(commits)


def _timed(work: Callable[[], object]) -> float:
    return _both_timed(work)[0]


def _both_timed(work: Callable[[], object]) -> tuple[float, float]:
    """Seconds of processor time, and seconds that passed."""
    start, began = _processor_time(), perf_counter()
    work()
    return _processor_time() - start, perf_counter() - began


def _processor_time() -> float:
    ours, gits = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return ours.ru_utime + ours.ru_stime + gits.ru_utime + gits.ru_stime


def _read_by_git(folder: Path) -> None:
    log = _git(folder, "log", "--topo-order", "--reverse", "--raw", "--no-abbrev", "--format=%H %at", "HEAD")
    blobs = [line.split(b" ")[3] for line in log.splitlines() if line.startswith(b":")]
    with subprocess.Popen(
        ["git", "cat-file", "--batch"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
    ) as process:
        assert process.stdin is not None
        process.stdin.writelines(blob + b"\n" for blob in blobs)


def _blame(folder: Path) -> None:
    for path in _FILES:
        _git(folder, "blame", "--porcelain", "HEAD", "--", path)


def _log(folder: Path) -> None:
    subprocess.run(["git", "log", "-p", "HEAD"], cwd=folder, stdout=subprocess.DEVNULL, check=True)


def _ages(folder: Path) -> None:
    repository = find_repository(str(folder))
    settings = single_agent(Profile.HERMES)
    ages_of(repository, settings, settings.agents[0], head_commit(repository), "2036-01-01")


def _after(folder: Path, history: LongHistory, count: int) -> float:
    _import(folder, history.commits(count))
    return _timed(lambda: _ages(folder))


def measure(folder: Path, size: int) -> Times:
    """The times for a history of ``size`` commits."""
    history = LongHistory(1)
    _git(folder, "init", "-q", "-b", "main")
    _import(folder, history.commits(size))
    _read_by_git(folder)  # whoever comes first reads from the disk
    shutil.rmtree(folder / ".git/hygiene", ignore_errors=True)
    cold, wall = _both_timed(lambda: _ages(folder))
    read, read_wall = _both_timed(lambda: _read_by_git(folder))
    return Times(
        cold=cold,
        wall=wall,
        nothing=median(_timed(lambda: _ages(folder)) for _ in range(5)),
        one=median(_after(folder, history, 1) for _ in range(9)),
        hundred=median(_after(folder, history, 100) for _ in range(5)),
        blame=_timed(lambda: _blame(folder)),
        log=_timed(lambda: _log(folder)),
        read=read,
        read_wall=read_wall,
    )


def main(sizes: list[int]) -> None:
    """Print one line per size: seconds of ages and of git, and ratios."""
    head = f"{'':8}{_SECONDS}{_GIT}  "
    print(f"{head}{_RATIOS}\n{'goal':{len(head)}}{_GOALS}")
    measured: dict[int, Times] = {}
    for size in sizes:
        with tempfile.TemporaryDirectory() as name:
            measured[size] = measure(Path(name), size)
        print(measured[size].line(size, measured[sizes[0]]), flush=True)
    for size, times in measured.items():
        if fewer := measured.get(size // 10):
            ratio = times.cold / fewer.cold
            print(f"cold, {size:,} commits beside {size // 10:,}: {ratio:.1f} (goal <= {_GROWTH})")


if __name__ == "__main__":
    main([int(argument) for argument in sys.argv[1:]] or [1_000, 10_000, 100_000])
