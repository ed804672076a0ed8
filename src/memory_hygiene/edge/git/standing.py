"""Where paths stand with git: in HEAD or not, changed since, ignored; and whether git knows who commits."""

from collections.abc import Iterable

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
