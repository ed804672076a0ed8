"""Commands that messages offer: every path in them is quoted, so that pasting one is safe whatever a file is called."""

import re

_PLAIN = r"[A-Za-z0-9_./][A-Za-z0-9_./-]*\Z"


def quoted(path: str) -> str:
    """``path`` as one word of a POSIX shell."""
    return path if re.match(_PLAIN, path) else "'" + path.replace("'", "'\"'\"'") + "'"


def bring_back(path: str) -> str:
    """The command that brings a file back as the last commit has it."""
    return f"git restore --source=HEAD --staged --worktree -- {quoted(path)}"
