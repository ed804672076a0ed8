"""``hygiene plan``: what should go, where to, and why; nothing is written."""

import os

import click

from memory_hygiene.core.contracts import CONFIG
from memory_hygiene.edge.clock import record_time, today
from memory_hygiene.edge.console import palette_for, write_error, write_out
from memory_hygiene.edge.files import replace_bytes
from memory_hygiene.edge.git.standing import in_index, tracked_in_head
from memory_hygiene.edge.workspace import Workspace, open_workspace
from memory_hygiene.errors import ExitCode, HygieneError
from memory_hygiene.report import plan_diff, plan_json, plan_text
from memory_hygiene.report.safe import safe
from memory_hygiene.runs.leftovers import has_leftover
from memory_hygiene.runs.planning import Planned, plan_agent, prove_plan

from .options import for_agent, in_folder, in_format, on_day
from .writing import writing

_OUT_HINT = "give another FILE, best outside the repository"


@click.command()
@in_folder
@for_agent
@click.option(
    "--out",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Write it to FILE instead of standard output; refused for files of the memory and files that git tracks.",
)
@in_format("text", "json", "diff")
@click.option("--exit-code", is_flag=True, help="Exit with 1 when changes are due.")
@on_day
@click.option(
    "--cap",
    type=click.IntRange(min=1),
    metavar="N",
    help="Use N as the cap of every file: lines, for Hermes stores characters.",
)
@click.option("--verify", is_flag=True, help="Ask the endpoints that entries name; answers of the last day count.")
@click.option("--merge-near", is_flag=True, help="Archive later entries that say the same but for small words.")
@click.argument("paths", nargs=-1, metavar="[PATHS]...")
def command(
    agent: str | None,
    out: str | None,
    format_name: str,
    exit_code: bool,
    now: str,
    cap: int | None,
    verify: bool,
    merge_near: bool,
    paths: tuple[str, ...],
) -> int:
    """Propose what should leave the memory files, and where to. Changes none of them.

    Acts on leading tags ([superseded], [stale], [expired:DATE] …), exact repeats, and sections over their cap; in
    Hermes stores also by category and age: what faded goes, what stands in the wrong file moves. Near repeats and
    entries that contradict one another are named, not touched. With PATHS: on these
    files alone, also on ones that no profile governs.

    \b
    Examples:
      hygiene plan                                     read it
      hygiene plan --format diff                       see the bytes
      hygiene plan --verify                            with the endpoints that do not answer
      hygiene plan --merge-near                        with near repeats taken out, where no word tells
      hygiene plan --format json --out plan.json       review it, then: hygiene apply plan.json

    \b
    Exit codes: 0 planned · 1 a cap that blocks stays breached, or changes are due with --exit-code · 2 cannot plan
    """
    workspace = open_workspace()
    chosen = workspace.agent(agent)
    if out is not None:
        _refuse_guarded(workspace, out)
    if has_leftover(workspace.repository):
        with writing(workspace, chosen):
            pass  # what it left is resolved on the way in
    asked = tuple(map(workspace.path_of, paths))
    planned = plan_agent(workspace, chosen, now or today(), cap, asked, verify, merge_near=merge_near)
    for note in planned.gathered.notes:
        write_error(f"hygiene: note: {safe(note)}")
    text = _render(planned, format_name, to_file=out is not None)
    if out is None:
        write_out(text)
    else:
        replace_bytes(out, text.encode("utf-8", "surrogateescape"))
        write_out(f"hygiene: {plan_json.summary_of(planned.plan)}; written to {out}\n")
    is_due = exit_code and bool(planned.plan.actions)
    return ExitCode.FINDINGS if is_due or planned.plan.is_breached else ExitCode.CLEAN


def _refuse_guarded(workspace: Workspace, out: str) -> None:
    """Raises HygieneError when a plan written to ``out`` would replace what git or an agent needs."""
    repository = workspace.repository
    full = os.path.join(os.path.realpath(os.path.dirname(os.path.abspath(out))), os.path.basename(out))
    if any(_is_inside(full, folder) for folder in (repository.git_dir, repository.common)):
        raise HygieneError(f"{out} is in the git directory: nothing is written over it", _OUT_HINT)
    if not _is_inside(full, repository.top):
        return
    path = os.path.relpath(full, os.path.realpath(repository.top)).replace(os.sep, "/")
    if path == CONFIG or workspace.settings.role_of(path.removesuffix(".lock")):
        raise HygieneError(f"{out} belongs to the memory: no plan is written over it", _OUT_HINT)
    if in_index(repository, [path]) or tracked_in_head(repository, [path]):
        raise HygieneError(f"{out} is tracked by git: no plan is written over it", _OUT_HINT)


def _is_inside(full: str, folder: str) -> bool:
    real = os.path.realpath(folder)
    return os.path.commonpath((full, real)) == real


def _render(planned: Planned, format_name: str, to_file: bool) -> str:
    if format_name == "json":
        return plan_json.render(planned.plan)
    if format_name == "diff":
        return plan_diff.render(prove_plan(planned, record_time()).files) if planned.plan.actions else ""
    return plan_text.render(planned.plan) if to_file else plan_text.render(planned.plan, palette_for())
