"""Ages from history, from the nearest states that the age index keeps on; without one, from the first commit on.

Files that were renamed into the agent's governed files are followed back under their former names.
"""

import gc
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from memory_hygiene.core.history.ages import DAY, Ages, day_number
from memory_hygiene.core.history.lineage import Lineage, State
from memory_hygiene.core.model import Format
from memory_hygiene.core.settings import Agent, Settings
from memory_hygiene.core.state import AgentState
from memory_hygiene.errors import GitError

from .age_index import AgeIndex, Place
from .age_record import Kept
from .commits import NO_GRAFTS, LoggedCommit, commit_ids_since, read_commits
from .contents import Contents, Reading
from .governed import Governed
from .horizon import far_horizon, near_horizon
from .process import ObjectReader
from .repository import Repository
from .walk import Progress, Walk

NO_MORE: Mapping[str, Format] = {}


def ages_of(
    repository: Repository,
    settings: Settings,
    agent: Agent | None,
    head_commit: str | None,
    now: str,
    also: Mapping[str, Format] = NO_MORE,
    progress: Progress | None = None,
) -> Ages:
    """The ages, as of the day ``now`` (``YYYY-MM-DD``), of what ``agent`` holds in ``head_commit``.

    ``also`` are further files to follow, by path from the top of the repository; with no agent only they are.
    Before the first commit (``head_commit`` is None) every age is unknown. Raises GitError.
    """
    if head_commit is None:
        return Ages({}, now)
    lineage = Lineage(settings.edit_similarity, (day_number(now) + 1) * DAY)
    history = _History(repository, Governed(settings, agent, also), lineage)
    state = history.state_after(head_commit, progress)
    return Ages(state.settle() if state else {}, now, history.horizon.why, is_blind=state is None)


def ages_in(
    repository: Repository, state: AgentState, head_commit: str | None, now: str, progress: Progress | None = None
) -> Ages:
    """As ``ages_of``, for the agent of ``state``; also follows explicit files and what symlinked stores lead to."""
    also = {store.target: store.contract.format for store in state.stores}
    return ages_of(repository, state.settings, state.agent, head_commit, now, also, progress)


class _Road(NamedTuple):
    """What has to be walked: the commits, parents first, and what is kept of those they go on from, by place."""

    commits: list[LoggedCommit]
    starts: dict[Place, Kept]

    @property
    def depth(self) -> int:
        """How far from the first commit it begins, about."""
        return max((place.depth for place in self.starts), default=0)

    @property
    def known(self) -> dict[str, State]:
        """The states it goes on from, by commit."""
        return {place.commit: kept.state for place, kept in self.starts.items()}

    @property
    def learned(self) -> dict[bytes, Reading]:
        """The former names known where it begins; the same everywhere."""
        return next((kept.learned for kept in self.starts.values()), {})


class _History:
    """The history of one agent's files, and what the index keeps of it."""

    def __init__(self, repository: Repository, governed: Governed, lineage: Lineage) -> None:
        self._repository = repository
        self._governed = governed
        self._lineage = lineage
        self.horizon = near_horizon(repository)
        terms = (*governed.terms, lineage.edit_similarity, sorted(self.horizon.boundary))
        self._index = AgeIndex(repository.state_dir, governed.whose, terms)
        self._grafts = NO_GRAFTS

    def state_after(self, head: str, progress: Progress | None) -> State | None:
        """The state after the commit ``head``; None when this clone has nothing to tell it by. Raises GitError."""
        places = self._index.places()
        for place in places:
            if place.commit == head and (kept := self._load(place)):
                return kept.state
        self.horizon = far_horizon(self._repository, head)
        if self.horizon.is_blind:
            return None
        with _uncollected(), self.horizon.graft_file() as self._grafts:
            try:
                road = self._road(head, [] if self.horizon.grafts else places)
            except GitError:
                if self.horizon.here is None:
                    raise
                return None  # a folder's tree is missing
            return self._walked(road, progress)

    def _walked(self, road: _Road, progress: Progress | None) -> State:
        folder = self._repository.top or self._repository.git_dir
        with ObjectReader(folder) as aside:

            def keep(done: int, commit: str, state: State) -> None:
                if not self.horizon.grafts and self._is_all_learned(road, done):
                    self._index.keep(Place(road.depth + done, commit), Kept(state, self._governed.learned))

            contents = Contents(folder, aside, self.horizon.here)
            walk = Walk(contents, self._governed, self._lineage, self.horizon.boundary, keep)
            state = walk.run(road.commits, road.known, progress)
        self._index.thin(road.depth + len(road.commits))
        return state

    def _is_all_learned(self, road: _Road, done: int) -> bool:
        """Whether what is known of former names was known by then; else the state owes something to later commits."""
        learned = self._governed.learned
        if done == len(road.commits) or learned == road.learned:
            return True
        changes = [change for commit in road.commits[:done] for change in commit.changes]
        return self._governed.learned_from(changes, road.learned) == learned

    def _load(self, place: Place) -> Kept | None:
        """The state kept at ``place``, if every date counts today as it did then."""
        kept = self._index.load(place)
        return kept if kept and kept.state.clock and kept.state.clock.holds(self._lineage.end) else None

    def _road(self, head: str, places: list[Place]) -> _Road:
        """The way to ``head`` from kept states that all of it goes through; the deepest ones are given up first."""
        while True:
            ids, parents = commit_ids_since(self._repository, head, (place.commit for place in places), self._grafts)
            starts = [place for place in places if place.commit in parents]
            if places and not (ids and parents <= {place.commit for place in starts}):
                places = places[1:]
                continue
            kept = {place: kept for place in starts if (kept := self._load(place))}
            if len(kept) < len(starts):
                places = [place for place in places if place in kept or place not in starts]
            elif (commits := self._logged(ids, list(kept.values()))) is not None:
                return _Road(commits, kept)
            else:
                places = []

    def _logged(self, ids: list[str], starts: list[Kept]) -> list[LoggedCommit] | None:
        """The commits, parents first; None when they teach a former name that the states they start from lack.

        Newest first is how renames are learned; side branches may need a second look.
        """
        learned = self._governed.learned
        learned.clear()
        for kept in starts:
            learned |= kept.learned
        before = None
        while before != learned:
            before = dict(learned)
            commits = list(read_commits(self._repository, ids, self._governed.is_wanted, self._grafts))
        commits.reverse()
        return commits if all(kept.learned == learned for kept in starts) else None


@contextmanager
def _uncollected() -> Iterator[None]:
    """Without garbage collection: a long history is many small objects, none of them in a cycle."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
