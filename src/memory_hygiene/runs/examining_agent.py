"""Examining one agent: its files as git treats them, its locks, canaries, registry, ledger and live configuration."""

import os
from collections.abc import Callable, Iterator

from memory_hygiene.core.audit.chain import BY_HAND, chain_faults
from memory_hygiene.core.canaries.canary_check import Health, canary_report, missing_folder
from memory_hygiene.core.contracts import Role
from memory_hygiene.core.diagnosis import Cure, Examined, Symptom
from memory_hygiene.core.findings import Severity
from memory_hygiene.core.first_files import attribute_lines, ignore_lines, with_lines
from memory_hygiene.core.live.live_config import limit_notes
from memory_hygiene.core.settings import Agent
from memory_hygiene.core.shell import from_top, quoted
from memory_hygiene.core.sizes import numbered
from memory_hygiene.core.state import AgentState
from memory_hygiene.edge.files import read_bytes, refuse_links, replace_bytes
from memory_hygiene.edge.git.commit import is_index_locked, refuse_unfinished
from memory_hygiene.edge.git.drivers import NAME, attribute_values
from memory_hygiene.edge.git.process import ObjectReader
from memory_hygiene.edge.git.repository import head_commit
from memory_hygiene.edge.git.snapshots import TreeSnapshot
from memory_hygiene.edge.git.standing import changed_since_head, ignored, tracked_in_head, unwatched
from memory_hygiene.edge.live_config import read_live_config
from memory_hygiene.edge.lock_holders import holder_of
from memory_hygiene.edge.probing import locks_fault
from memory_hygiene.edge.workspace import Workspace
from memory_hygiene.errors import HygieneError
from memory_hygiene.formats import parse
from memory_hygiene.rules import registry_malformed
from memory_hygiene.runs.applying import lock_files, locked
from memory_hygiene.runs.drafting import layout_of
from memory_hygiene.runs.examining_clone import FIX
from memory_hygiene.runs.preflight import checks_of, live_state

PATIENCE = 0.5  # seconds: an agent holds its locks for moments only
_SHOWN = 3  # faults of a ledger: hygiene ledger verify shows all
_UNFILTERED = ("unspecified", "unset")


def guarded(name: str, examine: Callable[[], Iterator[Symptom]], agent: str = "") -> Examined:
    """What a check finds; that it cannot be made is a finding as well."""
    try:
        return Examined(name, tuple(examine()), agent)
    except HygieneError as error:
        message = "; ".join([error.message, *error.said])
        return Examined(name, (Symptom(f"{name}-unreadable", Severity.ERROR, message, error.hint),), agent)


class AgentExamination:
    """One agent, on disk and in the last commit."""

    def __init__(self, workspace: Workspace, agent: Agent) -> None:
        self._workspace = workspace
        self._repository = workspace.repository
        self._agent = agent
        self._live = read_live_config(self._repository.top, agent)
        self._state = live_state(workspace, agent, self._live)

    def checks(self) -> tuple[Examined, ...]:
        """Every check of this agent."""
        found = (
            ("git-files", self._git_files),
            ("locks", self._locks),
            ("memory", self._memory),
            ("canaries", self._canaries),
            ("registry", self._registry),
            ("ledger", self._ledger),
            ("live-config", self._live_config),
        )
        return tuple(guarded(name, examine, self._agent.name) for name, examine in found)

    def _git_files(self) -> Iterator[Symptom]:
        """How git treats the agent's files: lines that are missing or have no effect, filters, what is ignored."""
        wanted = missing_lines(self._workspace, self._state)
        for path in wanted:
            message = f"{path} lacks lines of ours: git may rewrite line endings, or merge memory line by line"
            yield Symptom("lines-missing", Severity.WARNING, message, FIX, Cure.LINES)
        ours = [self._agent.absolute(name) for name in (".gitattributes", ".gitignore")]
        present = [path for path in ours if self._state.snapshot.read(path) is not None and path not in wanted]
        tracked = tracked_in_head(self._repository, present)
        loose = sorted(changed_since_head(self._repository, present) | (set(present) - tracked))
        if loose:
            places = " ".join(map(from_top, loose))
            fix = f"git add -- {places} && git commit -m 'hygiene: attributes' -- {places}"
            message = f"{' and '.join(loose)}: not committed as on disk, so no clone gets that"
            yield Symptom("lines-uncommitted", Severity.WARNING, message, fix)
        paths = tuple(path for path, (role, _) in self._state.files.items() if role is not Role.WRITERS)
        yield from self._attributes(paths, lines_are_there=not wanted)
        for path in sorted(ignored(self._repository, paths)):
            why = f"git check-ignore -v -- {quoted(path)} shows the line that does it"
            fix = f"git add --force -- {from_top(path)} ({why})"
            yield Symptom("store-ignored", Severity.ERROR, f"{path} is ignored by git: nothing guards it", fix)
        for path, letter in unwatched(self._repository, self._agent.path).items():
            if self._workspace.settings.role_of(path):
                yield _unwatched(path, letter)

    def _attributes(self, paths: tuple[str, ...], *, lines_are_there: bool) -> Iterator[Symptom]:
        for path, value in attribute_values(self._repository, "filter", paths).items():
            if value not in _UNFILTERED:
                message = f"{path} goes through the filter {value}: git keeps what that makes of it, not the memory"
                fix = f"{self._attribute(path, '-filter')} && git add --renormalize -- {from_top(path)}"
                yield Symptom("file-filtered", Severity.ERROR, message, fix)
        merges = attribute_values(self._repository, "merge", paths) if lines_are_there else {}
        others = [path for path, value in merges.items() if value != NAME]
        if others:
            message = f"{', '.join(others)}: another attribute line decides how git merges it"
            fix = " && ".join(self._attribute(path, f"merge={NAME}") for path in others)
            yield Symptom("attribute-overridden", Severity.WARNING, message, fix)

    def _attribute(self, path: str, wanted: str) -> str:
        """The command that says it of a file last, so that it counts: this clone's own attributes come after all."""
        own = os.path.join(self._repository.common, "info", "attributes")
        shared = os.path.join(self._repository.top, self._agent.absolute(".gitattributes"))
        is_own = wanted.lstrip("-").partition("=")[0] + "=" in (read_bytes(own) or b"").decode("utf-8", "replace")
        line = f"{_pattern(path if is_own else self._agent.relative(path) or path)} {wanted}"
        return f"printf '%s\\n' {quoted(line)} >> {quoted(own if is_own else shared)}"

    def _locks(self) -> Iterator[Symptom]:
        for path in (path for group in lock_files(self._workspace, self._agent) for path in group):
            name = self._named(path)
            if os.path.islink(path):
                message = f"{name} is a link: nothing that takes this lock can write"
                yield Symptom("lock-is-link", Severity.ERROR, message, f"rm -- {quoted(path)}")
            elif os.path.exists(path) and not os.access(path, os.W_OK):
                message = f"{name} may not be opened: nothing that takes this lock can write"
                yield Symptom("lock-unopenable", Severity.ERROR, message, _as_owner(path))
            elif fault := locks_fault([path], PATIENCE):
                holder = holder_of(path)
                held = f"{name} is held by {holder}" if holder else self._named(fault.partition(": ")[0])
                yield Symptom("lock-held", Severity.WARNING, held, "wait for it to end; never remove the file")

    def _named(self, text: str) -> str:
        return text.replace(self._repository.git_dir, ".git").replace(self._repository.top.rstrip(os.sep) + os.sep, "")

    def _memory(self) -> Iterator[Symptom]:
        """The pre-flight (H5), but for what is examined on its own."""
        if folder := missing_folder(self._state):
            yield Symptom("folder-missing", Severity.ERROR, f"{folder} is not there", "see git status")
        for check in checks_of(self._workspace, self._state, self._live, PATIENCE, PATIENCE):
            if check.name == "git":
                yield from self._unfinished()
            elif not check.ok and check.name not in ("locks", "live-config", "live"):
                mends = _as_owner(self._repository.top) if check.name == "directory" else "hygiene check says more"
                yield Symptom(f"{check.name}-broken", Severity.WARNING, check.detail, mends)

    def _unfinished(self) -> Iterator[Symptom]:
        """What git is in the middle of; its locks are told by themselves."""
        if is_index_locked(self._repository):
            return
        try:
            refuse_unfinished(self._repository)
        except HygieneError as error:
            message = f"{error.message}, and nothing is written meanwhile"
            yield Symptom("git-broken", Severity.WARNING, message, error.hint)

    def _canaries(self) -> Iterator[Symptom]:
        with ObjectReader(self._repository.top) as reader:
            for store in canary_report(self._state, self._committed(reader)):
                if store.health is not Health.INTACT:
                    severity = Severity.ERROR if store.is_breach else Severity.WARNING
                    name = store.health.name.lower()
                    yield Symptom(f"canary-{name}", severity, f"{store.path}: {store.reason}", store.fix)

    def _committed(self, reader: ObjectReader) -> tuple[AgentState, ...]:
        head = head_commit(self._repository)
        tree = TreeSnapshot(reader, head, "HEAD") if head else None
        return (AgentState(self._agent, self._workspace.settings, tree, parse),) if tree else ()

    def _registry(self) -> Iterator[Symptom]:
        for hit in registry_malformed.check(self._state):
            severity = hit.severity or Severity.ERROR
            yield Symptom("registry-malformed", severity, f"{hit.path}:{hit.line}: {hit.message}", hit.fix)

    def _ledger(self) -> Iterator[Symptom]:
        """The chain of the ledger in the last commit."""
        with ObjectReader(self._repository.top) as reader:
            ledgers = [state.ledger for state in self._committed(reader)]
        faults = [fault for ledger in ledgers for fault in chain_faults(ledger) if fault.name != BY_HAND]
        more = f"; {numbered(len(faults) - _SHOWN, 'more fault')}" if len(faults) > _SHOWN else ""
        for number, fault in enumerate(faults[:_SHOWN], 1):
            rest = more if number == _SHOWN else ""
            message = f"{self._state.ledger_path}:{fault.record.line}: {fault.message}{rest}"
            yield Symptom(f"ledger-{fault.name}", Severity.ERROR, message, "hygiene ledger verify")

    def _live_config(self) -> Iterator[Symptom]:
        problems = self._live.problems if self._live else ()
        for note in (*problems, *limit_notes(self._workspace.settings, self._live)):
            yield Symptom("live-config", Severity.WARNING, note, "hygiene status shows what the agent is told")


def _as_owner(path: str) -> str:
    return f"work as its owner (ls -ld -- {quoted(path)} shows whose it is), or let him hand it over with chown"


def _pattern(path: str) -> str:
    """A file as a pattern of ``.gitattributes``, in the quotes of C where its name needs them."""
    if quoted(path) == path:
        return f"/{path}"
    escaped = "".join("\\\\" + char if char in "*?[\\" else char for char in path)
    return '"/' + escaped.replace('"', '\\"') + '"'


def _unwatched(path: str, letter: str) -> Symptom:
    if letter == "S":
        message = f"{path} is left out of the work tree or not looked at (sparse checkout): nothing guards it"
        fix = f"git sparse-checkout disable && git update-index --no-skip-worktree -- {quoted(path)}"
    else:
        message = f"git was told not to look at {path}: changes to it are neither committed nor judged"
        fix = f"git update-index --no-assume-unchanged -- {quoted(path)}"
    return Symptom("file-unwatched", Severity.ERROR, message, fix)


def missing_lines(workspace: Workspace, state: AgentState) -> dict[str, bytes]:
    """The new bytes of the agent's ``.gitattributes`` and ``.gitignore``, where those lack lines of ours."""
    agent, read = state.agent, state.snapshot.read
    names = [agent.relative(path) or path for path, (role, _) in state.files.items() if role is Role.STORE]
    lines = {
        agent.absolute(".gitattributes"): attribute_lines(agent.profile, names),
        agent.absolute(".gitignore"): ignore_lines(agent.profile, layout_of(workspace.repository, state)),
    }
    wanted = {path: with_lines(read(path), chosen) for path, chosen in lines.items()}
    return {path: data for path, data in wanted.items() if data != read(path)}


def add_lines(workspace: Workspace, agent: Agent) -> Iterator[str]:
    """Add the lines that are missing, under the agent's locks; what was done, a line each. Raises HygieneError."""
    with locked(workspace, agent, PATIENCE):
        state = live_state(workspace, agent, None)
        for path, data in missing_lines(workspace, state).items():
            refuse_links(workspace.repository.top, path)
            replace_bytes(os.path.join(workspace.repository.top, path), data)
            yield f"added lines to {path}; commit it"
