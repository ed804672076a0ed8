"""``hygiene ledger``: the audit trail, shown and verified."""

import re

import click

from memory_hygiene.core.audit.chain import Excerpt, Link, links_of
from memory_hygiene.core.findings import Severity
from memory_hygiene.core.settings import Agent
from memory_hygiene.core.state import AgentState
from memory_hygiene.edge.console import palette_for, write_out
from memory_hygiene.edge.git.process import ObjectReader
from memory_hygiene.edge.git.repository import head_commit
from memory_hygiene.edge.git.snapshots import TreeSnapshot
from memory_hygiene.edge.progress import Progress
from memory_hygiene.edge.workspace import Workspace, open_workspace
from memory_hygiene.errors import ExitCode, HygieneError
from memory_hygiene.formats import parse
from memory_hygiene.report import ledger_json, ledger_text, trail_text
from memory_hygiene.runs.ledger_trail import verify_trail

from .options import as_day, for_agent, in_folder, in_format

_SHOWN = 10
_DIGEST = re.compile(r"[0-9a-f]{8,16}\Z")


@click.group()
@in_folder
def command() -> None:
    """Show or verify the ledger: who removed what from the memory, when and why.

    \b
    Examples:
      hygiene ledger show              the last 10 records
      hygiene ledger verify            the whole history, the chain, and what lies uncommitted
    """


@command.command("show", short_help="Show the records, the newest last.")
@in_folder
@for_agent
@click.option("-n", "count", type=click.IntRange(min=0), default=_SHOWN, show_default=True, help="How many; 0: all.")
@click.option("--since", metavar="DATE", callback=as_day, help="Records of this day (YYYY-MM-DD) and later ones.")
@in_format("text", "json")
def show(agent: str | None, count: int, since: str, format_name: str) -> int:
    """Show the records of the ledger as it lies on disk, the newest last.

    Each record tells its digest and how it stands in the chain: the first one, chained, unchained (written by hand),
    or chain torn (it names a record that is not before it).

    \b
    Examples:
      hygiene ledger show -n 3                   the last three
      hygiene ledger show --since 2026-09-01     from a day on
      hygiene ledger show -n 0 --format json     all of it, for programs

    \b
    Exit codes: 0 shown · 2 no ledger here
    """
    workspace = open_workspace()
    excerpts = [_excerpt(workspace, one, count, since) for one in _agents(workspace, agent)]
    if format_name == "json":
        write_out(ledger_json.render_records(excerpts))
    else:
        palette = palette_for()
        write_out("\n".join(ledger_text.render(excerpt, palette) for excerpt in excerpts))
    return ExitCode.CLEAN


def _excerpt(workspace: Workspace, agent: Agent, count: int, since: str) -> Excerpt:
    state = AgentState(agent, workspace.settings, workspace.worktree, parse)
    links = tuple(link for link in links_of(state.ledger) if link.record.time[:10] >= since)
    chosen = links[-count:] if count else links
    others = len(state.ledger.records) - len(chosen)
    return Excerpt(agent.name, state.ledger_path, chosen, others, _pending(workspace, agent, chosen))


def _pending(workspace: Workspace, agent: Agent, links: tuple[Link, ...]) -> frozenset[str]:
    """The digests of those records that the last commit does not hold."""
    repository = workspace.repository
    digests = frozenset(link.record.digest for link in links)
    if not (head := head_commit(repository)):
        return digests
    with ObjectReader(repository.top) as reader:
        state = AgentState(agent, workspace.settings, TreeSnapshot(reader, head, "HEAD"), parse)
        return digests - {record.digest for record in state.ledger.records}


@command.command("verify", short_help="Verify that ledger and archives only grew.")
@in_folder
@for_agent
@click.option(
    "--expect", "expected", multiple=True, metavar="DIGEST", help="A record noted elsewhere; it must still be there."
)
@in_format("text", "json")
def verify(agent: str | None, expected: tuple[str, ...], format_name: str) -> int:
    """Verify that ledger and archives only ever grew, and that the chain of the records holds.

    Looks at every commit against each of its parents, under former names too; at the chain of digests; and at what
    lies uncommitted in the index and on disk. A history that was rolled back as a whole shows only against a digest
    that was noted elsewhere: --expect.

    \b
    Examples:
      hygiene ledger verify                            every agent here
      hygiene ledger verify --expect 8c0f2b7a91d3e456  and a digest that an earlier run printed
      hygiene ledger verify --format json              for programs

    \b
    Exit codes: 0 it holds (warnings do not count) · 1 it was tampered with · 2 no ledger here ·
                4 it holds, but the history is truncated
    """
    for digest in expected:
        if not _DIGEST.match(digest):
            raise click.BadParameter(f"{digest!r} is not a digest: 8 to 16 of 0-9a-f", param_hint="--expect")
    workspace = open_workspace()
    chosen = _agents(workspace, agent, may_be_gone=True)
    if expected and len(chosen) > 1:
        raise click.UsageError("--expect is about one ledger: give --agent as well")
    with Progress("verifying", "commits") as progress:
        trails = [verify_trail(workspace, one, expected, progress) for one in chosen]
    trails = [trail for trail in trails if trail.records or trail.commits or trail.faults]
    if not trails:
        raise _no_ledger(workspace)
    write_out(ledger_json.render_trails(trails) if format_name == "json" else trail_text.render(trails, palette_for()))
    if any(trail.count(Severity.ERROR) for trail in trails):
        return ExitCode.FINDINGS
    return ExitCode.INCOMPLETE if any(trail.is_cut_off for trail in trails) else ExitCode.CLEAN


def _agents(workspace: Workspace, name: str | None, *, may_be_gone: bool = False) -> tuple[Agent, ...]:
    """The agents meant: the one of that name, else those here. Raises HygieneError when none has a ledger on disk."""
    chosen = workspace.agents_meant(name)
    if may_be_gone:
        return chosen
    states = [AgentState(agent, workspace.settings, workspace.worktree, parse) for agent in chosen]
    held = tuple(state.agent for state in states if state.ledger_data)
    if not held:
        raise _no_ledger(workspace)
    return held


def _no_ledger(workspace: Workspace) -> HygieneError:
    profile = workspace.settings.profile.value
    return HygieneError("no ledger here", f"hygiene init --profile {profile} begins one; check -C DIR and --agent")
