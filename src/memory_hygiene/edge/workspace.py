"""A workspace: the repository, its configuration and its files on disk, as every command but the hooks needs them."""

import os
from typing import NamedTuple

from memory_hygiene.core.contracts import CONFIG
from memory_hygiene.core.settings import Agent, Settings
from memory_hygiene.errors import ConfigError, HygieneError

from .config_cache import load_settings
from .git.repository import Repository, find_repository
from .git.snapshots import WorktreeSnapshot

_SHOWN = 20
"""Names that a message lists."""


class Workspace(NamedTuple):
    """A repository with a work tree and a configuration."""

    repository: Repository
    settings: Settings

    @property
    def worktree(self) -> WorktreeSnapshot:
        """The files on disk."""
        return WorktreeSnapshot(self.repository.top)

    def agents_here(self) -> tuple[Agent, ...]:
        """The agent whose directory the current folder is in; all of them above agent directories."""
        here = self.path_of(".")
        inside = self.settings.agent_of(f"{here}/x" if here else "x")
        return (inside,) if inside else self.settings.agents

    def agents_meant(self, names: str | None) -> tuple[Agent, ...]:
        """Those of ``agents_here``, or the ones called ``names``, with commas between them. Raises HygieneError."""
        return self.agents_here() if names is None else self.agents_called(names)

    def agent(self, name: str | None) -> Agent:
        """The agent called ``name``, or the one whose directory this is. Raises HygieneError when that is not one."""
        agents = self.settings.agents
        if name is not None:
            found = next((agent for agent in agents if agent.name == name), None)
            if found is None:
                raise HygieneError(f"no agent called {name!r}", f"one of: {_named(agents)}")
            return found
        here = self.agents_here()
        if len(here) != 1:
            raise HygieneError("several agents live here", f"give --agent: {_named(here)}")
        return here[0]

    def agents_called(self, names: str | None) -> tuple[Agent, ...]:
        """As ``agent``, of several names with commas between them, each once."""
        return tuple(self.agent(name) for name in (dict.fromkeys(names.split(",")) if names is not None else [None]))

    def agent_of_folder(self, folder: str) -> Agent:
        """The agent whose directory holds ``folder``, or is its parent. Raises HygieneError when there is none."""
        path = self.path_of(os.path.join(os.path.realpath(folder), "x"))
        agent = self.settings.agent_of(path)
        if agent is None:
            raise HygieneError(f"no agent of {CONFIG} has its memory in {folder}", "see hygiene status")
        return agent

    def path_of(self, name: str) -> str:
        """A path given by the user, from the top of the repository. Raises HygieneError when it leads outside.

        Links in the last part are kept: a store is governed by the name it is reached by.
        """
        return path_from_top(self.repository, name)


def _named(agents: tuple[Agent, ...]) -> str:
    more = len(agents) - _SHOWN
    return ", ".join(agent.name for agent in agents[:_SHOWN]) + (f" and {more} more" if more > 0 else "")


def path_from_top(repository: Repository, name: str) -> str:
    """As ``Workspace.path_of``, before there is a configuration."""
    full = os.path.abspath(name)
    if name not in (".", "") and os.path.basename(full):
        full = os.path.join(os.path.realpath(os.path.dirname(full)), os.path.basename(full))
    else:
        full = os.path.realpath(full)
    relative = os.path.relpath(full, os.path.realpath(repository.top))
    if relative == os.curdir:
        return ""
    if relative.split(os.sep)[0] == os.pardir:
        raise HygieneError(f"{name} is outside the repository", "give a path inside it, or another -C DIR")
    return relative.replace(os.sep, "/")


def open_workspace(folder: str = "") -> Workspace:
    """The workspace around ``folder``. Raises GitError without a repository, ConfigError without a configuration."""
    repository = find_repository(folder)
    if not repository.top:
        raise HygieneError("a bare repository has no files to work on", "run this in a clone of it")
    data = WorktreeSnapshot(repository.top).read(CONFIG)
    if data is None:
        raise ConfigError(f"no {CONFIG} at the top of the repository", "set it up: hygiene init --profile NAME")
    return Workspace(repository, load_settings(data, "", repository.state_dir, CONFIG))
