"""Locating: what a set-up was asked for, the repository it goes into, and the configuration that makes it so."""

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from memory_hygiene.core.contracts import CONFIG, LEDGER, Profile
from memory_hygiene.core.live.live_config import stated_parameters
from memory_hygiene.core.settings import Agent, single_agent
from memory_hygiene.core.shell import quoted
from memory_hygiene.edge.config_file import add_agent, parse_settings, write_new
from memory_hygiene.edge.files import make_folders
from memory_hygiene.edge.git.repository import Repository, find_repository
from memory_hygiene.edge.git.snapshots import WorktreeSnapshot
from memory_hygiene.edge.git.standing import ignored, make_repository
from memory_hygiene.edge.live_config import read_live_config
from memory_hygiene.errors import GitError, HygieneError

_NOT_IN_NAMES = re.compile(r"[^a-z0-9_-]+")


class HookChoice(Enum):
    """How commits are to be checked."""

    NATIVE = "native"
    FRAMEWORK = "pre-commit"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the user asked for: the folder (absolute), the profile, the agent's name if given, and the hooks."""

    folder: str
    profile: Profile
    agent: str | None
    hooks: HookChoice


class Steps:
    """Tells what is done, and remembers whether anything was."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self.note = tell
        self.has_acted = False

    def did(self, line: str) -> None:
        """Tell a step that changed something."""
        self.has_acted = True
        self.note(line)


def locate_repository(wanted: Wanted, steps: Steps) -> Repository:
    """The repository for the folder: the one around it unless that ignores it, else a new one."""
    for variable in ("GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE"):
        if os.environ.get(variable):
            raise HygieneError(f"{variable} is set: it decides which repository git means", f"unset {variable}")
    folder = wanted.folder
    if os.path.lexists(folder) and not os.path.isdir(folder):
        raise HygieneError(f"{folder} is not a folder", "give the folder that holds the memory files")
    if make_folders(folder):
        steps.did(f"made the folder {folder}")
    _refuse_memory_repository(wanted)
    repository = _around(folder)
    if repository is not None and not repository.top:
        raise HygieneError("a bare repository has no files to work on", "run this in a clone of it")
    if repository is not None:
        _refuse_part_of_home(repository, _path(repository, folder))
        if not _is_ignored(repository, folder):
            return repository
    make_repository(folder)
    reason = f", for {repository.top} ignores this folder" if repository is not None else ""
    steps.did(f"made a git repository in {folder}{reason}")
    return find_repository(folder)


def stated_profile(folder: str) -> Profile | None:
    """The profile that a configuration gives the agent whose directory ``folder`` (absolute) is; None without one."""
    repository = _around(folder) if os.path.isdir(folder) else None
    data = WorktreeSnapshot(repository.top).read(CONFIG) if repository and repository.top else None
    if repository is None or data is None:
        return None
    path = _path(repository, folder)
    return next((agent.profile for agent in parse_settings(data, CONFIG).agents if agent.path == path), None)


def _around(folder: str) -> Repository | None:
    try:
        return find_repository(folder)
    except GitError as error:
        if error.message.startswith("not a git repository"):
            return None
        raise


def _is_ignored(repository: Repository, folder: str) -> bool:
    path = _path(repository, folder)
    return bool(path) and bool(ignored(repository, [path, f"{path}/{LEDGER}"]))


def _path(repository: Repository, folder: str) -> str:
    path = os.path.relpath(os.path.realpath(folder), os.path.realpath(repository.top))
    return "" if path == os.curdir else path.replace(os.sep, "/")


def configure(repository: Repository, wanted: Wanted) -> tuple[bytes, Agent]:
    """The configuration as it should be, with the agent that the folder is."""
    path = _path(repository, wanted.folder)
    data = WorktreeSnapshot(repository.top).read(CONFIG)
    if data is None:
        is_alone = not path and wanted.agent is None
        alone = single_agent(wanted.profile).agents[0]
        agent = alone if is_alone else Agent(wanted.agent or _name(path), path, wanted.profile)
        stated = stated_parameters(read_live_config(repository.top, agent))
        return write_new(wanted.profile, () if is_alone else (agent,), stated), agent
    settings = parse_settings(data, CONFIG)
    present = next((agent for agent in settings.agents if agent.path == path), None)
    if present is not None and wanted.agent in (None, present.name):
        if present.profile is not wanted.profile:
            hint = f"give --profile {present.profile.value}, or change {CONFIG}"
            raise HygieneError(f"agent {present.name!r} has the profile {present.profile.value}", hint)
        return data, present
    agent = Agent(wanted.agent or _name(path), path, wanted.profile)
    return add_agent(data, agent.name, agent.path, agent.profile), agent


def _refuse_part_of_home(repository: Repository, path: str) -> None:
    data = WorktreeSnapshot(repository.top).read(CONFIG)
    agents = parse_settings(data, CONFIG).agents if data is not None else ()
    for agent in agents:
        if agent.profile is Profile.HERMES and path == agent.absolute("memories"):
            if path in (other.path for other in agents):
                return
            hint = f"hygiene init {agent.path or '.'} at the top of the repository"
            raise HygieneError(f"{path} already is the memory of agent {agent.name!r}", hint)


def _refuse_memory_repository(wanted: Wanted) -> None:
    """A home whose memory is a repository of its own, or a link to elsewhere: git would see none of it from here."""
    inside = os.path.join(wanted.folder, "memories")
    if wanted.profile is not Profile.HERMES:
        return
    hint = f"hygiene init {quoted(inside)} --profile hermes"
    if os.path.lexists(os.path.join(inside, ".git")):
        what = "a repository of its own, and one around it cannot hold its files"
        raise HygieneError(f"{inside} is {what}", f"go on with that one: {hint}")
    if os.path.islink(inside):
        raise HygieneError(f"{inside} is a link, and git sees nothing behind it", f"set up what it leads to: {hint}")


def _name(path: str) -> str:
    """A name for the agent in a folder, from the folder's own."""
    name = _NOT_IN_NAMES.sub("-", path.rpartition("/")[2].lower()).strip("-_")[:64]
    if not name:
        raise HygieneError(f"no agent name can be made of {path!r}", "give --agent NAME (a-z, 0-9, '_', '-')")
    return name
