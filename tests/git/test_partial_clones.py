"""A partial clone has left objects at its remote: what cannot be judged is refused, and nothing is fetched unasked."""

from pathlib import Path

import pytest

from tests.conftest import MemoryRepo

REMEDY = "git fetch --refetch --no-filter"


@pytest.fixture
def origin(hermes: MemoryRepo) -> MemoryRepo:
    """A repository that serves partial clones, with a loss in its history."""
    for text in ("one\n§\ntwo", "two", "two\n§\nthree"):
        hermes.write("MEMORY.md", text)
        hermes.commit()
    hermes.git("config", "uploadpack.allowFilter", "true")
    hermes.git("config", "uploadpack.allowAnySHA1InWant", "true")
    return hermes


def partial_clone(origin: MemoryRepo, tmp_path: Path, what: str) -> MemoryRepo:
    """A clone over the protocol that leaves ``what`` behind."""
    path = tmp_path / "partial"
    origin.git("clone", "-q", f"--filter={what}", f"file://{origin.path}", str(path))
    return MemoryRepo(path)


@pytest.mark.parametrize("what", ["blob:none", "tree:0"])
@pytest.mark.parametrize("command", ["prove", "replay"])
@pytest.mark.parametrize("arguments", [(), ("--format", "json"), ("--profile", "hermes"), ("HEAD~2..",)])
def test_it_is_refused_with_the_remedy(
    origin: MemoryRepo, tmp_path: Path, what: str, command: str, arguments: tuple[str, ...]
) -> None:
    clone = partial_clone(origin, tmp_path, what)
    before = clone.git("cat-file", "--batch-all-objects", "--batch-check")
    done = clone.hygiene(command, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert "was never fetched: this clone is partial" in done.stderr
    assert done.stderr.count("\n") == 2
    assert REMEDY in done.stderr
    assert clone.git("cat-file", "--batch-all-objects", "--batch-check") == before


@pytest.mark.parametrize("what", ["blob:none", "tree:0"])
def test_the_remedy_helps(origin: MemoryRepo, tmp_path: Path, what: str) -> None:
    clone = partial_clone(origin, tmp_path, what)
    clone.git(*REMEDY.split()[1:], "-q")
    for command in ("prove", "replay"):
        done, there = clone.hygiene(command), origin.hygiene(command)
        assert (done.returncode, done.stdout) == (1, there.stdout)


def test_what_is_there_is_judged(origin: MemoryRepo, tmp_path: Path) -> None:
    clone = partial_clone(origin, tmp_path, "blob:none")
    clone.git("show", "HEAD^:MEMORY.md")
    done = clone.hygiene("prove", "HEAD^..", "--format", "json")
    assert done.returncode == 0, done.stderr
