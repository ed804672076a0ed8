"""A walk takes over what it knows from commit to commit, and answers as if it read and judged each one by itself."""

import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_hygiene.core.contracts import Profile
from memory_hygiene.core.findings import Finding, Severity
from memory_hygiene.core.losses.proof import Account, account_of
from memory_hygiene.edge.git.ancestry import Ancestry
from memory_hygiene.edge.git.process import ObjectReader
from memory_hygiene.edge.git.remembering import RememberingReader
from memory_hygiene.edge.git.repository import Repository, find_repository, merge_bases
from memory_hygiene.edge.git.revisions import read_span
from memory_hygiene.formats import section_sign
from memory_hygiene.formats.versions import Versions
from memory_hygiene.rules import ALL_RULES
from memory_hygiene.runs.gate import Judge, Options
from memory_hygiene.runs.proving import prove_range
from memory_hygiene.runs.reaching import reach
from memory_hygiene.runs.replaying import replay_range
from memory_hygiene.runs.steps import Judged
from tests.conftest import MemoryRepo
from tests.git.histories import RandomHistory
from tests.git.tangled import TangledHistory
from tests.git.walked import RandomTrees

Stops = dict[str, tuple[Finding, ...]]


def quiet(done: int, total: int) -> None:
    """Tell nobody."""


def walked(repository: Repository, profile: Profile | None) -> tuple[list[Account], Stops]:
    """What prove and replay say of every commit."""
    with RememberingReader(repository.top) as reader:
        proof = prove_range(repository, reader, "main", profile, quiet)
        accounts = [step.account for step in proof.steps]
        replay = replay_range(repository, reader, "main", profile, quiet)
        return accounts, {stop.commit: stop.findings for stop in replay.stops}


def one_by_one(repository: Repository, profile: Profile | None) -> tuple[list[Account], Stops]:
    """The same, each commit from its own trees by a judge of its own, and nothing trimmed or left out."""
    accounts: list[Account] = []
    stops: Stops = {}
    with ObjectReader(repository.top) as reader:
        found = reach(repository, reader, "main", profile, holds_start=True)
        for _, judged in found.steps.walk(found.span.commits):
            accounts.append(_account(repository, judged))
        found = reach(repository, reader, "main", profile, holds_start=False)
        for commit, judged in found.steps.walk(found.span.commits):
            for chosen, comparison in judged:
                if comparison.changed is not None and ".hygiene.yaml" in comparison.changed:
                    continue  # told by the verdict, of which there is no other way
                findings = Judge(repository, Options()).findings(chosen, comparison)
                if errors := tuple(one for one in findings if one.severity is Severity.ERROR):
                    stops[commit.oid] = errors
    return accounts, stops


def _account(repository: Repository, judged: tuple[Judged, ...]) -> Account:
    account, seen = Account(), set[tuple[str, Profile]]()
    for chosen, comparison in judged:
        judge = Judge(repository, Options())
        for agent in judge.agents(chosen, comparison):
            if (agent.path, agent.profile) not in seen:
                seen.add((agent.path, agent.profile))
                account = account.joined(account_of(judge.change(agent, chosen, comparison._replace(makers=None))))
    return account


def assert_same(repo: MemoryRepo, profile: Profile | None) -> None:
    """A walk and a judgement commit by commit agree, but for commits of a new configuration."""
    repository = find_repository(str(repo.path))
    quick, slow = walked(repository, profile), one_by_one(repository, profile)
    assert quick[0] == slow[0]
    assert {oid: quick[1].get(oid) for oid in slow[1]} == slow[1]
    configs = set(repo.git("log", "--format=%H", "-m", "--full-history", "--", ".hygiene.yaml").split())
    assert quick[1].keys() - slow[1].keys() <= configs


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("profile", [Profile.HERMES, Profile.SANCTUM])
def test_tangled_histories(repo: MemoryRepo, seed: int, profile: Profile) -> None:
    TangledHistory(seed, 120).write(repo)
    assert_same(repo, profile)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("folders", [("",), ("ada/", "bob/")], ids=["one", "two"])
def test_trees_of_all_kinds(repo: MemoryRepo, seed: int, folders: tuple[str, ...]) -> None:
    RandomTrees(seed, 120, folders).write(repo)
    assert_same(repo, Profile.HERMES if seed % 2 else None)


def test_a_long_line_of_one_store(repo: MemoryRepo) -> None:
    command = ["git", "fast-import", "--quiet", "--force"]
    subprocess.run(command, cwd=repo.path, input=RandomHistory(5, 300).stream, check=True)
    assert_same(repo, None)


def test_merge_bases_are_those_that_git_finds(repo: MemoryRepo) -> None:
    oids = TangledHistory(7, 150).write(repo)
    repository = find_repository(str(repo.path))
    ancestry = Ancestry()
    with ObjectReader(repository.top) as reader:
        span = read_span(repository, reader, "main")
    parents = {line.split()[0]: line.split()[1:] for line in repo.git("rev-list", "--parents", "main").splitlines()}
    for oid in span.commits:
        ancestry.add(oid, parents[oid])
    pairs = [(one, other) for one in oids[::7] for other in oids[::5] if one in parents and other in parents]
    for one, other in pairs:
        assert set(ancestry.bases(one, other)) == set(merge_bases(repository, (one, other))), (one, other)
    assert len(pairs) > 100


def test_only_git_knows_bases_outside_of_a_walk() -> None:
    ancestry = Ancestry()
    for oid, parents in (("b", ["a"]), ("c", ["a"]), ("d", ["b"])):
        ancestry.add(oid, parents)
    assert ancestry.bases("d", "c") == ()
    assert ancestry.bases("d", "b") == ("b",)
    assert ancestry.bases("d", "z") == ()


PIECES = st.lists(
    st.sampled_from(
        [b"a note", b"\xc2\xa7", b"", b" ", b"two\nlines", b"\n", b"b\r", b"\xff", b"tail ", b"\xe2\x98\x83"]
    ),
    max_size=6,
)


@given(st.lists(PIECES, min_size=1, max_size=8), st.booleans())
@settings(max_examples=300)
def test_versions_are_parsed_as_files_are(files: list[list[bytes]], is_long: bool) -> None:
    versions = Versions()
    head = b"x" * 60 + b"\n\xc2\xa7\n" if is_long else b""
    for pieces in files:
        data = head + b"\n\xc2\xa7\n".join(pieces)
        assert versions.parse(data) == section_sign.parse(data)


def test_a_rule_that_warns_never_stops() -> None:
    """A replay asks the rules alone that can stop a commit: no other one has a hit that is an error."""
    warning = [rule for rule in ALL_RULES if rule.severity is not Severity.ERROR]
    assert warning
    for rule in warning:
        source = Path(rule.check.__code__.co_filename).read_text("utf-8")
        assert "Severity.ERROR" not in source, rule.name
