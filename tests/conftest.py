"""Real repositories for the tests, in an environment that no outer git and no user configuration can reach."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

GIT_LEAKS = ("GIT_", "PRE_COMMIT", "HERMES_", "HYGIENE_NOW")


def clean_environment() -> dict[str, str]:
    """The environment without what a surrounding git hook, framework or agent would leak into a test."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(GIT_LEAKS)}
    return {
        **kept,
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_SYSTEM": os.devnull,
        "GIT_AUTHOR_DATE": "2026-09-15T12:00:00+0000",
        "GIT_COMMITTER_DATE": "2026-09-15T12:00:00+0000",
        "NO_COLOR": "1",
    }


class MemoryRepo:
    """A git repository in a folder of its own, with a local identity, and the installed ``hygiene`` to run in it."""

    def __init__(self, path: Path, *init: str) -> None:
        self.path = path
        self.environment = clean_environment()
        path.mkdir(parents=True, exist_ok=True)
        self.git("init", "-q", "-b", "main", *init)
        self.git("config", "user.name", "Test Writer")
        self.git("config", "user.email", "writer@example.org")

    def run(self, *command: str, **extra: str) -> subprocess.CompletedProcess[str]:
        """Run any command in the repository; ``extra`` goes into the environment."""
        environment = {**self.environment, **extra}
        return subprocess.run(
            command,
            cwd=self.path,
            env=environment,
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="surrogateescape",
            check=False,
            stdin=subprocess.DEVNULL,
        )

    def git(self, *arguments: str, **extra: str) -> str:
        """The output of a git command that must succeed."""
        done = self.run("git", *arguments, **extra)
        assert done.returncode == 0, f"git {arguments}: {done.stdout}{done.stderr}"
        return done.stdout

    def hygiene(self, *arguments: str, **extra: str) -> subprocess.CompletedProcess[str]:
        """Run the product as a user would."""
        return self.run(sys.executable, "-m", "memory_hygiene", *arguments, **extra)

    def write(self, path: str, content: str | bytes) -> Path:
        """Write a file, folders included, bytes as given."""
        target = self.path / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode() if isinstance(content, str) else content)
        return target

    def read(self, path: str) -> bytes:
        """The bytes of a file on disk."""
        return (self.path / path).read_bytes()

    def commit(self, message: str = "change", date: str = "2026-09-15T12:00:00+0000", *options: str) -> str:
        """Commit everything and give back the commit's id."""
        self.git("add", "-A")
        self.git("commit", "-q", "-m", message, *options, GIT_AUTHOR_DATE=date, GIT_COMMITTER_DATE=date)
        return self.git("rev-parse", "HEAD").strip()


@pytest.fixture(autouse=True)
def _no_outer_git(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.startswith(GIT_LEAKS):
            monkeypatch.delenv(name)
    for name, value in clean_environment().items():
        monkeypatch.setenv(name, value)


@pytest.fixture
def repo(tmp_path: Path) -> MemoryRepo:
    """An empty repository without configuration of ours."""
    return MemoryRepo(tmp_path / "memories")


@pytest.fixture
def hermes(repo: MemoryRepo) -> MemoryRepo:
    """A repository that is one Hermes memory directory, by a hand-written configuration; nothing committed yet."""
    repo.write(".hygiene.yaml", "version: 1\nprofile: hermes\n")
    return repo


@pytest.fixture
def sanctum(repo: MemoryRepo) -> MemoryRepo:
    """A repository that is one sanctum folder, by a hand-written configuration; nothing committed yet."""
    repo.write(".hygiene.yaml", "version: 1\nprofile: sanctum\n")
    return repo
