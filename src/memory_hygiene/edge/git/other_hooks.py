"""Hooks that git runs for us from elsewhere: husky, and commands in git's configuration (git 2.54 or newer)."""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from memory_hygiene.core.shell import quoted
from memory_hygiene.edge.files import read_bytes

from .hooks import Effect, HookState, Place, calls, effect_of_calls, look_at_hooks, origin_of, starts
from .repository import Repository

CONFIG_HOOKS_SINCE = (2, 54)
_FALSE = ("false", "no", "off", "0", "")
_TRUE = ("true", "yes", "on", "1")
_REFUSING = 128
_FAULTS = (  # what git says, the key by which the file is found, and what mends it there
    (r"hook friendly-name '(.+)' collides", "hook.{}.event", "--rename-section", ("hook.{}", "hook.my-{}")),
    (r"'hook\.(.+)\.command' must be configured", "hook.{}.event", "--unset-all", ("hook.{}.event",)),
    (r"bad config variable '(hook\..+)' in", "{}", "--unset-all", ("{}",)),
)


class ConfiguredHook(NamedTuple):
    """A command in git's configuration that calls us: its name there, the event, the command, whether it is on."""

    name: str
    event: str
    command: str
    is_on: bool


def look_at_all_hooks(repository: Repository, place: Place) -> tuple[HookState, ...]:
    """The state of every hook the repository should have, wherever git takes it from. Reads only."""
    configured = {hook.event: hook for hook in configured_hooks(repository)} if knows_config_hooks(repository) else {}
    states = (_through_husky(place, state) for state in look_at_hooks(repository, place))
    return tuple(_with_configured(state, configured.get(state.hook)) for state in states)


def _with_configured(state: HookState, configured: ConfiguredHook | None) -> HookState:
    """Git runs the command of its configuration beside the file, and what either refuses is refused."""
    if configured is None or state.effect in (Effect.BROKEN, Effect.CALL_BROKEN):
        return state
    if not configured.is_on:
        return state if state.is_effective else HookState(state.hook, Effect.SWITCHED_OFF)
    if not starts(configured.command):
        return HookState(state.hook, Effect.CONFIGURED_BROKEN)
    return HookState(state.hook, Effect.TWICE if state.is_effective else Effect.CONFIGURED)


def husky_file(place: Place, hook: str) -> str:
    """The file a user of husky puts a hook into, "" when git does not take its hooks from husky.

    Husky sends git to ``.husky/_``, whose files call those of the same name one folder up.
    """
    folder, last = os.path.split(place.folder)
    return os.path.join(folder, hook) if last == "_" and os.path.basename(folder) == ".husky" else ""


def _through_husky(place: Place, state: HookState) -> HookState:
    """Husky's own hook of that name may call us."""
    path = husky_file(place, state.hook)
    lines = calls((read_bytes(path) if path else None) or b"", state.hook)
    return HookState(state.hook, effect_of_calls(lines)) if lines else state


def configured_hooks(repository: Repository) -> tuple[ConfiguredHook, ...]:
    """The commands in git's configuration that call us, whether this git runs such hooks or not.

    Git tells a command nothing of the event it is for, so each event needs a command of its own. Of several for one
    event the last one that is on comes last.
    """
    output = repository.run("config", "--null", "--get-regexp", r"^hook\..*\.(command|event|enabled|parallel)$").output
    found: dict[str, dict[str, list[str]]] = {}
    for entry in output.decode("utf-8", "surrogateescape").split("\0")[:-1]:
        key, _, value = entry.partition("\n")
        name, _, field = key.removeprefix("hook.").rpartition(".")
        values = found.setdefault(name, {}).setdefault(field, [])
        if field == "event" and not value:
            values.clear()  # an empty event takes back those before it
        else:
            values.append(value)
    hooks = (hook for name, fields in found.items() for hook in _hooks(name, fields, _switched_off(found)))
    return tuple(sorted(hooks, key=lambda hook: hook.is_on))


def _switched_off(found: Mapping[str, Mapping[str, list[str]]]) -> frozenset[str]:
    """The events that are off for all commands: ``hook.EVENT.enabled``, when EVENT is the name of no command."""
    return frozenset(
        name for name, fields in found.items() if fields.keys() == {"enabled"} and not _is_on(fields["enabled"])
    )


def _hooks(name: str, fields: Mapping[str, list[str]], switched_off: Iterable[str]) -> Iterator[ConfiguredHook]:
    command = " ".join(fields.get("command", ())[-1:])
    is_on = _is_on(fields.get("enabled", ()))
    for event in fields.get("event", ()):
        if f"hygiene hook {event}" in command:
            yield ConfiguredHook(name, event, command, is_on and event not in switched_off)


def _is_on(values: Iterable[str]) -> bool:
    """Whether ``enabled`` says so; what git does not read as true or false counts for nothing."""
    known = [value.lower() for value in values if value.lower() in (*_FALSE, *_TRUE)]
    return not known or known[-1] in _TRUE


def knows_config_hooks(repository: Repository) -> bool:
    """Whether this git runs hooks from its configuration."""
    numbers = re.findall(r"\d+", repository.text("version"))
    return tuple(map(int, numbers[:2])) >= CONFIG_HOOKS_SINCE


class ConfigFault(NamedTuple):
    """Why git refuses to run any hook, so that no commit can be made: its words, and the command that mends it."""

    said: str
    fix: str


def config_fault(repository: Repository) -> ConfigFault | None:
    """What is wrong in the ``hook.`` sections for git itself; None when nothing is, or this git does not read them."""
    if not knows_config_hooks(repository):
        return None
    listed = repository.run("hook", "list", "pre-commit")
    if listed.code != _REFUSING:
        return None
    said = listed.errors.decode("utf-8", "backslashreplace").strip().rpartition("\n")[2].removeprefix("fatal: ")
    return ConfigFault(said, _mend(repository, said))


def _mend(repository: Repository, said: str) -> str:
    for pattern, asked, option, words in _FAULTS:
        if found := re.search(pattern, said):
            where = _file_of(repository, asked.format(found[1]))
            return " ".join(["git config", *where, option, *(quoted(word.format(found[1])) for word in words)])
    return "mend that setting: git config --edit, or git config --global --edit"


def _file_of(repository: Repository, key: str) -> tuple[str, ...]:
    """The options that name the file which sets a key; none for the configuration of this clone."""
    origin = origin_of(repository, key)
    path = os.path.join(repository.top or repository.git_dir, origin.removeprefix("file:"))
    is_local = os.path.realpath(path) == os.path.realpath(os.path.join(repository.common, "config"))
    return () if is_local or not origin.startswith("file:") else ("--file", quoted(path))
