"""``hygiene categorize``: JSON Lines in, JSON Lines out."""

from typing import NamedTuple

import click

from memory_hygiene.core.categorizing import categorize
from memory_hygiene.edge import clock
from memory_hygiene.edge.console import write_out
from memory_hygiene.edge.json_lines import at_line, read_objects
from memory_hygiene.errors import ExitCode
from memory_hygiene.report import judgement_json

from .options import in_folder, on_day


class _Asked(NamedTuple):
    identity: str | int | float | None
    text: str
    source_file: str
    age_days: int | None


@click.command()
@in_folder
@on_day
def command(now: str) -> int:
    """Say of each entry on standard input what kind of thing it says, and whether it may go by age.

    One JSON object a line: {"id", "text", "source_file", "age_days"?}. For each, at once, one line:
    {"id", "category", "confidence", "second", "deletable", "evidence"}. Nothing is read but standard input, nothing
    is sent anywhere. "deletable" means: once it is older than the shelf life, a careful operator would let it go.

    \b
    Examples:
      hygiene categorize --now 2026-09-15 < entries.jsonl
      echo '{"id": 1, "text": "Fixed the typo.", "source_file": "MEMORY.md"}' | hygiene categorize

    \b
    Exit codes: 0 done · 2 a line that is no such object (the line is named; those before it are answered)
    """
    today = now or clock.today()
    for number, given in read_objects():
        asked = _asked(number, given)
        judgement = categorize(asked.text, asked.source_file, today, asked.age_days)
        write_out(judgement_json.line(asked.identity, judgement))
    return ExitCode.CLEAN


def _asked(number: int, given: dict[str, object]) -> _Asked:
    identity, text, file, age = (given.get(key) for key in ("id", "text", "source_file", "age_days"))
    if not isinstance(text, str):
        raise at_line(number, "has no text" if text is None else "has a text that is no string")
    if not isinstance(file, str | None):
        raise at_line(number, "has a source_file that is no string")
    if isinstance(age, bool) or not isinstance(age, int | None):
        raise at_line(number, "has an age_days that is no whole number of days")
    if isinstance(identity, bool) or not isinstance(identity, str | int | float | None):
        raise at_line(number, "has an id that is neither a string nor a number")
    return _Asked(identity, text, file or "", age)
