"""Making commits: exactly the paths that changed, with the user's hooks, signing and identity."""

import contextlib
import os
import tempfile
import time
from collections.abc import Callable, Iterable

from memory_hygiene.errors import GitError, HygieneError

from .preferences import preferred_seconds
from .process import Result, environment, git, git_program
from .repository import Repository, empty_tree, head_commit, tree_changes

_STATES = {  # a rebase first: where it stops, there is a CHERRY_PICK_HEAD as well
    "rebase-merge": ("a rebase", "git rebase --continue or --abort"),
    "rebase-apply": ("a rebase or am", "git rebase --continue or git am --abort"),
    "MERGE_HEAD": ("a merge", "git merge --continue or --abort"),
    "CHERRY_PICK_HEAD": ("a cherry-pick", "git cherry-pick --continue or --abort"),
    "REVERT_HEAD": ("a revert", "git revert --continue or --abort"),
    "sequencer": ("a cherry-pick or revert of several commits", "git cherry-pick or git revert --continue or --abort"),
    "BISECT_LOG": ("a bisect", "git bisect reset"),
}
_HOOK_VARIABLES = ("GIT_INDEX_FILE", "GIT_DIR", "PRE_COMMIT")
_TRACKED_HINT = "see .gitignore: the ledger and archives must be tracked"
SILENT = 30.0
"""Seconds for which a commit may say nothing (source: the contract's issue; ``hygiene.silentSeconds``)."""
_LONGEST = 600.0  # seconds for hooks that keep talking
_MOST_SAID = 1 << 20  # bytes
_PATIENCE = 2.0  # seconds for another git to give the index back
_PAUSE = 0.05  # seconds
_TURN = 5.0  # seconds for another git to make its commit, hooks included, before ours
_FATAL = 128  # git's exit code when it cannot begin


class IndexLockedError(HygieneError):
    """Another git holds the index for longer than we wait; nothing was written, and a later try may work."""

    def __init__(self) -> None:
        hint = "wait for the other git; if none runs, remove index.lock in the git directory"
        super().__init__("the index is locked by another git process", hint)


def refuse_unfinished(repository: Repository, patience: float = _TURN) -> None:
    """Raises HygieneError inside a hook, or while git is in the middle of something (IndexLockedError of a commit).

    A commit that somebody else makes has ``patience`` seconds to end.
    """
    for variable in _HOOK_VARIABLES:
        if os.environ.get(variable):
            raise HygieneError(f"{variable} is set: this looks like a hook", "run this outside of hooks")
    for name, (state, hint) in _STATES.items():
        if os.path.exists(os.path.join(repository.git_dir, name)):
            raise HygieneError(f"{state} is in progress", hint)
    deadline = time.monotonic() + patience
    while is_index_locked(repository):
        if time.monotonic() >= deadline:
            raise IndexLockedError
        time.sleep(_PAUSE)


def is_index_locked(repository: Repository) -> bool:
    """Whether a git holds the index, as one does from before its hooks run until its commit is made."""
    return os.path.exists(os.path.join(repository.git_dir, "index.lock"))


def drop_dead_lock(repository: Repository) -> None:
    """Remove the locks of a ``git commit --only`` that was killed: its second lock names its process.

    While that one may live, and for any other lock, nothing is done. The caller knows of a commit that was cut off.
    """
    locks = [name for name in os.listdir(repository.git_dir) if name.startswith("next-index-")]
    numbers = [name.removeprefix("next-index-").removesuffix(".lock") for name in locks]
    if not locks or not all(number.isdecimal() and _is_dead(int(number)) for number in numbers):
        return
    for name in ("index.lock", *locks):
        with contextlib.suppress(FileNotFoundError):
            os.remove(os.path.join(repository.git_dir, name))


def _is_dead(process: int) -> bool:
    """Whether no such process is left here; one that nobody has waited for yet (Linux: state Z) is dead too."""
    try:
        os.kill(process, 0)
        with open(f"/proc/{process}/stat", "rb") as file:
            return file.read().rpartition(b")")[2].split()[:1] == [b"Z"]
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):
        return False


def refuse_unclean(repository: Repository, paths: Iterable[str]) -> None:
    """Raises HygieneError when HEAD, index and work tree differ on one of ``paths``, or git does not look at it."""
    chosen = tuple(paths)
    shown = _records(repository, "status", "--porcelain=v1", "-z", "--no-renames", "-uall", "--ignored", chosen=chosen)
    ignored = [record[3:] for record in shown if record.startswith("!! ")]
    if ignored:
        raise HygieneError(f"ignored by git: {', '.join(ignored)}", _TRACKED_HINT)
    if shown:
        names = ", ".join(record[3:] for record in shown)
        raise HygieneError(f"not committed yet: {names}", "commit it first, then run this again")
    tagged = _records(repository, "ls-files", "-v", "-z", chosen=chosen)
    unseen = [record[2:] for record in tagged if record[0] != "H"]
    if unseen:
        hint = "git update-index --no-assume-unchanged --no-skip-worktree FILE, then commit it"
        raise HygieneError(f"git was told not to look at {', '.join(unseen)}", hint)


def refuse_unstaged(repository: Repository, path: str) -> None:
    """Raises HygieneError when the file on disk has changes that are not staged: staging it would take them along."""
    shown = _records(repository, "status", "--porcelain=v1", "-z", "--no-renames", "-uall", "--ignored", chosen=(path,))
    if any(record.startswith("!!") for record in shown):
        raise HygieneError(f"ignored by git: {path}", _TRACKED_HINT)
    if any(record[1] not in " ?" for record in shown):
        raise HygieneError(f"{path} has changes that are not staged", "git add it or git restore it first")


def _records(repository: Repository, *asked: str, chosen: tuple[str, ...]) -> list[str]:
    result = _run(repository, (*asked, "--", *_exactly(chosen)))
    if result.code != 0:
        raise GitError(f"git {asked[0]} failed: {_said(result)}", "run it by hand to see more")
    return [record.decode("utf-8", "surrogateescape") for record in result.output.split(b"\0") if record]


def commit_paths(repository: Repository, paths: Iterable[str], new: Iterable[str], message: str) -> None:
    """Commit the work tree's content of ``paths`` and nothing else that is staged.

    ``new`` are those git does not track yet. Raises GitError with git's words when the commit is refused, also by
    saying nothing for too long, and IndexLockedError while another git commits; the caller puts the files back, and
    ``forget`` takes the intent to add back.
    """
    chosen, unknown = tuple(paths), tuple(new)
    silent = preferred_seconds(repository, "silentSeconds", SILENT)
    head = head_commit(repository)
    try:
        adding = ("add", "--intent-to-add", "--", *_exactly(unknown))
        added, _ = _in_turn(lambda: (_run(repository, adding), "")) if unknown else (None, "")
        if added is not None and added.code != 0:
            raise GitError(f"git add refused: {_said(added)}", _TRACKED_HINT)
        done, fault = _in_turn(lambda: _commit(repository, chosen, message, silent))
    except OSError as error:
        raise GitError(f"git could not be run: {error.strerror or error}", "see git status") from None
    if fault and _is_made(repository, head, chosen):
        return
    if fault:
        hint = (
            "answer it in advance (unlock the key), mend the hook, or wait longer: git config hygiene.silentSeconds 120"
        )
        said = tuple(done.output.decode("utf-8", "backslashreplace").strip().splitlines())
        raise GitError(f"git commit {fault} and was ended: a signer or hook waits for something", hint, said)
    if done.code != 0:
        said = tuple(_said(done).splitlines())
        raise GitError("the commit was refused", "mend what git says, then run it again", said)


def _in_turn(run: Callable[[], tuple[Result, str]]) -> tuple[Result, str]:
    """What a git answers that needs the index, tried again while another one holds it: git itself does not wait.

    The name of the lock is in git's words in every language.
    """
    deadline = time.monotonic() + _TURN
    while True:
        done, fault = run()
        if done.code != _FATAL or b"index.lock" not in done.output + done.errors:
            return done, fault
        if time.monotonic() >= deadline:
            raise IndexLockedError
        time.sleep(_PAUSE)


def _commit(repository: Repository, paths: tuple[str, ...], message: str, silent: float) -> tuple[Result, str]:
    """``git commit``, talking through files instead of pipes; and why it had to be ended, "" when it ended by itself.

    A program that a hook leaves in the background would keep a pipe open, and the agent's locks held, for as long as
    it lives; and if we are killed, git still reads the whole message or has not begun.
    """
    import subprocess

    from .silence import wait_while_heard

    command = [git_program(), "-C", repository.top, "commit", "--only", "--quiet", "--cleanup=whitespace", "--file=-"]
    with (
        tempfile.TemporaryFile(dir=repository.git_dir) as asked,
        tempfile.TemporaryFile(dir=repository.git_dir) as said,
    ):
        asked.write(message.encode("utf-8", "surrogateescape"))
        asked.seek(0)
        child = subprocess.Popen(
            [*command, "--", *_exactly(paths)],
            stdin=asked,
            stdout=said,
            stderr=said,
            env=environment(_PLAIN, writing=True),
        )
        fault = wait_while_heard(child, said.fileno(), silent, _LONGEST)
        if fault:
            _drop_locks_of(repository, child.pid)
        said.seek(0)
        return Result(child.returncode, said.read(_MOST_SAID), b""), fault


def _drop_locks_of(repository: Repository, process: int) -> None:
    """Remove the index locks of a ``git commit --only`` that was ended without time to; its second lock names it."""
    second = os.path.join(repository.git_dir, f"next-index-{process}.lock")
    if os.path.exists(second):
        for path in (os.path.join(repository.git_dir, "index.lock"), second):
            with contextlib.suppress(FileNotFoundError):
                os.remove(path)


def _is_made(repository: Repository, before: str | None, paths: tuple[str, ...]) -> bool:
    """Whether a git that was ended had made the commit, as while its post-commit hook runs.

    Then the index is brought along: git may have been ended between moving HEAD and renaming its index.
    """
    head = head_commit(repository)
    if head is None or head == before:
        return False
    parents = repository.text("rev-list", "--parents", "--max-count=1", head).split()[1:]
    changes = tree_changes(repository, before or empty_tree(repository), head)
    if parents != ([before] if before else []) or not {change.path for change in changes} <= set(paths):
        return False
    _run(repository, ("reset", "--quiet", head, "--", *_exactly(paths)))
    return True


def forget(repository: Repository, paths: Iterable[str]) -> bool:
    """Take paths that HEAD does not have out of the index again; False when another git holds the index too long."""
    chosen = tuple(paths)
    deadline = time.monotonic() + _PATIENCE
    while chosen and _run(repository, ("update-index", "--force-remove", "--", *chosen)).code != 0:
        if time.monotonic() >= deadline:
            return False
        time.sleep(_PAUSE)
    return True


def stage_paths(repository: Repository, paths: Iterable[str]) -> None:
    """``git add`` these paths. Raises GitError with git's words."""
    added = _run(repository, ("add", "--", *_exactly(tuple(paths))))
    if added.code != 0:
        raise GitError(f"git add refused: {_said(added)}", _TRACKED_HINT)


_PLAIN = {"GIT_LITERAL_PATHSPECS": "0"}
"""Hooks inherit our environment: what we need to be literal is written into each path instead."""


def _exactly(paths: tuple[str, ...]) -> list[str]:
    """Pathspecs that mean these files from the top and nothing else, whatever characters their names hold."""
    return [f":(top,literal){path}" for path in paths]


def _run(repository: Repository, arguments: tuple[str, ...]) -> Result:
    return git(arguments, folder=repository.top, extra=_PLAIN, writing=True)


def _said(result: Result) -> str:
    said = (result.errors or result.output).decode("utf-8", "backslashreplace").strip()
    return said or f"exit code {result.code}"
