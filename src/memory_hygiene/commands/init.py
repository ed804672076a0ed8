"""``hygiene init``: set up a memory repo; safe to repeat."""

import os

import click

from memory_hygiene.core.contracts import Profile
from memory_hygiene.edge.console import palette_for, write_error, write_out
from memory_hygiene.errors import ExitCode
from memory_hygiene.report import check_text
from memory_hygiene.report.safe import safe
from memory_hygiene.runs.applying import RefusedByGateError
from memory_hygiene.runs.initialising import NoIdentityError, set_up
from memory_hygiene.runs.locating import HookChoice, Wanted, stated_profile

from .options import in_folder

_IDENTITY = ('git config user.name "Your Name"', "git config user.email you@example.org")


@click.command()
@in_folder
@click.argument("folder", default=".", metavar="[DIR]")
@click.option(
    "--profile",
    type=click.Choice([profile.value for profile in Profile]),
    help="The contracts of the memory files: hermes (§ stores) or sanctum (Markdown folders). Not needed where"
    " .hygiene.yaml names it, as in a clone.",
)
@click.option("--agent", metavar="NAME", help="The agent's name, when the repository holds several.")
@click.option(
    "--hooks",
    type=click.Choice([choice.value for choice in HookChoice]),
    default=HookChoice.NATIVE.value,
    show_default=True,
    help="How commits are checked: git's own hooks, the pre-commit framework, or not at all.",
)
def command(folder: str, profile: str | None, agent: str | None, hooks: str) -> int:
    """Set up DIR (default: here) as a memory repo: git, configuration, ledger, registry, canaries, hooks, first commit.

    Nothing of yours is overwritten: lines are appended to files, hooks are kept and run first. A second run finds
    nothing to do. A DIR inside another repository joins it, unless that one ignores it.

    \b
    Examples:
      hygiene init ~/.hermes/memories --profile hermes
      hygiene init _ai-memory/sanctum/heron --profile sanctum --agent heron
      hygiene init --profile hermes --hooks none
      hygiene init                               in a clone of a memory repo: hooks and merge driver

    \b
    Exit codes: 0 set up · 1 the gate refuses · 2 refused by git or state, or staged but not committed
    """
    place = os.path.abspath(os.path.expanduser(folder))
    chosen = Profile(profile) if profile else stated_profile(place)
    if chosen is None:
        raise click.UsageError("no .hygiene.yaml says what DIR holds: give --profile hermes or --profile sanctum")
    wanted = Wanted(place, chosen, agent, HookChoice(hooks))
    try:
        set_up(wanted, _tell)
    except RefusedByGateError as refusal:
        write_out(check_text.render(refusal.verdict, palette_for()))
        raise
    except NoIdentityError as error:
        write_error(f"hygiene: {safe(error.message)}. Then:")
        write_error("\n".join(f"    {line}" for line in (*_IDENTITY, "git commit -m 'hygiene: set up'")))
        return ExitCode.UNUSABLE
    return ExitCode.CLEAN


def _tell(line: str) -> None:
    write_out(f"{safe(line)}\n")
