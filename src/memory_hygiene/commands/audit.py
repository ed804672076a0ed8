"""``hygiene audit``: the maintenance contract's whole run, for one agent or for all of them."""

import json

import click

from memory_hygiene.core.audit.audit_record import CRITICAL, ERROR
from memory_hygiene.core.audit.audit_report import AuditReport
from memory_hygiene.core.settings import Agent
from memory_hygiene.edge.clock import record_time, today
from memory_hygiene.edge.console import palette_for, write_error, write_out
from memory_hygiene.edge.workspace import Workspace, open_workspace
from memory_hygiene.errors import ExitCode, HygieneError
from memory_hygiene.report import audit_json, audit_text
from memory_hygiene.report.safe import safe
from memory_hygiene.runs.auditing import Asked, audit_agent

from .options import for_agent, in_folder, in_format, on_day, waiting
from .writing import telling_refusal

_CODES = {CRITICAL: ExitCode.FINDINGS, ERROR: ExitCode.UNUSABLE}


@click.command()
@in_folder
@for_agent
@click.option("--all", "is_all", is_flag=True, help="Every agent of the repository, one after the other.")
@click.option("--if-due", is_flag=True, help="Only when an audit is due: by age, or because a store is nearly full.")
@click.option("--force", is_flag=True, help="Never skip: somebody asked for it.")
@click.option("--offline", is_flag=True, help="Ask no endpoint; marks stay as they are.")
@in_format("text", "json", "matrix")
@on_day
@waiting
def command(
    agent: str | None,
    is_all: bool,
    if_due: bool,
    force: bool,
    offline: bool,
    format_name: str,
    now: str,
    wait: float,
) -> int:
    """Audit a memory: canaries first, then what is there, then one proved commit and a record in the ledger.

    What the agent left uncommitted is committed first. Entries are categorized; what faded goes to the archive, what
    stands in the wrong file moves, endpoints that entries name are asked, and a stated model is set right. Skipped when
    the last audit is young and every store has room. With a broken canary nothing at all is written.

    \b
    Examples:
      hygiene audit                     now, unless the last one is young
      hygiene audit --if-due            from cron: one line when it is not due
      hygiene audit --force --offline   now in any case, without network
      hygiene audit --all --format json
      hygiene audit --all --format matrix    the jobs, for a CI that runs one per agent

    \b
    Exit codes: 0 complete, skipped or a dry run · 1 canary or isolation breach, refused by the gate, a blocking cap
    stays breached, or what the agent left was CRITICAL · 2 cannot audit · 3 not proved
    """
    workspace = open_workspace()
    if format_name == "matrix":
        write_out(_matrix(workspace))
        return ExitCode.CLEAN
    chosen = workspace.settings.agents if is_all else (workspace.agent(agent),)
    asked = Asked(force, if_due, wait, not offline)
    is_json = format_name == "json"
    audited = [_audit(workspace, one, asked, now, is_reported=is_all or is_json, is_json=is_json) for one in chosen]
    reports = [report for report, _ in audited]
    if is_json:
        write_out(audit_json.render_all(reports) if is_all else audit_json.render(reports[0]))
    else:
        write_out("\n".join(_shown(report, if_due) for report in reports))
    return max(code for _, code in audited)


def _audit(
    workspace: Workspace, agent: Agent, asked: Asked, now: str, is_reported: bool, is_json: bool
) -> tuple[AuditReport, ExitCode]:
    """One agent's audit and its exit code; where ``is_reported``, what stops it is a report as well."""

    def tell(note: str) -> None:
        write_error(f"hygiene: {safe(note)}")

    try:
        with telling_refusal(write_error if is_json else write_out):
            report = audit_agent(workspace, agent, asked, now or today(), record_time(now), tell)
    except HygieneError as error:
        if not is_reported:
            raise
        return AuditReport(agent, ERROR, error.message, notes=(*error.said, *filter(None, [error.hint]))), error.code
    return report, _code(report)


def _shown(report: AuditReport, if_due: bool) -> str:
    if if_due and report.status == "SKIP":
        return f"hygiene: {safe(report.agent.name)}: {safe(report.reason)}\n"
    return audit_text.render(report, palette_for())


def _code(report: AuditReport) -> ExitCode:
    if report.snapshot and report.snapshot.faults and report.status not in _CODES:
        return ExitCode.FINDINGS
    if report.plan and report.plan.is_breached:
        return _CODES.get(report.status, ExitCode.FINDINGS)
    return _CODES.get(report.status, ExitCode.CLEAN)


def _matrix(workspace: Workspace) -> str:
    """One job per agent, in the form that the matrix of GitHub Actions takes."""
    jobs = [{"agent": agent.name, "path": agent.path or "."} for agent in workspace.settings.agents]
    return json.dumps({"include": jobs}) + "\n"
