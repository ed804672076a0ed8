"""``hygiene merge-driver`` as the command line shows it; git's calls start without click (``__main__``)."""

import click

from memory_hygiene.commands.merge_driver import run

from .options import in_folder


@click.command(context_settings={"ignore_unknown_options": True})
@in_folder
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED, metavar="%O %A %B %L %P")
def command(arguments: tuple[str, ...]) -> int:
    """Merge one memory file entry by entry: what git calls, once init or doctor has told it to in this clone.

    What either side added stays, what one removed goes, what one edited is taken. An entry that both edited, or
    one edited and the other removed, is a conflict with git's marks. Ledgers and archives keep what both sides added.

    \b
    Examples:
      hygiene merge-driver base ours theirs 7 MEMORY.md     by hand: the result is in the file ours
      git config merge.hygiene.driver                       how git calls it here

    \b
    Exit codes: 0 merged · 1 conflicts are marked · 2 nothing written
    """
    return run(list(arguments))
