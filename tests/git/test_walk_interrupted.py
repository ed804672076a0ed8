"""A long walk on a terminal shows a bar there and nowhere else, and ends at once when it is interrupted."""

import os
import signal
import subprocess
import sys

import pytest

from tests.conftest import MemoryRepo

COMMITS = 20_000


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> MemoryRepo:
    """A history that takes some seconds to walk."""
    repo = MemoryRepo(tmp_path_factory.mktemp("walk") / "long")
    stream = "".join(_commit(number) for number in range(COMMITS)).encode()
    subprocess.run(["git", "fast-import", "--quiet", "--force"], cwd=repo.path, input=stream, check=True)
    return repo


def _commit(number: int) -> str:
    text = f"Berth {number} has its own meter.\n§\nThe ferry leaves at nine.\n"
    head = f"commit refs/heads/main\ncommitter A <a@example.org> {1_767_225_600 + number} +0000\ndata 0\n"
    return f"{head}M 100644 inline MEMORY.md\ndata {len(text.encode())}\n{text}\n"


@pytest.mark.parametrize(("command", "verb"), [("prove", "proving"), ("replay", "replaying")])
def test_a_bar_on_the_terminal_and_130_at_an_interrupt(long: MemoryRepo, command: str, verb: str) -> None:
    ours, theirs = os.openpty()
    child = subprocess.Popen(
        [sys.executable, "-m", "memory_hygiene", command],
        cwd=long.path,
        env=long.environment,
        stdout=subprocess.PIPE,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    shown = b""
    while b"commits" not in shown:
        shown += os.read(ours, 4096)
    os.killpg(child.pid, signal.SIGINT)
    output, _ = child.communicate(timeout=60)
    shown += _rest(ours)
    assert f"{verb}: [".encode() in shown
    assert f"of {COMMITS:,} commits".encode() in shown
    assert (child.returncode, output) == (130, b"")
    assert b"Traceback" not in shown


def _rest(terminal: int) -> bytes:
    parts: list[bytes] = []
    try:
        while part := os.read(terminal, 4096):
            parts.append(part)
    except OSError:  # what Linux says at the end of a terminal
        pass
    os.close(terminal)
    return b"".join(parts)


def test_no_bar_elsewhere(long: MemoryRepo) -> None:
    done = long.hygiene("prove", "HEAD~8000..")
    assert done.stderr == ""
    assert done.stdout.endswith("added\n")
