"""``hygiene hook`` as the command line shows it; hooks themselves start without click (``__main__``)."""

import click

from memory_hygiene.commands.hook import HOOKS, run
from memory_hygiene.errors import ExitCode

from .options import in_folder


@click.command(context_settings={"ignore_unknown_options": True})
@in_folder
@click.argument("name", required=False, metavar="NAME")
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED, metavar="[ARGS]...")
def command(name: str | None, arguments: tuple[str, ...]) -> int:
    """Run one hook: what git, pre-commit, prek and Hermes call. Without a name: list them.

    \b
    Examples:
      hygiene hook                 the names
      hygiene hook pre-commit      what git commit runs: judges the index
      hygiene hook pre-push        by hand: judges all of HEAD's history
      hygiene hook hermes-config ~/.hermes   print the hooks of a live agent, for its config.yaml

    \b
    Exit codes: 0 clean or warnings · 1 errors · 2 cannot judge · 4 incomplete
    """
    if name is None:
        click.echo("\n".join(HOOKS))
        return ExitCode.CLEAN
    return run([name, *arguments])
