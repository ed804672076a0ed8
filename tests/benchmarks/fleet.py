"""What one agent costs among many, beside the same agent alone, in one run: ratios, never a test of time.

python -m tests.benchmarks.fleet [--agents 200 1000] [--rounds 7] [--commits 600]

CPU seconds (user and system) with all that is started, git included; the rounds are interleaved. ``x alone`` is the
ratio to the same line in a repository of two agents, one of each profile.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import NamedTuple

from tests.conftest import clean_environment
from tests.fleets import Fleet

from .gate import Case, _cost

_FEW = 2
_HYGIENE = (sys.executable, "-m", "memory_hygiene")
_NEWS = "Agent a000 heard of one more entry, which stands here and nowhere else in all of the port."


class Line(NamedTuple):
    """One line of the table: a command, and what is done before each time it is measured."""

    name: str
    command: tuple[str, ...]
    before: Callable[[Fleet], None] = lambda fleet: None
    target: str = ""


def _stage(fleet: Fleet) -> None:
    fleet.repo.git("reset", "-q", "--hard")
    fleet.append(0, _NEWS)
    fleet.repo.git("add", "agents/a000")


def _clean(fleet: Fleet) -> None:
    fleet.repo.git("reset", "-q", "--hard")


def _commit_of_another(fleet: Fleet) -> None:
    """One new commit, of an agent that is not asked about."""
    _clean(fleet)
    fleet.append(1, f"Agent a001 heard of something new: {os.urandom(8).hex()} it was called.")
    fleet.repo.git("commit", "-q", "--no-verify", "-m", "news", "--", "agents/a001")


LINES = (
    Line("python -I -c pass", (sys.executable, "-I", "-c", "pass")),
    Line("gate: an entry added in one agent", (".git/hooks/pre-commit",), _stage, "<= 1.2"),
    Line("check --rev HEAD", (*_HYGIENE, "check", "--rev", "HEAD"), _clean),
    Line("plan of one agent", (*_HYGIENE, "plan", "--agent", "a000"), _clean),
    Line("age, nothing new", (*_HYGIENE, "age", "-C", "agents/a000"), _clean),
    Line("age, one new commit of another agent", (*_HYGIENE, "age", "-C", "agents/a000"), _commit_of_another),
    Line("status of one agent", (*_HYGIENE, "status", "-C", "agents/a000"), _clean),
    Line("status of all", (*_HYGIENE, "status"), _clean),
    Line("check of all, on disk", (*_HYGIENE, "check"), _clean),
    Line("audit --all --format matrix", (*_HYGIENE, "audit", "--all", "--format", "matrix"), _clean),
)


def measure(fleets: list[Fleet], rounds: int) -> list[list[list[float]]]:
    """CPU seconds by line, fleet and round."""
    times = [[[0.0] * 0 for _ in fleets] for _ in LINES]
    for number in range(rounds + 1):
        for line, row in zip(LINES, times):
            for fleet, column in zip(fleets, row):
                line.before(fleet)
                seconds = _cost(Case(line.name, fleet.repo, line.command)).seconds
                if number:  # the first round warms caches
                    column.append(seconds)
    return times


def table(sizes: list[int], times: list[list[list[float]]]) -> str:
    """Median milliseconds per size, and ratios of the smallest values to those of the smallest fleet."""
    head = "".join(f"{size:>8,} {'x alone':>8}" for size in sizes)
    lines = [f"{'agents, ms':42}{head}  target"]
    for line, row in zip(LINES, times):
        cells = "".join(f"{median(cell) * 1000:8.1f} {min(cell) / min(row[0]):8.2f}" for cell in row)
        lines.append(f"{line.name:42}{cells}  {line.target}".rstrip())
    return "\n".join(lines)


def main(arguments: list[str]) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.fleet")
    parser.add_argument("--agents", type=int, nargs="+", default=[200, 1000])
    parser.add_argument("--commits", type=int, default=600)
    parser.add_argument("--rounds", type=int, default=7)
    chosen = parser.parse_args(arguments)
    os.environ.update(clean_environment())
    sizes = [_FEW, *chosen.agents]
    with tempfile.TemporaryDirectory() as name:
        fleets = [Fleet(Path(name) / str(size), size, chosen.commits) for size in sizes]
        times = measure(fleets, chosen.rounds)
    print(f"python {sys.version.split()[0]}, {chosen.rounds} rounds, load {os.getloadavg()[0]:.1f}")
    print(table(sizes, times))


if __name__ == "__main__":
    main(sys.argv[1:])
