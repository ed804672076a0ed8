"""The workflows of docs/ci.md are run: their steps, in a clone as a runner makes it, on a good and on a bad branch."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from .conftest import MemoryRepo, clean_environment

TOP = Path(__file__).parent.parent
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", (TOP / "docs" / "ci.md").read_text("utf-8"), re.MULTILINE | re.DOTALL)
WORKFLOWS = [YAML(typ="safe", pure=True).load(text) for language, text in BLOCKS if language == "yaml"]
KEEP = "Never deploy on Fridays."
LOST = "Orders are append-only; a correction is a second order."


@pytest.fixture(scope="module")
def origin(tmp_path_factory: pytest.TempPathFactory) -> MemoryRepo:
    """A memory repo with two branches off main: one adds an entry, one loses one past the hooks."""
    repo = MemoryRepo(tmp_path_factory.mktemp("origin") / "memory")
    (repo.path / "MEMORY.md").write_text(f"{KEEP}\n§\n{LOST}")
    assert repo.hygiene("init", "--profile", "hermes").returncode == 0
    for branch, change in (("good", lambda text: text + "\n§\nBerths keep their numbers."), ("bad", _without_lost)):
        repo.git("switch", "-q", "-c", branch, "main")
        store = repo.path / "MEMORY.md"
        store.write_text(change(store.read_text()))
        repo.git("commit", "-q", "--no-verify", "-am", branch)
    repo.git("switch", "-q", "main")
    return repo


def _without_lost(text: str) -> str:
    return "\n§\n".join(entry for entry in text.split("\n§\n") if entry != LOST)


def _clone(origin: MemoryRepo, folder: Path, branch: str, *options: str) -> Path:
    subprocess.run(
        ["git", "clone", "-q", "--branch", branch, *options, f"file://{origin.path}", str(folder)],
        env=clean_environment(), check=True,
    )  # fmt: skip
    return folder


def in_page(script: str, folder: Path, **environment: str) -> "subprocess.CompletedProcess[str]":
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    lines = "\n".join(line for line in script.splitlines() if not line.startswith("pip install"))
    return subprocess.run(
        ["bash", "-e", "-c", lines], cwd=folder, env={**clean_environment(), "PATH": path, **environment},
        capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip


def _github() -> tuple[str, str]:
    steps = WORKFLOWS[0]["jobs"]["gate"]["steps"]
    runs = {step["if"]: step["run"] for step in steps if "if" in step}
    return runs["github.event_name == 'pull_request'"], runs["github.event_name == 'push'"]


@pytest.mark.parametrize(("branch", "code"), [("good", 0), ("bad", 1)])
def test_github_actions_judges_a_pull_request_and_a_push(
    origin: MemoryRepo, tmp_path: Path, branch: str, code: int
) -> None:
    clone = _clone(origin, tmp_path / "clone", branch)
    for script in _github():
        done = in_page(script, clone, GITHUB_BASE_REF="main")
        assert done.returncode == code, done.stdout + done.stderr
        assert ("entry-lost" in done.stdout) is (code == 1)


@pytest.mark.parametrize(("branch", "code"), [("good", 0), ("bad", 1)])
def test_gitlab_judges_a_merge_request(origin: MemoryRepo, tmp_path: Path, branch: str, code: int) -> None:
    job = WORKFLOWS[1]["memory"]
    assert job["variables"] == {"GIT_DEPTH": "0"}
    clone = _clone(origin, tmp_path / "clone", branch)
    done = in_page("\n".join(job["script"]), clone, CI_MERGE_REQUEST_TARGET_BRANCH_NAME="main")
    assert done.returncode == code, done.stdout + done.stderr


@pytest.mark.parametrize(("branch", "code"), [("good", 0), ("bad", 1)])
def test_plain_runner_mends_a_shallow_checkout(origin: MemoryRepo, tmp_path: Path, branch: str, code: int) -> None:
    clone = _clone(origin, tmp_path / "clone", branch, "--depth", "1", "--no-single-branch")
    script = next(text for language, text in BLOCKS if language == "sh" and "unshallow" in text)
    done = in_page(script, clone)
    assert done.returncode == code, done.stdout + done.stderr


def test_a_shallow_checkout_is_not_passed_but_told_the_remedy(origin: MemoryRepo, tmp_path: Path) -> None:
    clone = _clone(origin, tmp_path / "clone", "bad", "--depth", "1")
    done = in_page("hygiene check --rev HEAD", clone)
    assert done.returncode == 2
    assert "git fetch --unshallow" in done.stderr


def test_the_server_hook_of_the_page_refuses_the_bad_branch(origin: MemoryRepo, tmp_path: Path) -> None:
    server = tmp_path / "server.git"
    subprocess.run(["git", "init", "-q", "--bare", str(server)], env=clean_environment(), check=True)
    hook = server / "hooks" / "pre-receive"
    hook.write_text(next(text for language, text in BLOCKS if "pre-receive" in text))
    hook.chmod(0o755)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    good = origin.run("git", "push", "-q", "--no-verify", str(server), "main", "good", PATH=path)
    assert good.returncode == 0, good.stderr
    bad = origin.run("git", "push", "-q", "--no-verify", str(server), "bad", PATH=path)
    assert bad.returncode != 0
    assert "entry-lost" in bad.stderr
