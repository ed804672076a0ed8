"""``hygiene verify``: whether the endpoints that entries name answer (contract H12)."""

from collections.abc import Sequence

import click

from memory_hygiene.core.endpoints.checked import Checked
from memory_hygiene.core.endpoints.endpoints import Reach
from memory_hygiene.core.kinds.category import Judgement
from memory_hygiene.core.kinds.overrides import decided
from memory_hygiene.core.model import Format
from memory_hygiene.core.state import AgentState
from memory_hygiene.edge.clock import today
from memory_hygiene.edge.console import palette_for, write_out
from memory_hygiene.edge.progress import Progress
from memory_hygiene.edge.workspace import open_workspace
from memory_hygiene.errors import ExitCode, HygieneError
from memory_hygiene.formats import parse
from memory_hygiene.report import verify_json, verify_text
from memory_hygiene.runs.verifying import ask, named, with_urls

from .options import for_agent, in_folder, in_format
from .unread import refuse_unread


@click.command()
@in_folder
@for_agent
@click.option("--fresh", is_flag=True, help="Ask again what was asked less than a day ago.")
@in_format("text", "json")
@click.argument("entries", nargs=-1, metavar="[ENTRY]...")
def command(agent: str | None, fresh: bool, format_name: str, entries: tuple[str, ...]) -> int:
    """Ask the endpoints that entries of the Hermes stores name, and say which ones answer.

    Any HTTP answer counts, 404 and 500 too. Asked are the http and https URLs of entries of category Technical Config,
    or of each ENTRY: its number, its fingerprint or the first digits of that, as hygiene list shows it. Credentials,
    query and fragment of a URL are not sent. Hosts in private networks are asked only when verify_hosts in
    .hygiene.yaml lists them; link-local and cloud metadata addresses never. Nothing is written into the memory:
    hygiene audit marks entries by what is found here; answers are kept for a day.

    \b
    Examples:
      hygiene verify                        every endpoint
      hygiene verify --fresh 1a2b3c4d       this entry, whatever is known of it
      hygiene verify --format json          for programs

    \b
    Exit codes: 0 every one that may be asked answered · 1 some are unreachable · 2 nothing to verify here
      · 4 not all were asked, or a store is too large to be read
    """
    workspace = open_workspace()
    chosen = workspace.agents_meant(agent)
    states = [AgentState(one, workspace.settings, workspace.worktree, parse) for one in chosen]
    code = refuse_unread(states)
    found = _found(states, entries)
    checks = [check for check in found if entries or check.counts]
    others = len(found) - len(checks)
    urls = [url for check in checks for url in check.urls]
    with Progress("asking endpoints", "URLs") as progress:
        answers = ask(workspace.repository, urls, workspace.settings, progress, fresh)
    checks = [check.answered(answers) for check in checks]
    is_json = format_name == "json"
    write_out(verify_json.render(checks, others) if is_json else verify_text.render(checks, others, palette_for()))
    if any(check.reach is Reach.UNREACHABLE for check in checks):
        return ExitCode.FINDINGS
    return ExitCode.INCOMPLETE if any(check.is_deferred for check in checks) else code


def _found(states: Sequence[AgentState], entries: Sequence[str]) -> list[Checked]:
    from memory_hygiene.core.kinds.categorizing import categorize

    reviewed = decided(states)

    def judge(text: str, name: str, day: str) -> Judgement:
        return reviewed(text) or categorize(text, name, day)

    if entries:
        return list(named(states, judge, today(), entries))
    if not any(store.contract.format is Format.SECTION_SIGN for state in states for store in state.stores):
        raise HygieneError("no Hermes store here: only their endpoints are verified", "name an ENTRY, see hygiene list")
    return list(with_urls(states, judge, today()))
