"""The age index (issue 6): whatever was kept before, ages are what they are without an index; and it saves the walk."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from memory_hygiene.core.contracts import Profile
from memory_hygiene.core.fingerprint import fingerprint
from memory_hygiene.core.history.ages import Age, Ages
from memory_hygiene.core.history.lineage import State
from memory_hygiene.core.model import Format
from memory_hygiene.core.settings import Agent, Settings, single_agent
from memory_hygiene.edge.git.age_index import AGENTS, KEYS, AgeIndex, Place
from memory_hygiene.edge.git.age_record import Kept
from memory_hygiene.edge.git.history import ages_of
from memory_hygiene.edge.git.repository import Repository, find_repository, head_commit
from memory_hygiene.errors import GitError
from tests.conftest import MemoryRepo
from tests.git.histories import RandomHistory, ages_in_head, day, days_of, on
from tests.git.tangled import TangledHistory

DEPLOY = "Deploys run on Fridays after the stand-up, never later than four"
STAGING = "Staging is rebuilt every night from the newest backup of production"
COFFEE = "Anna drinks her coffee black and wants no sugar near it"
SETTINGS = single_agent(Profile.HERMES)


def store(*entries: str) -> str:
    return "\n§\n".join(entries) + "\n"


def put(repo: MemoryRepo, number: int, *entries: str) -> str:
    repo.write("MEMORY.md", store(*entries))
    return repo.commit(f"day {number}", day(number))


@pytest.fixture
def history(repo: MemoryRepo) -> MemoryRepo:
    """Days 0, 1 and 2: one more entry in MEMORY.md each."""
    put(repo, 0, DEPLOY)
    put(repo, 1, DEPLOY, STAGING)
    put(repo, 2, DEPLOY, STAGING, COFFEE)
    return repo


def kept_files(repo: MemoryRepo) -> list[Path]:
    return sorted(path for path in (repo.path / ".git/hygiene/ages").rglob("*") if path.is_file())


def ages_at(repository: Repository, commit: str | None, settings: Settings = SETTINGS, now: int = 100) -> Ages:
    return ages_of(repository, settings, settings.agents[0], commit, on(now))


def cold(repository: Repository, folder: Path) -> Repository:
    """The same repository, with nothing kept."""
    shutil.rmtree(folder, ignore_errors=True)
    return repository._replace(common=str(folder))


def lose_old_versions(repo: MemoryRepo, commit: str) -> None:
    """Lose the content of MEMORY.md in ``commit``: whoever reads it there fails."""
    oid = repo.git("rev-parse", f"{commit}:MEMORY.md").strip()
    (repo.path / ".git/objects" / oid[:2] / oid[2:]).unlink()


@pytest.mark.parametrize("seed", range(6))
def test_ages_after_any_commits_in_any_order_are_those_without_an_index(
    repo: MemoryRepo, tmp_path: Path, seed: int
) -> None:
    """Going from one commit to any other is what rebase, amend, force push, reset and switching branches do."""
    commits = TangledHistory(seed, 120).write(repo)
    repository = find_repository(str(repo.path))
    random = Random(seed)
    asked = [*sorted(random.sample(range(120), 12)), *(random.randrange(120) for _ in range(12))]
    for number in asked:
        now = 100 if random.random() < 0.8 else random.choice((10, 2000))
        warm = ages_at(repository, commits[number], now=now)
        without = ages_at(cold(repository, tmp_path / "cold"), commits[number], now=now)
        assert warm._lives == without._lives, (number, asked)
    assert kept_files(repo)


@pytest.mark.parametrize("seed", range(3))
def test_what_is_kept_follows_from_the_commit_alone(repo: MemoryRepo, tmp_path: Path, seed: int) -> None:
    commits = TangledHistory(seed, 100).write(repo)
    repository = find_repository(str(repo.path))
    for number in (30, 55, 80, 99):
        ages_at(repository, commits[number])
    for file in kept_files(repo):
        again = cold(repository, tmp_path / "cold")
        commit = file.name.rpartition("-")[2]
        ages_at(again, commit)
        (other,) = (tmp_path / "cold/hygiene/ages").rglob(f"*-{commit}")
        assert content_of(file) == content_of(other)


def content_of(file: Path) -> dict[str, object]:
    """A record with every number of a commit replaced by what it stands for."""
    record = json.loads(file.read_bytes().partition(b"\n")[2])
    seen = [(oid, record["authors"][author], *rest) for oid, author, *rest in record.pop("seen")]
    for name in ("lives", "departed"):
        record[name] = {entry: (seen[a], seen[b], rest) for entry, (a, b, *rest) in record[name].items()}
    del record["authors"]
    return dict(record)


@pytest.mark.parametrize("seed", range(2))
def test_one_commit_at_a_time_comes_to_what_the_author_knows(repo: MemoryRepo, seed: int) -> None:
    truth = RandomHistory(seed, 120)
    subprocess.run(["git", "fast-import", "--quiet"], cwd=repo.path, input=truth.stream, check=True)
    repository = find_repository(str(repo.path))
    for commit in repo.git("rev-list", "--topo-order", "--reverse", "HEAD").split()[::3]:
        ages_at(repository, commit)
    ages = ages_in_head(repo)
    for note in (*truth.hot, *truth.cold):
        age = ages.of(fingerprint(note.text))
        assert age.first_seen is not None
        assert age.last_changed is not None
        found = (age.first_seen.time, age.last_changed.time)
        assert found == (truth.seconds(note.born), truth.seconds(note.changed)), note


def test_with_nothing_new_git_is_not_asked(history: MemoryRepo) -> None:
    repository = find_repository(str(history.path))
    head = head_commit(repository)
    assert ages_at(repository, head).of(fingerprint(STAGING)).age_days == 99
    (history.path / ".git/objects").rename(history.path / ".git/gone")
    assert ages_at(repository, head).of(fingerprint(STAGING)).age_days == 99


def test_a_new_commit_costs_only_itself(history: MemoryRepo, tmp_path: Path) -> None:
    ages_in_head(history)
    lose_old_versions(history, "HEAD~2")
    put(history, 5, DEPLOY.replace("four", "five"), STAGING, COFFEE)
    assert days_of(history, DEPLOY.replace("four", "five")) == (0, 5)
    assert days_of(history, STAGING) == (1, 1)
    repository = find_repository(str(history.path))
    with pytest.raises(GitError):
        ages_at(cold(repository, tmp_path / "cold"), head_commit(repository))


def test_every_command_that_asks_for_ages_goes_by_the_index(history: MemoryRepo) -> None:
    history.write(".hygiene.yaml", "version: 1\nprofile: hermes\n")
    history.commit("configuration", day(3))
    assert history.hygiene("age", "--now", on(30)).returncode == 0
    lose_old_versions(history, "HEAD~3")
    put(history, 5, DEPLOY, STAGING, COFFEE, "Newest")
    for command in (("age",), ("plan",)):
        done = history.hygiene(*command, "--now", on(30))
        assert done.returncode in (0, 1), done.stderr
    shutil.rmtree(history.path / ".git/hygiene/ages")
    assert history.hygiene("age", "--now", on(30)).returncode == 2


def test_held_twice_and_out_of_one_file(history: MemoryRepo) -> None:
    history.write("USER.md", store(DEPLOY))
    history.commit("copy", day(3))
    ages_in_head(history)
    put(history, 4, STAGING, COFFEE)
    assert days_of(history, DEPLOY) == (0, 0)


def test_out_in_one_commit_and_back_in_the_next_of_the_same_day(history: MemoryRepo) -> None:
    put(history, 5, STAGING, COFFEE)
    ages_in_head(history)
    history.write("archive/MEMORY.archive.md", store(DEPLOY))
    history.commit("archived", day(5, 20))
    assert days_of(history, DEPLOY) == (0, 0)


def test_a_merge_walks_only_what_neither_side_has(history: MemoryRepo) -> None:
    history.git("branch", "side")
    put(history, 3, DEPLOY, STAGING, COFFEE, "Main")
    ages_in_head(history)
    history.git("checkout", "-q", "side")
    history.write("USER.md", "Side\n")
    history.commit("side", day(4))
    ages_in_head(history)
    lose_old_versions(history, "HEAD~3")
    history.git("checkout", "-q", "main")
    history.git("merge", "-q", "--no-edit", "side", GIT_AUTHOR_DATE=day(6), GIT_COMMITTER_DATE=day(6))
    assert [days_of(history, text) for text in ("Main", "Side", STAGING)] == [(3, 3), (4, 4), (1, 1)]


def test_an_edit_made_while_merging_is_told_from_what_the_kept_side_held(history: MemoryRepo) -> None:
    history.git("checkout", "-q", "-b", "side")
    history.write("USER.md", store("The kettle in the kitchen is descaled once a month"))
    history.commit("side", day(4))
    ages_in_head(history)
    history.git("checkout", "-q", "main")
    put(history, 5, DEPLOY, STAGING, COFFEE, "Main")
    ages_in_head(history)
    history.git("merge", "-q", "--no-commit", "side")
    history.write("USER.md", store("The kettle in the kitchen is descaled once a week"))
    history.commit("merge", day(7))
    assert days_of(history, "The kettle in the kitchen is descaled once a week") == (4, 7)


def test_no_state_is_kept_that_another_branch_passes_by(history: MemoryRepo) -> None:
    """The last eight commits before the merge are the side's; whoever starts from there would miss main's."""
    history.git("checkout", "-q", "-b", "side")
    for number in range(12):
        put(history, 3 + number, DEPLOY, STAGING, COFFEE, *(f"Side {each}" for each in range(number + 1)))
    history.git("checkout", "-q", "main")
    history.write("USER.md", "Main\n")
    history.commit("main", day(20))
    history.git("merge", "-q", "--no-edit", "side", GIT_AUTHOR_DATE=day(21), GIT_COMMITTER_DATE=day(21))
    ages_in_head(history)
    assert [file.name.rpartition("-")[2] for file in kept_files(history)] == [history.git("rev-parse", "HEAD").strip()]


def test_a_side_branch_from_before_the_kept_commit_starts_from_an_older_one(repo: MemoryRepo) -> None:
    entries = [f"Entry {number} has words of its own {number * 7}" for number in range(80)]
    for number in range(70):
        put(repo, number, *entries[: number + 1])
    ages_in_head(repo)
    lose_old_versions(repo, "HEAD~69")
    repo.git("checkout", "-q", "-b", "side", "HEAD~5")
    repo.write("USER.md", "Side\n")
    repo.commit("side", day(71))
    repo.git("checkout", "-q", "main")
    repo.git("merge", "-q", "--no-edit", "side", GIT_AUTHOR_DATE=day(72), GIT_COMMITTER_DATE=day(72))
    assert [days_of(repo, text) for text in ("Side", entries[0], entries[69])] == [(71, 71), (0, 0), (69, 69)]


def test_rewritten_history_and_collected_garbage(history: MemoryRepo) -> None:
    ages_in_head(history)
    history.git("commit", "-q", "--amend", "-m", "amended", "--date", day(7), GIT_COMMITTER_DATE=day(8))
    history.git("reflog", "expire", "--expire=now", "--all")
    history.git("gc", "-q", "--prune=now")
    assert [days_of(history, text) for text in (STAGING, COFFEE)] == [(1, 1), (7, 7)]
    history.git("checkout", "-q", "--orphan", "fresh")
    history.commit("all at once", day(9))
    assert days_of(history, STAGING) == (9, 9)


def test_a_former_name_learned_later_is_followed_from_the_first_commit_on(repo: MemoryRepo, tmp_path: Path) -> None:
    repo.write("notes.md", store(DEPLOY, STAGING))
    put(repo, 0, "Else")
    put(repo, 1, "Else", "More")
    ages_in_head(repo)
    repo.git("rm", "-q", "USER.md", "--ignore-unmatch")
    repo.git("mv", "notes.md", "USER.md")
    repo.commit("rename", day(5))
    assert days_of(repo, DEPLOY) == (0, 0)
    repo.git("reset", "-q", "--hard", "HEAD~1")
    put(repo, 6, "Else", DEPLOY)
    repository = find_repository(str(repo.path))
    assert ages_in_head(repo)._lives == ages_at(cold(repository, tmp_path / "cold"), head_commit(repository))._lives
    assert days_of(repo, DEPLOY) == (6, 6)


def test_what_a_later_rename_teaches_is_not_kept_for_earlier_commits(repo: MemoryRepo, tmp_path: Path) -> None:
    """The walk that learns of the rename passes commits it keeps; after a reset they must not know of it."""
    repo.write("notes.md", store(DEPLOY, STAGING))
    for number in range(12):
        put(repo, number, *(f"Entry {each} with its words" for each in range(number + 1)))
    repo.git("mv", "notes.md", "USER.md")
    repo.commit("rename", day(20))
    ages_in_head(repo)
    repo.git("reset", "-q", "--hard", "HEAD~1")
    put(repo, 21, "Else", DEPLOY)
    assert days_of(repo, DEPLOY) == (21, 21)


def test_replacements_and_grafts_made_later_change_nothing(history: MemoryRepo) -> None:
    ages_in_head(history)
    second = history.git("rev-parse", "HEAD~1").strip()
    (history.path / ".git/info/grafts").write_text(second + "\n")
    history.run("git", "replace", "--graft", second)
    put(history, 5, DEPLOY, STAGING, COFFEE, "Later")
    assert [days_of(history, text) for text in (DEPLOY, STAGING, "Later")] == [(0, 0), (1, 1), (5, 5)]


def test_linked_worktrees_share_one_index(history: MemoryRepo, tmp_path: Path) -> None:
    ages_in_head(history)
    history.git("worktree", "add", "-q", str(tmp_path / "linked"), "-b", "linked")
    lose_old_versions(history, "HEAD~2")
    repository = find_repository(str(tmp_path / "linked"))
    assert ages_at(repository, head_commit(repository)).of(fingerprint(DEPLOY)).age_days == 100


@pytest.mark.parametrize(
    "settings",
    [
        SETTINGS._replace(edit_similarity=0.95),
        single_agent(Profile.HERMES, path="sub"),
        single_agent(Profile.HERMES, name="other"),
        single_agent(Profile.SANCTUM),
        Settings(Profile.HERMES, (*SETTINGS.agents, Agent("b", "archive", Profile.HERMES)), has_roster=True),
    ],
    ids=["similarity", "path", "name", "profile", "roster"],
)
def test_other_terms_find_nothing_kept(history: MemoryRepo, tmp_path: Path, settings: Settings) -> None:
    history.write("archive/MEMORY.archive.md", store(COFFEE))
    put(history, 5, DEPLOY.replace("Fridays", "Mondays").replace("four", "five"), STAGING)
    repository = find_repository(str(history.path))
    head = head_commit(repository)
    ages_at(repository, head)
    found = ages_at(repository, head, settings)._lives
    assert found == ages_at(cold(repository, tmp_path / "cold"), head, settings)._lives


def test_an_agent_elsewhere_in_the_roster_costs_nothing(history: MemoryRepo) -> None:
    repository = find_repository(str(history.path))
    one = Settings(Profile.HERMES, (Agent("a", "a", Profile.HERMES),), has_roster=True)
    ages_at(repository, head_commit(repository), one)
    before = kept_files(history)
    two = one._replace(agents=(*one.agents, Agent("b", "b", Profile.HERMES)))
    ages_at(repository, head_commit(repository), two)
    assert kept_files(history) == before


def test_the_future_begins_on_another_day(history: MemoryRepo) -> None:
    put(history, 60, DEPLOY, STAGING, COFFEE, "From day 60")
    put(history, -380, DEPLOY, STAGING, COFFEE, "From day 60", "Late")
    repository = find_repository(str(history.path))
    ages = [ages_at(repository, head_commit(repository), now=now).of(fingerprint("Late")) for now in (100, 30, 100)]
    assert [age.age_days for age in ages] == [40, 28, 40]


def test_a_shallow_clone_that_gets_its_history(history: MemoryRepo, tmp_path: Path) -> None:
    history.git("clone", "-q", "--depth", "1", f"file://{history.path}", str(tmp_path / "shallow"))
    shallow = MemoryRepo(tmp_path / "shallow")
    assert ages_in_head(shallow).of(fingerprint(STAGING)).age_days is None
    shallow.git("fetch", "-q", "--deepen", "1")
    assert ages_in_head(shallow).of(fingerprint(STAGING)).age_days is None
    assert days_of(shallow, COFFEE) == (2, 2)
    shallow.git("fetch", "-q", "--unshallow")
    assert days_of(shallow, STAGING) == (1, 1)


def test_a_partial_clone_knows_no_age_of_what_it_left_behind(history: MemoryRepo, tmp_path: Path) -> None:
    put(history, 10, DEPLOY, STAGING.replace("night", "morning"), COFFEE)
    history.git("config", "uploadpack.allowFilter", "true")
    history.git("clone", "-q", "--filter=blob:none", f"file://{history.path}", str(tmp_path / "partial"))
    partial = MemoryRepo(tmp_path / "partial")
    for text in (DEPLOY, STAGING.replace("night", "morning"), COFFEE):
        age = ages_in_head(partial).of(fingerprint(text))
        assert (age.first_seen, age.age_days) == (None, None)
        assert "partial" in age.why_unknown
    assert kept_files(partial) == []
    put(partial, 20, DEPLOY, COFFEE, "Newest")
    assert days_of(partial, "Newest") == (20, 20)
    assert ages_in_head(partial).of(fingerprint(COFFEE)).age_days is None
    partial.git("fetch", "-q", "--refetch", "--no-filter")
    assert days_of(partial, COFFEE) == (2, 2)


def damage(data: bytes) -> Iterator[bytes]:
    yield b""
    yield data[:-1]
    yield data[: len(data) // 2]
    yield data.replace(b'"lives"', b'"livez"')
    yield data.replace(b"1767268800", b"1767268801")  # noon of day 0
    yield b"\0" * len(data)
    yield b"[" * 200_000
    yield data.partition(b"\n")[2]


def test_damaged_records_are_made_again(history: MemoryRepo) -> None:
    ages_in_head(history)
    (file,) = kept_files(history)
    whole = file.read_bytes()
    for data in damage(whole):
        assert data != whole
        file.write_bytes(data)
        assert days_of(history, STAGING) == (1, 1), data[:80]
        assert file.read_bytes() == whole


def test_a_record_under_the_name_of_another_commit_is_not_believed(history: MemoryRepo) -> None:
    first = history.git("rev-parse", "HEAD~2").strip()
    repository = find_repository(str(history.path))
    ages_at(repository, first)
    (file,) = kept_files(history)
    file.rename(file.with_name(file.name.replace(first, history.git("rev-parse", "HEAD").strip())))
    assert days_of(history, STAGING) == (1, 1)


def test_no_word_of_an_entry_is_kept(history: MemoryRepo) -> None:
    put(history, 5, STAGING)
    ages_in_head(history)
    assert [b"Fridays" in file.read_bytes() or b"Staging" in file.read_bytes() for file in kept_files(history)] == [
        False
    ]


@pytest.mark.parametrize("obstacle", ["file", "missing folder", "no permission"])
def test_failing_to_keep_is_no_failure(history: MemoryRepo, obstacle: str) -> None:
    state = history.path / ".git/hygiene"
    if obstacle == "file":
        state.write_text("in the way")
    elif obstacle == "missing folder":
        state.symlink_to(history.path / "nowhere" / "at all")
    else:
        state.mkdir()
        state.chmod(0o500)
    assert days_of(history, STAGING) == (1, 1)
    assert days_of(history, STAGING) == (1, 1)


def test_several_at_once_come_to_the_same(history: MemoryRepo) -> None:
    history.write(".hygiene.yaml", "version: 1\nprofile: hermes\n")
    history.commit("configuration", day(3))
    command = [sys.executable, "-m", "memory_hygiene", "age", "--format", "json", "--now", on(30)]
    running = [subprocess.Popen(command, cwd=history.path, stdout=subprocess.PIPE) for _ in range(4)]
    outputs = {process.communicate()[0] for process in running}
    assert len(outputs) == 1
    assert [entry["age_days"] for entry in json.loads(outputs.pop())["entries"]] == [30, 29, 28]
    assert all(not file.name.startswith(".") for file in kept_files(history))


def test_the_index_stays_small_and_reaches_far_back(tmp_path: Path) -> None:
    index = AgeIndex(str(tmp_path), ("agent",), ())
    for depth in range(1, 1_201):
        index.keep(Place(depth, f"{depth:040x}"), Kept(State(), {}))
        index.thin(depth)
    depths = [place.depth for place in index.places()]
    assert len(depths) <= 10
    assert depths[0] == 1_200
    for distance in (8, 64, 512):
        assert any(distance <= 1_200 - depth < distance * 8 for depth in depths), depths


def test_old_terms_and_killed_writers_leave_nothing(tmp_path: Path) -> None:
    for terms in range(KEYS + 3):
        index = AgeIndex(str(tmp_path), ("agent",), (terms,))
        index.keep(Place(1, "a" * 40), Kept(State(), {}))
        (newest,) = (path for path in (tmp_path / "ages").rglob("*-*") if path.stat().st_mtime > 10)
        os.utime(newest, (terms, terms))
        index.thin(1)
    (folder,) = (tmp_path / "ages").iterdir()
    assert len(list(folder.iterdir())) == KEYS
    draft = folder / ".draft.1"
    draft.write_text("half")
    os.utime(draft, (0, 0))
    index.keep(Place(1, "a" * 40), Kept(State(), {}))
    index.thin(1)
    assert not draft.exists()


def test_agents_of_long_ago_are_let_go(tmp_path: Path) -> None:
    for agent in range(AGENTS + 5):
        (tmp_path / "ages" / f"{agent:016x}").mkdir(parents=True)
        os.utime(tmp_path / "ages" / f"{agent:016x}", (agent, agent))
    AgeIndex(str(tmp_path), ("new",), ()).keep(Place(1, "a" * 40), Kept(State(), {}))
    left = {path.name for path in (tmp_path / "ages").iterdir()}
    assert len(left) == AGENTS
    assert f"{0:016x}" not in left


def test_a_file_asked_for_by_name_has_an_index_of_its_own(history: MemoryRepo) -> None:
    repository = find_repository(str(history.path))
    head = head_commit(repository)
    ages_of(repository, SETTINGS, None, head, on(100), {"MEMORY.md": Format.MARKDOWN})
    mine: Age = ages_at(repository, head).of(fingerprint(STAGING))
    assert mine.age_days == 99
    assert len({file.parent for file in kept_files(history)}) == 2
