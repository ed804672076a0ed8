"""How long a proof and a replay take beside git reading the same history, in one run: ratios, no test of time.

Seconds are processor time, ours and git's together, so that other work on the machine counts for little; ``real`` is
the time that passed. ``peak`` is the memory of our process alone, in MB. A gate was nowhere in these histories: every
tenth commit loses an entry, and most make a store larger that is over its cap.

python -m tests.benchmarks.proofs [COMMITS ...]
"""

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from .shapes import SHAPES, history

_RUN = """
import resource, sys
from memory_hygiene.__main__ import run
run(sys.argv[1:])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, file=sys.stderr)
"""
_HEAD = "commits  shape   prove (real)  peak  replay (real)  peak   log -p (real)  blame   prove/log replay/log (real)"


class Cost(NamedTuple):
    """Processor time and time that passed, in seconds, and peak memory in MB."""

    seconds: float
    real: float
    peak: int = 0


def _measured(folder: Path, *command: str) -> Cost:
    before, start = _processor_time(), time.perf_counter()
    done = subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    last = done.stderr.split()[-1:]
    return Cost(_processor_time() - before, time.perf_counter() - start, int(last[0]) if last else 0)


def _processor_time() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _import(folder: Path, commits: Iterable[bytes]) -> None:
    subprocess.run(["git", "init", "-q", "-b", "main", str(folder)], check=True)
    with subprocess.Popen(["git", "fast-import", "--quiet"], cwd=folder, stdin=subprocess.PIPE) as process:
        assert process.stdin is not None
        process.stdin.writelines(commits)


def _line(folder: Path, shape: str, size: int) -> str:
    ours = (sys.executable, "-c", _RUN)
    prove = _measured(folder, *ours, "prove", "main", "--profile", "hermes", "--format", "json")
    replay = _measured(folder, *ours, "replay", "main", "--profile", "hermes", "--format", "json")
    log = _measured(folder, "git", "log", "-p", "main")
    path = "agents/a1/MEMORY.md" if shape == "fleet" else "MEMORY.md"
    blame = _measured(folder, "git", "blame", "--porcelain", "main", "--", path)
    costs = " ".join(f"{cost.seconds:7.2f} ({cost.real:5.1f}) {cost.peak:4}" for cost in (prove, replay))
    git = f"{log.seconds:7.2f} ({log.real:5.1f}) {blame.seconds:6.2f}"
    ratios = f"{prove.seconds / log.seconds:7.2f} {replay.seconds / log.seconds:7.2f}"
    return f"{size:>7}  {shape:7} {costs} {git} {ratios} ({prove.real / log.real:.2f}, {replay.real / log.real:.2f})"


def main(sizes: list[int]) -> None:
    """Print one line per shape and size."""
    print(_HEAD)
    for size in sizes:
        for shape in SHAPES:
            with tempfile.TemporaryDirectory() as name:
                _import(Path(name), history(shape, size))
                print(_line(Path(name), shape, size), flush=True)


if __name__ == "__main__":
    main([int(argument) for argument in sys.argv[1:]] or [1_000, 10_000])
