"""``hygiene demo``: see it work on a throw-away repository."""

import click

from memory_hygiene.edge.clock import today
from memory_hygiene.edge.console import palette_for, write_out
from memory_hygiene.errors import ExitCode
from memory_hygiene.runs.demonstration import play

from .options import on_day


@click.command()
@click.argument("folder", required=False, metavar="[DIR]")
@on_day
def command(folder: str | None, now: str) -> int:
    """Show a refused commit, a plan, the commit that carries it out, and the clean gate, on a repository made for it.

    The repository stays for you to look at. Nothing outside of it is touched.

    \b
    Examples:
      hygiene demo                 in a temporary folder
      hygiene demo ./hygiene-demo
    """
    palette = palette_for()

    def tell(text: str, is_heading: bool) -> None:
        write_out((palette.paint(palette.bold, text) if is_heading else text) + "\n")

    place = play(folder, now or today(), tell)
    write_out(f"\nhygiene: the repository is yours to look at: {place}\n")
    return ExitCode.CLEAN
