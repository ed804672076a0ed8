"""``hygiene replay``: the gate over a history that had none."""

from functools import partial

import click

from memory_hygiene.edge.console import palette_for
from memory_hygiene.errors import ExitCode
from memory_hygiene.report import replay_json, replay_text
from memory_hygiene.runs.replaying import replay_range

from .options import as_profile, in_folder, in_format
from .walking import tell_aside, walked


@click.command()
@in_folder
@as_profile
@in_format("text", "json")
@click.argument("range_", metavar="[RANGE]", default="HEAD")
def command(profile: str | None, format_name: str, range_: str) -> int:
    """Walk a history and say which commits the gate would have stopped, by which rule, and what was lost in them.

    Every commit is judged as at its making: by the configuration of its parents, on its author's day. Where there is
    none, by the configuration at the end of the range, else by --profile or by file names. Nothing is written.

    \b
    Examples:
      hygiene replay                             all of this branch
      hygiene replay v1..HEAD --format json      a range, for programs
      hygiene replay -C ~/.hermes/memories       another repository, whether it is set up or not

    \b
    Exit codes: 0 none · 1 some · 2 cannot judge: no such range, truncated history, no memory files
    """
    is_json = format_name == "json"
    parts = replay_json.parts if is_json else partial(replay_text.lines, palette=palette_for())
    replay = walked("replaying", replay_range, range_, profile, parts)
    tell_aside(replay.notes if is_json else ())
    return ExitCode.FINDINGS if replay.count.stops else ExitCode.CLEAN
