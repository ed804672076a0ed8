"""The compiled configuration, kept under the git directory by blob id: a hook pays for YAML only when it changed."""

import os

from memory_hygiene import __version__
from memory_hygiene.core.contracts import Limits, Profile
from memory_hygiene.core.fingerprint import digest
from memory_hygiene.core.settings import Agent, Settings

FORMAT = 1
"""Goes up when ``Settings`` changes shape; the release is in the key as well, as it decides what is valid."""
KEPT = 16
_MAX_BYTES = 1 << 20
_SUFFIX = f"-{FORMAT}-{__version__}.json"


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
    import json

    try:
        with open(path, "rb") as file:
            kept = json.loads(file.read(_MAX_BYTES))
        compiled = kept["settings"]
        return _expand(compiled) if kept["check"] == digest(compiled.encode()) else None
    except (OSError, ValueError, TypeError, AttributeError, LookupError, RecursionError):
        return None


def _expand(compiled: str) -> Settings:
    import json

    profile, agents, has_roster, stores, *parameters = json.loads(compiled)
    return Settings(
        Profile(profile),
        tuple(Agent(name, path, Profile(own)) for name, path, own in agents),
        has_roster,
        tuple((path, Limits(*limits)) for path, limits in stores),
        *parameters,
    )


def _keep(path: str, settings: Settings) -> None:
    """Write by rename, so that a reader sees a whole file or none, and let the oldest ones go."""
    import json

    compiled = json.dumps(settings, default=_profile_name)
    written = json.dumps({"check": digest(compiled.encode()), "settings": compiled}).encode()
    folder = os.path.dirname(path)
    draft = f"{path}.{os.getpid()}"
    try:
        os.makedirs(folder, exist_ok=True)
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(written)
        os.replace(draft, path)
        _drop_oldest(folder)
    except OSError:
        return


def _profile_name(profile: Profile) -> str:
    return profile.value


def _drop_oldest(folder: str) -> None:
    files = [entry for entry in os.scandir(folder) if entry.is_file(follow_symlinks=False)]
    for entry in sorted(files, key=lambda entry: entry.stat().st_mtime_ns)[:-KEPT]:
        os.unlink(entry.path)
