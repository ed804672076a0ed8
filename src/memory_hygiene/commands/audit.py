"""``hygiene audit``: the maintenance contract's whole run, for one agent or for all of them."""

import sys
from collections.abc import Iterable

import click

from memory_hygiene.core.audit.audit_record import CRITICAL, ERROR, SKIP
from memory_hygiene.core.audit.audit_report import AuditReport
from memory_hygiene.core.settings import Agent
from memory_hygiene.edge.clock import record_time, today
from memory_hygiene.edge.console import palette_for, write_error, write_out
from memory_hygiene.edge.progress import Progress
from memory_hygiene.edge.workspace import Workspace, open_workspace
from memory_hygiene.errors import ExitCode, HygieneError
from memory_hygiene.report import audit_jobs, audit_json, audit_text
from memory_hygiene.report.safe import safe
from memory_hygiene.runs.auditing import Asked, audit_agent

from .options import in_folder, in_format, on_day, waiting
from .writing import telling_refusal

_CODES = {CRITICAL: ExitCode.FINDINGS, ERROR: ExitCode.UNUSABLE}


@click.command()
@in_folder
@click.option("--agent", metavar="NAMES", help="The agent meant, when the repository holds several; or a,b,c.")
@click.option("--all", "is_all", is_flag=True, help="Every agent of the repository, one after the other.")
@click.option("--if-due", is_flag=True, help="Only when an audit is due: by age, or because a store is nearly full.")
@click.option("--force", is_flag=True, help="Never skip: somebody asked for it.")
@click.option("--offline", is_flag=True, help="Ask no endpoint; marks stay as they are.")
@in_format("text", "json", *audit_jobs.RENDERERS)
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="At most N jobs in --format matrix (256), gitlab (200) or names; more agents share them.",
)
@on_day
@waiting
def command(
    agent: str | None,
    is_all: bool,
    if_due: bool,
    force: bool,
    offline: bool,
    format_name: str,
    jobs: int | None,
    now: str,
    wait: float,
) -> int:
    """Audit a memory: canaries first, then what is there, then one proved commit and a record in the ledger.

    What the agent left uncommitted is committed first. Entries are categorized; what faded goes to the archive, what
    stands in the wrong file moves, endpoints that entries name are asked, and a stated model is set right. Skipped when
    the last audit is young and every store has room. With a broken canary nothing at all is written.

    Of several agents each is audited whatever becomes of the others; the exit code is the largest one. With --format
    matrix, gitlab or names nothing is audited: the jobs are listed for what runs them in parallel.

    \b
    Examples:
      hygiene audit                     now, unless the last one is young
      hygiene audit --if-due            from cron: one line when it is not due
      hygiene audit --force --offline   now in any case, without network
      hygiene audit --all --format json
      hygiene audit --all --format matrix    the jobs, for a CI that runs one per agent
      hygiene audit --all --format names | xargs -P 8 -I{} hygiene audit --if-due --agent {}

    \b
    Exit codes: 0 complete, skipped or a dry run · 1 canary or isolation breach, refused by the gate, a blocking cap
    stays breached, or what the agent left was CRITICAL · 2 cannot audit · 3 not proved · 4 a fault of ours
    """
    workspace = open_workspace()
    is_listing = format_name in audit_jobs.RENDERERS
    is_all = is_all or (is_listing and agent is None)
    chosen = workspace.settings.agents if is_all else workspace.agents_called(agent)
    if is_listing:
        write_out(audit_jobs.RENDERERS[format_name](chosen, jobs))
        return ExitCode.CLEAN
    is_fleet = is_all or len(chosen) > 1
    is_json = format_name == "json"
    asked = Asked(force, if_due, wait, not offline)
    audits = (_audit(workspace, one, asked, now, is_fleet=is_fleet, is_json=is_json) for one in chosen)
    if is_json:
        audited = list(_counted(audits, len(chosen)))
        reports = [report for report, _ in audited]
        write_out(audit_json.render_all(reports) if is_fleet else audit_json.render(reports[0]))
        return max(code for _, code in audited)
    worst = ExitCode.CLEAN
    for number, (report, code) in enumerate(audits):  # each is told when it is done: hundreds take their time
        write_out(("\n" if number else "") + _shown(report, if_due))
        sys.stdout.flush()
        worst = max(worst, code)
    return worst


_Audited = tuple[AuditReport, ExitCode]


def _counted(audits: Iterable[_Audited], total: int) -> Iterable[_Audited]:
    """The audits, with a bar on a terminal."""
    with Progress("auditing", "agents") as progress:
        for number, audited in enumerate(audits, 1):
            yield audited
            progress(number, total)


def _audit(
    workspace: Workspace, agent: Agent, asked: Asked, now: str, is_fleet: bool, is_json: bool
) -> tuple[AuditReport, ExitCode]:
    """One agent's audit and its exit code. What stops one of a fleet, be it a bug of ours, is that one's report."""

    def tell(note: str) -> None:
        write_error(f"hygiene: {safe(note)}")

    try:
        with telling_refusal(write_error if is_json else write_out):
            report = audit_agent(workspace, agent, asked, now or today(), record_time(now), tell)
    except HygieneError as error:
        if not is_fleet and not is_json:
            raise
        return AuditReport(agent, ERROR, error.message, notes=(*error.said, *filter(None, [error.hint]))), error.code
    except Exception as error:
        if not is_fleet:
            raise
        reason = f"internal error: {type(error).__name__}"
        return AuditReport(agent, ERROR, reason, notes=(f"alone it says where: {_alone(agent)}",)), ExitCode.INCOMPLETE
    return report, _code(report)


def _alone(agent: Agent) -> str:
    return f"hygiene audit --agent {agent.name}"


def _shown(report: AuditReport, if_due: bool) -> str:
    if if_due and report.status == SKIP:
        return f"hygiene: {safe(report.agent.name)}: {safe(report.reason)}\n"
    return audit_text.render(report, palette_for())


def _code(report: AuditReport) -> ExitCode:
    if report.snapshot and report.snapshot.faults and report.status not in _CODES:
        return ExitCode.FINDINGS
    if report.plan and report.plan.is_breached:
        return _CODES.get(report.status, ExitCode.FINDINGS)
    return _CODES.get(report.status, ExitCode.CLEAN)
