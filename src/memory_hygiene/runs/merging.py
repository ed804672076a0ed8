"""Merging: what git's merge driver does for one governed file, by what the file is."""

import os
from dataclasses import dataclass

from memory_hygiene.core.audit.ledger import read_ledger
from memory_hygiene.core.canaries.canary import token_digest
from memory_hygiene.core.contracts import CONFIG, LEDGER, Role
from memory_hygiene.core.merging.merging import Merged, StoreMerge
from memory_hygiene.core.merging.merging_trails import merge_archives, merge_ledgers
from memory_hygiene.core.model import Format
from memory_hygiene.core.settings import Agent, Settings
from memory_hygiene.core.state import MAX_BYTES
from memory_hygiene.edge.config_cache import load_settings
from memory_hygiene.edge.files import read_bytes, replace_bytes
from memory_hygiene.edge.git.drivers import merge_lines
from memory_hygiene.edge.git.process import ObjectReader
from memory_hygiene.edge.git.repository import Repository, find_repository, other_parents
from memory_hygiene.edge.git.snapshots import WorktreeSnapshot
from memory_hygiene.edge.git.squashing import is_squashed
from memory_hygiene.errors import ConfigError, HygieneError
from memory_hygiene.formats import parse


@dataclass(frozen=True, slots=True)
class Sides:
    """The files git hands to a driver: paths of the three versions, characters of a conflict mark, the path merged.

    ``path`` is from the top of the repository.
    """

    base: str
    ours: str
    theirs: str
    marker: int
    path: str


def merge_file(sides: Sides) -> int:
    """Merge into the file ``ours``; how many conflicts are marked in it. Raises HygieneError with it untouched."""
    repository = find_repository()
    base, ours, theirs = (_bytes(path) for path in (sides.base, sides.ours, sides.theirs))
    merged = _Driver(repository, sides).merged(base, ours, theirs)
    if merged is None:
        merged = Merged(*merge_lines(repository, sides.base, sides.ours, sides.theirs, sides.marker))
    replace_bytes(os.path.abspath(sides.ours), merged.data)
    return merged.conflicts


def _bytes(path: str) -> bytes:
    data = read_bytes(path)
    if data is None:
        raise HygieneError(f"{path} is not there", "git calls this with %O %A %B %L %P")
    return data


class _Driver:
    """The merge of one file in a repository."""

    def __init__(self, repository: Repository, sides: Sides) -> None:
        self._repository = repository
        self._sides = sides
        self._settings = _settings(repository)
        # git merge tells the commits it merges; a rebase, a cherry-pick or a stash makes a commit with one parent
        self._parents = other_parents(repository)
        self._is_merge = bool(self._parents) and not is_squashed()

    def merged(self, base: bytes, ours: bytes, theirs: bytes) -> Merged | None:
        """The merge by what the file is; None when lines are all that can be told apart."""
        governed = self._settings.role_of(self._sides.path) if self._settings else None
        if governed is None or max(map(len, (base, ours, theirs))) > MAX_BYTES:
            return None
        agent, role = governed
        match role:
            case Role.LEDGER:
                return _whole(merge_ledgers(base, ours, theirs, is_merge=self._is_merge))
            case Role.COLD:
                return _whole(merge_archives(base, ours, theirs, is_merge=self._is_merge))
            case Role.STORE | Role.SKILL:
                format = Format.MARKDOWN if role is Role.SKILL else self._format(agent)
                return self._store_merge(agent).merge(format, base, ours, theirs, parse)
            case Role.WRITERS:
                return None  # who may do what is for a person to merge

    def _format(self, agent: Agent) -> Format:
        assert self._settings is not None
        return self._settings.contract_of(agent, agent.relative(self._sides.path) or "").format

    def _store_merge(self, agent: Agent) -> StoreMerge:
        assert self._settings is not None
        return StoreMerge(
            self._settings.edit_similarity,
            lambda ours, theirs: self._registered(agent, (ours, theirs)),
            self._sides.marker,
        )

    def _registered(self, agent: Agent, tokens: tuple[str, str]) -> str:
        """Of two canary tokens the one that the ledger of both sides, as it will be merged, registers last."""
        other = self._parents[0] if len(self._parents) == 1 else _picked(self._repository)
        if not other:
            return ""
        path = agent.absolute(LEDGER)
        with ObjectReader(self._repository.top) as reader:
            names = (f"{other}^:{path}", f"HEAD:{path}", f"{other}:{path}")
            base, ours, theirs = (found[2] if found else b"" for found in reader.get_many(names))
        merged = merge_ledgers(b"" if self._parents else base, ours, theirs, is_merge=self._is_merge)
        digest = read_ledger(merged or b"").canary(agent.relative(self._sides.path) or "")
        return next((token for token in tokens if digest and token_digest(token) == digest), "")


def _whole(data: bytes | None) -> Merged | None:
    return None if data is None else Merged(data)


def _settings(repository: Repository) -> Settings | None:
    """The configuration on disk, None when there is none to read: the merge may be about that very file."""
    data = WorktreeSnapshot(repository.top).read(CONFIG) if repository.top else None
    try:
        return None if data is None else load_settings(data, "", repository.state_dir, CONFIG)
    except ConfigError:
        return None


def _picked(repository: Repository) -> str:
    """The commit that a rebase is about to put on HEAD, "" when none is under way."""
    done = read_bytes(os.path.join(repository.git_dir, "rebase-merge", "done")) or b""
    words = (done.decode("utf-8", "replace").strip().split("\n") or [""])[-1].split()
    return words[1] if len(words) > 1 and all(char in "0123456789abcdef" for char in words[1]) else ""
