"""Proving: what became of every entry in each commit of a range, judged against every parent."""

from collections.abc import Iterable, Iterator

from memory_hygiene.core.contracts import Profile
from memory_hygiene.core.losses.proof import Account, Proof, Step, Tally, account_of
from memory_hygiene.core.losses.trimming import trimmed
from memory_hygiene.edge.git.process import ObjectReader
from memory_hygiene.edge.git.repository import Repository
from memory_hygiene.runs.reaching import Reach, reach
from memory_hygiene.runs.steps import Judged, Progress

_NOTHING = Account()


def prove_range(
    repository: Repository, reader: ObjectReader, written: str, profile: Profile | None, progress: Progress
) -> Proof:
    """The proof over the range ``written``; its steps are judged as they are gone through.

    Raises HygieneError or GitError when it cannot be judged, and so do the steps.
    """
    found = reach(repository, reader, written, profile, holds_start=True)
    tally = Tally()
    return Proof(written, _steps(found, tally, progress), tally, found.is_present, found.notes)


def _steps(found: Reach, tally: Tally, progress: Progress) -> Iterator[Step]:
    for commit, judged in found.steps.walk(found.span.commits, progress):
        account = _account(found, judged)
        tally.add(account)
        yield Step(commit.oid, commit.parents, commit.author_day, account)


def _account(found: Reach, judged: Iterable[Judged]) -> Account:
    """What a commit did; an agent that several settings name is judged by the first of them."""
    account = _NOTHING
    seen: set[tuple[str, Profile]] = set()
    for settings, comparison in judged:
        for agent in found.judge.agents(settings, comparison):
            if (agent.path, agent.profile) not in seen:
                seen.add((agent.path, agent.profile))
                own = account_of(trimmed(found.judge.change(agent, settings, comparison._replace(makers=None))))
                account = own if account is _NOTHING else account.joined(own)
    return account
