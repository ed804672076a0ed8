"""What the operator tells us in git's configuration: commands and time limits, never part of a repository's content.

``.hygiene.yaml`` comes with a clone; git's configuration never does. That is git's own rule for what may run commands.
"""

import math
import shlex

from memory_hygiene.errors import ConfigError

from .process import failure
from .repository import Repository

_LONGEST = 86_400.0  # seconds: a day


def preference(repository: Repository, key: str) -> str | None:
    """The value of ``hygiene.KEY``, as git reads it for this repository; None when it is not set.

    Raises GitError when git cannot read its configuration.
    """
    asked = ("config", "--null", "--get", f"hygiene.{key}")
    result = repository.run(*asked)
    if result.code == 1:
        return None
    if result.code != 0:
        raise failure(asked, result)
    return result.output.decode("utf-8", "surrogateescape").removesuffix("\0")


def preferred_seconds(repository: Repository, key: str, default: float) -> float:
    """A time limit in seconds. Raises ConfigError for a value that is none."""
    value = preference(repository, key)
    if value is None:
        return default
    try:
        seconds = float(value)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds <= _LONGEST:
        hint = f"git config hygiene.{key} {default:g}"
        raise ConfigError(f"hygiene.{key} in git's configuration is no number of seconds up to {_LONGEST:g}", hint)
    return seconds


def preferred_command(repository: Repository, key: str) -> tuple[str, ...]:
    """A command line in words, as a shell would split it; () when none is set. Raises ConfigError for an odd one."""
    value = preference(repository, key)
    try:
        words = tuple(shlex.split(value or ""))
    except ValueError as error:
        words, said = (), str(error).lower()
    else:
        said = "it is empty" if value is not None and not words else ""
    if said or any("\0" in word for word in words):
        hint = f"git config hygiene.{key} '/path/to/program argument', or git config --unset hygiene.{key}"
        raise ConfigError(f"hygiene.{key} in git's configuration is no command line: {said or 'a NUL'}", hint)
    return words
