"""Proving: what became of every entry in each commit of a range, judged against every parent."""

from memory_hygiene.core.contracts import Profile
from memory_hygiene.core.losses.proof import Account, Proof, Step, account_of
from memory_hygiene.core.settings import Settings
from memory_hygiene.core.state import AgentState
from memory_hygiene.edge.git.comparisons import Comparison
from memory_hygiene.edge.git.process import ObjectReader
from memory_hygiene.edge.git.repository import Repository
from memory_hygiene.edge.git.snapshots import TreeSnapshot
from memory_hygiene.runs.reaching import Reach, reach
from memory_hygiene.runs.steps import Progress

_Judged = set[tuple[str, Profile]]


def prove_range(
    repository: Repository, reader: ObjectReader, written: str, profile: Profile | None, progress: Progress
) -> Proof:
    """The proof over the range ``written``. Raises HygieneError or GitError when it cannot be judged."""
    found = reach(repository, reader, written, profile, holds_start=True)
    accounts: dict[str, Account] = {}
    judged: dict[str, _Judged] = {}
    for commit, settings, comparison in found.steps.comparisons(found.commits, progress):
        account = _account(found, settings, comparison, judged.setdefault(commit.oid, set()))
        accounts[commit.oid] = accounts.get(commit.oid, Account()).joined(account)
    steps = tuple(
        Step(commit.oid, commit.parents, commit.author_day, accounts.get(commit.oid, Account()))
        for commit in found.commits
    )
    lost = {spot.fingerprint for step in steps for spot in step.account.lost}
    return Proof(written, steps, frozenset(lost & present_at_end(found, reader)) if lost else frozenset(), found.notes)


def _account(found: Reach, settings: Settings, comparison: Comparison, judged: _Judged) -> Account:
    """What a commit did by these settings, less the agents that were judged by others already."""
    account = Account()
    for agent in found.judge.agents(settings, comparison):
        if (agent.path, agent.profile) not in judged:
            judged.add((agent.path, agent.profile))
            account = account.joined(account_of(found.judge.change(agent, settings, comparison._replace(makers=None))))
    return account


def present_at_end(found: Reach, reader: ObjectReader) -> set[str]:
    """The fingerprints of all that the ends of a range hold, in memory files and outside of them."""
    present: set[str] = set()
    for oid in found.span.ends:
        snapshot = TreeSnapshot(reader, oid, oid[:12])
        for agent in found.last.agents:
            state = AgentState(agent, found.last, snapshot, found.judge.parse)
            present |= {block.fingerprint for _, block in state.blocks()} | state.kept_elsewhere
    return present
