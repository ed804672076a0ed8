"""States: what one agent's governed files look like in one snapshot, parsed on demand and once.

A snapshot is a tree of files: the index, a commit, or the work tree. The edge reads it; this module only asks.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple, Protocol

from . import contracts
from .archive import Archive, read_archive
from .audit.ledger import Ledger, read_ledger
from .contracts import Contract, Role
from .fingerprint import normalise
from .model import Block, Document, Format, decode, universal_newlines
from .settings import Agent, Settings
from .writers.registry_file import read_registry
from .writers.writers import Fault, Identity, Registry

Parse = Callable[[Format, bytes], Document]
SYMLINK = "120000"
SUBMODULE = "160000"
FOLDER = "040000"
MAX_BYTES = 4 * 1024 * 1024
"""A larger store is refused unread: no prompt could hold a thousandth of it."""


_OF_STORES = ("stores", "_blocks", "_by_fingerprint")


class Item(NamedTuple):
    """One name in a folder of a snapshot: its git mode and an id that changes with its content."""

    mode: str
    oid: str


class Snapshot(Protocol):
    """A tree of files at one moment. Paths are relative to its top, ``/`` between parts, "" for the top."""

    label: str

    def list_folder(self, path: str) -> Mapping[str, Item]:
        """The names in a folder; empty when there is no such folder."""
        ...

    def read(self, path: str) -> bytes | None:
        """The bytes of a file (of a symlink: its target), or None when there is no such file."""
        ...


class Store(NamedTuple):
    """A hot file as it stands in a snapshot: path from the top, contract, parsed content, git mode and id.

    ``target`` is the file whose bytes these are: the path itself, or where a symlink inside the agent directory leads.
    """

    path: str
    contract: Contract
    document: Document
    mode: str
    oid: str
    target: str

    @property
    def is_readable(self) -> bool:
        """Whether it could be read as text: else nothing is known of its entries, and none is acted on."""
        return self.document.decodable and len(self.document.data) <= MAX_BYTES


class ColdFile(NamedTuple):
    """An archive file: path from the top, raw bytes and what is kept in it."""

    path: str
    data: bytes
    archive: Archive


class AgentState:
    """One agent directory in one snapshot. Everything is read and parsed at most once, and only when asked."""

    def __init__(
        self,
        agent: Agent,
        settings: Settings,
        snapshot: Snapshot,
        parse: Parse,
        explicit: tuple[str, ...] = (),
        cap: int | None = None,
    ) -> None:
        self.agent = agent
        self.settings = settings
        self.snapshot = snapshot
        self._parse = parse
        self.explicit = explicit
        self.cap = cap

    @property
    def parse(self) -> Parse:
        """How the files of this state are parsed."""
        return self._parse

    @cached_property
    def files(self) -> dict[str, tuple[Role, Item]]:
        """Every governed file: path from the top of the repository to role and item, in path order."""
        return dict(sorted({**self.near_files, **self._governed(self._walk_deep())}.items()))

    @cached_property
    def near_files(self) -> dict[str, tuple[Role, Item]]:
        """The governed files that no deep folder has to be walked for: stores, ledger, registry; in path order."""
        return dict(sorted(self._governed(self._walk_near()).items()))

    def _governed(self, found: Iterator[tuple[str, Item]]) -> dict[str, tuple[Role, Item]]:
        governed: dict[str, tuple[Role, Item]] = {}
        for path, item in found:
            if (role := self.role_at(path)) is not None:
                governed[path] = (role, item)
        return governed

    def role_at(self, path: str) -> Role | None:
        """What a file of this agent at ``path`` (from the top of the repository) is or would be, None for nothing."""
        relative = self.agent.relative(path) or ""
        role = contracts.role_of(self.agent.profile, relative)
        if path in self.explicit or self.settings.names_store(self.agent, relative):
            role = role or Role.STORE
        return role if role is not None and self.settings.agent_of(path) == self.agent else None

    def _walk_near(self) -> Iterator[tuple[str, Item]]:
        for folder in self.near_folders:
            yield from self._files_in(folder, deep=False)

    @cached_property
    def near_folders(self) -> tuple[str, ...]:
        """The directory itself and the folders that hold stores, from the top of the repository."""
        folders = {path.rpartition("/")[0] for path in self.explicit} - {self.agent.path}
        folders |= {self.agent.absolute(n.rpartition("/")[0]) for n, _ in self.settings.stores if "/" in n}
        if self.agent.profile is contracts.Profile.HERMES:
            folders.add(self.agent.absolute("memories"))
        return (self.agent.path, *sorted(folders))

    def _walk_deep(self) -> Iterator[tuple[str, Item]]:
        for folder in self.deep_folders:
            yield from self._files_in(folder, deep=True)

    @cached_property
    def deep_folders(self) -> tuple[str, ...]:
        """The folders of the cold tier and of skills, at any depth of which files are governed."""
        deep = [*contracts.COLD_FOLDERS[self.agent.profile]]
        if self.agent.profile is contracts.Profile.HERMES:
            deep.append("skills")
        return tuple(self.agent.absolute(name) for name in deep)

    def _files_in(self, folder: str, deep: bool) -> Iterator[tuple[str, Item]]:
        for name, item in self.snapshot.list_folder(folder).items():
            path = f"{folder}/{name}" if folder else name
            if item.mode != FOLDER:
                yield path, item
            elif deep:
                yield from self._files_in(path, deep=True)

    @cached_property
    def has_links(self) -> bool:
        """Whether a governed file is a symlink or a submodule."""
        return any(item.mode in (SYMLINK, SUBMODULE) for _, item in self.files.values())

    def _paths(self, role: Role) -> list[str]:
        files = self.files if role in (Role.COLD, Role.SKILL) else self.near_files
        return [path for path, (found, _) in files.items() if found is role]

    @cached_property
    def stores(self) -> tuple[Store, ...]:
        """The hot files that are regular files of a readable size, parsed."""
        return tuple(self._read_stores())

    def _read_stores(self) -> Iterator[Store]:
        for path in self._paths(Role.STORE):
            if (store := self.read_store(path)) is not None:
                yield store

    def read_store(self, path: str, contract: Contract | None = None) -> Store | None:
        """Read the hot file at ``path`` anew, one of ``near_files``; None where that is no regular file.

        ``contract`` is the file's, where it is known.
        """
        found = self._target_data(path)
        if found is None:
            return None
        target, data = found
        item = self.near_files[path][1]
        contract = contract or self.contract_of(path)
        readable = data if len(data) <= MAX_BYTES else b""
        document = self._parse(contract.format, readable)
        document = document if readable is data else document._replace(data=data)
        return Store(path, contract, document, item.mode, item.oid, target)

    def _target_data(self, path: str) -> tuple[str, bytes] | None:
        """The file whose bytes a store has, and the bytes; None where there is no regular one inside the directory."""
        item = self.near_files[path][1]
        target = self._followed(path) if item.mode == SYMLINK else path
        data = None if target is None or item.mode == SUBMODULE else self.snapshot.read(target)
        return None if target is None or data is None else (target, data)

    def _followed(self, path: str) -> str | None:
        """Where a symlink leads, when that is a regular file inside the agent directory; None otherwise."""
        target = joined(path.rpartition("/")[0], (self.snapshot.read(path) or b"").decode("utf-8", "surrogateescape"))
        if target is None or self.settings.agent_of(target) != self.agent:
            return None
        folder, _, name = target.rpartition("/")
        item = self.snapshot.list_folder(folder).get(name)
        return target if item is not None and item.mode not in (SYMLINK, SUBMODULE, FOLDER) else None

    def with_documents(self, documents: Mapping[str, Document]) -> "AgentState":
        """The same agent with other content of some stores, by path."""
        other = AgentState(self.agent, self.settings, self.snapshot, self._parse, self.explicit, self.cap)
        other.stores = tuple(
            store._replace(document=documents.get(store.path, store.document)) for store in self.stores
        )
        return other

    def with_stores(self, stores: tuple[Store, ...]) -> "AgentState":
        """The same agent with other stores; whatever else is known of it stays known."""
        other = AgentState(self.agent, self.settings, self.snapshot, self._parse, self.explicit, self.cap)
        vars(other).update({name: value for name, value in vars(self).items() if name not in _OF_STORES})
        other.stores = stores
        return other

    def store(self, path: str) -> Store | None:
        """The hot file at ``path``, or None."""
        return next((store for store in self.stores if store.path == path), None)

    def contract_of(self, path: str) -> Contract:
        """The contract of the store at ``path`` (from the top of the repository)."""
        return self.settings.contract_of(self.agent, self.agent.relative(path) or "", self.cap)

    @cached_property
    def cold(self) -> tuple[ColdFile, ...]:
        """The archive files, read."""
        return tuple(ColdFile(path, data, read_archive(data, self._parse)) for path, data in self.cold_data)

    @cached_property
    def skills(self) -> tuple[tuple[str, Document], ...]:
        """The skill files, parsed as Markdown."""
        return tuple((path, self._parse(Format.MARKDOWN, data)) for path, data in self._data(Role.SKILL))

    @cached_property
    def ledger(self) -> Ledger:
        """The ledger; an absent one is empty."""
        return read_ledger(self.ledger_data)

    @cached_property
    def ledger_data(self) -> bytes:
        """The bytes of the ledger; empty when there is none."""
        return self._regular(self.ledger_path) or b""

    @property
    def ledger_path(self) -> str:
        """Where this agent's ledger is or would be, from the top of the repository."""
        paths = self._paths(Role.LEDGER)
        return paths[0] if paths else self.agent.absolute(contracts.LEDGER)

    @property
    def registry_path(self) -> str:
        """Where this agent's writer registry is or would be, from the top of the repository."""
        exact = self.agent.absolute(contracts.WRITERS)
        paths = self._paths(Role.WRITERS)
        return exact if exact in paths or not paths else paths[0]

    @cached_property
    def registry(self) -> Registry:
        """Who may write; an absent registry is empty, one that is no regular file or not alone is faulty."""
        paths = self._paths(Role.WRITERS)
        if not paths:
            return Registry()
        data = self._regular(self.registry_path)
        if data is None:
            return Registry((), (Fault(1, "a link, and no registry"),))
        found = read_registry(data)
        others = tuple(Fault(1, f"{path} beside it: which one counts?") for path in paths if path != self.registry_path)
        return found._replace(faults=(*others, *found.faults)) if others else found

    def _regular(self, path: str) -> bytes | None:
        entry = self.files.get(path)
        return None if entry is None or entry[1].mode in (SYMLINK, SUBMODULE) else self.snapshot.read(path)

    @cached_property
    def kept_elsewhere(self) -> frozenset[str]:
        """Fingerprints of what the cold tier and the skill files hold."""
        found = {fingerprint for cold in self.cold for fingerprint in cold.archive.fingerprints}
        found |= {block.fingerprint for _, document in self.skills for block in document.blocks}
        return frozenset(found)

    @cached_property
    def cold_data(self) -> tuple[tuple[str, bytes], ...]:
        """The archive files, path and bytes, not parsed."""
        return tuple(self._data(Role.COLD))

    @cached_property
    def kept_data(self) -> tuple[tuple[str, bytes], ...]:
        """The archive and skill files, path and bytes, not parsed."""
        return (*self.cold_data, *self._data(Role.SKILL))

    def _data(self, role: Role) -> Iterator[tuple[str, bytes]]:
        return ((path, data) for path in self._paths(role) if (data := self._regular(path)) is not None)

    def keeper_of(self, block: Block) -> str:
        """The cold or skill file that holds ``block``, or "".

        It does when it has the block's fingerprint, or its lines one after the other, blank lines aside: what was
        appended there by hand is kept, though it may be read as part of a paragraph or as several blocks. Most files
        lack one of its words, and are not parsed.
        """
        if block.text not in self._keepers:
            self._keepers[block.text] = self._keeper(block) if self.kept_data else ""
        return self._keepers[block.text]

    @cached_property
    def _keepers(self) -> dict[str, str]:
        return {}

    def _keeper(self, block: Block) -> str:
        parts, lines = _parts(block.text), _bare_lines(block.text)
        verbatim = f"\n{block.text}\n".encode("utf-8", "surrogateescape") if lines == f"\n{block.text}\n" else None
        near: list[str] = []
        for path, data in self.kept_data:
            if verbatim is not None and _has_lines(data, verbatim):
                return path
            if all(part in data for part in parts):
                if lines in _bare_lines(universal_newlines(decode(data)[0])):
                    return path
                near.append(path)
        return next((path for path in near if block.fingerprint in self._fingerprints_in(path)), "")

    def may_keep(self, text: str) -> bool:
        """Whether a cold or skill file has the words of ``text``; without them none holds an entry that reads so."""
        parts = _parts(text)
        return any(all(part in data for part in parts) for _, data in self.kept_data)

    def _fingerprints_in(self, path: str) -> frozenset[str]:
        if path in self.files and self.files[path][0] is Role.COLD:
            return next(cold.archive.fingerprints for cold in self.cold if cold.path == path)
        return frozenset(block.fingerprint for name, skill in self.skills if name == path for block in skill.blocks)

    def blocks(self) -> Iterator[tuple[Store, Block]]:
        """Every tracked block of every hot file, in file order."""
        return iter(self._blocks)

    @cached_property
    def holdings(self) -> Mapping[str, tuple[Store, Block]]:
        """The first tracked block with each fingerprint, and the hot file it is in."""
        return {block.fingerprint: (store, block) for store, block in reversed(self._blocks)}

    @cached_property
    def _blocks(self) -> tuple[tuple[Store, Block], ...]:
        return tuple((store, block) for store in self.stores for block in store.document.tracked)


def _parts(text: str) -> tuple[bytes, ...]:
    """What the bytes of every file hold that has a block with the fingerprint of ``text``: its words as written.

    Table cells are no such words: the padding around their bars is folded. The rarest come first: those with digits,
    then the longest.
    """
    folded = sorted(set(normalise(text).split(" ")), key=lambda word: (word.isalpha(), -len(word)))
    return tuple(word.encode("utf-8", "surrogateescape") for word in folded if "|" not in word)


def _has_lines(data: bytes, lines: bytes) -> bool:
    """Whether a file has these whole lines, given between line feeds; the first and the last one may lack theirs."""
    return lines in data or data.startswith(lines[1:]) or data.endswith(lines[:-1]) or data == lines[1:-1]


def _bare_lines(text: str) -> str:
    """The lines of ``text`` without blank ones and white space at their ends, each between line feeds."""
    return "\n" + "".join(f"{line}\n" for piece in text.split("\n") if (line := piece.strip()))


def joined(folder: str, path: str) -> str | None:
    """``path`` as seen from ``folder``, normalised; None when it is absolute or climbs above the top."""
    if path.startswith(("/", "\\", "~")) or path[1:2] == ":":
        return None
    parts: list[str] = folder.split("/") if folder else []
    for part in path.replace("\\", "/").split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


class Part(NamedTuple):
    """One agent in each state before a change, and after it."""

    befores: tuple[AgentState, ...]
    after: AgentState


class Change(NamedTuple):
    """One agent before and after a change.

    ``befores`` has one state per parent (none before the first commit); ``bases`` are the merge bases of several
    parents. ``today`` (``YYYY-MM-DD``) is the commit's author day or the day given; it decides on expiry.
    ``identities`` are those who make the change: none when nobody asked, or no registry restricts it. ``guards`` are
    further states whose registry is in force, such as the branch that receives the change. ``fresh`` are the files the
    change brings into the agent's home that no contract governs. ``beside`` are the other agents that are judged along
    with this one: the change touches their files too, or all is judged. No store of any other agent is read.
    ``is_range`` says that these are the ends of a range, whose commits are judged one by one besides.
    """

    befores: tuple[AgentState, ...]
    after: AgentState
    bases: tuple[AgentState, ...] = ()
    today: str = ""
    identities: tuple[Identity, ...] = ()
    guards: tuple[AgentState, ...] = ()
    fresh: tuple[str, ...] = ()
    beside: tuple[Part, ...] = ()
    is_range: bool = False

    @property
    def is_joining(self) -> bool:
        """Whether ledgers and archives may join those of several sides: at a merge, or where a range may hold one."""
        return len(self.befores) > 1 or self.is_range
