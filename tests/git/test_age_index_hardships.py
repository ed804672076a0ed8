"""Whatever happens to the age index (issue 6): killed, crowded, full, damaged, in the way. The ages stay right."""

import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tests.conftest import MemoryRepo
from tests.git.histories import RandomHistory, on

AGE = [sys.executable, "-m", "memory_hygiene", "age", "--format", "json", "--now", on(100)]


@pytest.fixture
def history(repo: MemoryRepo) -> MemoryRepo:
    """A few hundred commits with merges, and a configuration that is not committed."""
    stream = RandomHistory(7, 300).stream
    subprocess.run(["git", "fast-import", "--quiet"], cwd=repo.path, input=stream, check=True)
    repo.git("reset", "-q", "--hard", "main")
    repo.write(".hygiene.yaml", "version: 1\nprofile: hermes\n")
    return repo


def ages(folder: Path, limit: Callable[[], None] | None = None) -> object:
    done = subprocess.run(AGE, cwd=folder, capture_output=True, check=False, preexec_fn=limit)
    assert done.returncode == 0, done.stderr.decode()
    assert b"Traceback" not in done.stderr
    return json.loads(done.stdout)


def index_of(repo: MemoryRepo) -> Path:
    return repo.path / ".git/hygiene/ages"


def records(repo: MemoryRepo) -> list[Path]:
    return sorted(path for path in index_of(repo).rglob("*") if path.is_file())


def test_bytes_that_turned(history: MemoryRepo) -> None:
    right = ages(history.path)
    random = Random(1)
    for _ in range(6):
        for file in records(history):
            data = bytearray(file.read_bytes())
            for _ in range(random.choice((1, 1, 5))):
                data[random.randrange(len(data))] ^= 1 << random.randrange(8)
            file.write_bytes(bytes(data))
        assert ages(history.path) == right


def test_records_cut_off_at_any_length(history: MemoryRepo) -> None:
    right = ages(history.path)
    for part in (0, 1, 16, 17, 18, 1_000, -2):
        for file in records(history):
            file.write_bytes(file.read_bytes()[:part])
        assert ages(history.path) == right


@pytest.mark.parametrize("place", ["record", "agent", "ages", "hygiene"])
def test_something_else_in_its_place(history: MemoryRepo, place: str) -> None:
    right = ages(history.path)
    if place == "record":
        for file in records(history):
            file.unlink()
            (file / "not empty").mkdir(parents=True)
    else:
        folder = {"agent": records(history)[0].parent, "ages": index_of(history), "hygiene": index_of(history).parent}
        folder[place].rename(history.path / ".git/aside")
        folder[place].write_text("a file")
    assert ages(history.path) == right
    assert ages(history.path) == right


def test_a_full_disk(history: MemoryRepo) -> None:
    right = ages(history.path)
    for file in records(history):
        file.unlink()
    for size in (0, 100, 4096):
        assert ages(history.path, lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))) == right  # noqa: B023
        assert records(history) == []
    assert ages(history.path) == right
    assert records(history)


def test_killed_while_it_builds(history: MemoryRepo) -> None:
    right = ages(history.path)
    whole = {file.name: file.read_bytes() for file in records(history)}
    for delay in (0.1, 0.2, 0.3, 0.4, 0.5, 0.6):
        for file in records(history):
            file.unlink()
        with subprocess.Popen(AGE, cwd=history.path, stdout=subprocess.DEVNULL, start_new_session=True) as process:
            time.sleep(delay)
            os.killpg(process.pid, signal.SIGKILL)
        for file in records(history):
            assert file.name.startswith(".") or file.read_bytes() == whole[file.name]
        assert ages(history.path) == right


def test_worktrees_that_build_at_once(history: MemoryRepo, tmp_path: Path) -> None:
    folders = [history.path]
    for number, back in enumerate((3, 40, 150)):
        folder = tmp_path / f"linked{number}"
        history.git("worktree", "add", "-q", "--detach", str(folder), f"main~{back}")
        (folder / ".hygiene.yaml").write_bytes(history.read(".hygiene.yaml"))
        folders.append(folder)
    right = [ages(folder) for folder in folders]
    assert len({json.dumps(each) for each in right}) == len(folders)
    for _ in range(2):
        for file in records(history):
            file.unlink()
        running = [subprocess.Popen(AGE, cwd=folder, stdout=subprocess.PIPE) for folder in folders for _ in range(2)]
        found = [json.loads(process.communicate()[0]) for process in running]
        assert found == [each for each in right for _ in range(2)]
        assert [process.returncode for process in running] == [0] * len(running)
    assert [ages(folder) for folder in folders] == right
    assert not [file for file in records(history) if file.name.startswith(".")]


def test_commits_made_and_rewritten_while_it_builds(history: MemoryRepo) -> None:
    """Each answer is that of some commit that was HEAD meanwhile; afterwards it is that of HEAD."""
    running = [subprocess.Popen(AGE, cwd=history.path, stdout=subprocess.PIPE) for _ in range(2)]
    for number in range(6):
        text = history.read("MEMORY.md").decode()
        history.write("MEMORY.md", f"{text.rstrip()}\n§\nAdded meanwhile, {number}\n")
        history.git("commit", "-qam", f"add {number}", *(("--amend",) if number % 3 == 2 else ()))
    for process in running:
        assert json.loads(process.communicate()[0])["version"] == 1
        assert process.returncode == 0
    warm = ages(history.path)
    for file in records(history):
        file.unlink()
    assert ages(history.path) == warm
