"""``hygiene explain``: the page of one rule, or the list of all."""

import click

from memory_hygiene.edge.console import write_out
from memory_hygiene.errors import ExitCode, HygieneError
from memory_hygiene.report.rules_page import explain_rule, find_rule, page_of
from memory_hygiene.rules import ALL_RULES


@click.command()
@click.argument("rule", required=False, metavar="[RULE]")
def command(rule: str | None) -> int:
    """Explain a rule by id or name: why it exists, bad and good examples, how to mend. Without one: list all.

    \b
    Examples:
      hygiene explain entry-lost
      hygiene explain MH404
    """
    if rule is None:
        width = max(len(known.name) for known in ALL_RULES)
        lines = [
            f"{r.id}  {r.severity.value:7}  {r.name:{width}}  {_first_line(page_of(r).summary)}" for r in ALL_RULES
        ]
        write_out("\n".join([*lines, ""]))
        return ExitCode.CLEAN
    found = find_rule(ALL_RULES, rule)
    if found is None:
        from difflib import get_close_matches

        near = get_close_matches(rule.lower(), [known.name for known in ALL_RULES], 1)
        raise HygieneError(
            f"no rule called {rule!r}", f"hygiene explain {near[0]}" if near else "list: hygiene explain"
        )
    write_out(explain_rule(found))
    return ExitCode.CLEAN


def _first_line(summary: str) -> str:
    return summary.split("\n")[0].rstrip(".")
