"""``hygiene replay``: the gate over a history that had none."""

import click

from memory_hygiene.core.contracts import Profile
from memory_hygiene.edge.console import palette_for, write_error
from memory_hygiene.edge.git.remembering import RememberingReader
from memory_hygiene.edge.git.repository import find_repository
from memory_hygiene.edge.progress import Progress
from memory_hygiene.edge.spool import Spool
from memory_hygiene.errors import ExitCode
from memory_hygiene.report import replay_json, replay_text
from memory_hygiene.report.safe import safe
from memory_hygiene.runs.replaying import replay_range

from .options import as_profile, in_folder, in_format


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
    repository = find_repository()
    folder, chosen = repository.top or repository.git_dir, Profile(profile) if profile else None
    is_json = format_name == "json"
    with Spool() as spool:
        with RememberingReader(folder) as reader, Progress("replaying", "commits") as progress:
            replay = replay_range(repository, reader, range_, chosen, progress)
            spool.write(replay_json.parts(replay) if is_json else replay_text.lines(replay, palette_for()))
        spool.release()
    for note in replay.notes if is_json else ():  # the document has no place for them
        write_error(f"note: {safe(note)}")
    return ExitCode.FINDINGS if replay.count.stops else ExitCode.CLEAN
