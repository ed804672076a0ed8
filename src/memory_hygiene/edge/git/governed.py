"""Which files of history are an agent's, and how each is read; also under the names they were renamed from."""

from collections.abc import Mapping, Sequence

from memory_hygiene.core.contracts import Role
from memory_hygiene.core.model import Format
from memory_hygiene.core.settings import Agent, Settings

from .commits import FileChange
from .contents import Reading

_READINGS = {Role.COLD: Reading.ARCHIVE, Role.SKILL: Reading.MARKDOWN, Role.LEDGER: Reading.LEDGER}


class Governed:
    """The governed files of ``agent``, and ``also`` others by path from the top; with no agent only they are.

    ``learned`` are the former names, by what they are read as. A name renamed to files that are read in different
    ways is read in the first of them by name, so that the order of learning decides nothing.
    """

    def __init__(self, settings: Settings, agent: Agent | None, also: Mapping[str, Format]) -> None:
        self._settings = settings
        self._agent = agent
        self._also = {path: Reading(format.value) for path, format in also.items() if not self._own(path)}
        self._known: dict[bytes, Reading | None] = {}
        self.learned: dict[bytes, Reading] = {}

    @property
    def whose(self) -> tuple[object, ...]:
        """Plain values that say whose files these are: the agent, and further files."""
        also = tuple((path, reading.value) for path, reading in sorted(self._also.items()))
        agent = self._agent and (self._agent.name, self._agent.path, self._agent.profile.value)
        return (agent, also)

    @property
    def terms(self) -> tuple[object, ...]:
        """Plain values that say which files these are, as far as the configuration has a say in it."""
        agent = self._agent
        inside = [other for other in self._settings.agents if agent and agent.relative(other.path + "/") is not None]
        return (
            tuple(sorted((other.name, other.path, other.profile.value) for other in inside)),
            tuple(sorted(path for path, _ in self._settings.stores)),
        )

    def reading(self, path: bytes) -> Reading | None:
        """How the file at ``path`` is read; None when it is not the agent's."""
        if path not in self._known:
            name = path.decode("utf-8", "surrogateescape")
            self._known[path] = self._own(name) or self._also.get(name)
        return self._known[path] or self.learned.get(path)

    def _own(self, path: str) -> Reading | None:
        agent, role = self._settings.role_of(path) or (None, None)
        if agent is None or agent != self._agent:
            return None
        if role is Role.STORE:
            return Reading(self._settings.contract_of(agent, agent.relative(path) or "").format.value)
        return _READINGS.get(role) if role else None

    def is_wanted(self, change: FileChange) -> bool:
        """Whether a change touches the agent's files; a rename into them makes the former name one of them."""
        reading = self.reading(change.path)
        if change.source and reading not in (None, Reading.LEDGER):
            self._learn(change.source, reading)
        return reading is not None or bool(change.source and self.reading(change.source))

    def learned_from(self, changes: Sequence[FileChange], start: Mapping[bytes, Reading]) -> dict[bytes, Reading]:
        """The former names that these changes and those before them teach; ``start`` is what those before taught."""
        learned, self.learned = self.learned, dict(start)
        before = None
        while before != self.learned:
            before = dict(self.learned)
            for change in changes:
                self.is_wanted(change)
        learned, self.learned = self.learned, learned
        return learned

    def _learn(self, source: bytes, reading: Reading) -> None:
        known = self.reading(source)
        if known is None or (source in self.learned and reading.value < known.value):
            self.learned[source] = reading
