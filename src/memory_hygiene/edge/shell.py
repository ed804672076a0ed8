"""Running commands for people to watch: the demo shows real commands, not a story about them."""

import os
import subprocess
from collections.abc import Mapping, Sequence

from memory_hygiene.errors import HygieneError

_LEAKS = ("GIT_", "PRE_COMMIT")


def run_shown(command: Sequence[str], folder: str, extra: Mapping[str, str]) -> tuple[int, str]:
    """The exit code and combined output of a command in ``folder``, away from any surrounding git or framework."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_LEAKS)}
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env={**kept, **extra},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
    except OSError as error:
        raise HygieneError(f"cannot run {command[0]}: {error.strerror}", "install it, or mend PATH") from None
    return done.returncode, done.stdout.decode("utf-8", "backslashreplace")
