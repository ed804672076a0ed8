"""How long ages take beside git itself reading the same history, in one run: ratios, never a test of time.

python -m tests.benchmarks.ages [COMMITS ...]
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from memory_hygiene.core.contracts import Profile
from memory_hygiene.core.settings import single_agent
from memory_hygiene.edge.git.history import ages_of
from memory_hygiene.edge.git.repository import find_repository, head_commit
from tests.git.histories import RandomHistory


def _git(folder: Path, *arguments: str, data: bytes | None = None) -> bytes:
    return subprocess.run(["git", *arguments], cwd=folder, input=data, capture_output=True, check=True).stdout


def _timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _read_by_git(folder: Path) -> None:
    """What git alone needs: the raw log, and every version of every file."""
    log = _git(folder, "log", "--topo-order", "--reverse", "--raw", "--no-abbrev", "--format=%H %at", "HEAD")
    blobs = [line.split(b" ")[3] for line in log.splitlines() if line.startswith(b":")]
    _git(folder, "cat-file", "--batch", data=b"\n".join([*blobs, b""]))


def _ages(folder: Path) -> None:
    repository = find_repository(str(folder))
    settings = single_agent(Profile.HERMES)
    ages_of(repository, settings, settings.agents[0], head_commit(repository), "2036-01-01")


def main(sizes: list[int]) -> None:
    """Print one line per size: seconds of ages, seconds of git, their ratio."""
    for size in sizes:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            _git(folder, "init", "-q", "-b", "main")
            _git(folder, "fast-import", "--quiet", data=RandomHistory(1, size).stream)
            own, git = _timed(lambda: _ages(folder)), _timed(lambda: _read_by_git(folder))  # noqa: B023
            print(f"{size:>7} commits: ages {own:6.2f} s, git {git:6.2f} s, ratio {own / git:5.2f}")


if __name__ == "__main__":
    main([int(argument) for argument in sys.argv[1:]] or [500, 2_000])
