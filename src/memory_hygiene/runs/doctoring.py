"""Doctoring: every check that can be made of a clone and its agents, and the cures that are safe to carry out."""

from collections.abc import Callable, Iterator

from memory_hygiene.core.contracts import CONFIG
from memory_hygiene.core.diagnosis import NOT_DONE, Cure, Diagnosis, Examined, Symptom
from memory_hygiene.core.findings import Severity
from memory_hygiene.core.settings import Agent, Settings
from memory_hygiene.core.shell import from_top, quoted
from memory_hygiene.edge.config_file import parse_settings
from memory_hygiene.edge.git.drivers import install_driver
from memory_hygiene.edge.git.hooks import find_place, hooks_for, install, this_program
from memory_hygiene.edge.git.process import ObjectReader
from memory_hygiene.edge.git.repository import NO_REPOSITORY, Repository, find_repository
from memory_hygiene.edge.git.snapshots import WorktreeSnapshot
from memory_hygiene.edge.git.standing import changed_since_head, tracked_in_head
from memory_hygiene.edge.workspace import Workspace, open_workspace
from memory_hygiene.errors import HygieneError
from memory_hygiene.runs import examining_clone
from memory_hygiene.runs.examining_agent import AgentExamination, add_lines, guarded

_DUBIOUS = "dubious ownership"
Progress = Callable[[int, int], None]
Check = Callable[[Repository], Iterator[Symptom]]
_OF_ANY_CLONE: tuple[tuple[str, Check], ...] = (
    ("git", examining_clone.version),
    ("head", examining_clone.head),
    ("identity", examining_clone.identity),
    ("history", examining_clone.history),
    ("index", examining_clone.git_locks),
    ("leftovers", examining_clone.leftovers),
)
_OF_A_CLONE = (("hooks", examining_clone.hooks), ("merge-driver", examining_clone.driver), *_OF_ANY_CLONE)


def examine(progress: Progress, names: str | None = None) -> Diagnosis:
    """Every check that can be made around the current folder, or of the agents called ``names``; writes nothing.

    Raises HygieneError for a name that is none, and nothing else.
    """
    try:
        repository = find_repository()
    except HygieneError as error:
        return Diagnosis((Examined("repository", (_unreachable(error),)),), is_unusable=True)
    checks = [Examined("repository")]
    if not repository.top:
        return Diagnosis((*checks, guarded("hooks", lambda: examining_clone.hooks(repository))))
    settings, configuration = _configuration(repository)
    checks.append(configuration)
    is_ours = all(symptom.id != "config-absent" for symptom in configuration.symptoms)
    chosen = _OF_A_CLONE if is_ours else _OF_ANY_CLONE  # hooks in a repository that holds no memory are not missing
    checks += [guarded(name, _bound(check, repository)) for name, check in chosen]
    if settings is not None:
        workspace = Workspace(repository, settings)
        agents = workspace.agents_meant(names)
        for number, agent in enumerate(agents, 1):
            checks += _of_agent(workspace, agent)
            progress(number, len(agents))
    return Diagnosis(tuple(checks), is_unusable=settings is None)


def _of_agent(workspace: Workspace, agent: Agent) -> tuple[Examined, ...]:
    try:
        return AgentExamination(workspace, agent).checks()
    except HygieneError as error:
        symptom = Symptom("agent-unreadable", Severity.ERROR, error.message, error.hint)
        return (Examined("agent", (symptom,), agent.name),)


def _bound(check: Check, repository: Repository) -> Callable[[], Iterator[Symptom]]:
    return lambda: check(repository)


def _unreachable(error: HygieneError) -> Symptom:
    """Why there is no repository to be had."""
    said = "; ".join([error.message, *error.said])
    if _DUBIOUS in said:
        place = said.partition("'")[2].partition("'")[0] or "."
        message = "the repository belongs to somebody else, so git refuses it"
        fix = f"if you trust its owner: git config --global --add safe.directory {quoted(place)}"
        return Symptom("ownership-dubious", Severity.ERROR, message, fix)
    name = "no-repository" if NO_REPOSITORY in said else "git-fails"
    return Symptom(name, Severity.ERROR, said, error.hint)


def _configuration(repository: Repository) -> tuple[Settings | None, Examined]:
    """What .hygiene.yaml says, None when it cannot be used, and what is to be said of it."""
    try:
        data = WorktreeSnapshot(repository.top).read(CONFIG)
        settings = None if data is None else parse_settings(data, CONFIG)
    except HygieneError as error:
        fix = error.hint + _committed_fix(repository)
        return None, Examined("config", (Symptom("config-broken", Severity.ERROR, error.message, fix),))
    if settings is None:
        message = f"no {CONFIG} at the top of the repository: nothing is governed"
        fix = "hygiene init --profile NAME"
        return None, Examined("config", (Symptom("config-absent", Severity.ERROR, message, fix),))
    return settings, guarded("config", lambda: _uncommitted(repository))


def _committed_fix(repository: Repository) -> str:
    """The command that brings the committed configuration back, where that one can be used."""
    try:
        with ObjectReader(repository.top) as reader:
            found = reader.get(f"HEAD:{CONFIG}")
        parse_settings(found[2] if found else b"[", CONFIG)
    except HygieneError:
        return ""
    return f"; or take the committed one back: git restore --source=HEAD --staged --worktree -- {from_top(CONFIG)}"


def _uncommitted(repository: Repository) -> Iterator[Symptom]:
    fix = f"git add -- {from_top(CONFIG)} && git commit -m 'hygiene: configuration' -- {from_top(CONFIG)}"
    if not tracked_in_head(repository, [CONFIG]):
        message = f"{CONFIG} is not committed: pushes and clones are not judged by it"
        yield Symptom("config-uncommitted", Severity.WARNING, message, fix)
    elif changed_since_head(repository, [CONFIG]):
        yield Symptom("config-changed", Severity.WARNING, f"{CONFIG} changed since the last commit", fix)


def cure(diagnosis: Diagnosis, progress: Progress, names: str | None = None) -> Diagnosis:
    """Carry out what is safe, and examine again. What could not be done is said, and stays a finding."""
    repository = find_repository()
    done: list[str] = []
    for chosen in diagnosis.cures:
        try:
            done += _carry_out(chosen, repository, names)
        except HygieneError as error:
            done.append(f"{NOT_DONE} the {chosen.value}: {error.message}; {error.hint}")
    after = examine(progress, names)
    return Diagnosis(after.checks, after.is_unusable, tuple(done))


def _carry_out(chosen: Cure, repository: Repository, names: str | None) -> Iterator[str]:
    match chosen:
        case Cure.HOOKS:
            yield from install(find_place(repository), this_program(), hooks_for(repository))
        case Cure.DRIVER:
            if install_driver(repository, this_program()):
                yield "told git to merge memory entry by entry in this clone (merge.hygiene.driver)"
        case Cure.LINES:
            workspace = open_workspace()
            for agent in workspace.agents_meant(names):
                yield from add_lines(workspace, agent)
