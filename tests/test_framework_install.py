"""The manifest as others use it: the real pre-commit clones this project, builds its environment and runs the hooks."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import MemoryRepo, clean_environment

TOP = Path(__file__).parent.parent


@pytest.fixture
def published(tmp_path: Path) -> MemoryRepo:
    """This project as it stands, committed in a repository of its own."""
    repo = MemoryRepo(tmp_path / "published")
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", ":!tests"],
        cwd=TOP,
        env=clean_environment(),
        capture_output=True,
        check=True,
    )
    for name in filter(None, listed.stdout.split(b"\0")):
        source, target = TOP / os.fsdecode(name), repo.path / os.fsdecode(name)
        if source.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)
    repo.commit("published")
    return repo


@pytest.mark.skipif(os.environ.get("HYGIENE_OFFLINE") == "1", reason="HYGIENE_OFFLINE=1: nothing can be installed")
def test_a_loss_is_refused_by_the_hook_that_pre_commit_installed(
    published: MemoryRepo, hermes: MemoryRepo, tmp_path: Path
) -> None:
    revision = published.git("rev-parse", "HEAD").strip()
    hooks = "".join(
        f"      - id: {name}\n" for name in ("memory-hygiene", "memory-hygiene-commit-msg", "memory-hygiene-push")
    )
    hermes.write(
        ".pre-commit-config.yaml",
        f"repos:\n  - repo: {published.path}\n    rev: {revision}\n    hooks:\n{hooks}",
    )
    hermes.write("MEMORY.md", "The berths have meters.\n§\nThe kiosk has none.")
    hermes.commit("before")
    hermes.environment["PRE_COMMIT_HOME"] = str(tmp_path / "framework")
    installed = hermes.run(sys.executable, "-m", "pre_commit", "install", "-t", "pre-commit", "-t", "commit-msg")
    assert installed.returncode == 0, installed.stdout + installed.stderr
    hermes.write("MEMORY.md", "The berths have meters.")
    refused = hermes.run("git", "commit", "-q", "-a", "-m", "loss")
    assert refused.returncode == 1
    assert "entry-lost" in refused.stdout + refused.stderr
    hermes.write("MEMORY.md", "The berths have meters.\n§\nThe kiosk has none.\n§\nA third.")
    assert hermes.run("git", "commit", "-q", "-a", "-m", "more").returncode == 0
