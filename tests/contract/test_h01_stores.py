"""H1, the layouts: a home's keys are refused when staged all the same, and SOUL.md beside ``memories`` is read."""

import json
import subprocess
from pathlib import Path

import pytest

from memory_hygiene.core.contracts import Profile
from memory_hygiene.core.first_files import Layout, ignore_lines
from memory_hygiene.core.live.homes import is_ignored
from tests.conftest import MemoryRepo
from tests.git.servers import guard

SECRETS = (".env", ".env.production", "auth.json", "state.db", "state.db-wal", "skills/deploy/.env", "memories/.env")
UNLISTED = ("config.yaml", "memories/ARCHIVE.jsonl", "memories/MEMORY.md.lock", "pending/memory/0a1b2c3d.json")
SKILL = "---\nname: deploy\ndescription: d\n---\n\nDeploy on Fridays.\n"


@pytest.fixture
def home(tmp_path: Path) -> MemoryRepo:
    """A Hermes home set up by the product: an allow-list, native hooks."""
    repo = MemoryRepo(tmp_path / ".hermes")
    repo.write("memories/MEMORY.md", "The build server is 10.0.0.7.")
    repo.write("SOUL.md", "# Soul\n\nBe kind.\n")
    repo.write("skills/deploy/SKILL.md", SKILL)
    for name in (*SECRETS, *UNLISTED):
        repo.write(name, "secret")
    done = repo.hygiene("init", "--profile", "hermes")
    assert done.returncode == 0, done.stderr
    return repo


def attempt(repo: MemoryRepo, *paths: str, options: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
    repo.git("add", "-f", "--", *paths)
    return repo.run("git", "commit", "-m", "more", *options)


@pytest.mark.parametrize("path", [*SECRETS, *UNLISTED])
def test_h01_what_is_no_memory_is_refused_when_staged_all_the_same(home: MemoryRepo, path: str) -> None:
    before = home.git("rev-parse", "HEAD")
    done = attempt(home, path)
    assert done.returncode == 1
    assert f"error: {path}:1: " in done.stderr
    assert "[home-exposed MH601]" in done.stderr
    assert ("a secret by its name" in done.stderr) is (path in SECRETS)
    mend = next(line for line in done.stderr.splitlines() if "mend:" in line)
    home.git(*mend.partition("git ")[2].partition(";")[0].split())
    assert home.git("rev-parse", "HEAD") == before
    assert home.git("status", "--porcelain") == ""


def test_h01_memory_skills_and_our_own_files_pass(home: MemoryRepo) -> None:
    home.write("memories/USER.md", "Name is Ann.")
    home.write("skills/deploy/references/steps.txt", "One.")
    home.write("MEMORY_WRITERS.md", home.read("MEMORY_WRITERS.md") + b"\n")
    home.write(".pre-commit-config.yaml", "repos: []\n")
    home.git("add", "-A")
    done = home.run("git", "commit", "-m", "more")
    assert done.returncode == 0, done.stderr
    assert "home-exposed" not in done.stderr


def test_h01_a_renamed_copy_of_a_secret_is_new(home: MemoryRepo) -> None:
    assert attempt(home, ".env", options=("--no-verify",)).returncode == 0
    home.write(".env", "changed")
    assert attempt(home, ".env").returncode == 0, "what is tracked does not block"
    (home.path / ".env").chmod(0o755)
    assert attempt(home, ".env").returncode == 0
    home.git("mv", ".env", "skills/.env.old")
    assert home.run("git", "commit", "-m", "moved").returncode == 1
    home.git("reset", "-q", "--hard")
    home.git("rm", "-q", "--cached", ".env")
    assert home.run("git", "commit", "-m", "gone").returncode == 0


def test_h01_secrets_are_refused_in_any_case(home: MemoryRepo) -> None:
    blob = home.git("hash-object", "-w", ".env").strip()
    home.git("update-index", "--add", "--cacheinfo", f"100644,{blob},.ENV")
    assert home.run("git", "commit", "-m", "more").returncode == 1


def test_h01_a_secret_that_came_and_went_in_a_push_is_refused(home: MemoryRepo, tmp_path: Path) -> None:
    server = tmp_path / "server.git"
    home.git("init", "-q", "--bare", "-b", "main", str(server))
    home.git("remote", "add", "origin", server.as_uri())
    home.git("push", "-q", "--no-verify", "origin", "main")
    guard(server)
    base = home.git("rev-parse", "HEAD").strip()
    assert attempt(home, ".env", options=("--no-verify",)).returncode == 0
    bad = home.git("rev-parse", "HEAD")[:12]
    home.git("rm", "-q", "--cached", ".env")
    assert home.run("git", "commit", "-m", "gone").returncode == 0
    for options in ((), ("--no-verify",)):
        done = home.run("git", "push", *options, "origin", "main")
        assert done.returncode == 1
        told = done.stdout + done.stderr
        assert f"(in commit {bad})" in told
        assert "home-exposed" in told
    ranged = home.hygiene("check", "--from-ref", base, "--to-ref", "HEAD")
    assert ranged.returncode == 1
    assert ranged.stdout.count("[home-exposed MH601]") == 1


def test_h01_a_commit_is_judged_by_what_it_brought(home: MemoryRepo) -> None:
    assert attempt(home, "config.yaml", options=("--no-verify",)).returncode == 0
    assert home.hygiene("check", "--rev", "HEAD").stdout.count("home-exposed") == 1
    assert home.hygiene("check", "--rev", "HEAD~1").stdout.count("home-exposed") == 0
    assert "home-exposed" not in home.hygiene("check", "--worktree").stdout


def test_h01_where_a_home_is_shared_only_secrets_are_refused(tmp_path: Path) -> None:
    repo = MemoryRepo(tmp_path / ".hermes")
    repo.write("memories/MEMORY.md", "The build server is 10.0.0.7.")
    repo.write("config.yaml", "model: x\n")
    repo.write(".env", "secret")
    repo.git("add", "config.yaml")
    repo.git("commit", "-q", "-m", "first")
    assert repo.hygiene("init", "--profile", "hermes").returncode == 0
    repo.write("notes.txt", "mine")
    assert attempt(repo, "notes.txt").returncode == 0
    assert attempt(repo, ".env").returncode == 1


def test_h01_a_memory_directory_may_hold_other_files(hermes: MemoryRepo) -> None:
    hermes.write("MEMORY.md", "The build server is 10.0.0.7.")
    hermes.write("notes.txt", "mine")
    hermes.git("add", "-A")
    assert hermes.hygiene("check", "--staged").returncode == 0


LINES = (
    "*.lock", "!/docs/", "/docs/*.tmp", "build", "/a/b", "!a/b", "**/cache", "logs/**/x", "?.txt", "# comment", "!\\#x",
)  # fmt: skip
PATHS = (
    "README.md", "memories/MEMORY.md", "memories/archive/x/y.md", "memories/other", "skills/a/b.lock", "docs/a.md",
    "docs/a.tmp", "docs/deep/a.tmp", "skills/build/x", "archive/build", "a/b", "a/c", "skills/cache/x", "logs/1/2/x",
    "z.txt", "skills/z.txt", "skills/zz.txt", "#x", "SOUL.md", ".env", "skills/.env", "skills/state.db-wal",
)  # fmt: skip


def test_h01_the_allow_list_is_read_as_git_reads_it(repo: MemoryRepo) -> None:
    lines = (*ignore_lines(Profile.HERMES, Layout.HOME), *LINES)
    repo.write(".gitignore", "\n".join(lines) + "\n")
    for path in PATHS:
        done = repo.run("git", "check-ignore", "-q", "--no-index", "--", path)
        assert is_ignored(path, lines) is (done.returncode == 0), path


def test_h01_soul_beside_the_memory_directory_is_shown_and_not_judged(tmp_path: Path) -> None:
    repo = MemoryRepo(tmp_path / "home" / "memories")
    repo.write("MEMORY.md", "The build server is 10.0.0.7.")
    (tmp_path / "home" / "SOUL.md").write_text("x" * 20_001)
    assert repo.hygiene("init", "--profile", "hermes").returncode == 0
    document = json.loads(repo.hygiene("status", "--format", "json").stdout)
    souls = [store for store in document["agents"][0]["stores"] if store["path"] == "../SOUL.md"]
    assert souls[0]["caps"][0]["size"] == 20_001
    assert repo.hygiene("check", "--worktree").returncode == 0


def test_h01_soul_is_read_only_beside_a_directory_called_memories(tmp_path: Path) -> None:
    repo = MemoryRepo(tmp_path / "home" / "notes")
    repo.write("MEMORY.md", "The build server is 10.0.0.7.")
    (tmp_path / "home" / "SOUL.md").write_text("Be kind.")
    assert repo.hygiene("init", "--profile", "hermes").returncode == 0
    assert "SOUL.md" not in repo.hygiene("status").stdout
