"""Hooks that git runs for us from elsewhere: husky, and commands in git's configuration (git 2.54 or newer)."""

import os
import re
from collections.abc import Iterator, Mapping

from memory_hygiene.edge.files import read_bytes

from .hooks import Place
from .repository import Repository

CONFIG_HOOKS_SINCE = (2, 54)
_FALSE = ("false", "no", "off", "0", "")


def husky_file(place: Place, hook: str) -> str:
    """The file a user of husky puts a hook into, "" when git does not take its hooks from husky.

    Husky sends git to ``.husky/_``, whose files call those of the same name one folder up.
    """
    folder, last = os.path.split(place.folder)
    return os.path.join(folder, hook) if last == "_" and os.path.basename(folder) == ".husky" else ""


def is_called_by_husky(place: Place, hook: str) -> bool:
    """Whether husky's own hook of that name calls us."""
    path = husky_file(place, hook)
    return bool(path) and b"hygiene hook " + hook.encode() in (read_bytes(path) or b"")


def configured_events(repository: Repository) -> frozenset[str]:
    """The hooks for which git's configuration has a command that calls us, whether this git runs such hooks or not.

    Git tells a command nothing of the event it is for, so each event needs a command of its own.
    """
    output = repository.run("config", "--null", "--get-regexp", r"^hook\..*\.(command|event|enabled)$").output
    found: dict[str, dict[str, list[str]]] = {}
    for entry in output.decode("utf-8", "surrogateescape").split("\0")[:-1]:
        key, _, value = entry.partition("\n")
        name, _, field = key.removeprefix("hook.").rpartition(".")
        values = found.setdefault(name, {}).setdefault(field, [])
        values[:] = [*values, value] if value else []  # an empty value takes back those before it
    return frozenset(event for fields in found.values() for event in _events(fields))


def _events(fields: Mapping[str, list[str]]) -> Iterator[str]:
    command = " ".join(fields.get("command", ())[-1:])
    is_on = (fields.get("enabled") or ["true"])[-1].lower() not in _FALSE
    return (event for event in fields.get("event", ()) if is_on and f"hygiene hook {event}" in command)


def knows_config_hooks(repository: Repository) -> bool:
    """Whether this git runs hooks from its configuration."""
    numbers = re.findall(r"\d+", repository.text("version"))
    return tuple(map(int, numbers[:2])) >= CONFIG_HOOKS_SINCE
