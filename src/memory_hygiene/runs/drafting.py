"""Drafting: the files a set-up would write for one agent, and what there is to say about them."""

import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from memory_hygiene.core.audit.ledger import append_record
from memory_hygiene.core.canaries.canary import canary_lines, token_digest
from memory_hygiene.core.canaries.guarded import digest_of, is_right
from memory_hygiene.core.canaries.planting import NoPlaceError, plant
from memory_hygiene.core.contracts import CONFIG, STORES, WRITERS, Profile, Role
from memory_hygiene.core.first_files import REGISTRY, Layout, attribute_lines, first_record, ignore_lines, with_lines
from memory_hygiene.core.state import AgentState, Store
from memory_hygiene.edge.git.repository import Repository
from memory_hygiene.edge.git.standing import changed_since_head, ignored, tracked_under
from memory_hygiene.formats import parse

FRAMEWORK_CONFIG = ".pre-commit-config.yaml"
_OWN_NAMES = (CONFIG, ".gitattributes", ".gitignore", FRAMEWORK_CONFIG)
_HOME_NAMES = frozenset(("memories", "auth.json", "state.db"))


@dataclass(frozen=True, slots=True)
class Draft:
    """What a set-up would write: bytes by path from the top, digests of canaries to register, steps and warnings.

    ``governed`` are the agent's files that git may track; ``before`` are the old bytes of ``files``.
    """

    files: Mapping[str, bytes]
    before: Mapping[str, bytes | None]
    canaries: tuple[tuple[str, str], ...]
    governed: tuple[str, ...]
    steps: tuple[str, ...]
    warnings: tuple[str, ...]

    def with_file(self, path: str, before: bytes | None, after: bytes) -> "Draft":
        """This draft with one more file."""
        return replace(self, files={**self.files, path: after}, before={**self.before, path: before})


@dataclass(frozen=True, slots=True)
class _Canary:
    """What becomes of one store's canary: new bytes (None: as they are), the digest to register, what to say."""

    data: bytes | None = None
    digest: str = ""
    step: str = ""
    warning: str = ""


def draft(repository: Repository, state: AgentState, config: bytes, time: str) -> Draft:
    """What is missing for ``state``'s agent; ``time`` is the ledger record's UTC timestamp."""
    files: dict[str, bytes] = {CONFIG: config}
    steps: list[str] = []
    warnings: list[str] = []
    canaries: list[tuple[str, str]] = []
    present = [path for path, (role, _) in state.files.items() if role in (Role.STORE, Role.COLD, Role.SKILL)]
    unseen = ignored(repository, present)
    warnings += [f"{path} is ignored by git: nothing guards it; see git check-ignore -v" for path in sorted(unseen)]
    changed = changed_since_head(repository, present)
    for store in state.stores:
        if store.contract.has_canary and store.path not in unseen:
            canary = _canary(state, store, store.path in changed or store.target in changed)
            if canary.data is not None:
                files[store.target] = canary.data
            if canary.digest:
                canaries.append((state.agent.relative(store.path) or store.path, canary.digest))
            steps += filter(None, [canary.step])
            warnings += filter(None, [canary.warning])
    files.update(_own_files(repository, state))
    if state.snapshot.read(state.ledger_path) is None or canaries:
        files[state.ledger_path] = with_record(state, first_record(time, canaries, (), state.ledger))
    before = {path: state.snapshot.read(path) for path in files}
    needed = {path: data for path, data in files.items() if data != before[path]}
    governed = tuple(path for path in _tracked_paths(state, present) if path not in unseen)
    return Draft(needed, before, tuple(canaries), (*files, state.ledger_path, *governed), tuple(steps), tuple(warnings))


def with_record(state: AgentState, record: str) -> bytes:
    """The ledger with ``record`` at its end."""
    return append_record(state.snapshot.read(state.ledger_path), record)


def _canary(state: AgentState, store: Store, is_changed: bool) -> _Canary:
    registered = digest_of(state, store.path)
    tokens = [line.token for line in canary_lines(store.document) if line.token and line.is_alone]
    if registered:
        intact = any(is_right(token, registered, frozenset()) for token in tokens)
        breach = f"{store.path}: canary breach, it is not the one the ledger registers; see git log -p -- {store.path}"
        return _Canary() if intact else _Canary(warning=breach)
    if tokens:
        step = f"registered the canary that stands in {store.path}"
        return _Canary(digest=token_digest(tokens[0]), step=step)
    if is_changed:
        return _Canary(
            warning=f"{store.path}: no canary written, it has changes that are not committed; commit them first"
        )
    token = secrets.token_hex(8)
    try:
        data = plant(store.document, store.contract, token, parse)
    except NoPlaceError as reason:
        return _Canary(warning=f"{store.path}: no canary written; {reason}")
    return _Canary(data, token_digest(token), f"wrote a canary into {store.path}")


def _own_files(repository: Repository, state: AgentState) -> dict[str, bytes]:
    agent, read = state.agent, state.snapshot.read
    registry = next((path for path, (role, _) in state.files.items() if role is Role.WRITERS), agent.absolute(WRITERS))
    attributes, ignores = agent.absolute(".gitattributes"), agent.absolute(".gitignore")
    names = [agent.relative(path) or path for path, (role, _) in state.files.items() if role is Role.STORE]
    old_registry = read(registry)
    return {
        registry: REGISTRY.encode() if old_registry is None else old_registry,
        attributes: with_lines(read(attributes), attribute_lines(agent.profile, names)),
        ignores: with_lines(read(ignores), ignore_lines(agent.profile, layout_of(repository, state))),
    }


def layout_of(repository: Repository, state: AgentState) -> Layout:
    """Whether the agent directory is a Hermes home: its stores in ``memories/``, its keys and database beside that."""
    agent = state.agent
    names = state.snapshot.list_folder(agent.path)
    has_stores = any(agent.relative(store.path) in ("MEMORY.md", "USER.md") for store in state.stores)
    if agent.profile is not Profile.HERMES or has_stores or not names.keys() & _HOME_NAMES:
        return Layout.FOLDER
    ours = {agent.absolute(name) for name in _OWN_NAMES}
    others = tracked_under(repository, agent.path) - state.files.keys() - ours
    return Layout.SHARED_HOME if others else Layout.HOME


def _tracked_paths(state: AgentState, present: list[str]) -> Iterator[str]:
    """Governed files on disk that a commit may take: regular ones, and links that stay inside with their targets."""
    stores = {store.path: store for store in state.stores}
    for path in present:
        if path in stores:
            yield from dict.fromkeys((path, stores[path].target))
        elif state.files[path][0] is not Role.STORE and state.files[path][1].mode.startswith("100"):
            yield path


def absent_stores(repository: Repository, state: AgentState) -> tuple[str, ...]:
    """The stores the profile knows, in this layout, that are not there."""
    names = [name for name in STORES[state.agent.profile] if "/" not in name]
    if state.agent.profile is Profile.HERMES:
        home = layout_of(repository, state) is not Layout.FOLDER
        names = ["memories/MEMORY.md", "memories/USER.md", "SOUL.md"] if home else ["MEMORY.md", "USER.md"]
    present = {(state.agent.relative(store.path) or "").casefold() for store in state.stores}
    return tuple(name for name in names if name.casefold() not in present)
