"""``hygiene list``: the entries, hot or archived, with the fingerprints that other commands take."""

import click

from memory_hygiene.core.sizes import numbered
from memory_hygiene.core.state import AgentState
from memory_hygiene.edge.console import write_out
from memory_hygiene.edge.workspace import open_workspace
from memory_hygiene.errors import ExitCode
from memory_hygiene.formats import parse
from memory_hygiene.report.check_json import printable
from memory_hygiene.report.safe import safe, safe_json, shorten

from .options import for_agent, in_folder, in_format
from .unread import refuse_unread

_WIDTH = 80


@click.command()
@in_folder
@for_agent
@click.option("--archived", is_flag=True, help="What the archives keep, instead of the memory files.")
@in_format("text", "json")
def command(agent: str | None, archived: bool, format_name: str) -> int:
    """List the entries of the memory files, or of the archives, with their fingerprints.

    \b
    Examples:
      hygiene list                              file, line, fingerprint and text of every entry
      hygiene list --archived                   what left the files and is kept
      hygiene list --archived --format json     for programs

    \b
    Exit codes: 0 listed · 2 nothing to list here · 4 a store is too large to be read
    """
    workspace = open_workspace()
    chosen = workspace.agents_meant(agent)
    states = [AgentState(one, workspace.settings, workspace.worktree, parse) for one in chosen]
    rows = [row for state in states for row in (_archived(state) if archived else _hot(state))]
    code = ExitCode.CLEAN if archived else refuse_unread(states)
    if format_name == "json":
        write_out(safe_json({"version": 1, "entries": rows}))
    else:
        lines = [
            f"{safe(str(r['path']))}:{r['line']} {r['fingerprint']} {shorten(str(r['text']), _WIDTH)}" for r in rows
        ]
        write_out("\n".join([*lines, f"hygiene: {numbered(len(rows), 'entry', 'entries')}", ""]))
    return code


def _hot(state: AgentState) -> list[dict[str, str | int]]:
    return [
        {"path": printable(s.path), "line": b.line, "fingerprint": b.fingerprint, "text": printable(b.text)}
        for s in state.stores
        for b in s.document.counted
    ]


def _archived(state: AgentState) -> list[dict[str, str | int]]:
    return [
        {
            "path": printable(cold.path),
            "line": kept.line,
            "fingerprint": kept.fingerprint,
            "text": printable(kept.data.decode("utf-8", "surrogateescape")),
            "archived": kept.day,
            "source": printable(kept.source),
            "section": printable(kept.section),
        }
        for cold in state.cold
        for kept in cold.archive.kept
    ]
