"""Examining a clone: what git is told here and in which state it is, whatever the configuration of ours says."""

import os
import re
from collections.abc import Iterator

from memory_hygiene.core.diagnosis import Cure, Symptom
from memory_hygiene.core.findings import Severity
from memory_hygiene.core.shell import quoted
from memory_hygiene.edge.files import read_bytes
from memory_hygiene.edge.git.drivers import DriverState, look_at_driver
from memory_hygiene.edge.git.hooks import (
    SERVER_HOOK,
    Effect,
    Place,
    Program,
    call_of,
    find_place,
    line_to_add,
    this_program,
)
from memory_hygiene.edge.git.other_hooks import (
    config_fault,
    configured_hooks,
    husky_file,
    knows_config_hooks,
    look_at_all_hooks,
)
from memory_hygiene.edge.git.repository import Repository, is_shallow
from memory_hygiene.edge.git.standing import detached_at, has_identity
from memory_hygiene.edge.journal import read_journal
from memory_hygiene.errors import HygieneError
from memory_hygiene.runs.drafting import FRAMEWORK_CONFIG
from memory_hygiene.runs.leftovers import has_leftover, journal_folder

FIX = "hygiene doctor --fix"
OLDEST_GIT = (2, 39)
"""Source: the suite runs with 2.39.5 and 2.55.0; 2.30.2 knows too little to read histories."""
_IDS = {
    Effect.ABSENT: "hook-absent",
    Effect.OTHER: "hook-not-ours",
    Effect.OFF: "hook-not-executable",
    Effect.BROKEN: "hook-broken",
    Effect.CALL_BROKEN: "hook-call-broken",
    Effect.SWITCHED_OFF: "hook-switched-off",
    Effect.CONFIGURED_BROKEN: "config-hook-broken",
    Effect.TWICE: "hook-twice",
}
_REFUSING = (Effect.BROKEN, Effect.CALL_BROKEN, Effect.CONFIGURED_BROKEN)


def hooks(repository: Repository) -> Iterator[Symptom]:
    """Which of our hooks take no effect, and why."""
    if fault := config_fault(repository):
        message = f"git refuses to run any hook, so nothing can be committed: {fault.said}"
        yield Symptom("config-hooks-refused", Severity.ERROR, message, fault.fix)
        return
    place = find_place(repository)
    by_effect: dict[Effect, list[str]] = {}
    for state in look_at_all_hooks(repository, place):
        if state.effect in _IDS:
            by_effect.setdefault(state.effect, []).append(state.hook)
    for effect, names in by_effect.items():
        yield _hook_symptom(repository, place, effect, names)
    ignored = {hook.event for hook in configured_hooks(repository) if hook.is_on}
    if ignored and not knows_config_hooks(repository):
        message = f"hooks in git's configuration ({', '.join(sorted(ignored))}) need git 2.54: this git ignores them"
        yield Symptom("config-hooks-ignored", Severity.WARNING, message, f"update git, or: {FIX}")


def _hook_symptom(repository: Repository, place: Place, effect: Effect, names: list[str]) -> Symptom:
    is_worst = effect in _REFUSING or "pre-commit" in names
    severity = Severity.ERROR if is_worst else Severity.WARNING
    message = f"{', '.join(names)}: {effect.value}"
    name = _IDS[effect]
    if names == [SERVER_HOOK]:
        name = f"server-{name}"
        message += "" if effect in _REFUSING else "; whatever is pushed here is taken in"
    match effect:
        case Effect.TWICE:
            return Symptom(name, Severity.INFO, message, _for_each(repository, names, "enabled", "false"))
        case Effect.CONFIGURED_BROKEN:
            return Symptom(name, severity, message, _for_each(repository, names, "command", ""))
        case Effect.CALL_BROKEN:
            path = husky_file(place, names[0]) or os.path.join(place.folder, names[0])
            return Symptom(name, severity, message, f"its line in {path}: {_line_now(names[0])}")
    if place.is_private and not _is_framework_chosen(repository):
        return Symptom(name, severity, message, FIX, Cure.HOOKS)
    if place.is_private:
        types = " ".join(f"-t {name}" for name in names)
        return Symptom(name, severity, message, f"pre-commit install {types}")
    return Symptom(name, severity, *_diverted(repository, place, names, message))


def _line_now(hook: str) -> str:
    return line_to_add(hook, this_program())


def _for_each(repository: Repository, names: list[str], key: str, value: str) -> str:
    """The command that sets ``key`` of those commands in git's configuration; "" stands for how we are called now."""
    chosen = [hook for hook in configured_hooks(repository) if hook.event in names]
    words = ((f"hook.{hook.name}.{key}", value or call_of(hook.event, this_program())) for hook in chosen)
    return " && ".join(f"git config {quoted(name)} {quoted(wanted)}" for name, wanted in words)


def _diverted(repository: Repository, place: Place, names: list[str], message: str) -> tuple[str, str]:
    """The message and the mend where the hooks are somebody else's to change."""
    origin = f" (core.hooksPath in {place.diverted_by})" if place.diverted_by else ""
    message += f"; git takes hooks from {place.folder}{origin}"
    if not os.path.isdir(place.folder):
        return message, f"{_own_folder(repository, place)} && {FIX}"
    path = husky_file(place, names[0]) or os.path.join(place.folder, names[0])
    return message, f"put a line into each hook there, such as into {path}: {line_to_add(names[0], Program('hygiene'))}"


def _own_folder(repository: Repository, place: Place) -> str:
    """The command by which git takes hooks from its own folder again, whoever else shares the setting."""
    setting = os.path.join(repository.top or repository.git_dir, place.diverted_by)
    if os.path.realpath(setting) == os.path.realpath(os.path.join(repository.common, "config")):
        return "git config --unset-all core.hooksPath"
    return f"git config core.hooksPath {quoted(os.path.join(repository.common, 'hooks'))}"


def _is_framework_chosen(repository: Repository) -> bool:
    return bool(repository.top) and b"hygiene" in (read_bytes(os.path.join(repository.top, FRAMEWORK_CONFIG)) or b"")


def driver(repository: Repository) -> Iterator[Symptom]:
    """Whether git merges memory entry by entry here."""
    state = look_at_driver(repository)
    if state is not DriverState.RUNS:
        severity = Severity.ERROR if state in (DriverState.LACKING, DriverState.NAIVE) else Severity.WARNING
        yield Symptom(f"driver-{state.name.lower()}", severity, state.value, FIX, Cure.DRIVER)


def identity(repository: Repository) -> Iterator[Symptom]:
    """Whether git knows who commits."""
    if not has_identity(repository):
        message = "git does not know who commits here: nothing that writes can finish"
        fix = 'git config user.name "Your Name" && git config user.email you@example.org'
        yield Symptom("identity-unset", Severity.WARNING, message, fix)


def history(repository: Repository) -> Iterator[Symptom]:
    """Whether history or objects are left out."""
    if is_shallow(repository):
        message = "the history is truncated: ages are unknown, and ranges that reach beyond it cannot be judged"
        yield Symptom("history-shallow", Severity.WARNING, message, "git fetch --unshallow (in CI: fetch-depth: 0)")
    asked = ("config", "--get-regexp", r"^(extensions\.partialclone|remote\..*\.(promisor|partialclonefilter))$")
    if told := repository.run(*asked).text:
        keys = dict.fromkeys(line.partition(" ")[0] for line in told.splitlines())
        message = "a partial clone: objects that were left out are reported as missing, nothing is downloaded in a hook"
        fix = " && ".join(
            ["git fetch --refetch --no-filter", *(f"git config --unset-all {quoted(key)}" for key in keys)]
        )
        yield Symptom("history-partial", Severity.WARNING, message, fix)


def git_locks(repository: Repository) -> Iterator[Symptom]:
    """Which locks of git are there: it is at work, or died with them."""
    branch = repository.run("symbolic-ref", "--quiet", "HEAD").text
    shared = ("config.lock", "packed-refs.lock", "shallow.lock", *([f"{branch}.lock"] if branch else []))
    places = [(repository.git_dir, name) for name in ("index.lock", "HEAD.lock")]
    for folder, name in (*places, *((repository.common, name) for name in shared)):
        path = os.path.join(folder, name)
        if os.path.lexists(path):
            what = "index" if name == "index.lock" else "git"
            message = f"{name.removesuffix('.lock')} is locked: a git is at work, or was killed"
            fix = f"when no git runs any more: rm -- {quoted(path)}"
            yield Symptom(f"{what}-locked", Severity.WARNING, message, fix)


def head(repository: Repository) -> Iterator[Symptom]:
    """Whether what is committed here is on a branch."""
    if place := detached_at(repository):
        message = f"HEAD is detached at {place}: what is committed here is on no branch, and is left behind by a switch"
        yield Symptom(
            "head-detached", Severity.INFO, message, "git switch -c NAME keeps it, git switch BRANCH leaves it"
        )


def version(repository: Repository) -> Iterator[Symptom]:
    """Whether git is one that this was tried with."""
    told = repository.text("version").removeprefix("git version ")
    if tuple(map(int, re.findall(r"\d+", told)[:2])) < OLDEST_GIT:
        message = f"git {told} is older than {'.'.join(map(str, OLDEST_GIT))}, the oldest this was tried with"
        yield Symptom("git-old", Severity.WARNING, f"{message}: commands may fail", "install a newer git")


def leftovers(repository: Repository) -> Iterator[Symptom]:
    """What killed runs left."""
    if has_leftover(repository):
        try:
            read_journal(journal_folder(repository))
            message = "a run was interrupted, or is at work: what it was about to write is kept"
            yield Symptom(
                "run-interrupted", Severity.WARNING, message, "hygiene plan (any run that may write resolves it)"
            )
        except HygieneError as error:
            yield Symptom("journal-damaged", Severity.ERROR, error.message, error.hint)
    aside = os.path.join(repository.git_dir, "hygiene", "set-aside")
    if os.path.isdir(aside) and os.listdir(aside):
        message = f"files that somebody wrote during a run that was taken back are kept in {aside}"
        yield Symptom("files-set-aside", Severity.INFO, message, f"look at them, then: rm -r -- {quoted(aside)}")
