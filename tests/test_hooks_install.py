"""Hooks as installed: chained to old ones, effective, and never passing when they cannot judge."""

import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from memory_hygiene.edge.git.hooks import INSTALLED, SERVER_HOOK, Program, shim

from .conftest import MemoryRepo

TOP = Path(__file__).resolve().parent.parent
MEMORY = "The build server is 10.0.0.7.\n§\nDeploys run on Fridays.\n§\nThe cat is grey."


def script(path: Path, text: str, mode: int = 0o755) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n" + text)
    path.chmod(mode)
    return path


def init(repo: MemoryRepo, *options: str) -> subprocess.CompletedProcess[str]:
    done = repo.hygiene("init", ".", "--profile", "hermes", *options)
    assert "Traceback" not in done.stderr
    return done


def lose_an_entry(repo: MemoryRepo) -> subprocess.CompletedProcess[str]:
    repo.write("MEMORY.md", repo.read("MEMORY.md").replace("Deploys run on Fridays.\n§\n".encode(), b""))
    repo.git("add", "MEMORY.md")
    return repo.run("git", "commit", "-q", "-m", "tidy up")


@pytest.fixture
def memory(repo: MemoryRepo) -> MemoryRepo:
    repo.write("MEMORY.md", MEMORY)
    return repo


@pytest.mark.parametrize("hook", [*INSTALLED, SERVER_HOOK])
def test_hooks_folder_is_the_template_rendered(hook: str) -> None:
    path = TOP / "hooks" / hook
    assert path.read_bytes() == shim(hook, Program("hygiene"))
    assert path.stat().st_mode & stat.S_IXUSR


def test_hooks_folder_holds_nothing_else() -> None:
    assert sorted(path.name for path in (TOP / "hooks").iterdir()) == sorted([*INSTALLED, SERVER_HOOK])


def test_lost_entry_is_refused_by_the_installed_hook(memory: MemoryRepo) -> None:
    assert init(memory).returncode == 0
    done = lose_an_entry(memory)
    assert done.returncode == 1
    assert "entry-lost" in done.stdout + done.stderr


def test_lost_entry_is_refused_in_a_linked_worktree(memory: MemoryRepo, tmp_path: Path) -> None:
    init(memory)
    memory.git("worktree", "add", "-q", "-b", "second", str(tmp_path / "second tree"))
    linked = MemoryRepo.__new__(MemoryRepo)
    linked.path, linked.environment = tmp_path / "second tree", memory.environment
    assert lose_an_entry(linked).returncode == 1
    status = linked.hygiene("status")
    assert "6 of 6 run" in status.stdout


def test_hook_starts_in_an_empty_environment(memory: MemoryRepo) -> None:
    init(memory)
    memory.environment = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "LC_ALL": "C"}
    done = lose_an_entry(memory)
    assert done.returncode == 1
    assert "entry-lost" in done.stdout + done.stderr


def test_old_hook_is_kept_with_bytes_and_mode_and_runs_first(memory: MemoryRepo) -> None:
    old = script(memory.path / ".git/hooks/pre-commit", "echo old >> order.txt\n", 0o700)
    before = old.read_bytes()
    done = init(memory)
    assert "kept your pre-commit hook as pre-commit.before-hygiene" in done.stdout
    kept = old.with_name("pre-commit.before-hygiene")
    assert kept.read_bytes() == before
    assert stat.S_IMODE(kept.stat().st_mode) == 0o700
    (memory.path / "order.txt").unlink(missing_ok=True)
    assert lose_an_entry(memory).returncode == 1
    assert memory.read("order.txt") == b"old\n"
    assert "nothing to do" in init(memory).stdout
    assert kept.read_bytes() == before


def test_failure_of_the_old_hook_fails_the_commit(memory: MemoryRepo) -> None:
    init(memory)
    script(memory.path / ".git/hooks/pre-commit.before-hygiene", "echo no from the old one >&2; exit 7\n")
    memory.write("notes.txt", "x")
    memory.git("add", "notes.txt")
    done = memory.run("git", "commit", "-q", "-m", "notes")
    assert done.returncode == 1
    assert "no from the old one" in done.stderr


def test_old_hook_that_git_would_skip_is_skipped(memory: MemoryRepo) -> None:
    script(memory.path / ".git/hooks/pre-commit", "exit 7\n", 0o600)
    assert init(memory).returncode == 0
    memory.write("notes.txt", "x")
    memory.git("add", "notes.txt")
    assert memory.run("git", "commit", "-q", "-m", "notes").returncode == 0


def test_old_hook_and_ours_both_read_what_git_pushes(memory: MemoryRepo, tmp_path: Path) -> None:
    script(memory.path / ".git/hooks/pre-push", "cat > pushed.txt\n")
    init(memory)
    memory.git("init", "-q", "--bare", str(tmp_path / "remote.git"))
    memory.git("remote", "add", "origin", str(tmp_path / "remote.git"))
    memory.git("push", "-q", "origin", "main")
    assert memory.read("pushed.txt").startswith(b"refs/heads/main ")
    memory.write("MEMORY.md", memory.read("MEMORY.md").replace("Deploys run on Fridays.\n§\n".encode(), b""))
    memory.git("commit", "-q", "-a", "-n", "-m", "loss")
    done = memory.run("git", "push", "-q", "origin", "main")
    assert done.returncode == 1, done.stderr
    assert "entry-lost" in done.stdout + done.stderr


def test_missing_interpreter_refuses_and_says_so(memory: MemoryRepo) -> None:
    init(memory)
    path = memory.path / ".git/hooks/pre-commit"
    path.write_text(path.read_text().replace(sys.executable, "/gone/bin/python3"))
    done = lose_an_entry(memory)
    assert done.returncode == 1
    assert "/gone/bin/python3 is gone" in done.stderr
    direct = memory.run(str(path))
    assert direct.returncode == 2
    assert "pre-commit: its interpreter, or hygiene for it, is gone" in memory.hygiene("status").stdout
    assert "installed the hooks pre-commit" in init(memory).stdout
    assert "6 of 6 run" in memory.hygiene("status").stdout


def test_a_shim_whose_install_is_gone_refuses_without_traceback(memory: MemoryRepo) -> None:
    init(memory)
    path = memory.path / ".git/hooks/pre-commit"
    moved = re.sub(r"sys\.path \+= \[.*\]", 'sys.path += ["/gone"]', path.read_text())
    path.write_text(moved.replace(" -I ", " -I -S ") if " -S " not in moved else moved)
    done = memory.run(str(path))
    assert done.returncode == 2
    assert "cannot start" in done.stderr
    assert "Traceback" not in done.stderr


def test_pre_commits_own_hook_is_chained(memory: MemoryRepo, tmp_path: Path) -> None:
    memory.environment["PRE_COMMIT_HOME"] = str(tmp_path / "cache")
    memory.write(".pre-commit-config.yaml", "repos: []\n")
    memory.git("add", ".pre-commit-config.yaml")
    memory.git("commit", "-q", "-m", "framework")
    assert memory.run(sys.executable, "-m", "pre_commit", "install").returncode == 0
    assert "kept your pre-commit hook" in init(memory).stdout
    assert lose_an_entry(memory).returncode == 1


def test_reinstalled_framework_is_recognised_and_nothing_loops(memory: MemoryRepo) -> None:
    init(memory)
    hooks = memory.path / ".git/hooks"
    os.rename(hooks / "pre-commit", hooks / "pre-commit.legacy")
    script(hooks / "pre-commit", '# File generated by pre-commit: https://pre-commit.com\nexec "$0.legacy" "$@"\n')
    assert "nothing to do" in init(memory).stdout
    assert "6 of 6 run" in memory.hygiene("status").stdout
    assert lose_an_entry(memory).returncode == 1


def test_both_names_taken_leaves_both(memory: MemoryRepo) -> None:
    hooks = memory.path / ".git/hooks"
    script(hooks / "pre-commit", "exit 0\n")
    script(hooks / "pre-commit.before-hygiene", "exit 0\n")
    before = (hooks / "pre-commit").read_bytes()
    assert "left your pre-commit hook as it is" in init(memory).stdout
    assert (hooks / "pre-commit").read_bytes() == before
    assert "does not call hygiene" in memory.hygiene("status").stdout


def test_hooks_path_elsewhere_is_left_alone_and_named(memory: MemoryRepo, tmp_path: Path) -> None:
    shared = tmp_path / "shared hooks"
    script(shared / "pre-commit", "exit 0\n")
    memory.git("config", "core.hooksPath", str(shared))
    done = init(memory)
    assert done.returncode == 0
    assert f"sends git to {shared}" in done.stdout
    assert sorted(path.name for path in shared.iterdir()) == ["pre-commit"]
    assert not (memory.path / ".git/hooks/pre-commit").exists()
    assert "0 of 6 run" in memory.hygiene("status").stdout
    line = next(line for line in done.stdout.splitlines() if "hook pre-commit" in line).partition(":  ")[2]
    script(shared / "pre-commit", line + "\n")
    assert lose_an_entry(memory).returncode == 1
    assert "1 of 6 run" in memory.hygiene("status").stdout


def test_hooks_path_inside_the_git_directory_is_used(memory: MemoryRepo) -> None:
    memory.git("config", "core.hooksPath", str(memory.path / ".git/own"))
    init(memory)
    assert lose_an_entry(memory).returncode == 1
    assert (memory.path / ".git/own/pre-push").exists()


def test_tracked_hooks_folder_is_not_written(memory: MemoryRepo) -> None:
    script(memory.path / ".githooks/pre-commit", "exit 0\n")
    memory.git("add", ".githooks")
    memory.git("config", "core.hooksPath", ".githooks")
    assert init(memory).returncode == 0
    assert memory.read(".githooks/pre-commit") == b"#!/bin/sh\nexit 0\n"
    assert sorted(path.name for path in (memory.path / ".githooks").iterdir()) == ["pre-commit"]


def test_no_hooks_when_none_are_wanted(memory: MemoryRepo) -> None:
    assert init(memory, "--hooks", "none").returncode == 0
    assert not (memory.path / ".git/hooks/pre-commit").exists()


def test_branch_without_configuration_is_none_of_ours(repo: MemoryRepo, tmp_path: Path) -> None:
    repo.write("code.py", "x = 1\n")
    repo.commit()
    repo.git("switch", "-q", "-c", "memory")
    repo.write("MEMORY.md", MEMORY)
    init(repo)
    repo.git("switch", "-q", "main")
    repo.write("code.py", "x = 2\n")
    done = repo.run("git", "commit", "-q", "-a", "-m", "code")
    assert done.returncode == 0, done.stderr
    assert "nothing here is governed" in done.stdout + done.stderr
    repo.git("init", "-q", "--bare", str(tmp_path / "remote.git"))
    repo.git("remote", "add", "origin", str(tmp_path / "remote.git"))
    repo.git("push", "-q", "origin", "main")
    framework = repo.hygiene("hook", "pre-commit", PRE_COMMIT="1")
    assert framework.returncode == 2
    repo.git("switch", "-q", "memory")
    assert lose_an_entry(repo).returncode == 1
    repo.git("commit", "-q", "-n", "-m", "loss")
    done = repo.run("git", "push", "-q", "origin", "main", "memory")
    assert done.returncode == 1
    assert "entry-lost" in done.stdout + done.stderr


def test_configuration_cannot_be_removed_to_get_a_loss_through(memory: MemoryRepo) -> None:
    init(memory)
    memory.git("rm", "-q", "--cached", ".hygiene.yaml")
    assert lose_an_entry(memory).returncode == 1
