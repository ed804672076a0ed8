"""``hygiene restore``: take an apply back."""

import click

from memory_hygiene.edge.clock import record_time
from memory_hygiene.edge.console import write_out
from memory_hygiene.edge.workspace import open_workspace
from memory_hygiene.errors import ExitCode
from memory_hygiene.report.safe import safe
from memory_hygiene.runs.planning import choose_agent
from memory_hygiene.runs.restoring import restore_last_apply

from .options import for_agent, in_folder, waiting
from .writing import writing


@click.command()
@in_folder
@for_agent
@click.option("--last-apply", is_flag=True, help="Bring back the memory files from before the last apply.")
@waiting
def command(agent: str | None, last_apply: bool, wait: float) -> int:
    """Bring the memory files back as they were before the last apply, byte for byte, as a new commit.

    The ledger records it and is never rewound; what was archived stays in the archive as well. Refused when a file was
    changed since: the message names its old text, to take the wanted entries from. A revert by git is no way back: the
    gate refuses it, for ledger and archive only grow.

    \b
    Example:
      hygiene restore --last-apply

    \b
    Exit codes: 0 restored, or nothing to restore · 1 the gate refuses · 2 changed since, or refused by git or state
    """
    if not last_apply:
        raise click.UsageError("say what to restore: --last-apply")
    workspace = open_workspace()
    chosen = choose_agent(workspace, agent)
    with writing(workspace, chosen, wait):
        restored = restore_last_apply(workspace, chosen, record_time())
    if restored is None:
        write_out("hygiene: nothing to restore: the files are as they were before the last apply\n")
    else:
        names = ", ".join(safe(path) for path in restored.paths)
        write_out(f"hygiene: restored {names} from before {restored.plan[:12]}; committed as {restored.commit[:12]}\n")
    return ExitCode.CLEAN
