"""Reviewing: a person is asked what unresolved entries are, and the answers go into the configuration, as a commit."""

from collections.abc import Callable, Sequence

from memory_hygiene.core.contracts import CONFIG
from memory_hygiene.core.fingerprint import digest
from memory_hygiene.core.kinds.category import FADING, Category
from memory_hygiene.core.kinds.overrides import tidy_reason
from memory_hygiene.core.kinds.reviewing import Question
from memory_hygiene.core.planning.witness import FileChange
from memory_hygiene.core.settings import Agent, Override
from memory_hygiene.core.sizes import numbered
from memory_hygiene.core.state import AgentState
from memory_hygiene.core.writers.writers import Operation
from memory_hygiene.edge.config_file import decide_categories
from memory_hygiene.edge.files import refuse_links
from memory_hygiene.edge.git.commit import refuse_unclean, refuse_unfinished
from memory_hygiene.edge.git.repository import head_commit
from memory_hygiene.edge.terminal import Answers, width
from memory_hygiene.edge.workspace import Workspace
from memory_hygiene.errors import HygieneError
from memory_hygiene.formats import parse
from memory_hygiene.report import review_text
from memory_hygiene.report.palette import Palette
from memory_hygiene.report.safe import safe, shorten
from memory_hygiene.runs.applying import refuse_by_gate, write_and_commit
from memory_hygiene.runs.registering import current_author, may_admin

_ANY = Override("0" * 16, Category.DURABLE_FACT.value, "reviewed")
_KINDS = {str(number): category for number, category in enumerate(Category, 1)}
Write = Callable[[str], None]


class Reviewer:
    """Asks about each question in turn; ``write`` shows what is asked, ``shelf_life`` is in days."""

    def __init__(self, answers: Answers, write: Write, palette: Palette, shelf_life: int) -> None:
        self._answers = answers
        self._write = write
        self._palette = palette
        self._shelf_life = shelf_life
        self._given: list[Override | None] = []

    @property
    def decided(self) -> tuple[Override, ...]:
        """The decisions so far, also after an interruption."""
        return tuple(override for override in self._given if override)

    def ask(self, questions: Sequence[Question]) -> tuple[Override, ...]:
        """The decisions of the reviewer, who may stop early.

        Raises HygieneError for a line that is no answer, KeyboardInterrupt for Ctrl-C: then nothing is decided.
        """
        given = self._given
        while len(given) < len(questions) or any(given):
            question = questions[len(given)] if len(given) < len(questions) else None
            key = self._step(question, given, len(questions))
            if key == "q":
                break
            if key == "u":
                self._undo(given)
            elif key == "s":
                self._write("skipped\n")
                given.append(None)
            elif question:
                given.append(self._decision(question, _KINDS[key]))
        return self.decided

    def _step(self, question: Question | None, given: Sequence[Override | None], total: int) -> str:
        if question is None:
            self._write(review_text.render_end(sum(override is not None for override in given)))
            return self._key({"u": "u", "q": "q", "": "q"}, "q")
        self._write(review_text.render_question(question, len(given) + 1, total, width(), self._palette))
        return self._key({key: key for key in (*_KINDS, "s", "u", "q")}, "q")

    def _key(self, known: dict[str, str], at_end: str) -> str:
        """One of the keys ``known``, as they are meant; ``at_end`` when there are no more."""
        while (pressed := self._answers.key()) is not None:
            if pressed.lower() in known:
                return known[pressed.lower()]
            if not self._answers.is_terminal:
                raise self._no_answer(pressed, known)
            if pressed:
                self._answers.forget_typed()
                self._write(f"({' '.join(key for key in known if key)}) ")
        return at_end

    def _no_answer(self, line: str, known: dict[str, str]) -> HygieneError:
        if line.startswith("{"):
            hint = "--review reads answers; without it hygiene categorize reads JSON Lines"
            return HygieneError("standard input holds JSON Lines; nothing was saved", hint)
        message = (
            f"line {self._answers.number} of standard input, {shorten(line, 40)!r}, is no answer; nothing was saved"
        )
        return HygieneError(message, f"one of {' '.join(key or 'an empty line' for key in known)}")

    def _decision(self, question: Question, category: Category) -> Override:
        self._write(category.value + "\n")
        deletable = category in FADING and self._may_go()
        with self._answers.in_lines():
            self._write("why, in one line (Enter: reviewed)? ")
            said = self._answers.line()
        if not self._answers.is_terminal or said is None:
            self._write("\n")
        return Override(question.fingerprint, category.value, tidy_reason(said or ""), deletable)

    def _may_go(self) -> bool:
        days = numbered(self._shelf_life, "day")
        self._write(f"may it go once it is unchanged for more than {days} (y/N)? ")
        answer = self._key({"y": "y", "n": "n", "": "n"}, "n")
        self._write("yes\n" if answer == "y" else "no\n")
        return answer == "y"

    def _undo(self, given: list[Override | None]) -> None:
        self._write("one step back\n" if given else "nothing to undo\n")
        del given[-1:]


def refuse_unready(workspace: Workspace) -> bytes:
    """The configuration on disk, when a decision could be committed to it now.

    Raises HygieneError when git is in the middle of something, the configuration is not committed or cannot take a
    decision, or an agent's registry does not let the present author change it.
    """
    repository = workspace.repository
    refuse_unfinished(repository)
    if head_commit(repository) is None:
        raise HygieneError("there is no commit yet", "commit the set-up first: hygiene init")
    refuse_links(repository.top, CONFIG)
    refuse_unclean(repository, [CONFIG])
    author = current_author(repository)
    for agent in workspace.settings.agents:
        registry = AgentState(agent, workspace.settings, workspace.worktree, parse).registry
        if registry.writers and not may_admin(registry, author):
            admins = ", ".join(w.name for w in registry.writers if w.may(Operation.ADMIN)) or "nobody"
            message = f"{author.shown} may not change {CONFIG}, where decisions are kept (agent {agent.name})"
            raise HygieneError(message, f"those with admin may: {admins}; see hygiene writers list")
    data = workspace.worktree.read(CONFIG) or b""
    decide_categories(data, [_ANY])
    return data


def decide(workspace: Workspace, agent: Agent, added: Sequence[Override], gone: Sequence[str], time: str) -> str:
    """Put the decisions ``added`` into the configuration, take those about ``gone`` out; the commit.

    The caller holds the locks. ``time`` is a UTC timestamp. Raises as ``refuse_unready``, and RefusedByGateError; then
    every byte is as it was.
    """
    before = refuse_unready(workspace)
    after = decide_categories(before, added, gone)
    files = [FileChange(CONFIG, before, after)]
    refuse_by_gate(workspace, files, time[:10], "mend what the gate says")
    identity = digest(after)
    return write_and_commit(workspace, "", agent, identity, files, _message(agent, added, gone, identity), time)


def _message(agent: Agent, added: Sequence[Override], gone: Sequence[str], identity: str) -> str:
    count = numbered(len(added) or len(gone), "entry", "entries")
    lines = [f"hygiene: {'decide' if added else 'forget'} what {count} {'is' if count.startswith('1 ') else 'are'}", ""]
    for one in added:
        age = ", may go by age" if one.deletable else ""
        lines.append(safe(f"- {one.fingerprint} is {one.category}{age}: {one.reason}"))
    lines += [f"- {fingerprint} is no longer decided" for fingerprint in gone]
    return "\n".join([*lines, "", f"Hygiene-Plan: {identity}", f"Hygiene-Agent: {safe(agent.name)}", ""])
