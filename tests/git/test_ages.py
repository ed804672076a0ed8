"""The right answers about ages, each on a real history. Day numbers; content is first seen on day 0 unless said."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from memory_hygiene.core.archive import write_block
from memory_hygiene.core.audit.ledger import Judged, write_record
from memory_hygiene.core.contracts import Profile
from memory_hygiene.core.fingerprint import fingerprint
from memory_hygiene.core.history.tiling import Tiles
from memory_hygiene.core.settings import Agent, Settings
from memory_hygiene.edge.git.history import ages_of
from memory_hygiene.edge.git.repository import find_repository, head_commit
from tests.conftest import MemoryRepo
from tests.git.histories import SEPARATOR, RandomHistory, age_of, ages_in_head, day, days_of, on

DEPLOY = "Deploys run on Fridays after the stand-up, never later than four"
STAGING = "Staging is rebuilt every night from the newest backup of production"
COFFEE = "Anna drinks her coffee black and wants no sugar near it"
ARCHIVE = "archive/MEMORY.archive.md"


def store(*entries: str) -> str:
    return SEPARATOR.join(entries) + "\n"


@pytest.fixture
def history(repo: MemoryRepo) -> MemoryRepo:
    """Day 0: three entries in MEMORY.md."""
    repo.write("MEMORY.md", store(DEPLOY, STAGING, COFFEE))
    repo.commit("day 0", day(0))
    return repo


def put(repo: MemoryRepo, number: int, **files: str) -> str:
    """Write files (``MEMORY`` for MEMORY.md, ``USER`` for USER.md, ``ARCHIVE`` for the archive) and commit."""
    names = {"MEMORY": "MEMORY.md", "USER": "USER.md", "ARCHIVE": ARCHIVE}
    for name, content in files.items():
        repo.write(names[name], content)
    return repo.commit(f"day {number}", day(number))


def test_reorder_indent_wrap_and_line_endings_do_not_renew(history: MemoryRepo) -> None:
    wrapped = COFFEE.replace(" and ", "\n    and ")
    put(history, 5, MEMORY=store(COFFEE, DEPLOY, STAGING))
    put(history, 6, MEMORY=store(wrapped, "  " + DEPLOY, STAGING))
    put(history, 7, MEMORY=store(wrapped, DEPLOY, STAGING).replace("\n", "\r\n"))
    assert [days_of(history, text) for text in (DEPLOY, STAGING, COFFEE)] == [(0, 0)] * 3


def test_marks_do_not_renew(history: MemoryRepo) -> None:
    put(history, 5, MEMORY=store("[stale] " + DEPLOY, STAGING + " [UNVERIFIED]", COFFEE))
    assert days_of(history, "[stale] " + DEPLOY) == (0, 0)
    assert days_of(history, STAGING) == (0, 0)


def test_section_sign_list_turned_into_bullets(repo: MemoryRepo) -> None:
    repo.write("memories/MEMORY.md", store(DEPLOY, STAGING))
    repo.commit("day 0", day(0))
    (repo.path / "memories/MEMORY.md").unlink()
    repo.write("SOUL.md", f"# Notes\n\n- {DEPLOY}\n- {STAGING}\n")
    repo.commit("day 9", day(9))
    assert days_of(repo, "- " + STAGING) == (0, 0)


def test_moves_between_files_of_the_agent(history: MemoryRepo) -> None:
    put(history, 5, MEMORY=store(DEPLOY), USER=store(COFFEE), ARCHIVE=store(STAGING))
    (history.path / "USER.md").unlink()
    history.write("skills/brew/SKILL.md", f"# Brew\n\n- {COFFEE}\n")
    history.commit("to the skill", day(6))
    assert days_of(history, COFFEE) == (0, 0)
    assert days_of(history, STAGING) == (0, 0)


def test_framed_archive_and_back(history: MemoryRepo) -> None:
    block = write_block(on(5), "MEMORY.md", "", STAGING.encode(), b"\n").decode()
    put(history, 5, MEMORY=store(DEPLOY, COFFEE), ARCHIVE="# Archive\n" + block)
    assert days_of(history, STAGING) == (0, 0)
    put(history, 8, MEMORY=store(DEPLOY, COFFEE, STAGING))
    assert days_of(history, STAGING) == (0, 0)


def test_rename_of_the_file(history: MemoryRepo) -> None:
    history.git("mv", "MEMORY.md", "USER.md")
    history.commit("rename", day(5))
    assert days_of(history, DEPLOY) == (0, 0)


def test_rename_from_a_name_that_was_not_governed(repo: MemoryRepo) -> None:
    repo.write("notes.md", store(DEPLOY, STAGING, COFFEE))
    repo.commit("day 0", day(0))
    repo.write("notes.md", store(DEPLOY, STAGING.replace("night", "morning"), COFFEE))
    repo.commit("day 2", day(2))
    repo.git("mv", "notes.md", "MEMORY.md")
    repo.write("MEMORY.md", store(DEPLOY, STAGING.replace("night", "morning"), COFFEE, "One more"))
    repo.commit("day 5", day(5))
    assert days_of(repo, DEPLOY) == (0, 0)
    assert days_of(repo, STAGING.replace("night", "morning")) == (0, 2)
    assert days_of(repo, "One more") == (5, 5)


@pytest.mark.parametrize("renaming", ["main", "side"])
def test_rename_on_one_branch_and_edit_on_the_other(repo: MemoryRepo, renaming: str) -> None:
    repo.write("notes.md", store(DEPLOY, STAGING))
    repo.commit("day 0", day(0))
    repo.git("branch", "side")
    repo.git("checkout", "-q", "side" if renaming == "main" else "main")
    repo.write("notes.md", store(COFFEE, DEPLOY, STAGING))
    repo.commit("day 2", day(2))
    repo.git("checkout", "-q", renaming)
    repo.git("mv", "notes.md", "MEMORY.md")
    repo.commit("day 5", day(5))
    merge(repo, 8)
    assert COFFEE.encode() in repo.read("MEMORY.md")
    assert days_of(repo, COFFEE) == (2, 2)
    assert days_of(repo, DEPLOY) == (0, 0)


def test_copy_is_as_old_as_its_original(history: MemoryRepo) -> None:
    put(history, 5, USER=store(DEPLOY))
    put(history, 6, MEMORY=store(STAGING, COFFEE))
    assert days_of(history, DEPLOY) == (0, 0)


def test_deleted_and_added_again_later_is_new(history: MemoryRepo) -> None:
    put(history, 5, MEMORY=store(STAGING, COFFEE))
    put(history, 6, USER=store("Something else"))
    put(history, 20, MEMORY=store(DEPLOY, STAGING, COFFEE))
    assert days_of(history, DEPLOY) == (20, 20)


def test_one_word_edited(history: MemoryRepo) -> None:
    put(history, 20, MEMORY=store(DEPLOY.replace("four", "five"), STAGING, COFFEE))
    assert days_of(history, DEPLOY.replace("four", "five")) == (0, 20)
    assert days_of(history, STAGING) == (0, 0)


def test_edited_while_it_moves(history: MemoryRepo) -> None:
    put(history, 20, MEMORY=store(STAGING, COFFEE), USER=store(DEPLOY.replace("four", "five")))
    assert days_of(history, DEPLOY.replace("four", "five")) == (0, 20)


def test_rewritten_beyond_recognition_is_new(history: MemoryRepo) -> None:
    put(history, 20, MEMORY=store("Releases happen whenever Bo says so", STAGING, COFFEE))
    assert days_of(history, "Releases happen whenever Bo says so") == (20, 20)


def test_edited_and_reverted(history: MemoryRepo) -> None:
    put(history, 10, MEMORY=store(DEPLOY.replace("four", "five"), STAGING, COFFEE))
    put(history, 20, MEMORY=store(DEPLOY, STAGING, COFFEE))
    assert days_of(history, DEPLOY) == (0, 20)


def test_reverted_by_git(history: MemoryRepo) -> None:
    put(history, 10, MEMORY=store(DEPLOY.replace("four", "five"), STAGING))
    date = day(20)
    history.git("revert", "--no-edit", "HEAD", GIT_AUTHOR_DATE=date, GIT_COMMITTER_DATE=date)
    assert days_of(history, DEPLOY) == (0, 20)
    assert days_of(history, COFFEE) == (20, 20)
    assert days_of(history, STAGING) == (0, 0)


def test_the_writer_is_who_changed_it_last(history: MemoryRepo) -> None:
    history.write("MEMORY.md", store(DEPLOY.replace("four", "five"), STAGING, COFFEE, "New"))
    history.git("add", "-A")
    history.git("commit", "-qm", "by another", "--author", "Bo <bo@example.org>", "--date", day(10))
    put(history, 20, MEMORY=store("New", STAGING), USER=store(COFFEE), ARCHIVE=store(DEPLOY.replace("four", "five")))
    ages = ages_in_head(history)
    found = [ages.of(fingerprint(text)) for text in (DEPLOY.replace("four", "five"), "New", STAGING, COFFEE)]
    assert [age.last_changed and age.last_changed.author[:2] for age in found] == ["Bo", "Bo", "Te", "Te"]
    assert [age.first_seen and age.first_seen.author[:2] for age in found] == ["Te", "Bo", "Te", "Te"]


def test_picked_from_another_branch_keeps_the_author_date(history: MemoryRepo) -> None:
    branch_off(history)
    put(history, 5, USER=store("Picked later"))
    history.git("checkout", "-q", "main")
    put(history, 8, ARCHIVE=store("Else"))
    history.git("cherry-pick", "side", GIT_COMMITTER_DATE=day(20))
    assert days_of(history, "Picked later") == (5, 5)


def test_squashed_edit_of_what_main_holds(history: MemoryRepo) -> None:
    branch_off(history)
    put(history, 5, MEMORY=store(DEPLOY.replace("four", "five"), STAGING, COFFEE))
    put(history, 6, MEMORY=store(COFFEE, DEPLOY.replace("four", "five"), STAGING))
    history.git("checkout", "-q", "main")
    history.git("merge", "-q", "--squash", "side")
    history.commit("squash", day(20))
    assert days_of(history, DEPLOY.replace("four", "five")) == (0, 20)
    assert days_of(history, COFFEE) == (0, 0)


def test_into_the_archive_in_one_commit_and_out_of_the_hot_file_in_the_next(history: MemoryRepo) -> None:
    put(history, 5, ARCHIVE=store(DEPLOY))
    put(history, 9, MEMORY=store(STAGING, COFFEE))
    assert days_of(history, DEPLOY) == (0, 0)


def test_one_side_taken_whole(history: MemoryRepo) -> None:
    branch_off(history)
    put(history, 5, MEMORY=store(COFFEE, "Only on the side"))
    history.git("checkout", "-q", "main")
    put(history, 6, USER=store("Else"))
    merge(history, 7, "-s", "ours")
    assert days_of(history, STAGING) == (0, 0)
    assert age_of(history, "Only on the side").why_unknown == "not committed yet"


def test_split_without_a_changed_word_keeps_the_age(history: MemoryRepo) -> None:
    first, second = DEPLOY[: DEPLOY.index(",")], DEPLOY[DEPLOY.index(",") + 2 :]
    put(history, 10, MEMORY=store(first, second, STAGING, COFFEE))
    assert days_of(history, first) == (0, 0)
    assert days_of(history, second) == (0, 0)


def test_joined_is_as_young_as_its_youngest_part(history: MemoryRepo) -> None:
    young = "The kettle is descaled monthly"
    put(history, 10, MEMORY=store(DEPLOY, STAGING, COFFEE, young))
    put(history, 20, MEMORY=store(DEPLOY, STAGING, f"{young}; {COFFEE}"))
    assert days_of(history, f"{young}; {COFFEE}") == (10, 10)


def test_a_text_written_twice_is_an_edit_and_no_join(history: MemoryRepo) -> None:
    put(history, 20, MEMORY=store(f"{DEPLOY}. {DEPLOY}", STAGING, COFFEE))
    assert days_of(history, f"{DEPLOY}. {DEPLOY}") == (0, 20)


def test_hostile_pieces_cannot_make_tiling_slow() -> None:
    hostile = [["a"] * length + [f"b{length}"] for length in range(1, 1_000)]
    tiles = Tiles([*hostile, ["a"]])
    assert tiles.cover(["a"] * 20_000) == ()
    assert Tiles([["x", "y"], ["a", "b", "c"]]).cover(["a", "b", "c", "x", "y"]) == (1, 0)


@pytest.mark.parametrize(("hour", "expected"), [(20, (0, 0)), (36, (6, 6))])
def test_out_in_one_commit_and_archived_in_the_next(history: MemoryRepo, hour: int, expected: tuple[int, int]) -> None:
    put(history, 5, MEMORY=store(STAGING, COFFEE))
    history.write("unrelated.txt", "nothing of the agent's")
    history.commit("between", day(5, 13))
    history.write(ARCHIVE, store(DEPLOY))
    history.commit("archived", day(5 + hour // 24, hour % 24))
    assert days_of(history, DEPLOY) == expected


def test_reworded_by_us_keeps_its_age_when_the_ledger_says_so(history: MemoryRepo) -> None:
    short = "Deploys: Fridays"
    judged = Judged(fingerprint(DEPLOY), "compress", "filler words", fingerprint(short))
    history.write("MEMORY_AUDIT_LEDGER.md", write_record(f"{on(20)}T12:00:00Z", (), (), (judged,)))
    put(history, 20, MEMORY=store(short, STAGING, COFFEE))
    assert days_of(history, short) == (0, 0)


def branch_off(repo: MemoryRepo) -> None:
    repo.git("checkout", "-q", "-b", "side")


def merge(repo: MemoryRepo, number: int, *options: str) -> None:
    date = day(number)
    repo.git("checkout", "-q", "main")
    repo.git("merge", "-q", "--no-edit", *options, "side", GIT_AUTHOR_DATE=date, GIT_COMMITTER_DATE=date)


def test_added_on_two_branches_the_older_birth_wins(history: MemoryRepo) -> None:
    branch_off(history)
    put(history, 5, USER=store("New on both"))
    history.git("checkout", "-q", "main")
    put(history, 10, ARCHIVE=store("New on both"))
    merge(history, 20, "--no-ff")
    assert days_of(history, "New on both") == (5, 5)


def test_squash_knows_nothing_older(history: MemoryRepo) -> None:
    branch_off(history)
    put(history, 5, USER=store("Squashed later"))
    history.git("checkout", "-q", "main")
    history.git("merge", "-q", "--squash", "side")
    history.commit("squash", day(20))
    assert days_of(history, "Squashed later") == (20, 20)


def test_removed_on_one_side_and_cleanly_merged_is_absent(history: MemoryRepo) -> None:
    branch_off(history)
    put(history, 5, MEMORY=store(STAGING, COFFEE))
    history.git("checkout", "-q", "main")
    put(history, 6, USER=store("Else"))
    merge(history, 7)
    assert age_of(history, DEPLOY).why_unknown == "not committed yet"


def test_removed_on_main_but_kept_by_the_merge(history: MemoryRepo) -> None:
    branch_off(history)
    put(history, 4, USER=store("Else"))
    history.git("checkout", "-q", "main")
    put(history, 5, MEMORY=store(STAGING, COFFEE))
    merge(history, 7, "--no-ff", "--no-commit")
    history.write("MEMORY.md", store(DEPLOY, STAGING, COFFEE))
    history.commit("keep it", day(7))
    assert days_of(history, DEPLOY) == (0, 0)


def test_edit_made_while_merging(history: MemoryRepo) -> None:
    branch_off(history)
    put(history, 4, MEMORY=store(DEPLOY.replace("four", "five"), STAGING, COFFEE))
    history.git("checkout", "-q", "main")
    put(history, 5, MEMORY=store(DEPLOY.replace("four", "six"), STAGING, COFFEE))
    history.run("git", "merge", "-q", "side")
    history.write("MEMORY.md", store(DEPLOY.replace("four", "seven"), STAGING, COFFEE))
    history.commit("resolved", day(7))
    assert days_of(history, DEPLOY.replace("four", "seven")) == (0, 7)


def test_author_date_counts_after_amend_and_rebase(history: MemoryRepo) -> None:
    branch_off(history)
    put(history, 5, USER=store("Written on day five"))
    history.git("commit", "-q", "--amend", "-m", "amended", GIT_COMMITTER_DATE=day(9))
    history.git("checkout", "-q", "main")
    put(history, 10, ARCHIVE=store("Else"))
    history.git("checkout", "-q", "side")
    history.git("rebase", "-q", "main", GIT_COMMITTER_DATE=day(12))
    assert days_of(history, "Written on day five") == (5, 5)


@pytest.mark.parametrize("committed", [-380, 30], ids=["wrong clock", "only the author date"])
def test_a_commit_dated_before_its_parents_is_no_older_than_they(history: MemoryRepo, committed: int) -> None:
    put(history, 20, USER=store("Else"))
    history.write("USER.md", store("Else", "Late"))
    history.git("add", "-A")
    history.git("commit", "-qm", "odd", GIT_AUTHOR_DATE=day(-380), GIT_COMMITTER_DATE=day(committed))
    age = age_of(history, "Late")
    assert age.first_seen is not None
    assert age.first_seen.date == on(-380)
    assert age.age_days == 80


def test_a_date_in_the_future_is_unknown_and_spoils_nothing_after_it(history: MemoryRepo) -> None:
    put(history, 900, USER=store("From the future"))
    put(history, 30, ARCHIVE=store("Sane again"))
    age = age_of(history, "From the future")
    assert age.age_days is None
    assert on(900) in age.why_unknown
    assert days_of(history, "Sane again") == (30, 30)
    history.write("USER.md", store("From the future", "Rebased"))
    history.git("add", "-A")
    history.git("commit", "-qm", "rebased", GIT_AUTHOR_DATE=day(20), GIT_COMMITTER_DATE=day(31))
    assert days_of(history, "Rebased") == (20, 20)


def test_backdated_after_a_date_in_the_future_is_still_not_old(history: MemoryRepo) -> None:
    put(history, 20, USER=store("Else"))
    put(history, 900, USER=store("From the future"))
    put(history, -380, USER=store("From the future", "Late"))
    assert age_of(history, "Late").age_days == 80


def test_a_first_commit_in_the_future_spoils_nothing_after_it(repo: MemoryRepo) -> None:
    put(repo, 900, MEMORY=store(DEPLOY))
    put(repo, 10, MEMORY=store(DEPLOY, STAGING))
    assert age_of(repo, DEPLOY).age_days is None
    assert days_of(repo, STAGING) == (10, 10)


def test_the_epoch_is_no_date(history: MemoryRepo) -> None:
    history.write("USER.md", store("No clock"))
    history.git("checkout", "-q", "--orphan", "fresh")
    history.commit("epoch", "1970-01-01T00:00:05+0000")
    assert age_of(history, "No clock").age_days is None


def test_uncommitted_is_unknown(history: MemoryRepo) -> None:
    age = age_of(history, "Never committed")
    assert (age.first_seen, age.last_changed, age.age_days) == (None, None, None)
    assert age.why_unknown


def test_before_the_first_commit(repo: MemoryRepo) -> None:
    repo.write("MEMORY.md", store(DEPLOY))
    assert age_of(repo, DEPLOY).why_unknown == "not committed yet"


def test_shallow_boundary_is_unknown_and_newer_is_known(history: MemoryRepo, tmp_path: Path) -> None:
    put(history, 10, MEMORY=store(DEPLOY, STAGING))
    put(history, 20, MEMORY=store(DEPLOY.replace("four", "five"), STAGING, "Newest"))
    history.git("clone", "-q", "--depth", "2", f"file://{history.path}", str(tmp_path / "shallow"))
    shallow = MemoryRepo(tmp_path / "shallow")
    old = age_of(shallow, STAGING)
    assert (old.first_seen, old.last_changed, old.age_days) == (None, None, None)
    assert "at least 90 days" in old.why_unknown
    edited = age_of(shallow, DEPLOY.replace("four", "five"))
    assert (edited.first_seen, edited.age_days) == (None, 80)
    assert "shallow" in edited.why_unknown
    assert days_of(shallow, "Newest") == (20, 20)


def test_behind_a_shallow_boundary_an_entry_may_be_older_than_on_the_other_branch(
    repo: MemoryRepo, tmp_path: Path
) -> None:
    put(repo, 0, MEMORY=store(DEPLOY))
    put(repo, 1, MEMORY=store(DEPLOY, STAGING))
    branch_off(repo)
    put(repo, 2, MEMORY=store(DEPLOY))
    put(repo, 3, USER=store("Else"))
    put(repo, 9, MEMORY=store(DEPLOY, STAGING))
    repo.git("checkout", "-q", "main")
    put(repo, 10, ARCHIVE=store("Other"))
    merge(repo, 11)
    assert days_of(repo, STAGING) == (1, 1)
    repo.git("clone", "-q", "--depth", "3", f"file://{repo.path}", str(tmp_path / "shallow"))
    assert age_of(MemoryRepo(tmp_path / "shallow"), STAGING).age_days is None


def test_sha256_repository_with_odd_names(tmp_path: Path) -> None:
    repo = MemoryRepo(tmp_path / "sha256", "--object-format=sha256")
    (repo.path / os.fsdecode(b"b\xffd\n.md")).write_text("odd")
    repo.write("MEMORY.md", store(DEPLOY))
    commit = repo.commit("day 0", day(0))
    assert days_of(repo, DEPLOY) == (0, 0)
    age = age_of(repo, DEPLOY)
    assert age.first_seen is not None
    assert age.first_seen.commit == commit


def test_linked_worktree_and_bare_clone(history: MemoryRepo, tmp_path: Path) -> None:
    history.git("worktree", "add", "-q", str(tmp_path / "linked"), "-b", "linked")
    history.git("clone", "-q", "--bare", str(history.path), str(tmp_path / "bare.git"))
    for folder in (tmp_path / "linked", tmp_path / "bare.git"):
        repository = find_repository(str(folder))
        settings = Settings(Profile.HERMES, (Agent("a", "", Profile.HERMES),))
        ages = ages_of(repository, settings, settings.agents[0], head_commit(repository), on(100))
        assert ages.of(fingerprint(DEPLOY)).age_days == 100


def test_hostile_configuration_grafts_and_replacements_change_nothing(history: MemoryRepo) -> None:
    second = put(history, 10, MEMORY=store(DEPLOY, STAGING, COFFEE, "Later"))
    for name, value in (
        ("log.showSignature", "true"), ("color.ui", "always"), ("diff.noprefix", "true"), ("diff.renames", "copies"),
        ("diff.orderFile", "/missing"), ("diff.external", "false"), ("log.date", "relative"), ("log.follow", "true"),
        ("core.quotePath", "true"), ("format.pretty", "oneline"), ("log.diffMerges", "combined"),
        ("diff.renameLimit", "1"), ("i18n.logOutputEncoding", "UTF-16"), ("log.excludeDecoration", "*"),
    ):  # fmt: skip
        history.git("config", name, value)
    (history.path / ".git/info/grafts").write_text(second + "\n")
    history.run("git", "replace", "--graft", second)
    assert days_of(history, DEPLOY) == (0, 0)
    assert days_of(history, "Later") == (10, 10)


def test_another_agent_and_ungoverned_files_are_not_its_memory(repo: MemoryRepo) -> None:
    agents = tuple(Agent(name, f"agents/{name}", Profile.SANCTUM) for name in ("ada", "bo"))
    settings = Settings(Profile.SANCTUM, agents, has_roster=True)
    repo.write("agents/bo/LORE.md", f"- {DEPLOY}\n")
    repo.write("agents/ada/scratch.md", f"- {DEPLOY}\n")
    repo.commit("day 0", day(0))
    repo.write("agents/ada/LORE.md", f"- {DEPLOY}\n")
    repo.commit("day 5", day(5))
    repository = find_repository(str(repo.path))
    ages = [ages_of(repository, settings, agent, head_commit(repository), on(10)) for agent in agents]
    assert [found.of(fingerprint(DEPLOY)).age_days for found in ages] == [5, 10]


@pytest.mark.parametrize("seed", range(3))
def test_random_histories(repo: MemoryRepo, seed: int) -> None:
    truth = RandomHistory(seed, 400)
    subprocess.run(["git", "fast-import", "--quiet"], cwd=repo.path, input=truth.stream, check=True)
    ages = ages_in_head(repo)
    for note in (*truth.hot, *truth.cold):
        age = ages.of(fingerprint(note.text))
        assert age.first_seen is not None
        assert age.last_changed is not None
        found = (age.first_seen.time, age.last_changed.time)
        assert found == (truth.seconds(note.born), truth.seconds(note.changed)), note
    assert len(truth.hot) > 5


def test_command_text_and_json(history: MemoryRepo) -> None:
    history.write(".hygiene.yaml", "version: 1\nprofile: hermes\n")
    put(history, 20, MEMORY=store(DEPLOY.replace("four", "five"), STAGING))
    history.write("MEMORY.md", store(DEPLOY.replace("four", "five"), STAGING, "\x1b[31mnot yet"))
    text = history.hygiene("age", "--now", on(30))
    assert text.returncode == 0, text.stderr
    lines = text.stdout.splitlines()
    assert lines[0] == "MEMORY.md"
    assert lines[2].split()[:6] == ["1", "10", "d", on(0), on(20), "Test"]
    assert "not committed yet" in lines[4]
    assert "\x1b" not in text.stdout
    done = history.hygiene("age", "--format", "json", "--now", on(30))
    document = json.loads(done.stdout)
    assert list(document) == ["version", "entries"]
    assert [entry["age_days"] for entry in document["entries"]] == [10, 30, None]
    assert list(document["entries"][0]) == [
        "path", "line", "fingerprint", "text", "first_seen", "last_changed", "age_days", "why_unknown",
    ]  # fmt: skip
    assert document["entries"][0]["first_seen"]["author"] == "Test Writer <writer@example.org>"
    assert document["entries"][2]["first_seen"] is None


def test_command_reads_any_file_given(history: MemoryRepo) -> None:
    history.write(".hygiene.yaml", "version: 1\nprofile: hermes\n")
    history.write("docs/notes.md", f"- {DEPLOY}\n- Only here\n")
    history.commit("notes", day(20))
    done = history.hygiene("age", "docs/notes.md", "--format", "json", "--now", on(30))
    assert [entry["age_days"] for entry in json.loads(done.stdout)["entries"]] == [30, 10]
    missing = history.hygiene("age", "docs/missing.md")
    assert missing.returncode == 2
    assert "docs/missing.md" in missing.stderr


def test_command_before_the_first_commit(hermes: MemoryRepo) -> None:
    hermes.write("MEMORY.md", store(DEPLOY))
    done = hermes.hygiene("age")
    assert done.returncode == 0, done.stderr
    assert "not committed yet" in done.stdout
