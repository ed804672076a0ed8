"""The command group: subcommands are imported only when they are called or listed."""

import importlib
import sys

import click

from memory_hygiene import __version__
from memory_hygiene.commands.options import in_folder
from memory_hygiene.errors import ExitCode

COMMANDS = {
    "init": "set up a memory repo; safe to repeat",
    "check": "judge what is staged, on disk, in a commit or in a range",
    "plan": "propose what should leave the memory files, and where to",
    "apply": "carry a plan out as one commit",
    "audit": "the whole maintenance run: check, plan, verify, apply, record",
    "snapshot": "commit what a live agent left, rescuing what vanished",
    "drop": "let an entry go on purpose, with a reason",
    "prove": "prove that no commit of a range lost an entry",
    "replay": "say which commits of a history the gate would have stopped",
    "restore": "bring entries back, or take an apply back",
    "status": "show how the memory stands: stores, canaries, last audit, hooks",
    "ledger": "show the audit trail, or verify that it only grew",
    "age": "say since when each entry has been there",
    "list": "list entries, hot or archived, with their fingerprints",
    "verify": "ask whether the endpoints that entries name answer",
    "categorize": "say what kind of thing each entry says (JSON Lines in and out)",
    "canary": "show, verify, replace and trace the lines that tell of a rewrite",
    "writers": "say who may change the memory, and verify who did",
    "explain": "explain a rule: why, bad and good, how to mend",
    "doctor": "say what keeps this clone from being guarded, and mend it",
    "demo": "see it work on a throw-away repository",
    "hook": "what git and hook frameworks call",
    "merge-driver": "what git calls to merge memory entry by entry",
}
_MODULES = {  # what git calls starts without click, so its module cannot hold a command
    "hook": "hook_help",
    "merge-driver": "merge_driver_help",
}
_UNLISTED = ("merge-driver",)  # nobody types it


class LazyGroup(click.Group):
    """A group that knows its commands' names and one-line helps, and imports a command's module on first use."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names in the order a newcomer needs them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"memory_hygiene.commands.{_MODULES.get(cmd_name, cmd_name)}")
        command = module.command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl([named for named in COMMANDS.items() if named[0] not in _UNLISTED])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, with the nearest name suggested for a wrong one."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from difflib import get_close_matches

            near = get_close_matches(args[0], COMMANDS, 1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            raise click.UsageError(f"No such command {args[0]!r}.{hint}", ctx) from error


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="hygiene")
@in_folder
def hygiene() -> None:
    """Keep the memory of AI agents in a git repository that cannot rot unnoticed.

    \b
    Start:     hygiene init ~/.hermes/memories --profile hermes
    Daily:     hygiene check · hygiene plan · hygiene apply
    See it:    hygiene demo
    """


def run_commands(arguments: list[str]) -> int:
    """Run the command line; the exit code. Usage errors are 2 as everywhere."""
    try:
        answer = hygiene.main(arguments, prog_name="hygiene", standalone_mode=False)
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.Abort:
        return ExitCode.INTERRUPTED
    except click.ClickException as error:
        error.show(sys.stderr)
        return ExitCode.UNUSABLE
    return answer if isinstance(answer, int) else ExitCode.CLEAN
