"""Examining a clone: what git is told here and in which state it is, whatever the configuration of ours says."""

import os
from collections.abc import Iterator

from memory_hygiene.core.diagnosis import Cure, Symptom
from memory_hygiene.core.findings import Severity
from memory_hygiene.core.shell import quoted
from memory_hygiene.edge.files import read_bytes
from memory_hygiene.edge.git.commit import is_index_locked
from memory_hygiene.edge.git.drivers import DriverState, look_at_driver
from memory_hygiene.edge.git.hooks import SERVER_HOOK, Effect, Place, Program, find_place, line_to_add, look_at_hooks
from memory_hygiene.edge.git.other_hooks import configured_events, husky_file, is_called_by_husky, knows_config_hooks
from memory_hygiene.edge.git.repository import Repository, is_shallow
from memory_hygiene.edge.git.standing import has_identity
from memory_hygiene.runs.drafting import FRAMEWORK_CONFIG
from memory_hygiene.runs.leftovers import has_leftover

FIX = "hygiene doctor --fix"
_IDS = {
    Effect.ABSENT: "hook-absent",
    Effect.OTHER: "hook-not-ours",
    Effect.OFF: "hook-not-executable",
    Effect.BROKEN: "hook-broken",
}


def server_hook(repository: Repository) -> Iterator[Symptom]:
    """What is wrong with the hook of a bare repository."""
    data = read_bytes(os.path.join(repository.git_dir, "hooks", SERVER_HOOK))
    if data is None or b"hygiene" not in data:
        message = f"no {SERVER_HOOK} hook that calls hygiene: whatever is pushed here is taken in"
        fix = f"let hooks/{SERVER_HOOK} run: hygiene hook {SERVER_HOOK}"
        yield Symptom("server-hook-absent", Severity.WARNING, message, fix)


def hooks(repository: Repository) -> Iterator[Symptom]:
    """Which of our hooks take no effect, and why."""
    place = find_place(repository)
    configured = configured_events(repository)
    is_known = knows_config_hooks(repository)
    by_effect: dict[Effect, list[str]] = {}
    for state in look_at_hooks(repository, place):
        if state.is_effective or is_called_by_husky(place, state.hook) or (is_known and state.hook in configured):
            continue
        by_effect.setdefault(state.effect, []).append(state.hook)
    for effect, names in by_effect.items():
        yield _hook_symptom(repository, place, effect, names)
    if configured and not is_known:
        message = f"hooks in git's configuration ({', '.join(sorted(configured))}) need git 2.54: this git ignores them"
        yield Symptom("config-hooks-ignored", Severity.WARNING, message, "update git, or: hygiene doctor --fix")


def _hook_symptom(repository: Repository, place: Place, effect: Effect, names: list[str]) -> Symptom:
    severity = Severity.ERROR if effect is Effect.BROKEN or "pre-commit" in names else Severity.WARNING
    message = f"{', '.join(names)}: {effect.value}"
    if place.is_private and not _is_framework_chosen(repository):
        return Symptom(_IDS[effect], severity, message, FIX, Cure.HOOKS)
    if place.is_private:
        types = " ".join(f"-t {name}" for name in names)
        return Symptom(_IDS[effect], severity, message, f"pre-commit install {types}")
    origin = f" (core.hooksPath in {place.diverted_by})" if place.diverted_by else ""
    message += f"; git takes hooks from {place.folder}{origin}"
    if not os.path.isdir(place.folder):
        return Symptom(_IDS[effect], severity, message, "git config --unset core.hooksPath, then hygiene doctor --fix")
    path = husky_file(place, names[0]) or os.path.join(place.folder, names[0])
    fix = f"put a line into each hook there, such as into {path}: {line_to_add(names[0], Program('hygiene'))}"
    return Symptom(_IDS[effect], severity, message, fix)


def _is_framework_chosen(repository: Repository) -> bool:
    return b"hygiene" in (read_bytes(os.path.join(repository.top, FRAMEWORK_CONFIG)) or b"")


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
    if repository.run(*asked).text:
        message = "a partial clone: objects that were left out are reported as missing, nothing is downloaded in a hook"
        fix = "git fetch --refetch --no-filter"
        yield Symptom("history-partial", Severity.WARNING, message, fix)


def index_lock(repository: Repository) -> Iterator[Symptom]:
    """Whether a git holds the index, or died with it."""
    if is_index_locked(repository):
        path = os.path.join(repository.git_dir, "index.lock")
        message = "the index is locked: a git is at work, or was killed"
        yield Symptom("index-locked", Severity.WARNING, message, f"when no git runs any more: rm -- {quoted(path)}")


def leftovers(repository: Repository) -> Iterator[Symptom]:
    """What killed runs left."""
    if has_leftover(repository):
        message = "a run was interrupted, or is at work: what it was about to write is kept"
        yield Symptom("run-interrupted", Severity.WARNING, message, "hygiene apply (the next run resolves it)")
    aside = os.path.join(repository.git_dir, "hygiene", "set-aside")
    if os.path.isdir(aside) and os.listdir(aside):
        message = f"files that somebody wrote during a run that was taken back are kept in {aside}"
        yield Symptom("files-set-aside", Severity.INFO, message, "look at them, then remove the folder")
