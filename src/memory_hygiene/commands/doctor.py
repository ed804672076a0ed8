"""``hygiene doctor``: what keeps this clone from being guarded."""

import click

from memory_hygiene.edge.console import palette_for, write_out
from memory_hygiene.edge.progress import Progress
from memory_hygiene.errors import ExitCode
from memory_hygiene.report import doctor_json, doctor_text
from memory_hygiene.runs.doctoring import cure, examine

from .options import for_agent, in_folder, in_format


@click.command()
@in_folder
@in_format("text", "json")
@click.option("--fix", "fixes", is_flag=True, help="Install hooks and merge driver, add missing attribute lines.")
@for_agent
def command(agent: str | None, format_name: str, fixes: bool) -> int:
    """Say what keeps this clone from being guarded as it should, and how to mend it.

    Looks at git (ownership, identity, history, locks, interrupted runs), at the hooks that take effect and the merge
    driver, at .hygiene.yaml, and at each agent's files: attributes, filters, locks, canaries, registry, ledger, live
    configuration. It gets as far as it can where other commands refuse. --fix does what is safe: it touches no memory,
    makes no commit, overwrites nothing of yours, and says what it did.

    \b
    Examples:
      hygiene doctor
      hygiene doctor --fix
      hygiene doctor -C ~/.hermes/memories --format json

    \b
    Exit codes: 0 all fine · 1 findings (after --fix: what is left) · 2 other commands cannot work here
    """
    with Progress("examining", "agents") as progress:
        found = examine(progress, agent)
        if fixes and found.cures:
            found = cure(found, progress, agent)
    write_out(doctor_json.render(found) if format_name == "json" else doctor_text.render(found, palette_for()))
    if found.is_unusable:
        return ExitCode.UNUSABLE
    return ExitCode.FINDINGS if found.has_findings else ExitCode.CLEAN
