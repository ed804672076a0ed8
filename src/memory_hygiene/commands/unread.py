"""What commands that list entries say of stores that were not read, so that none looks empty."""

from collections.abc import Iterable

from memory_hygiene.core.state import MAX_BYTES, AgentState
from memory_hygiene.core.unread import is_unread, why_unread
from memory_hygiene.edge.console import write_error
from memory_hygiene.edge.workspace import Workspace
from memory_hygiene.errors import ExitCode, HygieneError
from memory_hygiene.report.safe import safe

_HINT = "see hygiene check; shorten the file, or take an older one from git"


def refuse_unread(states: Iterable[AgentState]) -> ExitCode:
    """Name the stores that were not read: the exit code is INCOMPLETE when there are some beside others.

    Raises HygieneError when there is no store at all, or when none was read.
    """
    chosen = tuple(states)
    stores = [store for state in chosen for store in state.stores]
    unread = [why_unread(store.path, len(store.document.data)) for store in stores if is_unread(store)]
    if not stores:
        places = ", ".join(state.agent.path or "the top folder" for state in chosen)
        raise HygieneError(f"no governed store in {places}", "check -C DIR and .hygiene.yaml")
    if len(unread) == len(stores):
        raise HygieneError("; ".join(unread), _HINT)
    for line in unread:
        write_error(f"hygiene: {safe(line)}")
    return ExitCode.INCOMPLETE if unread else ExitCode.CLEAN


def refuse_too_large(workspace: Workspace, path: str) -> None:
    """Raises HygieneError when the file at ``path`` (from the top) is too large to be read."""
    data = workspace.worktree.read(path)
    if data is not None and len(data) > MAX_BYTES:
        raise HygieneError(why_unread(path, len(data)), _HINT)
