"""The gate: judge a comparison by the rules. It reads and never writes; what it answers depends on content alone."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from memory_hygiene.core.contracts import ATTRIBUTES, CONFIG, STORE_NAMES, Profile
from memory_hygiene.core.findings import Finding, Verdict, errors_of
from memory_hygiene.core.lint import lint_change, lint_repo
from memory_hygiene.core.model import Document, Format
from memory_hygiene.core.rule import ChangeRule, Repo
from memory_hygiene.core.settings import Agent, Settings, is_below
from memory_hygiene.core.state import FOLDER, SYMLINK, AgentState, Change, Part, Snapshot
from memory_hygiene.core.writers.writers import Identity
from memory_hygiene.edge.config_cache import load_settings
from memory_hygiene.edge.git.comparisons import Comparison
from memory_hygiene.edge.git.repository import Repository
from memory_hygiene.edge.git.snapshots import TreeSnapshot, WorktreeSnapshot
from memory_hygiene.errors import ConfigError
from memory_hygiene.formats import parse
from memory_hygiene.runs.spanning import first_changed, has_memory, is_one_commit

_REMEMBERED = 200
"""Documents kept parsed: those of a change, and of the last commits of a range."""
_STATES = 20
"""States kept: those of a change, and of the parents it shares with the next one."""
_ALONE: Mapping[Agent, Part] = {}
_UNGOVERNED = f"no {CONFIG} at the top of this branch, before or after: nothing here is governed"


class Options(NamedTuple):
    """What the caller asks of a check: count old findings too, only these paths, one cap for all, the day given.

    ``within``: agents of which nothing lies in one of these folders, or around it, are not looked at; none: all are.
    ``may_be_ungoverned``: hooks are shared by every branch and work tree; one without a configuration is not ours.
    """

    strict: bool = False
    paths: tuple[str, ...] = ()
    cap: int | None = None
    today: str = ""
    may_be_ungoverned: bool = False
    within: tuple[str, ...] = ()

    def holds(self, path: str) -> bool:
        """Whether the file or folder at ``path`` is in question."""
        return not self.within or any(is_below(path, other) or is_below(other, path) for other in self.within)


class Judge:
    """Judges comparisons of one repository, remembering documents by content so that none is parsed twice."""

    def __init__(self, repository: Repository, options: Options) -> None:
        self._repository = repository
        self._options = options
        self._documents: dict[tuple[Format, bytes], Document] = {}
        self._states: dict[tuple[Agent, Settings, Snapshot], AgentState] = {}

    def parse(self, format: Format, data: bytes) -> Document:
        """As ``formats.parse``, remembered."""
        key = (format, data)
        if key not in self._documents:
            if len(self._documents) >= _REMEMBERED:
                del self._documents[next(iter(self._documents))]
            self._documents[key] = parse(format, data)
        return self._documents[key]

    def verdict(self, comparison: Comparison) -> Verdict:
        """The findings of a comparison. Raises ConfigError or GitError when it cannot be judged."""
        if self._options.may_be_ungoverned and not self.is_governed(comparison):
            return Verdict(_label(comparison.befores), comparison.after.label, (), (_UNGOVERNED,))
        settings, notes = settings_for(comparison, self._repository.state_dir)
        repo = self._repo(settings, comparison)
        if notes:  # another configuration from the next change on
            repo = self._with_next_settings(repo, comparison)
        findings = self._findings(settings, repo, comparison)
        chosen = self._options.paths
        kept = tuple(finding for finding in findings if not chosen or finding.path in chosen)
        return Verdict(_label(comparison.befores), comparison.after.label, kept, notes)

    def findings(self, settings: Settings, comparison: Comparison) -> list[Finding]:
        """The findings of a comparison by settings that are known, whatever configuration is in it."""
        repo = self._repo(settings, comparison)
        return self._findings(settings, repo, comparison)

    def _repo(self, settings: Settings, comparison: Comparison) -> Repo:
        touched = self.touched(settings, comparison)
        if not settings.has_roster:
            return Repo(settings, (), (), touched=touched)
        after, is_disk = comparison.after, isinstance(comparison.after, WorktreeSnapshot)
        paths = comparison.changed if comparison.changed is not None else self._all_paths(after)
        strays = tuple(path for path in paths if _is_stray(path, settings) and _exists(after, path))
        asked = (agent for agent in settings.agents if self._options.holds(agent.path))
        absent = tuple(agent for agent in asked if not _has_folder(after, agent.path, is_disk))
        label = next((before.label for before in comparison.befores), "")
        return Repo(settings, strays, absent, before=label, touched=touched)

    def _all_paths(self, snapshot: Snapshot) -> Iterator[str]:
        """Every path in question of a snapshot."""
        for folder in self._options.within or ("",):
            yield from _all_paths(snapshot, folder)

    def _findings(self, settings: Settings, repo: Repo, comparison: Comparison) -> list[Finding]:
        agents = self.agents(settings, comparison)
        bound = self.bound_agents(settings, comparison)
        exposed = tuple(agent for agent in self._homes(settings, comparison) if agent not in agents)
        if not (agents or bound or exposed or repo.strays or repo.absent or repo.ungoverned):
            return []
        from memory_hygiene.rules import ALL_RULES  # most commits of most repositories touch nothing of ours

        findings = list(lint_repo(ALL_RULES, repo))
        parts = self._parts(agents, settings, comparison)
        for agent in agents:
            findings += self.lint(self.change(agent, settings, comparison, parts), comparison)
        writers = tuple(rule for rule in ALL_RULES if isinstance(rule, ChangeRule) and not rule.is_acknowledgeable)
        for agent in dict.fromkeys((*bound, *exposed)):
            findings += lint_change(writers, self.change(agent, settings, comparison), self._options.strict)
        return findings

    def lint(self, change: Change, comparison: Comparison) -> tuple[Finding, ...]:
        """The findings of one agent's part of a comparison."""
        from memory_hygiene.rules import ALL_RULES

        return lint_change(ALL_RULES, change, self._options.strict, acknowledge=not comparison.is_past)

    def agents(self, settings: Settings, comparison: Comparison) -> tuple[Agent, ...]:
        """The agents whose governed files the comparison touches; all of them when it judges everything."""
        touched = self._options.paths or comparison.changed
        asked = tuple(agent for agent in settings.agents if self._options.holds(agent.path))
        if touched is None:
            return asked
        owners = [(path, agent) for path in touched if (agent := settings.agent_of(path))]
        holders = {agent for path, agent in owners if path in self._options.paths or settings.role_of(path)}
        near = {agent for _, agent in owners} - holders
        holders |= {agent for agent in near if _has_linked_store(agent, settings, comparison)}
        return tuple(agent for agent in asked if agent in holders)

    def bound_agents(self, settings: Settings, comparison: Comparison) -> tuple[Agent, ...]:
        """The agents of which a comparison touches no file, but what rules over all of them: who may do that?"""
        if self._options.paths or not rules_over_all(comparison.changed or ()):
            return ()
        touched = self.agents(settings, comparison)
        return tuple(agent for agent in settings.agents if agent not in touched)

    def _homes(self, settings: Settings, comparison: Comparison) -> tuple[Agent, ...]:
        """The agents into whose home a comparison brings files that are no memory: keys may be among them."""
        changed = comparison.changed
        owners = settings.agents if changed is None else {settings.agent_of(path) for path in changed}
        asked = (agent for agent in settings.agents if agent in owners and self._options.holds(agent.path))
        return tuple(agent for agent in asked if _fresh(agent, settings, comparison))

    def touched(self, settings: Settings, comparison: Comparison) -> tuple[tuple[Agent, str], ...]:
        """The agents whose memory one commit changes, with the first file of it.

        An agent that was in no roster before, or had no memory, is new and does not count.
        """
        if len(settings.agents) < 2 or not is_one_commit(comparison):
            return ()
        first = first_changed(settings, comparison)
        if len(first) < 2:
            return ()
        before = comparison.befores[0]
        old = self._rostered(settings, before)
        return tuple((a, path) for a, path in first.items() if a.name in old and has_memory(a, settings, before))

    def _rostered(self, settings: Settings, before: Snapshot) -> set[str]:
        """The names of the agents that were in the roster before; a broken one had whoever ``settings`` names."""
        try:
            known = config_of(before, self._repository.state_dir)
        except ConfigError:
            known = settings
        return {agent.name for agent in known.agents} if known else set()

    def change(
        self, agent: Agent, settings: Settings, comparison: Comparison, parts: Mapping[Agent, Part] = _ALONE
    ) -> Change:
        """One agent's part of a comparison; beside it the other ``parts``."""
        befores, after = parts.get(agent) or self._part(agent, settings, comparison)
        change = Change(
            befores,
            after,
            tuple(self._state(agent, settings, base) for base in comparison.bases),
            self._options.today or comparison.today,
            (),
            tuple(self._state(agent, settings, guard) for guard in comparison.guards),
            _fresh(agent, settings, comparison),
            tuple(part for other, part in parts.items() if other != agent),
            comparison.is_past,
        )
        return change._replace(identities=_makers(change, comparison)) if comparison.makers else change

    def _part(self, agent: Agent, settings: Settings, comparison: Comparison) -> Part:
        befores = (self._state(agent, settings, before) for before in comparison.befores)
        return Part(tuple(befores), self._state(agent, settings, comparison.after))

    def _parts(self, agents: tuple[Agent, ...], settings: Settings, comparison: Comparison) -> Mapping[Agent, Part]:
        """The parts of several agents that are judged together, so that each can be looked at beside the others."""
        return {agent: self._part(agent, settings, comparison) for agent in agents} if len(agents) > 1 else _ALONE

    def _state(self, agent: Agent, settings: Settings, snapshot: Snapshot) -> AgentState:
        key = (agent, settings, snapshot)
        if (known := self._states.get(key)) is not None:
            return known
        state = self._new_state(agent, settings, snapshot)
        if isinstance(snapshot, TreeSnapshot):  # files on disk may be others the next time
            if len(self._states) >= _STATES:
                del self._states[next(iter(self._states))]
            self._states[key] = state
        return state

    def _new_state(self, agent: Agent, settings: Settings, snapshot: Snapshot) -> AgentState:
        explicit = tuple(path for path in self._options.paths if settings.agent_of(path) == agent)
        return AgentState(agent, settings, snapshot, self.parse, explicit, self._options.cap)

    def _with_next_settings(self, repo: Repo, comparison: Comparison) -> Repo:
        """``repo`` with what the new configuration leaves to nobody, less the absent agents that it takes off."""
        from memory_hygiene.core.roster import ungoverned_stores

        after = config_of(comparison.after, self._repository.state_dir)
        left = ungoverned_stores(repo.settings, after, comparison.after, self.parse)
        names = {agent.name for agent in after.agents} if after else set()
        return repo._replace(ungoverned=tuple(left), absent=tuple(a for a in repo.absent if a.name in names))

    def is_fleet_change(self, comparison: Comparison) -> bool:
        """Whether a comparison is the work of some agents of several: then the others are not looked at."""
        if self._options.strict or not comparison.changed or not self.is_governed(comparison):
            return False
        settings, _ = settings_for(comparison, self._repository.state_dir)
        return len(settings.agents) > 1 and bool(self.agents(settings, comparison))

    def is_governed(self, comparison: Comparison) -> bool:
        """Whether there is a configuration before or after."""
        return any(CONFIG in snapshot.list_folder("") for snapshot in (*comparison.befores, comparison.after))

    def losses(self, comparison: Comparison, settings: Settings) -> Iterator[tuple[Agent, Finding]]:
        """What one commit of a range did by the rules about changes, by the agent concerned."""
        from memory_hygiene.rules import ALL_RULES

        spanned = self.touched(settings, comparison)
        for finding in lint_repo(ALL_RULES, Repo(settings, (), (), touched=spanned)):
            yield spanned[0][0], finding
        rules = tuple(rule for rule in ALL_RULES if isinstance(rule, ChangeRule) and not rule.is_timed)
        agents = self.agents(settings, comparison)
        parts = self._parts(agents, settings, comparison)
        bound = (*self.bound_agents(settings, comparison), *self._homes(settings, comparison))
        for agent in dict.fromkeys((*agents, *bound)):
            found = lint_change(rules, self.change(agent, settings, comparison, parts), strict=True)
            yield from ((agent, finding) for finding in errors_of(found))

    def governed(self, comparison: Comparison) -> tuple[str, ...]:
        """The stores that exist before or after, by path from the top of the repository."""
        settings, _ = settings_for(comparison, self._repository.state_dir)
        found: set[str] = set()
        for agent in filter(lambda agent: self._options.holds(agent.path), settings.agents):
            for snapshot in (*comparison.befores, comparison.after):
                state = self._state(agent, settings, snapshot)
                found.update(path for path, (role, _) in state.files.items() if role.value == "store")
        return tuple(sorted(found))


def _fresh(agent: Agent, settings: Settings, comparison: Comparison) -> tuple[str, ...]:
    """The files that a comparison brings into an agent's home and that no contract governs; none in other folders.

    Files on disk are not about to be committed: what git ignores lies there rightly.
    """
    if agent.profile is not Profile.HERMES or isinstance(comparison.after, WorktreeSnapshot):
        return ()
    paths = comparison.changed if comparison.changed is not None else _all_paths(comparison.after, agent.path)
    ungoverned = tuple(path for path in paths if settings.agent_of(path) == agent and not settings.role_of(path))
    after, befores = comparison.after, comparison.befores
    if not ungoverned or not _is_home(agent, (after, *befores)):
        return ()
    return tuple(p for p in ungoverned if _exists(after, p) and not any(_exists(before, p) for before in befores))


def _is_home(agent: Agent, snapshots: Iterable[Snapshot]) -> bool:
    from memory_hygiene.core.live.homes import is_home  # of no use to a commit of memory alone

    return any(is_home(agent, snapshot) for snapshot in snapshots)


def _makers(change: Change, comparison: Comparison) -> tuple[Identity, ...]:
    """Who makes a change; nobody is asked while no registry restricts anybody."""
    registries = [state.registry for state in (*change.befores, *change.guards) if state.registry.is_restricting]
    if not registries or comparison.makers is None:
        return ()
    has_keys = change.after.settings.require_signatures or any(registry.has_keys for registry in registries)
    return comparison.makers(has_keys)


def rules_over_all(paths: Iterable[str]) -> bool:
    """Whether one of ``paths`` is a file that rules over every agent: the configuration, git's attributes."""
    return any(path == CONFIG or path.rpartition("/")[2] == ATTRIBUTES for path in paths)


def settings_for(comparison: Comparison, state_dir: str) -> tuple[Settings, tuple[str, ...]]:
    """The settings that judge a comparison: those from before it, so that no change weakens its own gate.

    The new configuration is read as well: one that cannot be used is refused before it can block everything after.
    """
    after = config_of(comparison.after, state_dir)
    notes: tuple[str, ...] = ()
    for before in comparison.befores:
        try:
            settings = config_of(before, state_dir)
        except ConfigError:
            if after is None:
                raise
            notes = (f"the {CONFIG} of {before.label} cannot be used; judged by the new one",)
            continue
        if settings is None:
            continue
        if settings == after:
            return settings, ()
        change = "removes" if after is None else "edits"
        note = f"judged by the {CONFIG} of {before.label}; this change {change} it, from the next one on"
        return with_new_agents(settings, after), (note,)
    if after is None:
        raise ConfigError(f"no {CONFIG} at the top of the repository", "set it up: hygiene init --profile NAME")
    return after, notes


def with_new_agents(before: Settings, after: Settings | None) -> Settings:
    """``before`` with the agents that a roster gains: judging them at once weakens nothing, and nobody else may."""
    if after is None or not before.has_roster:
        return before
    names = {agent.name for agent in before.agents}
    gained = (agent for agent in after.agents if agent.name not in names and before.agent_of(f"{agent.path}/x") is None)
    return before._replace(agents=(*before.agents, *gained))


def config_of(snapshot: Snapshot, state_dir: str) -> Settings | None:
    """The configuration in a snapshot, or None when there is none. Raises ConfigError when it cannot be used."""
    item = snapshot.list_folder("").get(CONFIG)
    if item is None or item.mode == FOLDER:
        return None
    data = snapshot.read(CONFIG)
    oid = "" if ":" in item.oid else item.oid
    return None if data is None else load_settings(data, oid, state_dir, CONFIG)


def _is_stray(path: str, settings: Settings) -> bool:
    return path.rpartition("/")[2].casefold() in STORE_NAMES and settings.agent_of(path) is None


def _has_linked_store(agent: Agent, settings: Settings, comparison: Comparison) -> bool:
    """Whether a store of the agent is a symlink: then any file beside it may hold what every prompt reads."""
    names = ("", "memories") if agent.profile is Profile.HERMES else ("",)
    folders = [agent.absolute(name) if name else agent.path for name in names]
    return any(
        item.mode == SYMLINK and settings.role_of(f"{folder}/{name}" if folder else name)
        for snapshot in (*comparison.befores, comparison.after)
        for folder in folders
        for name, item in snapshot.list_folder(folder).items()
    )


def _exists(snapshot: Snapshot, path: str) -> bool:
    folder, _, name = path.rpartition("/")
    return name in snapshot.list_folder(folder)


def _has_folder(snapshot: Snapshot, path: str, is_disk: bool) -> bool:
    """Whether there is such a folder; on disk one that holds something, for git knows no empty ones."""
    if not path:
        return True
    folder, _, name = path.rpartition("/")
    item = snapshot.list_folder(folder).get(name)
    return item is not None and item.mode == FOLDER and (not is_disk or bool(snapshot.list_folder(path)))


def _all_paths(snapshot: Snapshot, folder: str) -> Iterator[str]:
    for name, item in snapshot.list_folder(folder).items():
        path = f"{folder}/{name}" if folder else name
        if item.mode == FOLDER:
            yield from _all_paths(snapshot, path)
        else:
            yield path


def _label(befores: tuple[Snapshot, ...]) -> str:
    return ", ".join(before.label for before in befores) or "nothing"
