"""Tool calls of a live Hermes agent, judged before they write: the gate over the state that each would make."""

import os
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from memory_hygiene.core.contracts import CONFIG, LEDGER, STORE_NAMES, Unit
from memory_hygiene.core.findings import Finding
from memory_hygiene.core.live import objecting
from memory_hygiene.core.live.file_call import Result, named_paths, results
from memory_hygiene.core.live.memory_call import (
    MemoryCall,
    Refusal,
    lines_swallowed,
    outcome,
    read_call,
    splits_by_itself,
)
from memory_hygiene.core.model import Format, decode
from memory_hygiene.core.settings import Agent, Settings
from memory_hygiene.core.state import AgentState, Snapshot
from memory_hygiene.edge.config_cache import load_settings
from memory_hygiene.edge.git.comparisons import Comparison
from memory_hygiene.edge.git.overlay import OverlaySnapshot
from memory_hygiene.edge.git.process import ObjectReader
from memory_hygiene.edge.git.repository import NO_REPOSITORY, Repository, find_repository, head_commit
from memory_hygiene.edge.git.snapshots import DictSnapshot, EmptySnapshot, TreeSnapshot, WorktreeSnapshot
from memory_hygiene.errors import HygieneError
from memory_hygiene.formats import parse
from memory_hygiene.report.safe import shorten
from memory_hygiene.runs.gate import Judge, Options, config_of

FILE_TOOLS = ("write_file", "patch")
_GUARD_NAMES = (CONFIG, ".gitattributes", ".gitignore")
_GUARDS = "it decides how this memory is guarded, and is the operator's"
_QUOTED = 160  # characters of an entry in a reason: enough to know it by


class _Place(NamedTuple):
    """A governed file: its repository, its agent, the settings in force, its path from the top, real and as asked."""

    repository: Repository
    settings: Settings
    agent: Agent
    path: str
    name: str


def object_to(tool: str, arguments: Mapping[str, object], home: str, folder: str) -> str:
    """Why a call must not be made, in words for the model; "" when it may.

    ``home`` is the agent's (absolute), ``folder`` where relative paths start. Raises HygieneError when that cannot be
    judged.
    """
    if tool == "memory":
        call = read_call(arguments)
        if call is None:
            return ""  # the tool refuses its form
        place = _place_of(os.path.join(home, "memories", call.store))
        if place is None:
            raise HygieneError(f"nothing governs the memory in {home}", "hygiene init, or name another home")
        return _to_memory(call, place)
    if tool in FILE_TOOLS:
        return _to_files(tool, arguments, home, folder)
    return ""


def may_concern(tool: str, arguments: Mapping[str, object], home: str, folder: str) -> bool:
    """Whether a call of a file tool names what may be governed; cheap, and True when in doubt."""
    named = [_absolute(path, folder) for path in named_paths(tool, arguments)]
    return any(_may_be_governed(path, home) for path in named)


def _absolute(path: str, folder: str) -> str:
    """As the tools resolve a path: ``~`` first, then against the folder the agent works in."""
    return os.path.join(folder, os.path.expanduser(path))


def _may_be_governed(path: str, home: str) -> bool:
    real, real_home = os.path.realpath(path), os.path.realpath(home)
    memories = os.path.realpath(os.path.join(home, "memories"))
    names = {os.path.basename(end).casefold() for end in (path, real)}
    if names & {*STORE_NAMES, LEDGER.casefold()}:
        return True
    return any(os.path.commonpath((real, folder)) == folder for folder in (real_home, memories))


def _place_of(path: str) -> _Place | None:
    """The governed file at ``path``, whether it is there or not; None when nothing of ours governs it."""
    real = os.path.realpath(path)
    folder = os.path.dirname(real)
    while folder != os.path.dirname(folder) and not os.path.isdir(folder):
        folder = os.path.dirname(folder)
    try:
        repository = find_repository(folder)
    except HygieneError as error:
        if error.message.startswith(NO_REPOSITORY):
            return None
        raise
    if not repository.top:
        return None
    settings = _settings(repository)
    name = os.path.relpath(real, os.path.realpath(repository.top)).replace(os.sep, "/")
    agent = settings.agent_of(name) if settings else None
    return _Place(repository, settings, agent, name, path) if settings and agent else None


def _settings(repository: Repository) -> Settings | None:
    """What is committed, so that no call can loosen its own gate; before the first commit, what is on disk."""
    with ObjectReader(repository.top) as reader:
        head = head_commit(repository)
        settings = config_of(TreeSnapshot(reader, head, "HEAD"), repository.state_dir) if head else None
    if settings is None and (data := WorktreeSnapshot(repository.top).read(CONFIG)) is not None:
        settings = load_settings(data, "", repository.state_dir, CONFIG)
    return settings


def _to_memory(call: MemoryCall, place: _Place) -> str:
    data = WorktreeSnapshot(place.repository.top).read(place.path) or b""
    document = parse(Format.SECTION_SIGN, data)
    limits = _Limits(place)
    name = place.agent.absolute(_governed_name(place, call.store))
    result = outcome(document, call, limits.configured(name))
    if result.refusal in (Refusal.OVERFLOW, Refusal.DRIFT):
        result = outcome(document, call, limits(name))
    swallowed, splits = lines_swallowed(document, call), splits_by_itself(call)
    if said := objecting.to_call(call, result, swallowed, splits, _quoted):
        return said
    if result.refusal is not Refusal.NONE:
        return ""
    findings = _judged(place, {place.path: result.text.encode("utf-8", "surrogateescape")})
    if said := objecting.to_losses(call, result, objecting.losses(findings), _quoted):
        return said
    rest = objecting.within_limit(objecting.without_losses(findings), limits)
    return objecting.to_findings(call.store, rest, _quoted)


def _governed_name(place: _Place, store: str) -> str:
    """The store's name in its agent's directory, which is the memory directory or the home around it."""
    folder = os.path.dirname(place.name)
    top = os.path.join(os.path.realpath(place.repository.top), place.agent.path)
    return store if os.path.realpath(folder) == os.path.normpath(top) else f"memories/{store}"


class _Limits:
    """Limits of stores in code points: the configured ones, or what the live agent's own configuration says."""

    def __init__(self, place: _Place) -> None:
        self._place = place

    def configured(self, path: str) -> int:
        """The limit by our own configuration."""
        place = self._place
        contract = place.settings.contract_of(place.agent, place.agent.relative(path) or path)
        return next((cap.limit for cap in contract.caps if cap.unit is Unit.CHARS), 0)

    def __call__(self, path: str) -> int:
        """The limit in force; asked only when the configured one is passed, for it costs a YAML parser."""
        from memory_hygiene.core.live.live_config import with_live_limits
        from memory_hygiene.edge.live_config import read_live_config

        place = self._place
        live = read_live_config(place.repository.top, place.agent)
        return _Limits(place._replace(settings=with_live_limits(place.settings, live))).configured(path)


def _to_files(tool: str, arguments: Mapping[str, object], home: str, folder: str) -> str:
    places: dict[str, _Place] = {}
    for path in named_paths(tool, arguments):
        full = _absolute(path, folder)
        if not _may_be_governed(full, home):
            continue
        if _is_of_the_guard(full):
            return objecting.objection(shorten(os.path.basename(path)), [_GUARDS], ["ask the operator to change it"])
        if place := _place_of(full):
            places[path] = place
    if not places:
        return ""

    def text_of(path: str) -> str | None:
        data = _bytes_of(places.get(path), _absolute(path, folder))
        return None if data is None else decode(data)[0]

    left = [result for result in results(tool, arguments, text_of) if result.path in places]
    for repository in dict.fromkeys(places[result.path].repository for result in left):
        here = [result for result in left if places[result.path].repository == repository]
        if said := _to_results(here, places):
            return said
    return ""


def _is_of_the_guard(path: str) -> bool:
    """Whether a file decides how a memory is guarded: our configuration, git's beside it, or what git keeps."""
    real = os.path.realpath(path)
    top, is_inside, _ = (real + os.sep).partition(f"{os.sep}.git{os.sep}")
    if not is_inside and os.path.basename(real) not in _GUARD_NAMES:
        return False
    folder = top if is_inside else os.path.dirname(real)
    try:
        repository = find_repository(folder)
    except HygieneError:
        return False
    return bool(repository.top) and _settings(repository) is not None


def _bytes_of(place: _Place | None, full: str) -> bytes | None:
    if place is not None:
        return WorktreeSnapshot(place.repository.top).read(place.path)
    return b"" if os.path.exists(full) else None  # not ours: only whether there is something to move


def _to_results(left: list[Result], places: Mapping[str, _Place]) -> str:
    place = places[left[0].path]
    governed = _governed_paths(place)
    concerned = [result for result in left if places[result.path].path in governed]
    if not concerned:
        return ""
    shown = shorten(", ".join(os.path.basename(result.path) for result in concerned))
    if not all(result.is_known for result in concerned):
        problem = "old text does not stand in the file exactly so, and what a looser match would take is not known"
        return objecting.objection(shown, [problem], ["copy the text exactly", "make the change with the memory tool"])
    files = {
        places[result.path].path: None if result.text is None else result.text.encode("utf-8", "surrogateescape")
        for result in left
    }
    findings = objecting.within_limit(_judged(place, files), _Limits(place))
    return objecting.to_findings(shown, findings, _quoted)


def _governed_paths(place: _Place) -> set[str]:
    """Governed files of the agent, on disk or not, and what its linked stores lead to."""
    state = AgentState(place.agent, place.settings, WorktreeSnapshot(place.repository.top), parse)
    named = {place.path} if place.settings.role_of(place.path) else set()
    return named | set(state.files) | {store.target for store in state.stores}


def _judged(place: _Place, files: Mapping[str, bytes | None]) -> tuple[Finding, ...]:
    """What the gate says of the files on disk with ``files`` as given, None for one that goes."""
    worktree = WorktreeSnapshot(place.repository.top)
    with ObjectReader(place.repository.top) as reader:
        head = head_commit(place.repository)
        base: Snapshot = TreeSnapshot(reader, head, "HEAD") if head else EmptySnapshot()
        before = OverlaySnapshot(base, worktree, _on_disk(place, base, worktree), "the files on disk")
        there = {path: data for path, data in files.items() if data is not None}
        after = OverlaySnapshot(before, DictSnapshot(EmptySnapshot(), there, "the call"), files, "the call")
        comparison = Comparison((before,), after, (), tuple(files))
        verdict = Judge(place.repository, Options(may_be_ungoverned=True)).verdict(comparison)
    # what is amiss with the repository as a whole is not the agent's to mend
    return tuple(f for f in verdict.findings if f.path in files or place.settings.role_of(f.path))


def _on_disk(place: _Place, base: Snapshot, worktree: Snapshot) -> Iterator[str]:
    """The governed files, by HEAD or on disk; the configuration is HEAD's, where HEAD has one."""
    for snapshot in (base, worktree):
        state = AgentState(place.agent, place.settings, snapshot, parse)
        yield from state.files
        yield from (store.target for store in state.stores)
    if CONFIG not in base.list_folder(""):
        yield CONFIG


def _quoted(text: str) -> str:
    return shorten(text, _QUOTED)
