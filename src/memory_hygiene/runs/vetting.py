"""Vetting: for each commit of a range, which writers its makers are and whether they were allowed what they did."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from memory_hygiene.core.settings import Agent
from memory_hygiene.core.state import Change
from memory_hygiene.core.writers.operations import Need, needs_of
from memory_hygiene.core.writers.permissions import denials_of
from memory_hygiene.core.writers.writers import Identity
from memory_hygiene.edge.git.comparisons import Comparison, new_commits
from memory_hygiene.edge.git.process import ObjectReader
from memory_hygiene.edge.git.repository import Repository, head_commit, resolve
from memory_hygiene.errors import HygieneError
from memory_hygiene.runs.gate import Judge, Options
from memory_hygiene.runs.steps import Steps

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Maker:
    """Somebody who made a commit, and the writers that the registries in force know them as."""

    identity: Identity
    writers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Vetted:
    """A commit that changed something of an agent's: who made it, what it needed, what was denied.

    ``is_restricted`` is False when no registry was in force: then everybody was allowed everything.
    """

    commit: str
    day: str
    agent: Agent
    makers: tuple[Maker, ...]
    needs: tuple[Need, ...]
    denials: tuple[str, ...]
    is_restricted: bool

    @property
    def status(self) -> str:
        """In one word."""
        return "denied" if self.denials else "allowed" if self.is_restricted else "unrestricted"


@dataclass(frozen=True, slots=True)
class Range:
    """What is vetted: ``commits`` (ids, parents first), how many the user asked for, the commit that receives them."""

    name: str
    commits: tuple[str, ...]
    receiver: str = ""


def find_range(repository: Repository, asked: str) -> Range:
    """The commits of ``A..B``, the one commit that ``asked`` names, or, for "", all that led to HEAD.

    Raises GitError when a revision names no commit, HygieneError before the first commit.
    """
    if not asked:
        head = head_commit(repository)
        if head is None:
            raise HygieneError("there is no commit yet", "commit something first")
        return Range("HEAD", new_commits(repository, (head,), ()))
    first, dots, last = asked.partition("..")
    if not dots:
        return Range(asked, (resolve(repository, asked),))
    start, end = resolve(repository, first or "HEAD"), resolve(repository, last.removeprefix(".") or "HEAD")
    return Range(asked, new_commits(repository, (end,), (start,)), start)


def vet(repository: Repository, reader: ObjectReader, found: Range, progress: Progress) -> Iterator[Vetted]:
    """The commits of a range that changed something of an agent's, each once per agent. Raises GitError."""
    judge = Judge(repository, Options())
    steps = Steps(repository, reader, judge, None, found.receiver)
    judged = ((commit, *each) for commit, some in steps.walk(found.commits, progress) for each in some)
    for commit, settings, comparison in judged:
        for agent in (*judge.agents(settings, comparison), *judge.bound_agents(settings, comparison)):
            change = judge.change(agent, settings, comparison)
            if needs := needs_of(change):
                denials = tuple(dict.fromkeys(f"{denial.path}: {denial.reason}" for denial in denials_of(change)))
                makers = tuple(_makers(change, comparison))
                is_restricted = any(state.registry.is_restricting for state in (*change.befores, *change.guards))
                yield Vetted(commit.oid, commit.author_day, agent, makers, needs, denials, is_restricted)


def _makers(change: Change, comparison: Comparison) -> Iterator[Maker]:
    """Who made the commit, signature included even where nobody asks for one."""
    registries = [state.registry for state in (*change.befores, *change.guards)]
    for identity in comparison.makers(True) if comparison.makers else ():
        known = (writer.name for registry in registries for writer in registry.known_as(identity))
        yield Maker(identity, tuple(dict.fromkeys(known)))
