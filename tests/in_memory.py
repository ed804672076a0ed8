"""Snapshots in memory: a tree of files for tests of the pure rooms, which need no repository."""

from collections.abc import Mapping

from memory_hygiene.core.contracts import Profile
from memory_hygiene.core.fingerprint import digest
from memory_hygiene.core.settings import Agent, Settings, single_agent
from memory_hygiene.core.state import FOLDER, SUBMODULE, AgentState, Change, Item
from memory_hygiene.formats import parse

REGULAR = "100644"


class File:
    """Bytes and a git mode."""

    def __init__(self, data: bytes, mode: str = REGULAR) -> None:
        self.data = data
        self.mode = mode


class FileTree:
    """A ``Snapshot`` of given files."""

    def __init__(self, files: Mapping[str, bytes | File], label: str = "a tree") -> None:
        self.label = label
        self.files = {path: file if isinstance(file, File) else File(file) for path, file in files.items()}

    def list_folder(self, path: str) -> Mapping[str, Item]:
        """The names in a folder."""
        prefix = path + "/" if path else ""
        items: dict[str, Item] = {}
        for name, file in self.files.items():
            if name.startswith(prefix):
                head, _, rest = name[len(prefix) :].partition("/")
                items[head] = Item(FOLDER, "") if rest else Item(file.mode, digest(file.data))
        return items

    def read(self, path: str) -> bytes | None:
        """The bytes of a file."""
        file = self.files.get(path)
        return None if file is None or file.mode == SUBMODULE else file.data


HERMES = single_agent(Profile.HERMES)
SANCTUM = single_agent(Profile.SANCTUM)


def state_of(
    files: Mapping[str, bytes | File],
    settings: Settings = HERMES,
    agent: Agent | None = None,
    label: str = "a tree",
) -> AgentState:
    """The state of one agent (the first one unless told) in a tree of files."""
    return AgentState(agent or settings.agents[0], settings, FileTree(files, label), parse)


def change_of(
    before: Mapping[str, bytes | File] | None, after: Mapping[str, bytes | File], settings: Settings = HERMES
) -> Change:
    """A change with one parent, or the first commit when ``before`` is None."""
    befores = () if before is None else (state_of(before, settings, label="HEAD"),)
    return Change(befores, state_of(after, settings, label="index"), (), "2026-09-15")


def section_sign(*entries: str) -> bytes:
    """The bytes Hermes writes for these entries."""
    return "\n§\n".join(entries).encode("utf-8", "surrogateescape")
