"""What the gate costs a commit, as ratios to a bare interpreter in the same run; nothing is asserted.

python -m tests.benchmarks.gate [--rounds 15] [--files 10000]

CPU seconds (user and system) of the hook as git starts it, with all it starts itself. The runs are interleaved, so that
what else the machine does falls on all of them. Only ratios carry over from one machine to another.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

from tests.conftest import MemoryRepo

from .lore import lore

_Change = Callable[[bytes], bytes]
_FILES_BEFORE = 10
# Peak memory counts from the process that forks: a small one must start the hook, not this one.
_RUNNER = """
import os, sys
quiet = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0), (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)]
child = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ, file_actions=quiet)
_, status, used = os.wait4(child, 0)
print(os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime, used.ru_maxrss)
"""


class Cost(NamedTuple):
    """CPU seconds and peak memory (as the system counts it: KB on Linux) of one run."""

    seconds: float
    memory: int


class Case(NamedTuple):
    """One line of the table: a command in a repository, beside what it is measured, and what the target says."""

    name: str
    repo: MemoryRepo
    command: tuple[str, ...]
    target: str = ""
    beside: int = 0
    reset: tuple[str, ...] = ()


def _cost(case: Case) -> Cost:
    environment = {"GIT_INDEX_FILE": ".git/index"} if case.command[0].startswith(".git/") else {}
    done = case.repo.run(sys.executable, "-I", "-S", "-c", _RUNNER, *case.command, **environment)
    code, seconds, memory = done.stdout.split()
    if code != "0":
        raise RuntimeError(f"{case.name}: exit code {code}: {case.repo.run(*case.command).stderr}")
    if case.reset:
        case.repo.git(*case.reset)
    return Cost(float(seconds), int(memory))


def _repo(folder: Path, profile: str, files: dict[str, bytes], config: str = "") -> MemoryRepo:
    """A repository under the guard of native hooks, with a last commit that has these files."""
    repo = MemoryRepo(folder)
    for path, data in files.items():
        repo.write(path, data)
    done = repo.hygiene("init", ".", "--profile", profile)
    if done.returncode:
        raise RuntimeError(done.stdout + done.stderr)
    if config:
        repo.write(".hygiene.yaml", repo.read(".hygiene.yaml") + config.encode())
    repo.git("add", "-A")
    repo.git("commit", "-q", "--no-verify", "--allow-empty", "-m", "before")
    return repo


def _staged(repo: MemoryRepo, path: str, change: _Change) -> MemoryRepo:
    repo.write(path, change(repo.read(path)))
    repo.git("add", "-A")
    return repo


def _store(lines: int) -> bytes:
    return "\n§\n".join(f"Berth {number} has its own meter." for number in range(lines)).encode()


def _words_changed(data: bytes) -> bytes:
    return data.replace(b"Berth 30 has its own meter", b"Berth 30 has its own new meter")


def _entry_added(data: bytes) -> bytes:
    return data + "\n§\nOne more.".encode()


def _line_added(data: bytes) -> bytes:
    return data + b"- One more fact about the kiosk.\n"


def _line_changed(data: bytes) -> bytes:
    return data.replace(b"- Filler 3 ends the file.", b"- Filler 3 ends this file.")


def _sanctum(folder: Path) -> MemoryRepo:
    names = ("LORE.md", "MEMORY.md", "PERSONA.md", "CREED.md", "BOND.md")
    files = {name: lore(number, 100) for number, name in enumerate(names)}
    files["PERSONA.md"] += b"\n## Evolution Log\n\n- 2026-09-01: learned to wait.\n"
    return _repo(folder, "sanctum", files)


def cases(folder: Path, files: int) -> list[Case]:
    """The repositories, each with a staged change, and the commands to be measured."""
    hook = (".git/hooks/pre-commit",)
    roomy = "max_memory_chars: 1000000\nmax_user_chars: 1000000\n"

    def hermes(name: str, size: int = 60, others: int = 0, change: _Change = _words_changed) -> MemoryRepo:
        kept = {"MEMORY.md": _store(size), **_others(others)}
        return _staged(_repo(folder / name, "hermes", kept, roomy), "MEMORY.md", change)

    small = hermes("small", others=_FILES_BEFORE)
    large = hermes("large", others=files)
    ungoverned = _repo(folder / "ungoverned", "hermes", {"MEMORY.md": _store(60), "notes.txt": b"x\n"}, roomy)
    sanctum = (_staged(_sanctum(folder / "added"), "LORE.md", _line_added),
               _staged(_sanctum(folder / "changed"), "LORE.md", _line_changed))  # fmt: skip
    long_lore = [
        _repo(folder / name, "sanctum", {"LORE.md": lore(1, 5_000)}) for name in ("long-added", "long-changed")
    ]
    bare = ("commit", "-q", "--no-verify", "-m", "x")
    undo = ("reset", "-q", "--soft", "HEAD~1")
    return [
        Case("python -I -c pass", small, (sys.executable, "-I", "-c", "pass"), "= 1"),
        Case("gate: § store of 60 entries, one added", hermes("added-to", change=_entry_added), hook, "<= 4 (2.5)"),
        Case("gate: § store of 60 entries, one changed", hermes("plain"), hook, "<= 4 (2.5)"),
        Case("gate: nothing governed changed", _staged(ungoverned, "notes.txt", lambda data: data * 2), hook, "<= 1.8"),
        Case("gate: sanctum folder of 5, a line added", sanctum[0], hook, "<= 4"),
        Case("gate: sanctum folder of 5, a line changed", sanctum[1], hook, "<= 10"),
        Case("gate: § store of 5,000 lines, one changed", hermes("long", 2_500), hook, "<= 12"),
        Case("gate: LORE.md of 5,000 lines, one added", _staged(long_lore[0], "LORE.md", _line_added), hook, "<= 12"),
        Case(
            "gate: LORE.md of 5,000 lines, one changed", _staged(long_lore[1], "LORE.md", _line_changed), hook, "<= 12"
        ),
        Case(f"gate: 60 entries among {_FILES_BEFORE:,} files", small, hook, ""),
        Case(f"  the same among {files:,} files", large, hook, "<= 1.2 x itself", 9),
        Case(f"git commit alone, {_FILES_BEFORE:,} files", small, ("git", *bare), "", 0, undo),
        Case(f"  the same among {files:,} files", large, ("git", *bare), "", 11, undo),
        Case("git commit with the native hooks", small, ("git", "commit", "-q", "-m", "x"), "", 0, undo),
    ]


def _others(count: int) -> dict[str, bytes]:
    return {f"notes/{number % 100}/{number}.txt": b"%d\n" % number for number in range(count)}


def table(measured: Sequence[tuple[Case, Sequence[Cost]]]) -> str:
    """Minimum and median of each case, ratios to the bare start and to the case beside it, peak memory."""
    lines = [f"{'':45} {'min ms':>8} {'median':>8} {'x min':>7} {'x median':>9} {'MB':>5}  target"]
    seconds = [[cost.seconds for cost in costs] for _, costs in measured]
    for number, (case, costs) in enumerate(measured):
        own, bare = seconds[number], seconds[0]
        line = f"{case.name:45} {min(own) * 1000:8.1f} {median(own) * 1000:8.1f} {min(own) / min(bare):7.2f}"
        line += f" {median(own) / median(bare):9.2f} {max(cost.memory for cost in costs) / 1024:5.0f}  {case.target}"
        if case.beside:
            line += f" ({min(own) / min(seconds[case.beside]):.2f} by min)"
        lines.append(line.rstrip())
    return "\n".join(lines)


def main(arguments: list[str]) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.gate")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--files", type=int, default=10_000)
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        prepared = cases(Path(name), chosen.files)
        for case in prepared:
            _cost(case)
        rounds = [[_cost(case) for case in prepared] for _ in range(chosen.rounds)]
    git = subprocess.run(["git", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    print(f"python {sys.version.split()[0]}, {git}, {chosen.rounds} rounds, load {os.getloadavg()[0]:.1f}")
    print(table(list(zip(prepared, zip(*rounds)))))


if __name__ == "__main__":
    main(sys.argv[1:])
