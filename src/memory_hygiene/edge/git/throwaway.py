"""Histories for throw-away repositories, written through GitPython: dated commits need no work tree and no clock.

Only for repositories we have just made ourselves (SHA-1, files backend): GitPython reads no others.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from memory_hygiene.errors import GitError

from .process import git_program

if TYPE_CHECKING:
    from git import Repo


@dataclass(frozen=True, slots=True)
class Step:
    """One commit: its message, its day (``YYYY-MM-DD``, at nine in the morning UTC), and the files as on disk."""

    message: str
    day: str
    paths: tuple[str, ...]


def set_local_config(folder: str, values: Mapping[tuple[str, str], str]) -> None:
    """Set configuration of the repository alone: (section, key) to value."""
    with _open(folder) as repository, repository.config_writer("repository") as writer:
        for (section, key), value in values.items():
            writer.set_value(section, key, value)


def commit_step(folder: str, step: Step, name: str, address: str) -> None:
    """Commit the files of one step as they are on disk now. Raises GitError when the repository cannot be written."""
    from git.exc import GitError as LibraryError

    from git import Actor

    author, moment = Actor(name, address), datetime.fromisoformat(f"{step.day}T09:00:00+00:00")
    try:
        with _open(folder) as repository:
            repository.index.add(list(step.paths))
            repository.index.commit(
                step.message, author=author, committer=author, author_date=moment, commit_date=moment, skip_hooks=True
            )
    except (LibraryError, OSError, ValueError) as error:
        raise GitError(f"the history cannot be written: {error}", "give another folder") from None


def _open(folder: str) -> "Repo":
    git_program()  # GitPython's own message for a missing git is an ImportError
    from git import Repo

    return Repo(folder)
