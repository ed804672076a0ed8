"""``hygiene canary``: the lines that tell whether somebody rewrote a memory file."""

import click

from memory_hygiene.core.canaries.canary_check import AgentCanaries
from memory_hygiene.edge.clock import record_time
from memory_hygiene.edge.console import palette_for, write_error, write_out
from memory_hygiene.edge.workspace import open_workspace
from memory_hygiene.errors import ExitCode, HygieneError
from memory_hygiene.report import canary_json, canary_rotation, canary_text
from memory_hygiene.runs import rotating
from memory_hygiene.runs.guarding import look_at_canaries

from . import canary_trace as tracer
from .options import for_agent, in_folder, in_format, waiting
from .writing import writing

INTACT, CRITICAL, ERROR, INCOMPLETE = "INTACT", "CRITICAL", "ERROR", "INCOMPLETE"
_CODES = {
    INTACT: ExitCode.CLEAN,
    CRITICAL: ExitCode.FINDINGS,
    ERROR: ExitCode.UNUSABLE,
    INCOMPLETE: ExitCode.INCOMPLETE,
}


@click.group()
@in_folder
def command() -> None:
    """Look at the canaries, replace them, and find where they leaked to.

    A canary is a line that no honest edit touches. Its token is known to the ledger as a digest, so that a store that
    was rewritten, or text that left it, can be told.

    \b
    Examples:
      hygiene canary verify                intact in every store?
      hygiene canary rotate                new tokens, one commit
      hygiene canary trace ~/logs          did memory leak into these files?
    """


@command.command()
@in_folder
@for_agent
@click.option("--reveal", is_flag=True, help="Print the tokens too; they stand in the stores in plain sight.")
@in_format("text", "json")
def show(agent: str | None, reveal: bool, format_name: str) -> int:
    """Show where each canary stands and what the ledger knows of it.

    Its digest, since when the ledger has it, and the digests of retired ones.

    \b
    Examples:
      hygiene canary show
      hygiene canary show --reveal --format json

    \b
    Exit codes: 0 shown · 2 no memory directory, repository or configuration
    """
    found = _look(agent)
    if format_name == "json":
        write_out(canary_json.render(_status(found), found, is_revealed=reveal))
    else:
        write_out(canary_text.render_details(found, palette_for(), is_revealed=reveal))
    return ExitCode.UNUSABLE if any(one.error for one in found) else ExitCode.CLEAN


@command.command()
@in_folder
@for_agent
@in_format("text", "json")
def verify(agent: str | None, format_name: str) -> int:
    """Verify that every store carries its canary; reads only.

    A missing or altered canary, or another token, is a breach: no audit runs and nothing is written until somebody
    has looked. A canary in a bad place, or none where none was ever planted, only warns.

    \b
    Examples:
      hygiene canary verify
      hygiene canary verify --format json      for scripts; status INTACT, CRITICAL, ERROR or INCOMPLETE

    \b
    Exit codes: 0 intact · 1 canary breach · 2 no memory directory · 4 a store is too large to be read
    """
    found = _look(agent)
    status = _status(found)
    is_json = format_name == "json"
    write_out(canary_json.render(status, found) if is_json else canary_text.render_health(found, palette_for()))
    return _CODES[status]


def _look(name: str | None) -> list[AgentCanaries]:
    workspace = open_workspace()
    return [look_at_canaries(workspace, agent) for agent in workspace.agents_meant(name)]


def _status(found: list[AgentCanaries]) -> str:
    """The worst there is: a breach goes before what could not be judged."""
    if any(one.breaches for one in found):
        return CRITICAL
    if any(one.error for one in found):
        return ERROR
    return INCOMPLETE if any(one.is_incomplete for one in found) else INTACT


@command.command()
@in_folder
@for_agent
@click.option("--store", "stores", multiple=True, metavar="PATH", help="Only this store; may be given several times.")
@click.option("--dry-run", is_flag=True, help="Say what would be done, gate included, and write nothing.")
@click.option("--force", "reason", metavar="REASON", help="Replace a broken canary too; the ledger keeps the reason.")
@waiting
@in_format("text", "json")
def rotate(
    agent: str | None, stores: tuple[str, ...], dry_run: bool, reason: str | None, wait: float, format_name: str
) -> int:
    """Replace the token in every store of one agent, in one commit.

    The ledger registers the digests of the new tokens; the old ones stay known as retired. A store that should carry
    a canary and has none gets one, if there is room. A broken canary is a breach to look into: it stops everything.

    \b
    Examples:
      hygiene canary rotate
      hygiene canary rotate --store USER.md --dry-run
      hygiene canary rotate --force "the agent rewrote the file; entries compared by hand"

    \b
    Exit codes: 0 rotated, or nothing to rotate · 1 canary breach, or the gate refuses · 2 refused by git or state
      · 3 more than a canary would change
    """
    workspace = open_workspace()
    chosen = workspace.agent(agent)
    if workspace.settings.dry_run and not dry_run:
        raise HygieneError("dry_run is true in .hygiene.yaml: nothing is rotated", "set dry_run: false, or --dry-run")
    if reason is not None and not reason.strip():
        raise HygieneError("an empty reason", 'say why a broken canary may be replaced: --force "…"')
    paths = tuple(workspace.path_of(store) for store in stores)
    is_json = format_name == "json"
    with writing(workspace, chosen, wait, write_error if is_json else write_out):
        done = rotating.rotate(workspace, chosen, paths, record_time(), reason or "", is_dry=dry_run)
    render = canary_rotation.render_json if is_json else canary_rotation.render_text
    write_out(render(done.turns, done.commit))
    return ExitCode.CLEAN


command.add_command(tracer.command, "trace")
