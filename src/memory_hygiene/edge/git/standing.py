"""Where paths stand with git: in HEAD or not, changed since, ignored; and whether git knows who commits."""

from collections.abc import Iterable
from typing import NamedTuple

from .process import failure, git
from .repository import Repository, head_commit


def tracked_in_head(repository: Repository, paths: Iterable[str]) -> frozenset[str]:
    """Those of ``paths`` that the last commit holds."""
    chosen = tuple(paths)
    if not chosen or head_commit(repository) is None:
        return frozenset()
    return _paths(repository, ("ls-tree", "-r", "-z", "--name-only", "--full-tree", "HEAD", "--", *chosen))


def in_index(repository: Repository, paths: Iterable[str]) -> frozenset[str]:
    """Those of ``paths`` that the index knows."""
    chosen = tuple(paths)
    return _paths(repository, ("ls-files", "-z", "--", *chosen)) if chosen else frozenset()


def tracked_under(repository: Repository, folder: str) -> frozenset[str]:
    """Everything the last commit holds in ``folder`` ("" for the top)."""
    if head_commit(repository) is None:
        return frozenset()
    return _paths(
        repository, ("ls-tree", "-r", "-z", "--name-only", "--full-tree", "HEAD", *(["--", folder] if folder else []))
    )


def changed_since_head(repository: Repository, paths: Iterable[str]) -> frozenset[str]:
    """Those of ``paths`` that the last commit holds and whose index or file on disk differs from it."""
    tracked = tracked_in_head(repository, paths)
    if not tracked:
        return frozenset()
    return _paths(repository, ("diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "HEAD", "--", *tracked))


def _paths(repository: Repository, asked: tuple[str, ...]) -> frozenset[str]:
    result = repository.run(*asked)
    if result.code != 0:
        raise failure(asked, result)
    return frozenset(name.decode("utf-8", "surrogateescape") for name in result.output.split(b"\0") if name)


def ignored(repository: Repository, paths: Iterable[str]) -> frozenset[str]:
    """Those of ``paths`` that git neither tracks nor would add.

    ``check-ignore`` refuses literal pathspecs; a leading ``./`` keeps a name from being read as magic.
    """
    asked = ("check-ignore", "-z", "--stdin")
    data = b"".join(b"./" + path.encode("utf-8", "surrogateescape") + b"\0" for path in paths)
    result = repository.run(*asked, data=data, writing=True)
    if result.code not in (0, 1):
        raise failure(asked, result)
    names = result.output.split(b"\0")[:-1]
    return frozenset(name.decode("utf-8", "surrogateescape").removeprefix("./") for name in names)


def detached_at(repository: Repository) -> str:
    """The first digits of the commit HEAD names without a branch, "" when it is on one."""
    if repository.run("symbolic-ref", "--quiet", "HEAD").code == 0:
        return ""
    return repository.run("rev-parse", "--short=12", "--verify", "--quiet", "HEAD").text


def unwatched(repository: Repository, folder: str) -> dict[str, str]:
    """The tracked files in ``folder`` ("" for all) that git was told not to look at: path and letter of ls-files -v.

    A small letter stands for assume-unchanged, S for skip-worktree, as in a sparse checkout.
    """
    asked = ("ls-files", "-v", "-z", *(["--", folder] if folder else []))
    result = repository.run(*asked)
    if result.code != 0:
        raise failure(asked, result)
    records = [record.decode("utf-8", "surrogateescape") for record in result.output.split(b"\0") if record]
    return {record[2:]: record[0] for record in records if record[0] == "S" or record[0].islower()}


def has_identity(repository: Repository) -> bool:
    """Whether git would commit here: it knows an author and a committer."""
    variables = ("GIT_AUTHOR_IDENT", "GIT_COMMITTER_IDENT")
    return all(repository.run("var", variable, writing=True).code == 0 for variable in variables)


def make_repository(folder: str) -> None:
    """``git init`` in ``folder``. Raises GitError with git's words."""
    asked = ("init", "--quiet", "--initial-branch=main")
    result = git(asked, folder=folder, writing=True)
    if result.code != 0:
        raise failure(asked, result)


class Unsaved(NamedTuple):
    """Files whose state on disk no commit holds: changed, new to git, staged as something else, and ignored ones."""

    changed: tuple[str, ...]
    new: tuple[str, ...]
    staged: tuple[str, ...]
    ignored: tuple[str, ...]


NONE_UNSAVED = Unsaved((), (), (), ())


def unsaved(repository: Repository, paths: Iterable[str]) -> Unsaved:
    """How ``paths`` stand between HEAD and disk, whatever of them is staged. Raises GitError."""
    wanted = frozenset(paths)
    if not wanted:
        return NONE_UNSAVED
    asked = ("status", "--porcelain=v1", "-z", "--no-renames", "-uall", "--ignored", "--", *sorted(wanted))
    result = repository.run(*asked)
    if result.code != 0:
        raise failure(asked, result)
    records = [record.decode("utf-8", "surrogateescape") for record in result.output.split(b"\0") if record]
    found = [(record[:2], record[3:]) for record in records if record[3:] in wanted]
    staged = tuple(path for code, path in found if code[0] not in " ?!")
    changed = {path for code, path in found if code not in ("!!", "??") and path not in staged}
    if staged:  # what is staged says nothing about disk and HEAD
        changed |= _differing(repository, staged)
    new = tuple(path for code, path in found if code == "??")
    ignored_ones = tuple(path for code, path in found if code == "!!")
    return Unsaved(tuple(sorted({*changed, *new})), new, staged, ignored_ones)


def _differing(repository: Repository, staged: tuple[str, ...]) -> frozenset[str]:
    if head_commit(repository) is None:
        return frozenset(staged)
    return _paths(repository, ("diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "HEAD", "--", *staged))
