"""What every command that may write does around its work: locks, leftovers of a killed run, a refusal by the gate."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from memory_hygiene.core.settings import Agent
from memory_hygiene.edge.console import palette_for, write_error, write_out
from memory_hygiene.edge.locks import TIMEOUT
from memory_hygiene.edge.workspace import Workspace
from memory_hygiene.report import check_text
from memory_hygiene.runs.applying import RefusedByGateError, locked
from memory_hygiene.runs.leftovers import resolve_leftover


@contextmanager
def writing(
    workspace: Workspace, agent: Agent, wait: float = TIMEOUT, write: Callable[[str], None] = write_out
) -> Iterator[None]:
    """Hold the locks (``wait`` seconds for each), with what a killed run left resolved and told first.

    When the gate refuses what is done inside, its verdict is printed by ``write`` before the error goes on.
    """
    with telling_refusal(write), locked(workspace, agent, wait):
        if leftover := resolve_leftover(workspace.repository):
            write_error(f"hygiene: {leftover}")
        yield


@contextmanager
def telling_refusal(write: Callable[[str], None] = write_out) -> Iterator[None]:
    """Print the verdict of a gate that refuses, and let the error go on.

    ``write`` is ``write_error`` where standard output is a document for programs.
    """
    try:
        yield
    except RefusedByGateError as refusal:
        write(check_text.render(refusal.verdict, palette_for()))
        raise
