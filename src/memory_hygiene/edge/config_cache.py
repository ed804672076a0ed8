"""The compiled configuration, kept under the git directory by blob id: a hook pays for YAML only when it changed."""

import marshal  # json would be a seventh of a hook's start-up; whoever can write here can write hooks
import os
import sys

from memory_hygiene import __version__
from memory_hygiene.core.contracts import Limits, Profile
from memory_hygiene.core.fingerprint import digest
from memory_hygiene.core.settings import Agent, Override, Settings

FORMAT = 4
"""Goes up when ``Settings`` changes shape; the release is in the key as well, as it decides what is valid."""
KEPT = 16
_MAX_BYTES = 1 << 20
_MARSHAL = 2  # the last version that writes equal values as equal bytes
_SUFFIX = f"-{FORMAT}-{__version__}-{sys.implementation.cache_tag}"


def load_settings(data: bytes, oid: str, state_dir: str, label: str) -> Settings:
    """The settings in ``data``, the blob ``oid``; their compiled form is read from, or kept in, ``state_dir``.

    Nothing is kept when ``oid`` or ``state_dir`` is "". A damaged file there is as good as none, and failing to
    write one is no failure. ``label`` names the configuration in messages. Raises ConfigError.
    """
    kept = os.path.join(state_dir, "config", oid + _SUFFIX) if state_dir and oid.isalnum() else ""
    settings = _read(kept) if kept else None
    if settings is None:
        from .config_reading import read_settings

        settings = read_settings(data, label)
        if kept:
            _keep(kept, settings)
    return settings


def _read(path: str) -> Settings | None:
    try:
        with open(path, "rb") as file:
            check, _, compiled = file.read(_MAX_BYTES).partition(b"\n")
        return _expand(compiled) if check == digest(compiled).encode() else None
    except (OSError, EOFError, ValueError, TypeError, AttributeError, LookupError):
        return None


def _expand(compiled: bytes) -> Settings:
    profile, agents, has_roster, stores, categories, *parameters = marshal.loads(compiled)
    return Settings(
        Profile(profile),
        tuple(Agent(name, path, Profile(own)) for name, path, own in agents),
        has_roster,
        tuple((path, Limits(*limits)) for path, limits in stores),
        tuple(Override(*override) for override in categories),
        *parameters,
    )


def _compile(settings: Settings) -> bytes:
    profile, agents, has_roster, stores, categories = settings[:5]
    parameters: tuple[int | float | str, ...] = settings[5:]
    plain_agents = tuple((agent.name, agent.path, agent.profile.value) for agent in agents)
    plain_stores = tuple((path, tuple(limits)) for path, limits in stores)
    plain_categories = tuple((one.fingerprint, one.category, one.reason, one.deletable) for one in categories)
    plain = (profile.value, plain_agents, has_roster, plain_stores, plain_categories, *parameters)
    return marshal.dumps(plain, _MARSHAL)


def _keep(path: str, settings: Settings) -> None:
    """Write by rename, so that a reader sees a whole file or none, and let the oldest ones go."""
    compiled = _compile(settings)
    folder = os.path.dirname(path)
    draft = f"{path}.{os.getpid()}"
    try:
        os.makedirs(folder, exist_ok=True)
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(digest(compiled).encode() + b"\n" + compiled)
        os.replace(draft, path)
        _drop_oldest(folder)
    except OSError:
        return


def _drop_oldest(folder: str) -> None:
    files = [entry for entry in os.scandir(folder) if entry.is_file(follow_symlinks=False)]
    for entry in sorted(files, key=lambda entry: entry.stat().st_mtime_ns)[:-KEPT]:
        os.unlink(entry.path)
