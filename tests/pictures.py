"""Pictures of a repository: every byte, mode, link and folder on disk, HEAD, the index; and a store with work to do."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from .conftest import MemoryRepo

STAY = "Deploys run on Fridays."
STALE = "[stale] The staging database answered on port 8410 until the move, and nothing else ever listened there."
GONE = "[superseded] The build server is 10.0.0.7."
MEMORY = f"{STAY}\n§\n{STALE}\n§\n{GONE}"
ARCHIVE = "archive/MEMORY.archive.md"
LEDGER = "MEMORY_AUDIT_LEDGER.md"


class Picture(NamedTuple):
    """All that a refused apply must leave as it was."""

    files: dict[str, tuple[int, bytes]]
    staged: str
    head: str


def picture_of(repo: MemoryRepo) -> Picture:
    """The picture of a repository now; lock files, which are never removed, are left out."""
    staged = repo.git("ls-files", "--stage", "-v") + repo.git("diff", "--cached", "--raw", "--no-abbrev")
    return Picture(dict(_files(repo.path)), staged, repo.git("rev-parse", "HEAD"))


def _files(top: Path) -> Iterator[tuple[str, tuple[int, bytes]]]:
    for folder, names, files in os.walk(top):
        if folder == str(top):
            names.remove(".git")
        for name in (*names, *files):
            path = Path(folder, name)
            mode = path.lstat().st_mode
            if name.endswith(".lock"):
                continue
            content = os.fsencode(os.readlink(path)) if stat.S_ISLNK(mode) else b""
            yield str(path.relative_to(top)), (mode, path.read_bytes() if stat.S_ISREG(mode) else content)


def with_work(repo: MemoryRepo) -> MemoryRepo:
    """``repo`` with a committed store in which one entry is to be archived and one to be pruned."""
    repo.write("MEMORY.md", MEMORY).chmod(0o600)
    repo.write("notes.txt", "notes\n")
    repo.commit("memory")
    return repo


def leave_hook(repo: MemoryRepo, name: str, script: str) -> None:
    """Install a hook of the user's own."""
    hook = repo.path / ".git" / "hooks" / name
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\n{script}\n")
    hook.chmod(0o755)
