"""``hygiene restore``: bring entries back, or take an apply back."""

import click

from memory_hygiene.core.settings import Agent
from memory_hygiene.edge.clock import record_time
from memory_hygiene.edge.console import write_out
from memory_hygiene.edge.git.repository import resolve
from memory_hygiene.edge.progress import Progress
from memory_hygiene.edge.workspace import Workspace, open_workspace
from memory_hygiene.errors import ExitCode, HygieneError
from memory_hygiene.report.check_json import printable
from memory_hygiene.report.safe import safe, safe_json
from memory_hygiene.runs.leftovers import has_leftover
from memory_hygiene.runs.restoring import Restored, restore_applied, restore_last_apply
from memory_hygiene.runs.restoring_entries import choose_entry, restore_entry

from .options import for_agent, in_folder, in_format, waiting
from .writing import writing


@click.command()
@in_folder
@for_agent
@click.option("--from", "source", metavar="COMMIT", help="Take the entry as that commit holds it.")
@click.option("--commit", "applied", metavar="COMMIT", help="Take back what the apply that made this commit did.")
@click.option("--last-apply", is_flag=True, help="Bring back the memory files from before the last apply.")
@in_format("text", "json")
@waiting
@click.argument("words", nargs=-1, metavar="[FINGERPRINT|WORDS]...")
def command(
    agent: str | None,
    source: str | None,
    applied: str | None,
    last_apply: bool,
    format_name: str,
    wait: float,
    words: tuple[str, ...],
) -> int:
    """Bring back an entry that is gone, or take a whole apply back; a new commit, with a record in the ledger.

    An entry is named by its fingerprint (or its first digits) or by words that all stand in it. It is looked for in the
    whole history of HEAD and in the archives, and comes back byte for byte: in the place of its pointer, beside what
    stood next to it, or at the end of its section or file. Refused when it is there, has no room, or the gate refuses.
    Canaries are never brought back.

    --last-apply brings the memory files back byte for byte, and is refused when one was changed since. --commit takes
    back what one apply did and leaves later changes as they are, where they do not touch the same place. The ledger is
    never rewound, and what was archived stays in the archive as well: a revert by git is refused by the gate, for
    ledger and archive only grow.

    \b
    Examples:
      hygiene restore 1a2b3c4d                       one entry
      hygiene restore spare keys harbour             the entry with these words
      hygiene restore 1a2b3c4d --from HEAD~40        as it was then
      hygiene restore --commit 9f8e7d6c              an apply or an audit
      hygiene restore --last-apply

    \b
    Exit codes: 0 restored, or nothing to restore · 1 the gate refuses · 2 not found, several match, it is there, no
    room, changed since, or refused by git or state
    """
    chosen = (bool(words), applied is not None, last_apply)
    if sum(chosen) != 1:
        raise click.UsageError("say what to restore: a FINGERPRINT or WORDS, --commit COMMIT, or --last-apply")
    if source is not None and not words:
        raise click.UsageError("--from goes with a FINGERPRINT or WORDS")
    workspace = open_workspace()
    if words:
        return _restore_entry(workspace, agent, words, source, wait, format_name)
    one = workspace.agent(agent)
    with writing(workspace, one, wait):
        if applied is None:
            restored = restore_last_apply(workspace, one, record_time())
        else:
            restored = restore_applied(workspace, one, resolve(workspace.repository, applied), record_time())
    _tell(restored, format_name)
    return ExitCode.CLEAN


def _restore_entry(
    workspace: Workspace, name: str | None, words: tuple[str, ...], source: str | None, wait: float, format_name: str
) -> int:
    if not any(word.strip() for word in words):
        raise HygieneError("no words", "give a fingerprint, or words that stand in the entry")
    commit = resolve(workspace.repository, source) if source is not None else ""
    agents: tuple[Agent, ...] = workspace.agents_meant(name)
    if has_leftover(workspace.repository):  # what a killed run wrote and did not commit is not there yet
        for agent in agents:
            with writing(workspace, agent, wait):
                pass
    with Progress("searching", "commits") as progress:
        found = choose_entry(workspace, agents, words, commit, progress)
    with writing(workspace, found.agent, wait):
        restored = restore_entry(workspace, found, record_time())
    if format_name == "json":
        entry: dict[str, str | int] = {"path": printable(restored.path), "line": restored.line}
        entry["fingerprint"] = restored.fingerprint
        _write_json(restored.commit, (restored.path,), "", [entry])
        return ExitCode.CLEAN
    place = f"{safe(restored.path)}:{restored.line}"
    lines = [f"hygiene: restored {restored.fingerprint} to {place} (it was {safe(restored.where)})"]
    lines += [f"note: {safe(note)}" for note in restored.notes]
    write_out("\n".join([*lines, f"hygiene: committed as {restored.commit[:12]}", ""]))
    return ExitCode.CLEAN


def _tell(restored: Restored | None, format_name: str) -> None:
    if format_name == "json":
        _write_json(restored.commit, restored.paths, restored.plan, []) if restored else _write_json("", (), "", [])
    elif restored is None:
        write_out("hygiene: nothing to restore: the files are as they were before the apply\n")
    else:
        names = ", ".join(safe(path) for path in restored.paths)
        write_out(f"hygiene: restored {names} from before {restored.plan[:12]}; committed as {restored.commit[:12]}\n")


def _write_json(commit: str, paths: tuple[str, ...], plan: str, entries: list[dict[str, str | int]]) -> None:
    document = {
        "version": 1,
        "commit": commit or None,
        "plan": plan or None,
        "paths": [printable(path) for path in paths],
        "entries": entries,
    }
    write_out(safe_json(document))
