"""``hygiene apply``: carry out a plan as one ordinary commit, proved before a byte is written."""

from collections import Counter
from collections.abc import Iterator

import click

from memory_hygiene.core.planning.actions import Dedup, Plan, Removal
from memory_hygiene.core.shell import hygiene_of
from memory_hygiene.core.sizes import counted, numbered
from memory_hygiene.core.tags import is_day
from memory_hygiene.edge.clock import record_time, today
from memory_hygiene.edge.console import write_out
from memory_hygiene.edge.files import read_bytes
from memory_hygiene.edge.workspace import open_workspace
from memory_hygiene.errors import ExitCode, HygieneError
from memory_hygiene.report import plan_json
from memory_hygiene.report.safe import safe
from memory_hygiene.runs.applying import Applied, apply_plan
from memory_hygiene.runs.planning import Planned, gather_for, plan_agent

from .options import for_agent, in_folder, on_day, waiting
from .writing import writing


@click.command()
@in_folder
@for_agent
@click.argument("plan", required=False, metavar="[PLAN.json]", type=click.Path(dir_okay=False))
@on_day
@waiting
@click.option("--merge-near", is_flag=True, help="Archive later entries that say the same but for small words.")
def command(agent: str | None, plan: str | None, now: str, wait: float, merge_near: bool) -> int:
    """Carry out a plan as one commit: PLAN.json as reviewed, or a fresh plan.

    Every entry is accounted for twice before anything is written, the agent's locks are held, and when git refuses
    the commit every file is put back byte for byte. A second apply finds nothing to do.

    \b
    Examples:
      hygiene apply                     plan and carry out
      hygiene apply plan.json           exactly what was reviewed; refused when a file changed since
      hygiene apply --merge-near        near repeats too, where no word tells
      hygiene restore --last-apply      take it back, as a new commit

    \b
    Exit codes: 0 done or nothing to do · 1 the gate refuses, or a blocking cap stays breached ·
    2 refused by git or state · 3 not proved
    """
    workspace = open_workspace()
    if workspace.settings.dry_run:
        raise HygieneError("dry_run is true in .hygiene.yaml: plans are not carried out", "set dry_run: false")
    approved = _read(plan) if plan is not None else None
    chosen = workspace.agent(approved.agent if approved and agent is None else agent)
    day = approved.created if approved else now or today()

    cap, paths = (approved.cap, approved.paths) if approved else (None, ())
    is_verified = approved is not None and approved.is_verified
    if approved is not None and merge_near and not approved.merges_near:
        raise HygieneError("the plan was made without --merge-near", "hygiene plan --merge-near, and review it")
    merges = approved.merges_near if approved is not None else merge_near
    earlier = gather_for(workspace, chosen, day, paths, is_verified)  # before the locks: delegates may take long
    made: list[Plan] = []

    def replan() -> Planned:
        planned = plan_agent(workspace, chosen, day, cap, paths, is_verified, earlier, merges)
        if approved is not None:
            _refuse_other(planned, approved)
        made.append(planned.plan)
        return planned

    with writing(workspace, chosen, wait):
        applied = apply_plan(workspace, replan, record_time(now))
    write_out(_told(made[-1], applied, hygiene_of("restore --last-apply", chosen, workspace.settings)))
    return ExitCode.FINDINGS if made[-1].is_breached else ExitCode.CLEAN


def _read(path: str) -> plan_json.Approved:
    data = read_bytes(path)
    if data is None:
        raise HygieneError(f"no such file: {path}", "hygiene plan --format json --out plan.json")
    approved = plan_json.read_approved(data.decode("utf-8", "replace"))
    if not is_day(approved.created):
        raise HygieneError(f"the plan was made on no day: {approved.created!r}", "plan again and review it")
    return approved


def _refuse_other(planned: Planned, approved: plan_json.Approved) -> None:
    """A reviewed plan is carried out only as it was reviewed, on the files it was made from."""
    base = dict(planned.plan.base)
    changed = sorted(path for path in base.keys() | approved.base.keys() if base.get(path) != approved.base.get(path))
    if changed:
        raise HygieneError(f"changed since the plan was made: {', '.join(changed)}", "plan again and review it")
    if planned.identity != approved.identity:
        raise HygieneError("the configuration or history gives another plan by now", "plan again and review it")


def _told(plan: Plan, applied: Applied | None, undo: str) -> str:
    """What was done, by which authority and where the rest is; and what no plan can mend, for which the exit is 1."""
    lines = ["hygiene: nothing to do"]
    if applied is not None:
        lines = [f"hygiene: {plan_json.summary_of(plan)}; committed as {applied.commit[:12]}", *_accounts(plan)]
        lines += [
            f"  {safe(sizes.path)}: {sizes.before.utilization:g} % -> {sizes.after.utilization:g} % of its cap"
            for sizes in plan.stores
            if sizes.before.utilization != sizes.after.utilization
        ]
    for residual in plan.residual:
        over = counted(residual.over_by, residual.unit)
        lines.append(f"  {safe(residual.path)} stays over its cap by {over}: only a rewrite can save that")
    return "\n".join([*lines, *([f"  to undo: {undo}"] if applied else []), ""])


def _accounts(plan: Plan) -> Iterator[str]:
    """Where everything that left its place is, one line per destination."""
    for where, count in Counter(map(_whereabouts, plan.removals)).items():
        yield f"  {numbered(count, 'entry', 'entries')} {where}"


def _whereabouts(removal: Removal) -> str:
    if isinstance(removal, Dedup):
        return "repeated word for word; the first copy stays"
    if removal.to:
        return f"kept in {safe(removal.to)}"
    return "dropped by a tag or a day it carries; named in the ledger, kept by git"
