"""``hygiene snapshot``: commit what the agent left."""

import click

from memory_hygiene.edge.clock import record_time
from memory_hygiene.edge.console import palette_for, write_error, write_out
from memory_hygiene.edge.workspace import open_workspace
from memory_hygiene.errors import ExitCode
from memory_hygiene.report import snapshot_json, snapshot_text
from memory_hygiene.report.safe import safe
from memory_hygiene.runs.snapshotting import snapshot_agent

from .options import for_agent, in_folder, in_format, waiting
from .writing import writing


@click.command()
@in_folder
@for_agent
@click.option("--session", metavar="ID", default="", help="The agent's session, for the commit's trailers.")
@waiting
@in_format("text", "json")
def command(agent: str | None, session: str, wait: float, format_name: str) -> int:
    """Commit what the agent left in its memory, whatever it is; the files themselves are never touched.

    For use after each write of a live agent, at the end of its session, or by cron. Entries that vanished without a
    trace go to the archive in the same commit. What the gate would refuse (a broken canary, a store over its limit or
    without readable text) is committed all the same, with status CRITICAL in the ledger. Whatever else is staged stays
    so.

    \b
    Examples:
      hygiene snapshot -C ~/.hermes/memories
      hygiene snapshot --agent heron --session 20260915_120000_ab12cd

    \b
    Exit codes: 0 committed, or nothing to commit · 1 committed something CRITICAL · 2 cannot: the message says why
    """
    workspace = open_workspace()
    chosen = workspace.agent(agent)
    is_json = format_name == "json"
    with writing(workspace, chosen, wait, write_error if is_json else write_out):
        taken = snapshot_agent(workspace, chosen, session, record_time(), _note)
    write_out(snapshot_json.render(taken) if is_json else snapshot_text.render(taken, palette_for()))
    return ExitCode.FINDINGS if taken is not None and taken.faults else ExitCode.CLEAN


def _note(line: str) -> None:
    write_error(f"hygiene: {safe(line)}")
