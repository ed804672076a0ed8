"""What ``hygiene categorize`` does beside its filter: ask a reviewer, list what was decided, forget some of it."""

from collections.abc import Sequence

from memory_hygiene.core.kinds.reviewing import decisions, questions
from memory_hygiene.core.settings import Agent, Override
from memory_hygiene.core.sizes import numbered
from memory_hygiene.core.state import AgentState
from memory_hygiene.edge import clock
from memory_hygiene.edge.config_file import decision_lines
from memory_hygiene.edge.console import palette_for, write_error, write_out
from memory_hygiene.edge.terminal import Answers
from memory_hygiene.edge.workspace import Workspace, open_workspace
from memory_hygiene.errors import ExitCode, HygieneError
from memory_hygiene.formats import parse
from memory_hygiene.report import review_json, review_text
from memory_hygiene.runs.gathering import gather_judgements
from memory_hygiene.runs.planning import read_state
from memory_hygiene.runs.reviewing import Reviewer, decide, refuse_unready

from .unread import refuse_unread
from .writing import writing


def review(agent_name: str | None, today: str, wait: float) -> int:
    """Ask about every unresolved entry of one agent, and commit the answers."""
    workspace = open_workspace()
    agent = workspace.agent(agent_name)
    refuse_unready(workspace)
    state = read_state(workspace, agent)
    code = refuse_unread([state])
    gathered = gather_judgements(workspace, state, today)
    for note in gathered.notes:
        write_error(f"hygiene: {note}")
    asked = questions(state, gathered.evidence)
    if not asked:
        write_out("hygiene: nothing is unresolved for its category\n")
        return code
    with Answers() as answers:
        reviewer = Reviewer(answers, write_out, palette_for(), state.settings.shelf_life_days)
        try:
            decided = reviewer.ask(asked)
        except KeyboardInterrupt:
            write_error("\nhygiene: interrupted, nothing is saved")
            _show_unsaved(reviewer.decided)
            return ExitCode.INTERRUPTED
        except HygieneError:
            write_out("\n")  # the message does not belong behind the question
            raise
    write_out("\n")
    if not decided:
        write_out("hygiene: no answer, nothing is written\n")
        return code
    commit = _kept(workspace, agent, decided, wait)
    count = numbered(len(decided), "decision")
    write_out(f"hygiene: {count} committed as {commit[:12]}; see what follows: hygiene plan\n")
    return code


def _kept(workspace: Workspace, agent: Agent, decided: Sequence[Override], wait: float) -> str:
    """The commit of the decisions; when there can be none they are shown, so that no answer is lost."""
    try:
        with writing(workspace, agent, wait):
            return decide(workspace, agent, decided, (), clock.timestamp())
    except (HygieneError, KeyboardInterrupt):
        _show_unsaved(decided)
        raise


def _show_unsaved(decided: Sequence[Override]) -> None:
    if decided:
        lines = "\n".join(decision_lines(decided))
        write_error(f"hygiene: what you answered, to be put below 'categories:' in .hygiene.yaml by hand\n{lines}")


def show(agent_name: str | None, format_name: str) -> int:
    """List what reviewers decided, and where the entries are."""
    workspace = open_workspace()
    agents = workspace.settings.agents if agent_name is None else (workspace.agent(agent_name),)
    states = [AgentState(agent, workspace.settings, workspace.worktree, parse) for agent in agents]
    found = [one for one in decisions(states) if one.entries or agent_name is None]
    write_out(
        review_json.render(found) if format_name == "json" else review_text.render_decisions(found, palette_for())
    )
    return ExitCode.CLEAN


def forget(agent_name: str | None, named: Sequence[str], wait: float) -> int:
    """Take decisions out of the configuration, by fingerprints or the first digits of them."""
    workspace = open_workspace()
    agent = workspace.agents_here()[0] if agent_name is None else workspace.agent(agent_name)
    known = [override.fingerprint for override in workspace.settings.categories]
    gone = tuple(dict.fromkeys(_found(known, name) for name in named))
    with writing(workspace, agent, wait):
        commit = decide(workspace, agent, (), gone, clock.timestamp())
    write_out(f"hygiene: {numbered(len(gone), 'decision')} forgotten, committed as {commit[:12]}\n")
    return ExitCode.CLEAN


def _found(known: Sequence[str], name: str) -> str:
    found = [fingerprint for fingerprint in known if name and fingerprint.startswith(name.lower())]
    if len(found) != 1:
        count = "several decisions begin with" if found else "no decision about"
        raise HygieneError(f"{count} {name!r}", "see hygiene categorize --list")
    return found[0]
