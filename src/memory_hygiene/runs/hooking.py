"""Hooking: the hooks a set-up installs, and what it says where they are somebody else's to change."""

import os

from memory_hygiene.core.contracts import Profile
from memory_hygiene.edge.git.drivers import install_driver
from memory_hygiene.edge.git.hooks import Program, find_place, install, line_to_add
from memory_hygiene.edge.git.other_hooks import look_at_all_hooks
from memory_hygiene.edge.git.repository import Repository
from memory_hygiene.edge.git.snapshots import WorktreeSnapshot
from memory_hygiene.runs.drafting import FRAMEWORK_CONFIG
from memory_hygiene.runs.locating import HookChoice, Steps, Wanted


def framework_config() -> bytes:
    """What pre-commit needs to run us: local hooks, so that nothing is fetched."""
    from importlib.resources import files

    return files("memory_hygiene").joinpath("data/pre-commit-config.yaml").read_bytes()


def set_hooks(repository: Repository, wanted: Wanted, program: Program, steps: Steps) -> None:
    """Install hooks as ``wanted``, or say what to do by hand where they are somebody else's."""
    is_live = wanted.profile is Profile.HERMES
    match wanted.hooks:
        case HookChoice.NONE:
            return
        case HookChoice.FRAMEWORK:
            _say_framework(repository, is_live, steps)
        case HookChoice.NATIVE:
            place = find_place(repository)
            if not place.is_private:
                _say_diverted(repository, place.folder, place.diverted_by, program, steps)
                return
            installed = install(place, program)
            for step in installed:
                steps.did(step)
            if installed and is_live:
                steps.did(
                    "native hooks, for a framework that stashes unstaged work would take a live agent's memory away"
                )


def set_driver(repository: Repository, program: Program, steps: Steps) -> None:
    """Tell git in this clone how to merge memory files."""
    if install_driver(repository, program):
        steps.did("told git to merge memory entry by entry in this clone (merge.hygiene.driver)")


def _say_diverted(repository: Repository, folder: str, origin: str, program: Program, steps: Steps) -> None:
    """Hooks are taken from a folder that is not git's own: somebody else's, so it stays as it is."""
    missing = [state.hook for state in look_at_all_hooks(repository, find_place(repository)) if not state.is_effective]
    if missing:
        reason = f"core.hooksPath in {origin}" if origin else "a link"
        steps.note(f"warning: no hooks installed: {reason} sends git to {folder}; add one line to each hook there:")
        for hook in missing:
            steps.note(f"  {os.path.join(folder, hook)}:  {line_to_add(hook, program)}")


def _say_framework(repository: Repository, is_live: bool, steps: Steps) -> None:
    data = WorktreeSnapshot(repository.top).read(FRAMEWORK_CONFIG) or b""
    if b"hygiene" not in data:
        steps.note(f"warning: {FRAMEWORK_CONFIG} is yours and stays as it is; put this into it:")
        for line in framework_config().decode().splitlines():
            steps.note(f"  {line}")
    if not all(state.is_effective for state in look_at_all_hooks(repository, find_place(repository))):
        steps.note("now run: pre-commit install")
    if is_live:
        steps.note("warning: pre-commit stashes unstaged work while it runs; for a live agent, --hooks native is safe")
