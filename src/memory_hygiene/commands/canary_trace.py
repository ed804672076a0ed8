"""``hygiene canary trace``: find canary tokens where they do not belong."""

import os

import click

from memory_hygiene.edge.console import palette_for, write_out
from memory_hygiene.edge.progress import Progress
from memory_hygiene.edge.workspace import open_workspace
from memory_hygiene.errors import ExitCode, HygieneError
from memory_hygiene.report import canary_trace
from memory_hygiene.runs import tracing

from .options import for_agent, in_folder, in_format


@click.command(short_help="Find tokens outside their own stores.")
@in_folder
@for_agent
@click.option("--all", "is_all", is_flag=True, help="The tokens of every agent of the repository.")
@in_format("text", "json")
@click.argument("names", nargs=-1, metavar="[FILES OR DIRECTORIES]...")
def command(agent: str | None, is_all: bool, format_name: str, names: tuple[str, ...]) -> int:
    """Find canary tokens, current and retired, outside their own store: there memory has leaked to.

    Without names: the whole repository, archives and other agents included. Every file is searched as bytes, whatever
    its kind and size, UTF-16 too; what is packed (zip, gzip, git objects) is not unpacked. Links, pipes and git's own
    folder are left out, and said to be.

    \b
    Examples:
      hygiene canary trace
      hygiene canary trace --all ~/.hermes/logs /var/log/agent.log

    \b
    Exit codes: 0 no leak · 1 a leak was found · 2 no token is known · 4 something could not be read
    """
    workspace = open_workspace()
    if is_all and agent is not None:
        raise click.UsageError("give --all or --agent")
    here = workspace.agents_meant(agent)
    agents = workspace.settings.agents if is_all else here
    if "" in names:
        raise HygieneError("an empty name", "give files or folders, or none for the whole repository")
    with Progress("searching", "MB") as show:
        found = tracing.trace(workspace, agents, names or (os.path.relpath(workspace.repository.top),), show)
    skipped = tuple(
        canary_trace.Skipped(file.name, file.passed.value + (f" ({file.detail})" if file.detail else ""))
        for file in found.passed
        if file.passed
    )
    result = canary_trace.Result(found.leaks, found.strangers, skipped, found.leak_count, found.files, found.size)
    write_out(
        canary_trace.render_json(result) if format_name == "json" else canary_trace.render_text(result, palette_for())
    )
    if found.leak_count:
        return ExitCode.FINDINGS
    return ExitCode.INCOMPLETE if found.is_incomplete else ExitCode.CLEAN
