"""An agent's home as a repository: its keys and databases lie beside the memory, and must not be committed with it.

What may be is told by the home's own ``.gitignore``, when that is an allow-list (contract H1), read as git reads it.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from memory_hygiene.core.contracts import Profile
from memory_hygiene.core.settings import Agent
from memory_hygiene.core.state import Snapshot

SECRETS = (".env", ".env.*", "auth.json", "state.db*")
"""Names, as patterns of ``.gitignore``, of what Hermes keeps secret in its home."""
_LIST_MARKS = ("/*", "!/memories/")
_STORES = ("MEMORY.md", "USER.md")


class Exposed(NamedTuple):
    """A file that must not be committed: its path from the top, and whether its name alone tells that it is secret."""

    path: str
    is_secret: bool


def is_home(agent: Agent, snapshot: Snapshot) -> bool:
    """Whether the agent's directory is a Hermes home: its stores lie in ``memories``, or it has an allow-list."""
    if agent.profile is not Profile.HERMES:
        return False
    names = snapshot.list_folder(agent.absolute("memories")) if "memories" in snapshot.list_folder(agent.path) else {}
    return any(name in names for name in _STORES) or bool(_allow_list(agent, snapshot))


def exposed(agent: Agent, after: Snapshot, befores: Iterable[Snapshot], fresh: Iterable[str]) -> Iterator[Exposed]:
    """Those of the ungoverned paths ``fresh`` that a home must not let in.

    A change that takes the allow-list away is judged by the one from before.
    """
    lists = (_allow_list(agent, snapshot) for snapshot in (after, *befores))
    lines = next(filter(None, lists), ())
    for path in fresh:
        relative = agent.relative(path) or path
        if is_secret(relative):
            yield Exposed(path, True)
        elif lines and is_ignored(relative, lines):
            yield Exposed(path, False)


def is_secret(path: str) -> bool:
    """Whether a file is secret by its name, in any folder and in any case: some disks know no case."""
    name = path.rpartition("/")[2].casefold()
    return any(_matches(pattern, name) for pattern in SECRETS)


def _allow_list(agent: Agent, snapshot: Snapshot) -> tuple[str, ...]:
    """The lines of the home's ``.gitignore`` when it is an allow-list, else none."""
    if ".gitignore" not in snapshot.list_folder(agent.path):
        return ()
    data = snapshot.read(agent.absolute(".gitignore")) or b""
    lines = tuple(line.rstrip() for line in data.decode("utf-8", "surrogateescape").splitlines())
    return lines if all(mark in lines for mark in _LIST_MARKS) else ()


def is_ignored(path: str, lines: Iterable[str]) -> bool:
    """Whether lines of a ``.gitignore`` ignore ``path`` (relative to its folder), as gitignore(5) has it.

    The last line that matches decides, for a folder on the way first: below an ignored one nothing is let in again.
    """
    patterns = [line for line in lines if line and not line.startswith("#")]
    parts = path.split("/")
    for count in range(1, len(parts) + 1):
        place, is_folder = "/".join(parts[:count]), count < len(parts)
        last = next((line for line in reversed(patterns) if _applies(line, place, is_folder)), "!")
        if not last.startswith("!"):
            return True
    return False


def _applies(line: str, place: str, is_folder: bool) -> bool:
    pattern = line.removeprefix("!").removeprefix("\\")
    if pattern.endswith("/") and not is_folder:
        return False
    pattern = pattern.rstrip("/")
    return _matches(pattern.removeprefix("/"), place if "/" in pattern else place.rpartition("/")[2])


def _matches(pattern: str, name: str) -> bool:
    """Whether a wildcard pattern matches a whole name or path; ``*`` stops at a slash, ``**`` does not."""
    source = ""
    for piece in re.split(r"(\*\*/|\*\*|\*|\?)", pattern):
        source += {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}.get(piece, re.escape(piece))
    return re.fullmatch(source, name, re.DOTALL) is not None
