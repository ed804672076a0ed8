"""The merge driver: how git is told to call ours in one clone, and git's own merge of lines, which it falls back to.

Git takes a driver from its configuration, which no clone brings along. One that fails without writing would leave our
side alone as the result, so the command falls back whenever ours did not answer for what it wrote.
"""

import os
from enum import Enum

from memory_hygiene.core.shell import quoted
from memory_hygiene.errors import GitError

from .hooks import Program, finds_us
from .process import failure
from .repository import Repository

NAME = "hygiene"
"""What ``merge=`` in .gitattributes names."""
_KEY = f"merge.{NAME}.driver"
_TEXT_MERGE = ("merge-file", "-L", "ours", "-L", "base", "-L", "theirs")
_MOST_CONFLICTS = 127  # git-merge-file: more is an error
_FALL_BACK = (
    'code=$?; case $code in 0) exit 0;; 1) grep -q "^<<<<<<<" %A && exit 1;; esac; '
    "git merge-file --marker-size=%L -L ours -L base -L theirs %A %O %B"
)


def driver_command(program: Program) -> str:
    """The shell command that git is to run; ``%`` begins git's own placeholders there."""
    start = f"{quoted(program.path)} {program.arguments}".replace("%", "%%").strip()
    return f"{start} merge-driver %O %A %B %L %P; {_FALL_BACK}"


def install_driver(repository: Repository, program: Program) -> bool:
    """Tell git of the driver in this clone; whether anything had to be done. Raises GitError.

    One key and no more: with a name and no command, git refuses to merge anything.
    """
    wanted = driver_command(program)
    if _configured(repository) == wanted:
        return False
    asked = ("config", "--replace-all", _KEY, wanted)
    result = repository.run(*asked, writing=True)
    if result.code != 0:
        raise failure(asked, result)
    return True


class DriverState(Enum):
    """What happens when git comes to merge a file with ``merge=hygiene``."""

    RUNS = "runs"
    LACKING = "its section is configured and no command: git refuses to merge"
    ABSENT = "not installed in this clone: git merges line by line"
    BROKEN = "its program, or hygiene for it, is gone: git merges line by line"
    NAIVE = "what is configured does not fall back: if it fails, what the other side has is left out"


def look_at_driver(repository: Repository) -> DriverState:
    """The state of the driver in this clone. Reads only."""
    import shlex
    import shutil

    command = _configured(repository)
    if not command:
        others = repository.run("config", "--get-regexp", rf"^merge\.{NAME}\.").text
        return DriverState.LACKING if others else DriverState.ABSENT
    if "git merge-file" not in command:
        return DriverState.NAIVE
    try:
        program = shlex.split(command)[0].replace("%%", "%")
    except (ValueError, IndexError):
        return DriverState.BROKEN
    is_there = shutil.which(os.path.expanduser(program)) and finds_us(os.fsencode(command))
    return DriverState.RUNS if is_there else DriverState.BROKEN


def _configured(repository: Repository) -> str:
    return repository.run("config", "--get", _KEY).text


def attribute_values(repository: Repository, attribute: str, paths: tuple[str, ...]) -> dict[str, str]:
    """The value of one attribute for each path. Raises GitError."""
    asked = ("check-attr", "-z", "--stdin", attribute)
    data = b"".join(path.encode("utf-8", "surrogateescape") + b"\0" for path in paths)
    result = repository.run(*asked, data=data)
    if result.code != 0:
        raise failure(asked, result)
    fields = result.output.decode("utf-8", "surrogateescape").split("\0")[:-1]
    return dict(zip(fields[::3], fields[2::3]))


def merge_lines(repository: Repository, base: str, ours: str, theirs: str, marker: int) -> tuple[bytes, int]:
    """Git's merge of three files by lines: the bytes, and how many conflicts are marked. Raises GitError."""
    asked = (*_TEXT_MERGE, "-p", f"--marker-size={marker}", *map(os.path.abspath, (ours, base, theirs)))
    result = repository.run(*asked)
    if not 0 <= result.code <= _MOST_CONFLICTS:
        said = result.errors.decode("utf-8", "backslashreplace").strip()
        raise GitError(f"git cannot merge these files: {said}", "merge them by hand: git status")
    return result.output, result.code
