"""Making commits: exactly the paths that changed, with the user's hooks, signing and identity."""

import os
from collections.abc import Iterable

from memory_hygiene.errors import GitError, HygieneError

from .process import Result, git
from .repository import Repository

_STATES = {
    "MERGE_HEAD": ("a merge", "git merge --continue or --abort"),
    "CHERRY_PICK_HEAD": ("a cherry-pick", "git cherry-pick --continue or --abort"),
    "REVERT_HEAD": ("a revert", "git revert --continue or --abort"),
    "rebase-merge": ("a rebase", "git rebase --continue or --abort"),
    "rebase-apply": ("a rebase or am", "git rebase --continue or git am --abort"),
    "BISECT_LOG": ("a bisect", "git bisect reset"),
}
_HOOK_VARIABLES = ("GIT_INDEX_FILE", "GIT_DIR", "PRE_COMMIT")
_LITERAL = {"GIT_LITERAL_PATHSPECS": "1", "LC_ALL": "C"}


def refuse_unfinished(repository: Repository) -> None:
    """Raises HygieneError inside a hook, or while git is in the middle of something."""
    for variable in _HOOK_VARIABLES:
        if os.environ.get(variable):
            raise HygieneError(f"{variable} is set: this looks like a hook", "run this outside of hooks")
    for name, (state, hint) in _STATES.items():
        if os.path.exists(os.path.join(repository.git_dir, name)):
            raise HygieneError(f"{state} is in progress", hint)
    if os.path.exists(os.path.join(repository.git_dir, "index.lock")):
        hint = "wait for the other git; if none runs, remove index.lock in the git directory"
        raise HygieneError("the index is locked by another git process", hint)


def refuse_unclean(repository: Repository, paths: Iterable[str]) -> None:
    """Raises HygieneError when HEAD, index and work tree differ on one of ``paths``."""
    status = _run(repository, ("status", "--porcelain=v1", "-z", "--no-renames", "-uall", "--", *paths))
    if status.code != 0:
        raise GitError(f"git status failed: {_said(status)}", "run it by hand to see more")
    dirty = [record[3:] for record in status.output.split(b"\0") if record]
    if dirty:
        names = ", ".join(name.decode("utf-8", "surrogateescape") for name in dirty)
        raise HygieneError(f"not committed yet: {names}", "commit it first, then plan again")


def commit_paths(repository: Repository, paths: Iterable[str], new: Iterable[str], message: str) -> None:
    """Commit the work tree's content of ``paths`` and nothing else that is staged.

    ``new`` are those git does not track yet. Raises GitError with git's words when the commit is refused; the caller
    puts the files back, and ``forget`` takes the intent to add back.
    """
    chosen, unknown = tuple(paths), tuple(new)
    if unknown:
        added = _run(repository, ("add", "--intent-to-add", "--", *unknown))
        if added.code != 0:
            raise GitError(f"git add refused: {_said(added)}", "see .gitignore: the ledger and archives must be tracked")
    done = _run(repository, ("commit", "--only", "--quiet", "--file=-", "--", *chosen), message)
    if done.code != 0:
        raise GitError(f"the commit was refused: {_said(done)}", "mend what git says, then run it again")


def forget(repository: Repository, paths: Iterable[str]) -> None:
    """Take paths that HEAD does not have out of the index again."""
    chosen = tuple(paths)
    if chosen:
        _run(repository, ("update-index", "--force-remove", "--", *chosen))


def stage_paths(repository: Repository, paths: Iterable[str]) -> None:
    """``git add`` these paths. Raises GitError with git's words."""
    added = _run(repository, ("add", "--", *paths))
    if added.code != 0:
        raise GitError(f"git add refused: {_said(added)}", "see .gitignore, and git status")


def _run(repository: Repository, arguments: tuple[str, ...], message: str = "") -> Result:
    data = message.encode("utf-8", "surrogateescape")
    return git(arguments, folder=repository.top, data=data, extra=_LITERAL, writing=True)


def _said(result: Result) -> str:
    said = (result.errors or result.output).decode("utf-8", "backslashreplace").strip()
    return said or f"exit code {result.code}"
