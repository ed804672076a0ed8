"""H23: one agent directory per agent; a plan, move, pointer or commit that spans two is refused; what crosses shows."""

import subprocess
from pathlib import Path

import pytest

from tests.conftest import MemoryRepo
from tests.in_memory import section_sign
from tests.test_init import canary_of

AGENTS = ("heron", "kite")
SECRET = "The client in the north pays in March, and wants two copies."


@pytest.fixture
def two(repo: MemoryRepo) -> MemoryRepo:
    """Two Hermes agents in one repository, set up one after the other, with the hooks in place."""
    for name in AGENTS:
        repo.write(f"agents/{name}/MEMORY.md", section_sign(f"{name} one", "Orders are append-only.", f"{name} three"))
        done = repo.hygiene("init", f"agents/{name}", "--profile", "hermes", "--agent", name)
        assert done.returncode == 0, done.stdout + done.stderr
    return repo


def add(repo: MemoryRepo, name: str, entry: str) -> None:
    path = f"agents/{name}/MEMORY.md"
    repo.write(path, repo.read(path) + f"\n§\n{entry}".encode())


def commit(repo: MemoryRepo, *options: str) -> subprocess.CompletedProcess[str]:
    repo.git("add", "-A")
    return repo.run("git", "commit", "-q", "-m", "change", *options)


def test_h23_each_agent_has_its_own_files(two: MemoryRepo) -> None:
    tracked = set(two.git("ls-files").split())
    for name in AGENTS:
        assert {f"agents/{name}/{file}" for file in ("MEMORY_AUDIT_LEDGER.md", "MEMORY_WRITERS.md")} <= tracked
    assert canary_of(two.read("agents/heron/MEMORY.md")) != canary_of(two.read("agents/kite/MEMORY.md"))


def test_h23_a_commit_that_spans_two_agents_is_refused(two: MemoryRepo) -> None:
    for name in AGENTS:
        add(two, name, f"news of {name}")
    done = commit(two)
    assert done.returncode == 1
    assert "one commit changes the memory of 2 agents (heron, kite)" in done.stdout + done.stderr
    assert "spans-agents" in done.stdout + done.stderr
    for name in AGENTS:
        done = two.run("git", "commit", "-q", "-m", name, "--", f"agents/{name}")
        assert done.returncode == 0, done.stdout + done.stderr


def test_h23_what_stands_on_disk_is_no_commit_yet(two: MemoryRepo) -> None:
    for name in AGENTS:
        add(two, name, f"news of {name}")
    assert two.hygiene("check", "--worktree").returncode == 0


def test_h23_a_merge_of_what_two_agents_committed_is_no_such_commit(two: MemoryRepo) -> None:
    two.git("switch", "-q", "-c", "side")
    add(two, "kite", "news of kite")
    assert commit(two).returncode == 0
    two.git("switch", "-q", "main")
    add(two, "heron", "news of heron")
    assert commit(two).returncode == 0
    done = two.run("git", "merge", "-q", "--no-edit", "side")
    assert done.returncode == 0, done.stdout + done.stderr
    assert two.hygiene("check", "--rev", "HEAD").returncode == 0
    assert two.hygiene("check", "--from-ref", "HEAD~1", "--to-ref", "HEAD").returncode == 0


@pytest.fixture
def remote(two: MemoryRepo, tmp_path: Path) -> MemoryRepo:
    """``two`` with everything pushed."""
    two.git("init", "-q", "--bare", str(tmp_path / "remote.git"))
    two.git("remote", "add", "origin", str(tmp_path / "remote.git"))
    two.git("push", "-q", "origin", "main")
    return two


def test_h23_a_push_is_judged_commit_by_commit(remote: MemoryRepo) -> None:
    """Two commits of one agent each may go together; one that spans both may not, nor once it is taken back."""
    for name in AGENTS:
        add(remote, name, f"news of {name}")
        assert commit(remote).returncode == 0
    done = remote.run("git", "push", "-q", "origin", "main")
    assert done.returncode == 0, done.stdout + done.stderr
    before = {name: remote.read(f"agents/{name}/MEMORY.md") for name in AGENTS}
    for name in AGENTS:
        add(remote, name, f"more of {name}")
    assert commit(remote, "--no-verify").returncode == 0
    done = remote.run("git", "push", "-q", "origin", "main")
    assert done.returncode == 1
    assert "spans-agents" in done.stdout + done.stderr
    for name in AGENTS:
        remote.write(f"agents/{name}/MEMORY.md", before[name])
        assert commit(remote, "--no-verify").returncode == 0
    assert "spans-agents" in remote.hygiene("check", "--from-ref", "origin/main", "--to-ref", "HEAD").stdout


def test_h23_a_new_agent_beside_the_others_is_welcome(two: MemoryRepo) -> None:
    two.write("agents/wren/MEMORY.md", section_sign("wren one", "wren two"))
    config = two.read(".hygiene.yaml").decode()
    two.write(
        ".hygiene.yaml", config.replace("agents:\n", "agents:\n  wren:\n    path: agents/wren\n    profile: hermes\n")
    )
    add(two, "heron", "Wren has joined.")
    done = commit(two)
    assert done.returncode == 0, done.stdout + done.stderr


def test_h23_several_agents_may_begin_in_the_first_commit(repo: MemoryRepo) -> None:
    lines = "".join(f"  {name}: {{path: agents/{name}}}\n" for name in AGENTS)
    repo.write(".hygiene.yaml", f"version: 1\nprofile: hermes\nagents:\n{lines}")
    for name in AGENTS:
        repo.write(f"agents/{name}/MEMORY.md", section_sign(f"{name} one"))
    repo.git("add", "-A")
    assert repo.hygiene("check", "--staged").returncode == 0


def test_h23_an_entry_that_moves_across_is_refused(two: MemoryRepo) -> None:
    add(two, "heron", SECRET)
    assert commit(two).returncode == 0
    two.write("agents/heron/MEMORY.md", two.read("agents/heron/MEMORY.md").replace(f"\n§\n{SECRET}".encode(), b""))
    add(two, "kite", SECRET)
    done = commit(two)
    assert done.returncode == 1
    assert "left heron's agents/heron/MEMORY.md in the same change" in done.stdout + done.stderr
    assert commit(two, "--no-verify").returncode == 0
    assert "entry-crosses-agents" in two.hygiene("check", "--from-ref", "HEAD~1", "--to-ref", "HEAD").stdout


def test_h23_a_copy_of_a_long_entry_is_shown(two: MemoryRepo) -> None:
    for name in AGENTS:
        add(two, name, SECRET)
        two.git("add", f"agents/{name}")
        done = two.run("git", "commit", "-q", "-m", name)
        assert done.returncode == 0, done.stdout + done.stderr
    assert "heron" not in done.stdout + done.stderr  # nobody looks at heron's memory when kite's is committed
    done = two.hygiene("check")
    assert done.returncode == 0
    assert done.stdout.count("stand word for word in heron's agents/heron/MEMORY.md") == 1
    assert "MH432" in two.hygiene("check", "--from-ref", "HEAD~2", "--to-ref", "HEAD").stdout


def test_h23_a_token_that_crosses_is_refused(two: MemoryRepo) -> None:
    add(two, "kite", f"Seen somewhere: {canary_of(two.read('agents/heron/MEMORY.md'))}")
    done = commit(two)
    assert done.returncode == 1
    assert "canary token of the agent heron's MEMORY.md" in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("store", "target"), [("agents/kite/USER.md", "../heron/MEMORY.md"), ("USER.md", "agents/heron/MEMORY.md")]
)
def test_h23_a_symlink_into_another_agents_directory_is_refused(two: MemoryRepo, store: str, target: str) -> None:
    """Also where one directory holds the other."""
    if "/" not in store:
        two.write("MEMORY.md", "top")
        config = two.read(".hygiene.yaml").decode()
        two.write(".hygiene.yaml", config.replace("agents:\n", "agents:\n  top:\n    path: .\n    profile: hermes\n"))
        assert commit(two).returncode == 0
    (two.path / store).symlink_to(target)
    done = commit(two)
    assert done.returncode == 1
    assert "path-escape" in done.stdout + done.stderr


def test_h23_a_pointer_into_another_agents_directory_is_refused(two: MemoryRepo) -> None:
    add(two, "kite", "_[archived 2026-09-01]_ the client → ../heron/archive/MEMORY.archive.md")
    done = commit(two)
    assert done.returncode == 1
    assert "path-escape" in done.stdout + done.stderr


def test_h23_no_command_reaches_into_another_agent(two: MemoryRepo) -> None:
    kite = {path: path.read_bytes() for path in (two.path / "agents" / "kite").rglob("*") if path.is_file()}
    done = two.hygiene("plan", "--agent", "heron", "agents/kite/MEMORY.md")
    assert done.returncode == 2
    assert "no file of agent heron" in done.stderr
    done = two.hygiene("canary", "rotate", "--agent", "heron", "--store", "agents/kite/MEMORY.md")
    assert done.returncode == 2
    assert two.hygiene("canary", "rotate").returncode == 2  # which agent?
    add(two, "heron", "[prune] gone soon")
    assert commit(two).returncode == 0
    for command in (("apply",), ("canary", "rotate")):
        done = two.hygiene(*command, "--agent", "heron")
        assert done.returncode == 0, done.stdout + done.stderr
        assert all(path.startswith("agents/heron/") for path in two.git("show", "--format=", "--name-only").split())
    assert {path: path.read_bytes() for path in kite} == kite
