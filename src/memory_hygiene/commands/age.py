"""``hygiene age``: since when each entry has been there."""

from collections.abc import Iterator

import click

from memory_hygiene.core.history.ages import AgedBlock
from memory_hygiene.core.model import Document, Format
from memory_hygiene.core.settings import Agent
from memory_hygiene.core.state import SYMLINK, AgentState
from memory_hygiene.edge import clock
from memory_hygiene.edge.console import palette_for, write_out
from memory_hygiene.edge.git.history import ages_in, ages_of
from memory_hygiene.edge.git.repository import head_commit
from memory_hygiene.edge.progress import Progress
from memory_hygiene.edge.workspace import Workspace, open_workspace
from memory_hygiene.errors import ExitCode, HygieneError
from memory_hygiene.formats import parse
from memory_hygiene.report import age_json, age_text

from .options import in_folder, in_format, on_day
from .unread import refuse_too_large, refuse_unread


@click.command()
@in_folder
@in_format("text", "json")
@on_day
@click.argument("path", required=False, metavar="[PATH]")
def command(format_name: str, now: str, path: str | None) -> int:
    """Print since when each entry has been there and since when its words have not changed.

    Reads the files on disk, and their history from git. PATH is one file; without it, every store of the agent
    whose directory this is. Ages are days since the last change; marks, moves and new indentation are no change.

    \b
    Examples:
      hygiene age                      every store
      hygiene age MEMORY.md            one file
      hygiene age --format json        for programs

    \b
    Exit codes: 0 done · 2 not a memory repo, no such file, or nothing to list · 4 a store is too large to be read
    """
    workspace = open_workspace()
    code = ExitCode.CLEAN if path else refuse_unread(_state(workspace, agent) for agent in workspace.agents_here())
    aged = list(_aged(workspace, path, now or clock.today()))
    write_out(age_json.render(aged) if format_name == "json" else age_text.render(aged, palette_for()))
    return code


def _state(workspace: Workspace, agent: Agent, path: str = "") -> AgentState:
    return AgentState(agent, workspace.settings, workspace.worktree, parse, (path,) if path else ())


def _aged(workspace: Workspace, name: str | None, now: str) -> Iterator[AgedBlock]:
    if name is None:
        for agent in workspace.agents_here():
            yield from _of_agent(workspace, agent, now)
        return
    path = workspace.path_of(name)
    refuse_too_large(workspace, path)
    agent_or_none = workspace.settings.agent_of(path)
    yield from _of_agent(workspace, agent_or_none, now, path) if agent_or_none else _of_stray(workspace, path, now)


def _of_agent(workspace: Workspace, agent: Agent, now: str, path: str = "") -> Iterator[AgedBlock]:
    state = _state(workspace, agent, path)
    documents = {store.path: store.document for store in state.stores if path in ("", store.path)}
    if path and not documents:
        documents = {path: _read(workspace, path)}  # an archive, a skill file, a ledger
    with Progress("reading history", "commits") as progress:
        ages = ages_in(workspace.repository, state, head_commit(workspace.repository), now, progress)
    for store_path, document in documents.items():
        yield from (AgedBlock(store_path, block, ages.of(block.fingerprint)) for block in document.counted)


def _of_stray(workspace: Workspace, path: str, now: str) -> Iterator[AgedBlock]:
    """The ages in a file that no agent's directory holds; only its own history counts."""
    document = _read(workspace, path)
    head = head_commit(workspace.repository)
    with Progress("reading history", "commits") as progress:
        ages = ages_of(workspace.repository, workspace.settings, None, head, now, {path: Format.MARKDOWN}, progress)
    yield from (AgedBlock(path, block, ages.of(block.fingerprint)) for block in document.counted)


def _read(workspace: Workspace, path: str) -> Document:
    """A file given by name, read under the contract for explicit files. Raises HygieneError when there is none."""
    folder, _, name = path.rpartition("/")
    item = workspace.worktree.list_folder(folder).get(name)
    data = workspace.worktree.read(path)
    if item is None or item.mode == SYMLINK or data is None:
        raise HygieneError(f"no regular file at {path or '.'}", "check the path; see hygiene status")
    return parse(Format.MARKDOWN, data)
