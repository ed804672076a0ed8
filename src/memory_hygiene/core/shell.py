"""Commands that messages offer: every path in them is quoted, so that pasting one is safe whatever a file is called.

Files are named from the top of the repository, for people stand in any folder of it when they paste.
"""

import re

from .settings import Agent, Settings
from .state import AgentState

_PLAIN = re.compile(r"[A-Za-z0-9_./][A-Za-z0-9_./:-]*\Z")
_GROUPS = ("canary", "ledger", "writers")
_COMMIT = re.compile(r"[0-9a-f]{7,64}\Z")


def quoted(path: str) -> str:
    """``path`` as one word of a POSIX shell."""
    return path if _PLAIN.match(path) else "'" + path.replace("'", "'\"'\"'") + "'"


def from_top(path: str) -> str:
    """A pathspec, as one word of a shell, of the file at ``path`` from the top of the repository."""
    return f":/{path}" if _PLAIN.match(path) else quoted(f":(top,literal){path}")


def bring_back(path: str, source: str, *, is_merge: bool = False, what: str = "the whole file") -> str:
    """How to bring a file back as it was in ``source``, the label of the snapshot compared with.

    At a merge the other side's content must stay: there, where to look.
    """
    revision = source if _COMMIT.match(source) else "HEAD"
    if is_merge:
        return f"add what is missing from there: git show {quoted(f'{revision}:{path}')}"
    return f"take {what} back: git restore --source={revision} --staged --worktree -- {from_top(path)}"


def hygiene(words: str, state: AgentState) -> str:
    """One of our own commands, for the agent it concerns; ``words`` begin with the subcommand, or a group and its."""
    return hygiene_of(words, state.agent, state.settings)


def hygiene_of(words: str, agent: Agent, settings: Settings) -> str:
    """As ``hygiene``, where no state of the agent is at hand."""
    if not settings.has_roster:
        return f"hygiene {words}"
    parts = words.split(" ")
    size = 2 if parts[0] in _GROUPS else 1
    return " ".join(["hygiene", *parts[:size], "--agent", quoted(agent.name), *parts[size:]])
