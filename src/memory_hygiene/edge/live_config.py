"""Finding and reading the ``config.yaml`` of the live agent whose memory an agent directory is (contract H2).

The one thing that is read outside an agent directory, and only where the directory's real path says that a home is
around it: a clone elsewhere has none. ``HERMES_HOME`` is not asked; it may name another agent's home.
"""

import errno
import os
import stat
from collections.abc import Mapping

from memory_hygiene.core.contracts import Profile
from memory_hygiene.core.live.live_config import FILE, MANAGED, LiveConfig, Tree, broken, live_config
from memory_hygiene.core.settings import Agent
from memory_hygiene.errors import HygieneError

from .live_yaml import NotYamlError, read_plain

MAX_BYTES = 1024 * 1024
_FOLDER = "memories"
_MANAGED_FOLDER = "/etc/hermes"
_SECRETS = ".env"


def find_home(top: str, agent: Agent) -> str | None:
    """The real path of the home that the directory of ``agent`` is, or is the ``memories`` of; None without one.

    ``top`` is the top of the repository. A home is known by its ``config.yaml``.
    """
    if agent.profile is not Profile.HERMES:
        return None
    real = os.path.realpath(top)
    folder = os.path.normpath(os.path.join(real, agent.path))
    if os.path.realpath(folder) != folder:
        return None  # a link in the repository names no agent
    is_memories = os.path.basename(folder) == _FOLDER
    home = os.path.dirname(folder) if is_memories else folder
    if not os.path.lexists(os.path.join(home, FILE)):
        return None
    return home if is_memories or os.path.isdir(os.path.join(home, _FOLDER)) else None


def read_live_config(top: str, agent: Agent) -> LiveConfig | None:
    """What the configuration of the agent's home says, the managed file included; None where there is no home.

    Never raises: what cannot be read is one of its ``problems``.
    """
    home = find_home(top, agent)
    if home is None:
        return None
    problems: list[str] = []
    user = _read(os.path.join(home, FILE), FILE, problems, follow=not _is_inside(home, top))
    managed_folder = _managed_folder()
    managed = _read(os.path.join(managed_folder, FILE), MANAGED, problems) if managed_folder else None
    return live_config(user, managed, _variables(home, managed_folder), problems)


def _is_inside(home: str, top: str) -> bool:
    real = os.path.realpath(top)
    return os.path.commonpath((home, real)) == real


def _managed_folder() -> str:
    """Where an administrator's settings are, "" for none; an override that leads nowhere means none at all."""
    folder = os.environ.get("HERMES_MANAGED_DIR", "").strip() or _MANAGED_FOLDER
    return folder if os.path.isdir(folder) else ""


def _variables(home: str, managed_folder: str) -> Mapping[str, str] | None:
    """What ``${VAR}`` stands for: our environment, unless a ``.env``, which is never read, may say otherwise."""
    folders = [home, managed_folder] if managed_folder else [home]
    if any(os.path.lexists(os.path.join(folder, _SECRETS)) for folder in folders):
        return None
    return os.environ


def _read(path: str, label: str, problems: list[str], *, follow: bool = True) -> Tree:
    try:
        data = _read_bytes(path, follow)
        if len(data) > MAX_BYTES:
            raise HygieneError(f"it has more than {MAX_BYTES:,} bytes")
        return read_plain(data.decode("utf-8").removeprefix("\ufeff"))
    except FileNotFoundError:
        return None
    except UnicodeDecodeError as error:
        problems.append(broken(label, f"byte 0x{error.object[error.start]:02x} is not UTF-8"))
    except NotYamlError as error:
        problems.append(broken(label, str(error)))
    except OSError as error:
        is_link = error.errno == errno.ELOOP
        problems.append(_unread(label, "it is a link inside the repository" if is_link else str(error.strerror)))
    except HygieneError as error:
        problems.append(_unread(label, error.message))
    return None


def _unread(label: str, reason: str) -> str:
    return f"{label} is not read, so nothing it states is known here: {reason}"


def _read_bytes(path: str, follow: bool) -> bytes:
    """At most one byte more than is allowed, of a regular file; opening a pipe or a device does not wait."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | (0 if follow else getattr(os, "O_NOFOLLOW", 0))
    descriptor = os.open(path, flags)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise HygieneError("it is no regular file")
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            return file.read(MAX_BYTES + 1)
    finally:
        os.close(descriptor)
