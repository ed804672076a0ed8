"""Setting up: a repository, its configuration, ledger, registry, canaries and hooks; safe to repeat."""

import os
from collections.abc import Callable

from memory_hygiene.core.contracts import CONFIG
from memory_hygiene.core.findings import Finding, Verdict
from memory_hygiene.core.first_files import Layout, first_record
from memory_hygiene.core.live.live_config import LiveConfig, limit_notes, stated_parameters
from memory_hygiene.core.settings import Agent, Settings
from memory_hygiene.core.shell import quoted
from memory_hygiene.core.state import AgentState, Snapshot
from memory_hygiene.edge.clock import record_time, today
from memory_hygiene.edge.config_file import parse_settings
from memory_hygiene.edge.files import refuse_links, replace_bytes
from memory_hygiene.edge.git.commit import commit_paths, forget, refuse_unfinished, stage_paths
from memory_hygiene.edge.git.comparisons import Comparison, next_author
from memory_hygiene.edge.git.hooks import Program, this_program
from memory_hygiene.edge.git.process import ObjectReader
from memory_hygiene.edge.git.repository import Repository, head_commit
from memory_hygiene.edge.git.snapshots import DictSnapshot, EmptySnapshot, TreeSnapshot, WorktreeSnapshot
from memory_hygiene.edge.git.standing import has_identity, in_index, tracked_in_head
from memory_hygiene.edge.journal import digest_of, drop_journal, write_journal
from memory_hygiene.edge.live_config import find_home, read_live_config
from memory_hygiene.edge.workspace import Workspace
from memory_hygiene.errors import HygieneError
from memory_hygiene.formats import parse
from memory_hygiene.runs.applying import RefusedByGateError, locked
from memory_hygiene.runs.drafting import FRAMEWORK_CONFIG, Draft, absent_stores, draft, layout_of, with_record
from memory_hygiene.runs.gate import Judge, Options
from memory_hygiene.runs.hooking import framework_config, set_driver, set_hooks
from memory_hygiene.runs.leftovers import journal_folder, resolve_leftover, take_back
from memory_hygiene.runs.locating import HookChoice, Steps, Wanted, configure, locate_repository


class NoIdentityError(HygieneError):
    """Everything is in place and staged, but git does not know who commits."""


def set_up(wanted: Wanted, tell: Callable[[str], None]) -> None:
    """Make ``wanted`` so, telling each step. Raises HygieneError; what could not be committed is put back.

    Raises NoIdentityError with everything staged when git has no identity for the first commit.
    """
    steps = Steps(tell)
    program = this_program() if wanted.hooks is HookChoice.NATIVE else Program("hygiene")
    repository = locate_repository(wanted, steps)
    refuse_unfinished(repository)
    is_committed = _set_up_agent(repository, wanted, steps)
    set_hooks(repository, wanted, program, steps)
    set_driver(repository, program, steps)
    if not is_committed:
        raise NoIdentityError("git does not know who you are, so nothing is committed yet; everything is staged")
    if not steps.has_acted:
        steps.note("nothing to do: everything is set up already")


def _set_up_agent(repository: Repository, wanted: Wanted, steps: Steps) -> bool:
    """Everything but the hooks, under the locks; False when git has no identity to commit with."""
    config, agent = configure(repository, wanted)
    with locked(Workspace(repository, parse_settings(config, CONFIG)), agent):
        if leftover := resolve_leftover(repository):
            steps.did(leftover)
            config, agent = configure(repository, wanted)
        settings = parse_settings(config, CONFIG)
        state = AgentState(agent, settings, WorktreeSnapshot(repository.top), parse)
        return _write(repository, state, config, wanted, steps)


def _write(repository: Repository, state: AgentState, config: bytes, wanted: Wanted, steps: Steps) -> bool:
    """Write and commit what is missing; False when git has no identity to commit with."""
    is_first = state.snapshot.read(state.ledger_path) is None
    layout = layout_of(repository, state)  # before anything of ours is tracked
    drafted = draft(repository, state, config, record_time())
    if wanted.hooks is HookChoice.FRAMEWORK:
        drafted = _with_framework(repository, drafted)
    for path in drafted.files:
        refuse_links(repository.top, path)
    paths = _paths_to_commit(repository, drafted)
    faults = _refuse_by_gate(repository, state, drafted, paths)
    if faults:
        drafted, paths = _acknowledged(repository, state, drafted, faults)
    is_committed = _carry_out(repository, drafted, paths, state.agent, steps)
    for fault in faults:
        steps.did(f"{fault.path}:{fault.line}: {fault.message} [{fault.name}]; taken in as it is, recorded as CRITICAL")
    for warning in drafted.warnings:
        steps.note(f"warning: {warning}")
    if is_first and (absent := absent_stores(repository, state)):
        steps.did(f"not there yet, and governed as soon as they are: {', '.join(absent)}")
    if is_first:
        _tell_layout(layout, steps)
        _tell_live(read_live_config(repository.top, state.agent), state.settings, steps)
        if home := find_home(repository.top, state.agent):
            steps.did(f"to guard each write of the running agent: hygiene hook hermes-config {quoted(home)}")
    return is_committed


def _tell_live(live: LiveConfig | None, settings: Settings, steps: Steps) -> None:
    """What was taken from the agent's own configuration, what is wrong with it, and where the two differ."""
    for key, limit in stated_parameters(live).items():
        if settings._asdict()[key] == limit != Settings._field_defaults[key]:
            steps.did(f"took {key}: {limit} from the agent's config.yaml")
    for note in (*(live.problems if live else ()), *limit_notes(settings, live)):
        steps.note(f"warning: {note}")


def _tell_layout(layout: Layout, steps: Steps) -> None:
    if layout is Layout.HOME:
        steps.did("this is an agent's home: .gitignore lets git see its memory and nothing else")
    elif layout is Layout.SHARED_HOME:
        steps.note(
            "warning: other files of this agent's home are tracked; .gitignore keeps its secrets out only by name"
        )


def _with_framework(repository: Repository, drafted: Draft) -> Draft:
    """With a configuration for pre-commit, unless there is one: that is the user's."""
    if WorktreeSnapshot(repository.top).read(FRAMEWORK_CONFIG) is not None:
        return drafted
    return drafted.with_file(FRAMEWORK_CONFIG, None, framework_config())


def _paths_to_commit(repository: Repository, drafted: Draft) -> tuple[str, ...]:
    """What was written now, and what belongs to the set-up but is in no commit yet."""
    candidates = dict.fromkeys((*drafted.files, *drafted.governed))
    tracked = tracked_in_head(repository, candidates)
    return tuple(path for path in candidates if path in drafted.files or path not in tracked)


def _refuse_by_gate(
    repository: Repository, state: AgentState, drafted: Draft, paths: tuple[str, ...]
) -> tuple[Finding, ...]:
    """The errors that stand in the way of the commit, all of them in stores that are taken in as they are."""
    verdict = _verdict(repository, state, drafted, paths)
    if any(state.store(finding.path) is None for finding in verdict.errors):
        raise RefusedByGateError(verdict)
    return verdict.errors


def _verdict(repository: Repository, state: AgentState, drafted: Draft, paths: tuple[str, ...]) -> Verdict:
    with ObjectReader(repository.top) as reader:
        has_head = head_commit(repository) is not None
        head: Snapshot = TreeSnapshot(reader, "HEAD", "HEAD") if has_head else EmptySnapshot()
        found = {path: drafted.files.get(path, state.snapshot.read(path)) for path in paths}
        after = DictSnapshot(head, {path: data for path, data in found.items() if data is not None}, "the set-up")
        befores = (head,) if has_head else ()
        comparison = Comparison(befores, after, (), paths, today(), makers=next_author(repository))
        return Judge(repository, Options()).verdict(comparison)


def _acknowledged(
    repository: Repository, state: AgentState, drafted: Draft, faults: tuple[Finding, ...]
) -> tuple[Draft, tuple[str, ...]]:
    """The draft with a record that names the faults found, so that the gate lets them in once."""
    named = dict.fromkeys((fault.name, state.agent.relative(fault.path) or fault.path) for fault in faults)
    record = first_record(record_time(), drafted.canaries, named, state.ledger)
    path = state.ledger_path
    drafted = drafted.with_file(path, state.snapshot.read(path), with_record(state, record))
    paths = _paths_to_commit(repository, drafted)
    verdict = _verdict(repository, state, drafted, paths)
    if verdict.is_blocking:
        raise RefusedByGateError(verdict)
    return drafted, paths


def _carry_out(repository: Repository, drafted: Draft, paths: tuple[str, ...], agent: Agent, steps: Steps) -> bool:
    if not paths:
        return True
    is_known = has_identity(repository)
    known_before = in_index(repository, paths)
    files = [(path, drafted.before[path], data) for path, data in drafted.files.items()]
    identity = digest_of(b"\0".join(data for _, _, data in files))
    journal = write_journal(journal_folder(repository), repository.top, identity, head_commit(repository) or "", files)
    try:
        for path, _, data in files:
            replace_bytes(os.path.join(repository.top, path), data)
        if is_known:
            commit_paths(repository, paths, paths, _message(agent, paths, identity))
        else:
            stage_paths(repository, paths)
    except BaseException:
        take_back(repository, journal)
        forget(repository, [path for path in paths if path not in known_before])
        raise
    drop_journal(journal)
    _tell_written(drafted, steps)
    if is_known:
        steps.did(
            f"committed {len(paths)} file{'s' if len(paths) > 1 else ''} as {(head_commit(repository) or '')[:12]}"
        )
    return is_known


def _tell_written(drafted: Draft, steps: Steps) -> None:
    stores = {path for path in drafted.files if drafted.before[path] is not None}
    for path in drafted.files:
        if path not in stores:
            steps.did(f"wrote {path}")
        elif path.rpartition("/")[2].startswith(".git"):
            steps.did(f"added lines to {path}")
        elif path == CONFIG:
            steps.did(f"added the agent to {CONFIG}")
    for step in drafted.steps:
        steps.did(step)


def _message(agent: Agent, paths: tuple[str, ...], identity: str) -> str:
    lines = [f"hygiene: set up the memory of {agent.name}", "", *(f"- {path}" for path in paths), ""]
    return "\n".join([*lines, f"Hygiene-Plan: {identity}", f"Hygiene-Agent: {agent.name}", ""])
