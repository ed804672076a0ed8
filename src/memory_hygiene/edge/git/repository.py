"""Finding the repository, and the questions about it that plumbing answers."""

import os
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from memory_hygiene.errors import GitError

from .process import Result, failure, git, git_text

"""The id git writes for "no object": zeros, 40 or 64 of them."""
NO_REPOSITORY = "not a git repository"
"""What git says where there is none, and so do we."""
_PAIRS_AT_ONCE = 5_000  # bounds memory, costs a process start each
_MERGED = r"GITHEAD_[0-9a-f]{40,64}\Z"


class Repository(NamedTuple):
    """Where a repository is. ``top`` is "" in a bare one; ``common`` is shared by linked worktrees."""

    top: str
    git_dir: str
    common: str

    def run(self, *arguments: str | bytes, data: bytes = b"", writing: bool = False) -> Result:
        """Run git here; never raises for a non-zero exit code."""
        return git(arguments, folder=self.top or self.git_dir, data=data, writing=writing)

    def text(self, *arguments: str | bytes, data: bytes = b"", writing: bool = False) -> str:
        """The output of a git command that must succeed. Raises GitError."""
        return git_text(arguments, folder=self.top or self.git_dir, data=data, writing=writing)

    @property
    def state_dir(self) -> str:
        """Our own folder under the git directory; nothing outside it is ever cached."""
        return os.path.join(self.common, "hygiene")


def find_repository(folder: str = "") -> Repository:
    """The repository that holds ``folder`` (default: the current one). Raises GitError when there is none."""
    asked = ("rev-parse", "--is-bare-repository", "--absolute-git-dir", "--git-common-dir")
    result = git(asked, folder=folder)
    if result.code != 0:
        said = result.errors.decode("utf-8", "backslashreplace").strip()
        if NO_REPOSITORY in said:
            raise GitError(f"{NO_REPOSITORY}: {folder or os.getcwd()}", _where_else(folder))
        raise failure(asked, result)
    bare, git_dir, common = os.fsdecode(result.output).split("\n")[:3]
    common = os.path.normpath(os.path.join(folder or os.getcwd(), common))
    if bare == "true":
        return Repository("", git_dir, common)
    top = git_text(("rev-parse", "--show-toplevel"), folder=folder).encode("utf-8", "surrogateescape")
    return Repository(os.fsdecode(top), git_dir, common)


def _where_else(folder: str) -> str:
    """What to do in a folder without a repository; often it is an agent's home, and the memory in it is one."""
    if os.path.lexists(os.path.join(folder, "memories", ".git")):
        return "the memories folder in it is one: hygiene -C memories COMMAND"
    return "set one up: hygiene init --profile NAME"


def leave_outer_repository(folder: str) -> None:
    """Forget the repository whose hook started this process, when ``folder`` lies in another one.

    A hook's GIT_DIR and GIT_INDEX_FILE would otherwise follow us there, and git would read one repository's index
    against the other's commits.
    """
    if "GIT_DIR" not in os.environ and "GIT_INDEX_FILE" not in os.environ:
        return
    where = ("rev-parse", "--absolute-git-dir")
    names = git(("rev-parse", "--local-env-vars")).text.split()
    kept = {name: value for name, value in os.environ.items() if name not in names}
    outer, inner = git(where), git(("-C", folder, *where), only=kept)
    if outer.code == inner.code == 0 and outer.text != inner.text:
        for name in names:
            os.environ.pop(name, None)


def hook_repository() -> Repository:
    """The repository whose hook this process is, without asking git: hooks start at the top of the work tree.

    Layout (gitrepository-layout): ``.git`` is the directory or a file naming it; ``commondir`` names the shared one.
    """
    here = os.getcwd()
    git_dir = os.environ.get("GIT_DIR", "")
    if not git_dir:
        git_dir = os.path.join(here, ".git")
        if os.path.isfile(git_dir):
            with open(git_dir, encoding="utf-8", errors="surrogateescape") as file:
                git_dir = file.read().strip().removeprefix("gitdir: ")
    git_dir = os.path.normpath(os.path.join(here, git_dir))
    if not os.path.isdir(git_dir):
        return find_repository()
    common = git_dir
    pointer = os.path.join(git_dir, "commondir")
    if os.path.isfile(pointer):
        with open(pointer, encoding="utf-8", errors="surrogateescape") as file:
            common = os.path.normpath(os.path.join(git_dir, file.read().strip()))
    is_bare = "GIT_QUARANTINE_PATH" in os.environ
    return Repository("" if is_bare else here, git_dir, common)


def resolve(repository: Repository, revision: str) -> str:
    """The commit id of whatever ``revision`` names; only ids are passed on, so no name can act as an option.

    Raises GitError when there is no such commit.
    """
    result = repository.run("rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}")
    if result.code != 0 or not result.text or result.text.startswith("^"):  # it takes ^REV for a commit left out
        hint = "see git log --oneline --all"
        if is_shallow(repository):
            hint = "the history is truncated: git fetch --unshallow (in CI: fetch-depth: 0)"
        raise GitError(f"no commit called {revision!r}", hint)
    return result.text


def head_commit(repository: Repository) -> str | None:
    """The commit HEAD names, or None before the first one. Raises GitError when HEAD is damaged or git refuses."""
    asked = ("rev-parse", "--verify", "HEAD^{commit}")
    result = repository.run(*asked)
    if result.code == 0 and result.text:
        return result.text
    branch = repository.run("symbolic-ref", "--quiet", "HEAD")
    known = repository.run("for-each-ref", "--format=%(refname)", branch.text) if branch.code == 0 else branch
    # a broken ref is not listed but warned about; a listed one whose commit is gone is no new branch either
    if known.code != 0 or known.errors or branch.text in known.text.split("\n"):
        raise failure(asked, result)
    return None


def is_shallow(repository: Repository) -> bool:
    """Whether the history is truncated."""
    return repository.text("rev-parse", "--is-shallow-repository") == "true"


def empty_tree(repository: Repository) -> str:
    """The id of the empty tree in this repository's object format."""
    return repository.text("hash-object", "-t", "tree", "--stdin")


class RawChange(NamedTuple):
    """One line of ``--raw -z`` output: modes, ids and path of a changed file; id "" when it is gone or new."""

    old_mode: str
    mode: str
    old_oid: str
    oid: str
    status: str
    path: str

    @property
    def is_gone(self) -> bool:
        """Whether the file is absent afterwards."""
        return self.status == "D"


def read_raw(output: bytes) -> Iterator[RawChange]:
    """The changes of ``git diff-index`` or ``diff-tree`` with ``--raw -z --no-renames``."""
    fields = output.split(b"\0")
    yield from (_raw_change(head, path) for head, path in zip(fields[::2], fields[1::2]))


def known_id(oid: str) -> str:
    """The id of an object, "" where git writes the null id for none."""
    return oid if oid.strip("0") else ""


def _raw_change(head: bytes, path: bytes) -> RawChange:
    old_mode, mode, old_oid, oid, status = head.decode("ascii").lstrip(":").split(" ")
    return RawChange(
        old_mode, mode, known_id(old_oid), known_id(oid), status[0], path.decode("utf-8", "surrogateescape")
    )


RAW = ("--raw", "-z", "--no-renames", "--no-abbrev", "--no-ext-diff")


def staged_changes(repository: Repository, commit: str) -> tuple[RawChange, ...] | None:
    """What the index changes against ``commit`` (an id or HEAD); None when there is no such commit."""
    asked = ("diff-index", "--cached", "--ita-invisible-in-index", *RAW, commit, "--")
    result = repository.run(*asked)
    if result.code != 0:
        if commit == "HEAD" and head_commit(repository) is None:
            return None
        raise failure(asked, result)
    return tuple(read_raw(result.output))


def all_staged(repository: Repository) -> tuple[RawChange, ...]:
    """The whole index as changes against nothing."""
    return staged_changes(repository, empty_tree(repository)) or ()


def tree_changes(repository: Repository, before: str, after: str) -> tuple[RawChange, ...]:
    """What commit or tree ``after`` changes against ``before``."""
    return tuple(read_raw(_output(repository, "diff-tree", "-r", *RAW, before, after, "--")))


def changes_between(repository: Repository, pairs: Sequence[tuple[str, str]]) -> Iterator[tuple[RawChange, ...]]:
    """For each pair of a commit and one of its parents, in order, the files that differ. A process for thousands."""
    for start in range(0, len(pairs), _PAIRS_AT_ONCE):
        asked = pairs[start : start + _PAIRS_AT_ONCE]
        lines = "".join(f"{commit} {parent}\n" for commit, parent in asked).encode("ascii")
        fields = iter(_output(repository, "diff-tree", "--stdin", "--always", "-r", *RAW, data=lines).split(b"\0")[:-1])
        changes: list[RawChange] | None = None
        for field in fields:
            if field.startswith(b":") and changes is not None:
                changes.append(_raw_change(field, next(fields)))
                continue
            if changes is not None:
                yield tuple(changes)
            changes = []
        if changes is not None:
            yield tuple(changes)


def _output(repository: Repository, *arguments: str, data: bytes = b"") -> bytes:
    result = repository.run(*arguments, data=data)
    if result.code != 0:
        raise failure(arguments, result)
    return result.output


def merge_bases(repository: Repository, commits: tuple[str, ...]) -> tuple[str, ...]:
    """The merge bases of several commits; of more than two, what all of them have. Empty when nothing is shared."""
    how = ("--octopus",) if len(commits) > 2 else ()  # without it git answers for the first against all others as one
    result = repository.run("merge-base", "--all", *how, *commits)
    if result.code not in (0, 1):
        raise failure(("merge-base",), result)
    return tuple(result.text.split())


def other_parents(repository: Repository) -> tuple[str, ...]:
    """The commits being merged into HEAD: MERGE_HEAD, or in ``pre-merge-commit`` the GITHEAD_ variables.

    The variables may have leaked from a merge in another repository: ask whether the commits exist.
    """
    merge_head = os.path.join(repository.git_dir, "MERGE_HEAD")
    try:
        with open(merge_head, encoding="ascii") as file:
            heads = file.read().split()
    except FileNotFoundError:
        heads = [name.removeprefix("GITHEAD_") for name in os.environ if re.match(_MERGED, name)]
    return tuple(dict.fromkeys(heads))
