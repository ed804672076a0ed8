"""``hygiene drop``: let an entry go on purpose, with a reason in the ledger."""

import os

import click

from memory_hygiene.core.audit.audit_record import drop_record
from memory_hygiene.core.audit.ledger import append_record
from memory_hygiene.core.contracts import Strategy
from memory_hygiene.core.model import Block, Format, Kind
from memory_hygiene.core.planning.actions import Prune
from memory_hygiene.core.planning.places import archive_of, place_of
from memory_hygiene.core.shell import quoted
from memory_hygiene.core.state import AgentState, Store
from memory_hygiene.edge.clock import record_time, today
from memory_hygiene.edge.console import write_out
from memory_hygiene.edge.files import make_folders, refuse_links, remove_file, replace_bytes
from memory_hygiene.edge.git.commit import refuse_unfinished, refuse_unstaged, stage_paths
from memory_hygiene.edge.git.repository import Repository
from memory_hygiene.edge.workspace import Workspace, open_workspace
from memory_hygiene.errors import ExitCode, HygieneError
from memory_hygiene.formats import parse
from memory_hygiene.report.safe import safe, shorten
from memory_hygiene.runs.applying import RefusedByGateError, apply_plan
from memory_hygiene.runs.planning import Planned, plan_decisions
from memory_hygiene.runs.seeking import HEAD, Sought, find_block, seek

from .options import for_agent, in_folder, on_day, waiting
from .writing import writing


@click.command()
@in_folder
@for_agent
@click.argument("entry", metavar="FINGERPRINT")
@click.option("--reason", default="dropped by hand", show_default=True, help="Why it may go; the ledger keeps it.")
@on_day
@waiting
def command(agent: str | None, entry: str, reason: str, now: str, wait: float) -> int:
    """Let an entry go on purpose: the ledger names it and the reason, so the gate lets it pass.

    FINGERPRINT is the entry's id or its first digits, as hygiene list shows it. An entry that is still there is taken
    out in one commit. One that is gone already is found in HEAD or in the last 200 commits: then only the record in the
    ledger is written and staged, and the command that commits it is printed.

    \b
    Examples:
      hygiene drop 1a2b3c4d --reason "the deal was signed"
      hygiene list                      shows the fingerprints

    \b
    Exit codes: 0 dropped or recorded · 1 the gate refuses · 2 no such entry, or refused by git or state · 3 not proved
    """
    workspace = open_workspace()
    refuse_unfinished(workspace.repository)
    if not reason.strip():
        raise HygieneError("an empty reason", 'say why: --reason "…"')
    sought = seek(workspace, agent, entry)
    with writing(workspace, sought.agent, wait):
        state = AgentState(sought.agent, workspace.settings, workspace.worktree, parse)  # its stores may all be gone
        found = find_block(state, entry)
        if found is not None:
            return _take_out(workspace, state, found, reason, now or today())
        if not sought.commit:
            raise HygieneError(f"{sought.store.path} changed meanwhile; nothing was written", "run it again")
        return _record_only(workspace, state, sought, reason)


def _take_out(workspace: Workspace, state: AgentState, found: tuple[Store, Block], reason: str, day: str) -> int:
    store, block = found
    if workspace.settings.dry_run:
        raise HygieneError("dry_run is true in .hygiene.yaml: nothing is taken out", "set dry_run: false")
    if block.kind is not Kind.ENTRY or store.contract.strategy is Strategy.CHECK_ONLY:
        what = "this file" if block.kind is Kind.ENTRY else f"a {block.shape.value}"
        raise HygieneError(f"only a person may take {what} apart", f"edit {store.path} yourself, then run this again")
    to = archive_of(state, store) if store.contract.format is Format.SECTION_SIGN else ""
    decision = Prune(place_of(store, block), f"dropped: {' '.join(reason.split())}", to)

    def replan() -> Planned:
        return plan_decisions(workspace, state, (decision,), day)

    try:
        applied = apply_plan(workspace, replan, record_time())
    except RefusedByGateError as refusal:
        refusal.hint = "this entry stays: the file needs it as it is"
        raise
    if applied is None:
        raise HygieneError("taking it out would change how the rest of the file is read", f"edit {store.path} yourself")
    kept = f"; its text is in {safe(to)}" if to else ""
    write_out(f"hygiene: dropped {block.fingerprint} from {safe(store.path)} in {applied.commit[:12]}{kept}\n")
    return ExitCode.CLEAN


def _record_only(workspace: Workspace, state: AgentState, sought: Sought, reason: str) -> int:
    """The entry is gone from disk: write the record, and stage the ledger alone."""
    place = place_of(sought.store, sought.block)
    if sought.where != HEAD and place.fingerprint in state.kept_elsewhere:
        raise HygieneError(
            f"{place.fingerprint} left {place.path} and is kept in the archive or a skill: nothing is lost",
            "see hygiene list --archived",
        )
    data = state.snapshot.read(state.ledger_path)
    record = drop_record(place, " ".join(reason.split()), record_time(), state.ledger)
    _write_and_stage(workspace.repository, state.ledger_path, data, append_record(data, record))
    left = sought.where == HEAD  # then its departure is yet to be committed, with the record
    paths = [state.ledger_path, *([sought.store.target] if left else [])]
    last = "in HEAD it is still there" if left else f"last in {sought.commit[:12]}"
    write_out(
        f"hygiene: {place.fingerprint} is gone from {safe(place.path)} already ({last}); recorded and staged "
        f"{safe(state.ledger_path)}\n    entry: {shorten(place.text)}\n    next:  {_commit_of(workspace, paths)}\n"
    )
    return ExitCode.CLEAN


def _commit_of(workspace: Workspace, paths: list[str]) -> str:
    """The command that commits exactly ``paths`` (from the top), as one can paste it in the current folder."""
    here = os.path.realpath(os.curdir)
    names = [os.path.relpath(os.path.join(os.path.realpath(workspace.repository.top), path), here) for path in paths]
    return safe(f"git commit -- {' '.join(map(quoted, names))}")


def _write_and_stage(repository: Repository, path: str, before: bytes | None, after: bytes) -> None:
    """Write and stage one file, or leave both it and the index as they were."""
    refuse_links(repository.top, path)
    refuse_unstaged(repository, path)
    full = os.path.join(repository.top, path)
    make_folders(os.path.dirname(full))
    replace_bytes(full, after)
    try:
        stage_paths(repository, [path])
    except HygieneError:
        if before is None:
            remove_file(full)
        else:
            replace_bytes(full, before)
        raise
