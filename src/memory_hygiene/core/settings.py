"""Settings: what ``.hygiene.yaml`` says, as a value; every parameter has the maintenance contract's default."""

from functools import cached_property
from typing import NamedTuple

from . import contracts
from .contracts import Contract, Limits, Profile, Role
from .model import Format


def is_below(path: str, folder: str) -> bool:
    """Whether ``path`` is ``folder`` or lies in it; both from the top of the repository, "" for the top itself."""
    return not folder or path == folder or path.startswith(folder + "/")


class Agent(NamedTuple):
    """One agent directory. ``path`` is relative to the top of the repository, "" for the top itself."""

    name: str
    path: str
    profile: Profile

    def relative(self, path: str) -> str | None:
        """``path`` (from the top of the repository) relative to this directory, or None when outside."""
        if not self.path:
            return path
        return path[len(self.path) + 1 :] if path.startswith(self.path + "/") else None

    def absolute(self, relative: str) -> str:
        """The path from the top of the repository of a file of this directory."""
        return f"{self.path}/{relative}" if self.path else relative


class Override(NamedTuple):
    """What a reviewer decided about the entry of a fingerprint: the name of its category, and why.

    ``deletable`` says whether it may go by age.
    """

    fingerprint: str
    category: str
    reason: str
    deletable: bool = False


class Values(NamedTuple):
    """The values of a configuration.

    Percentages are whole numbers of 100, ages and intervals are in days. ``stores`` overrides caps by the path of
    the store within its agent directory. ``categories`` are a reviewer's decisions, each fingerprint once.
    ``verify_hosts`` are names or addresses, separated by spaces.
    """

    profile: Profile
    agents: tuple[Agent, ...]
    has_roster: bool = False
    stores: tuple[tuple[str, Limits], ...] = ()
    categories: tuple[Override, ...] = ()
    memory_threshold: int = contracts.HERMES_TRIGGER
    max_memory_chars: int = 2200
    max_user_chars: int = 1375
    compress_entries: bool = True
    dry_run: bool = False
    audit_every_days: int = 14
    skip_below: int = 75
    gap_alert_days: int = 21
    shelf_life_days: int = 14
    edit_similarity: float = 0.6
    keep_applies_days: int = 90
    keep_applies: int = 20
    summary_marker: str = "commit"
    skill: str = "operating-rules"
    canaries: bool = False
    require_signatures: bool = False
    verify_hosts: str = ""


class Settings(Values):
    """The whole configuration of a memory repo, with what it says of paths."""

    @cached_property
    def by_path(self) -> dict[str, Agent]:
        """The agents by their directories."""
        return {agent.path: agent for agent in reversed(self.agents)}

    @cached_property
    def _hash(self) -> int:
        return super().__hash__()

    def __hash__(self) -> int:
        return self._hash

    def agent_of(self, path: str) -> Agent | None:
        """The agent whose directory holds ``path``; the innermost one when directories nest."""
        folder = path
        while folder:
            folder = folder.rpartition("/")[0]
            if (agent := self.by_path.get(folder)) is not None:
                return agent
        return self.by_path.get(path)

    def role_of(self, path: str) -> tuple[Agent, Role] | None:
        """The agent and role of a governed file, by its path from the top of the repository."""
        agent = self.agent_of(path)
        if agent is None:
            return None
        relative = agent.relative(path)
        assert relative is not None
        role = contracts.role_of(agent.profile, relative)
        if role is None and self.names_store(agent, relative):
            role = Role.STORE
        return (agent, role) if role else None

    def names_store(self, agent: Agent, relative: str) -> bool:
        """Whether ``stores`` names the file at ``relative`` in ``agent``."""
        return any(_is_same(agent, relative, name) for name, _ in self.stores)

    def contract_of(self, agent: Agent, relative: str, cap: int | None = None) -> Contract:
        """The contract of the store at ``relative`` in ``agent``; any other file gets the one for explicit files.

        ``cap``, in lines (in characters for § stores), overrides whatever profile and configuration say.
        """
        name, contract = contracts.contract_of(agent.profile, relative) or (relative, contracts.EXPLICIT)
        if contract.format is Format.SECTION_SIGN:
            limit = self.max_memory_chars if name.endswith("MEMORY.md") else self.max_user_chars
            contract = contracts.with_limits(contract, Limits(chars=limit))
            contract = contracts.with_trigger(contract, self.memory_threshold)
        for path, limits in self.stores:
            if _is_same(agent, path, relative):
                contract = contracts.with_limits(contract, limits)
        if self.canaries and contract.strategy is contracts.Strategy.COMPACT:
            contract = contract._replace(has_canary=True)
        if cap is not None:
            override = Limits(chars=cap) if contract.caps[0].unit is contracts.Unit.CHARS else Limits(lines=cap)
            contract = contracts.with_limits(contract, override)
        return contract


def _is_same(agent: Agent, a: str, b: str) -> bool:
    return contracts.key_of(agent.profile, a) == contracts.key_of(agent.profile, b)


def single_agent(profile: Profile, name: str = "default", path: str = "") -> Settings:
    """Settings of a repository that is one agent directory."""
    return Settings(profile, (Agent(name, path, profile),))
