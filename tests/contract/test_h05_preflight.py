"""H5, pre-flight: the memory tool is checked, and a failed check is reported as BROKEN; looking leaves no trace."""

import fcntl
import json
import os
from pathlib import Path

import pytest

from memory_hygiene.edge.workspace import open_workspace
from memory_hygiene.runs.preflight import preflight
from tests.conftest import MemoryRepo
from tests.test_init import photograph

NAMES = ["ledger", "stores", "round-trip", "locks", "directory", "git", "live-config"]


@pytest.fixture
def ready(repo: MemoryRepo) -> MemoryRepo:
    """A memory directory that was set up."""
    repo.write("MEMORY.md", "One.\n§\nTwo.")
    repo.write("USER.md", "Name is Ann.")
    assert repo.hygiene("init", "--profile", "hermes").returncode == 0
    return repo


def broken(repo: MemoryRepo) -> dict[str, str]:
    """The failed checks, name to detail, as the run, the text and the JSON of status have them."""
    workspace = open_workspace(str(repo.path))
    checks = preflight(workspace, workspace.settings.agents[0], timeout=0.05)
    assert [check.name for check in checks] == NAMES
    found = {check.name: check.detail for check in checks if not check.ok}
    assert not any(str(repo.path) in check.detail for check in checks)
    return found


def test_all_is_well_after_a_set_up(ready: MemoryRepo) -> None:
    assert broken(ready) == {}
    assert "BROKEN" not in ready.hygiene("status").stdout
    checks = json.loads(ready.hygiene("status", "--format", "json").stdout)["agents"][0]["preflight"]
    assert [check["name"] for check in checks] == NAMES
    assert all(check["ok"] for check in checks)
    details = {check["name"]: check["detail"] for check in checks}
    assert details["ledger"].endswith(" INIT")
    assert details["stores"] == "2 stores read"


def test_looking_leaves_no_trace(ready: MemoryRepo) -> None:
    for lock in ready.path.glob("*.lock"):
        lock.unlink()
    before, inside = photograph(ready.path), photograph(ready.path / ".git")
    assert broken(ready) == {}
    assert photograph(ready.path) == before
    assert photograph(ready.path / ".git") == inside


@pytest.mark.parametrize("lock", ["MEMORY.md.lock", "USER.md.lock", ".git/hygiene/lock"])
def test_a_lock_that_is_held_is_broken(ready: MemoryRepo, lock: str) -> None:
    path = ready.path / lock
    path.touch()
    with open(path, "a+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        assert broken(ready)["locks"].startswith(f"{lock} is held by another process")
        shown = ready.hygiene("status").stdout
        assert f"  BROKEN locks: {lock} is held by another process" in shown
    assert broken(ready) == {}


def test_looking_lets_the_locks_go(ready: MemoryRepo) -> None:
    broken(ready)
    for lock in (*ready.path.glob("*.lock"), ready.path / ".git/hygiene/lock"):
        with open(lock, "a+") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_a_lock_that_is_a_link_is_broken(ready: MemoryRepo, tmp_path: Path) -> None:
    (ready.path / "MEMORY.md.lock").unlink(missing_ok=True)
    (ready.path / "MEMORY.md.lock").symlink_to(tmp_path / "elsewhere")
    assert "it is a link" in broken(ready)["locks"]


@pytest.mark.parametrize(
    ("data", "check", "said"),
    [
        (b"caf\xe9", "stores", "MEMORY.md is not UTF-8"),
        (b"a\0b", "stores", "MEMORY.md is not UTF-8, or it holds a NUL"),
        ("One.\n\n§\nTwo.".encode(), "round-trip", "MEMORY.md:2: a blank line stands before the § delimiter"),
        ("One.\n§\n".encode() + b"x" * 2201, "round-trip", "MEMORY.md:3: one entry has 2,201 characters"),
    ],
)
def test_a_store_the_memory_tool_would_refuse_is_broken(ready: MemoryRepo, data: bytes, check: str, said: str) -> None:
    ready.write("MEMORY.md", data)
    found = broken(ready)
    assert list(found) == [check]
    assert found[check].startswith(said)
    assert f"  BROKEN {check}: {said}" in ready.hygiene("status").stdout


@pytest.mark.parametrize("data", ["One.\n§\nTwo.\n", "One.\r\n§\r\nTwo.", "", "One.\n§\nOne."])
def test_what_the_agent_itself_leaves_is_no_fault(ready: MemoryRepo, data: str) -> None:
    ready.write("MEMORY.md", data)
    assert broken(ready) == {}


def test_an_entry_within_the_live_limit_round_trips(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """H2: the agent's own limit decides what it refuses, not ours."""
    monkeypatch.setenv("HERMES_MANAGED_DIR", str(tmp_path / "not-there"))
    repo = MemoryRepo(tmp_path / "home/memories")
    repo.write(".hygiene.yaml", "version: 1\nprofile: hermes\n")
    repo.write("MEMORY.md", "x" * 2500)
    assert "round-trip" in broken(repo)
    (tmp_path / "home/config.yaml").write_text("memory: {memory_char_limit: 3000}\n")
    assert broken(repo) == {}


@pytest.mark.parametrize("kind", ["folder", "outside", "dangling"])
def test_a_store_that_is_no_file_is_broken(ready: MemoryRepo, tmp_path: Path, kind: str) -> None:
    (ready.path / "USER.md").unlink()
    if kind == "folder":
        (ready.path / "USER.md").mkdir()
    else:
        (tmp_path / "outside").write_text("x")
        (ready.path / "USER.md").symlink_to(tmp_path / "outside" if kind == "outside" else "nowhere")
    said = "a folder stands in place of USER.md" if kind == "folder" else "USER.md is no regular file of this agent"
    assert said in broken(ready)["stores"]


def test_a_linked_store_is_not_written_through(ready: MemoryRepo) -> None:
    ready.write("real.md", "Name is Ann.")
    (ready.path / "USER.md").unlink()
    (ready.path / "USER.md").symlink_to("real.md")
    assert "USER.md is a link" in broken(ready)["directory"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
def test_a_folder_without_permission_is_broken(ready: MemoryRepo) -> None:
    ready.path.chmod(0o500)
    try:
        assert "the directory is not writable for uid" in broken(ready)["directory"]
    finally:
        ready.path.chmod(0o700)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_a_store_the_agent_cannot_read_is_broken(ready: MemoryRepo, monkeypatch: pytest.MonkeyPatch) -> None:
    trusting = str(ready.path.parent / "gitconfig")
    ready.git("config", "--global", "safe.directory", "*", GIT_CONFIG_GLOBAL=trusting)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", trusting)
    for path in (ready.path, *ready.path.glob("*.md")):
        os.chown(path, 4321, 4321)
    os.chown(ready.path / "USER.md", 0, 0)
    (ready.path / "USER.md").chmod(0o600)
    assert broken(ready)["directory"].startswith("USER.md belongs to uid 0, and the agent (uid 4321) cannot read it")


def test_a_sanctum_has_no_round_trip(sanctum: MemoryRepo) -> None:
    sanctum.write("LORE.md", "- A fact.\n")
    assert broken(sanctum) == {}
