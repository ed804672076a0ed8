"""``hygiene categorize``: JSON Lines in, JSON Lines out; and a reviewer's decisions."""

from typing import NamedTuple

import click

from memory_hygiene.core.kinds.categorizing import categorize
from memory_hygiene.edge import clock
from memory_hygiene.edge.console import write_out
from memory_hygiene.edge.json_lines import at_line, read_objects
from memory_hygiene.errors import ExitCode
from memory_hygiene.report import judgement_json

from .options import for_agent, in_folder, in_format, on_day, waiting


class _Asked(NamedTuple):
    identity: str | int | float | None
    text: str
    source_file: str
    age_days: int | None


@click.command()
@in_folder
@on_day
@click.option("--review", "is_review", is_flag=True, help="Decide at the terminal what unresolved entries are.")
@click.option("--list", "is_list", is_flag=True, help="List what was decided.")
@click.option("--forget", "forgotten", multiple=True, metavar="FINGERPRINT", help="Take a decision back.")
@for_agent
@in_format("text", "json")
@waiting
def command(
    now: str,
    is_review: bool,
    is_list: bool,
    forgotten: tuple[str, ...],
    agent: str | None,
    format_name: str,
    wait: float,
) -> int:
    """Say of each entry on standard input what kind of thing it says, and whether it may go by age.

    One JSON object a line: {"id", "text", "source_file", "age_days"?}. For each, at once, one line:
    {"id", "category", "confidence", "second", "deletable", "evidence"}. Nothing is read but standard input, nothing
    is sent anywhere. "deletable" means: once it is older than the shelf life, a careful operator would let it go.

    With --review nothing is filtered: every entry that hygiene plan leaves unresolved for its category is shown, and
    you say what it is. The answers go into .hygiene.yaml, by fingerprint, in one commit; from then on they are
    authoritative. Keys: 1 to 9 a category, s skip, u undo, q save and quit; Ctrl-C saves nothing. Where standard input
    is no terminal, each answer is a line.

    \b
    Examples:
      hygiene categorize --now 2026-09-15 < entries.jsonl
      echo '{"id": 1, "text": "Fixed the typo.", "source_file": "MEMORY.md"}' | hygiene categorize
      hygiene categorize --review
      hygiene categorize --list --format json
      hygiene categorize --forget 1a2b3c4d

    \b
    Exit codes: 0 done · 1 the gate refuses the decisions · 2 a line that is no such object (the line is named; those
      before it are answered), or you may not decide · 4 a store is too large to be read · 130 interrupted
    """
    today = now or clock.today()
    if sum((is_review, is_list, bool(forgotten))) > 1:
        raise click.UsageError("give one of --review, --list and --forget")
    if format_name != "text" and not is_list:
        raise click.UsageError("--format goes with --list")
    if is_review or is_list or forgotten:
        from . import review

        if is_review:
            return review.review(agent, today, wait)
        return review.show(agent, format_name) if is_list else review.forget(agent, forgotten, wait)
    if agent is not None:
        raise click.UsageError("--agent goes with --review, --list or --forget")
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
