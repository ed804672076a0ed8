"""How long a proof and a replay take beside ``git log -p`` of the same history, in one run: ratios, no test of time.

python -m tests.benchmarks.proofs [COMMITS ...]
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from memory_hygiene.core.contracts import Profile
from memory_hygiene.edge.git.remembering import RememberingReader
from memory_hygiene.edge.git.repository import find_repository
from memory_hygiene.runs.proving import prove_range
from memory_hygiene.runs.replaying import replay_range
from tests.git.histories import RandomHistory


def _git(folder: Path, *arguments: str, data: bytes | None = None) -> bytes:
    return subprocess.run(["git", *arguments], cwd=folder, input=data, capture_output=True, check=True).stdout


def _timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _prove(folder: Path) -> None:
    repository = find_repository(str(folder))
    with RememberingReader(repository.top) as reader:
        prove_range(repository, reader, "main", Profile.HERMES, lambda done, total: None)


def _replay(folder: Path) -> None:
    repository = find_repository(str(folder))
    with RememberingReader(repository.top) as reader:
        replay_range(repository, reader, "main", Profile.HERMES, lambda done, total: None)


def main(sizes: list[int]) -> None:
    """Print one line per size: seconds of a proof, of a replay, of git, and both ratios."""
    for size in sizes:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            _git(folder, "init", "-q", "-b", "main")
            _git(folder, "fast-import", "--quiet", data=RandomHistory(1, size).stream)
            prove, replay = _timed(lambda: _prove(folder)), _timed(lambda: _replay(folder))  # noqa: B023
            git = _timed(lambda: _git(folder, "log", "-p", "main"))  # noqa: B023
            ratios = f"ratios {prove / git:5.2f}, {replay / git:5.2f}"
            print(f"{size:>7} commits: prove {prove:6.2f} s, replay {replay:6.2f} s, git {git:6.2f} s, {ratios}")


if __name__ == "__main__":
    main([int(argument) for argument in sys.argv[1:]] or [500, 2_000])
