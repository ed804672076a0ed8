"""How far back history can be read here: shallow clones lack commits, partial ones files or trees. Nothing is fetched.

A commit whose tree was left behind is passed over with all before it; the commits after it are a boundary, as those
of a shallow clone are.
"""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from .commits import NO_GRAFTS, is_partial, objects_here, shallow_boundary, trees_of
from .repository import Repository

_MENDS = {
    "shallow clone": "git fetch --unshallow",
    "partial clone": "git fetch --refetch --no-filter",
    "shallow and partial clone": "git fetch --unshallow && git fetch --refetch --no-filter",
}


class Horizon(NamedTuple):
    """Where reading ends.

    ``boundary`` are the commits that have parents which cannot be read; ``here`` the objects of a partial clone, None
    when all are here; ``grafts`` says of commits that were cut off which parents are left, as git reads it from a
    file; ``clone`` is the kind of clone this is, "" when it is whole; ``is_blind`` when nothing can be read at all.
    """

    boundary: frozenset[str]
    here: frozenset[str] | None = None
    grafts: tuple[str, ...] = ()
    clone: str = ""
    is_blind: bool = False

    @property
    def why(self) -> str:
        """Why ages are unknown behind it, and the command that mends it."""
        return f"the history is cut off here ({self.clone}): {_MENDS[self.clone]}" if self.clone else ""

    @contextmanager
    def graft_file(self) -> Iterator[str]:
        """The path of a file with the grafts, as long as it is needed."""
        if not self.grafts:
            yield NO_GRAFTS
            return
        with tempfile.NamedTemporaryFile("w", encoding="ascii", prefix="hygiene-", suffix=".grafts") as file:
            file.write("\n".join([*self.grafts, ""]))
            file.flush()
            yield file.name


def near_horizon(repository: Repository) -> Horizon:
    """What a glance tells: the boundary of a shallow clone, and the kind of clone this is."""
    boundary = shallow_boundary(repository)
    kinds = (["shallow"] if boundary else []) + (["partial"] if is_partial(repository) else [])
    return Horizon(boundary, clone=" and ".join(kinds) + " clone" if kinds else "")


def far_horizon(repository: Repository, head: str) -> Horizon:
    """The horizon seen from the commit ``head``; in a partial clone it takes a look at all objects. Raises GitError."""
    near = near_horizon(repository)
    if "partial" not in near.clone:
        return near
    here = objects_here(repository)
    trees = trees_of(repository, head)
    if trees[head][0] not in here:
        return near._replace(here=here, is_blind=True)
    grafts: dict[str, str] = {}
    todo, reached = [head], {head}
    while todo:
        commit = todo.pop()
        parents = trees[commit][1]
        left = [parent for parent in parents if trees[parent][0] in here]
        if len(left) < len(parents):
            grafts[commit] = " ".join([commit, *left])
        todo += (parent for parent in left if parent not in reached)
        reached.update(left)
    return near._replace(boundary=near.boundary | grafts.keys(), here=here, grafts=tuple(grafts.values()))
