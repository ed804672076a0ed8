"""``hygiene prove`` over real histories: every commit against every parent, and each departure with its authority."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from memory_hygiene.core.audit.ledger import TITLE, Judged, write_record
from memory_hygiene.core.fingerprint import fingerprint
from tests.conftest import MemoryRepo

CONFIG = "version: 1\nprofile: hermes\n"
BERTHS = "Every berth has its own meter."
KEYS = "The harbour office keeps the spare keys."
TIDE = "Tide tables are printed on the first of the month."
FERRY = "The ferry to the island leaves at nine."


def memory(*entries: str) -> str:
    """A § store as Hermes writes it."""
    return "\n§\n".join(entries)


def prove(repo: MemoryRepo, *arguments: str, code: int = 0) -> dict[str, Any]:
    """The JSON document of a proof that must end with ``code``."""
    done = repo.hygiene("prove", *arguments, "--format", "json")
    assert done.returncode == code, done.stdout + done.stderr
    document = json.loads(done.stdout)
    assert isinstance(document, dict)
    return document


def counts(document: Mapping[str, Any]) -> dict[str, int]:
    """The summary without what did not happen."""
    return {name: count for name, count in document["summary"].items() if count}


@pytest.fixture
def harbour(hermes: MemoryRepo) -> MemoryRepo:
    """A Hermes store with three entries, committed."""
    hermes.write("MEMORY.md", memory(BERTHS, KEYS, TIDE))
    hermes.commit("first")
    return hermes


def test_the_document_is_as_the_interface_says(harbour: MemoryRepo) -> None:
    first = harbour.git("rev-parse", "HEAD").strip()
    harbour.write("MEMORY.md", memory(BERTHS, TIDE, FERRY))
    second = harbour.commit("lose the keys")
    document = prove(harbour, "HEAD^..HEAD", code=1)
    assert list(document) == ["version", "range", "commits", "summary"]
    assert (document["version"], document["range"]) == (1, "HEAD^..HEAD")
    (commit,) = document["commits"]
    assert list(commit) == ["commit", "parents", "lost", "moved", "dropped", "added", "edited"]
    assert (commit["commit"], commit["parents"]) == (second, [first])
    assert commit["lost"] == [{"path": "MEMORY.md", "line": 3, "fingerprint": fingerprint(KEYS), "text": KEYS}]
    assert commit["added"] == [{"path": "MEMORY.md", "line": 5, "fingerprint": fingerprint(FERRY), "text": FERRY}]
    assert document["summary"] == {"lost": 1, "moved": 0, "dropped": 0, "added": 1, "edited": 0}


def test_each_departure_comes_with_its_authority(harbour: MemoryRepo) -> None:
    harbour.write("MEMORY.md", memory(BERTHS, KEYS, TIDE, "[prune] " + FERRY, BERTHS, "Buoy four is green."))
    harbour.commit("a mark, a copy")
    harbour.write("MEMORY.md", memory(BERTHS, KEYS, TIDE, BERTHS, "Buoy four is green."))
    harbour.commit("the marked one goes")
    harbour.write("MEMORY.md", memory(BERTHS, KEYS, TIDE, "Buoy four is green."))
    harbour.commit("the copy goes")
    harbour.write("MEMORY.md", memory(BERTHS, KEYS, "Buoy four is green."))
    harbour.write("archive/MEMORY.archive.md", f"# Archive\n\n{TIDE}\n")
    harbour.commit("archived by hand")
    assert harbour.hygiene("drop", fingerprint(KEYS), "--reason", "new locks").returncode == 0
    document = prove(harbour)
    dropped = {
        one["fingerprint"]: (one["authority"], one["reason"].rpartition("] dropped: ")[2])
        for c in document["commits"]
        for one in c["dropped"]
    }
    assert dropped == {
        fingerprint(FERRY): ("mark", "[prune]"),
        fingerprint(BERTHS): ("copy", "a copy stays"),
        fingerprint(TIDE): ("archive", "kept in archive/MEMORY.archive.md"),
        fingerprint(KEYS): ("ledger", "new locks"),
    }
    assert document["summary"]["lost"] == 0


def test_a_move_between_stores_and_a_renamed_file_are_moves(harbour: MemoryRepo) -> None:
    harbour.write("MEMORY.md", memory(BERTHS, TIDE))
    harbour.write("USER.md", memory(KEYS))
    harbour.commit("one entry moves")
    harbour.git("mv", "USER.md", "SOUL.md")
    harbour.commit("all of a file moves")
    document = prove(harbour, "HEAD~2..")
    moved = [one for commit in document["commits"] for one in commit["moved"]]
    assert moved == [
        {"from": "MEMORY.md", "to": "USER.md", "fingerprint": fingerprint(KEYS)},
        {"from": "USER.md", "to": "SOUL.md", "fingerprint": fingerprint(KEYS)},
    ]
    assert counts(document) == {"moved": 2}


def test_a_rule_that_goes_to_a_skill_file_is_moved_whoever_tells_of_it(harbour: MemoryRepo) -> None:
    skill = "skills/operating-rules/SKILL.md"
    record = write_record("2026-09-16T10:00:00Z", (), (Judged(fingerprint(KEYS), "move", "a rule"),))
    harbour.write("MEMORY.md", memory(BERTHS, TIDE))
    harbour.write(skill, f"# Rules\n\n- {KEYS}\n")
    harbour.write("MEMORY_AUDIT_LEDGER.md", TITLE + record)
    harbour.commit("a rule goes to the skill file, and the ledger tells of it")
    harbour.write("MEMORY.md", memory(BERTHS))
    harbour.write(skill, f"# Rules\n\n- {KEYS}\n- {TIDE}\n")
    harbour.commit("another one by hand")
    harbour.write("MEMORY.md", memory(BERTHS, TIDE))
    harbour.commit("noted once more")
    harbour.write("MEMORY.md", memory(BERTHS))
    harbour.commit("the skill file has it already")
    document = prove(harbour, "HEAD~4..")
    moved = [one for commit in document["commits"] for one in commit["moved"]]
    assert moved == [{"from": "MEMORY.md", "to": skill, "fingerprint": fingerprint(entry)} for entry in (KEYS, TIDE)]
    (kept,) = [one for commit in document["commits"] for one in commit["dropped"]]
    assert (kept["authority"], kept["reason"]) == ("skill", f"kept in {skill}")
    assert counts(document) == {"moved": 2, "dropped": 1, "added": 1}
    assert f"moved    MEMORY.md → {skill}" in harbour.hygiene("prove").stdout


def test_edits_splits_and_joins_name_what_came_of_them(sanctum: MemoryRepo) -> None:
    long = "The crane lifts four tons in summer; the foreman signs for every lift before noon."
    sanctum.write("LORE.md", f"# Lore\n\n- {long}\n- {TIDE}\n- keep\n")
    sanctum.commit()
    halves = long.split("; ")
    sanctum.write("LORE.md", f"# Lore\n\n- {halves[0]}\n- {halves[1]}\n- {TIDE.replace('first', 'second')}\n- keep\n")
    sanctum.commit()
    document = prove(sanctum, "HEAD^..")
    edited = document["commits"][0]["edited"]
    assert {(one["path"], one["fingerprint_before"], one["fingerprint_after"]) for one in edited} == {
        ("LORE.md", fingerprint(f"- {long}"), fingerprint(f"- {halves[0]}")),
        ("LORE.md", fingerprint(f"- {TIDE}"), fingerprint(f"- {TIDE.replace('first', 'second')}")),
    }
    assert all(0 < one["similarity"] < 1 for one in edited)
    assert counts(document) == {"edited": 2}


def test_the_first_commit_and_a_deleted_store(harbour: MemoryRepo) -> None:
    harbour.git("rm", "-q", "MEMORY.md")
    harbour.commit("delete it")
    document = prove(harbour, code=1)
    assert [len(commit["parents"]) for commit in document["commits"]] == [0, 1]
    assert counts(document) == {"added": 3, "lost": 3}


def test_a_merge_answers_for_what_neither_side_had_removed(harbour: MemoryRepo) -> None:
    harbour.git("switch", "-q", "-c", "side")
    harbour.write("MEMORY.md", memory(KEYS, TIDE))
    harbour.write("archive/MEMORY.archive.md", f"{BERTHS}\n")
    harbour.commit("archive one on a branch")
    harbour.git("switch", "-q", "main")
    harbour.write("MEMORY.md", memory(BERTHS, KEYS, TIDE, FERRY))
    harbour.commit("add one on main")
    harbour.git("merge", "-q", "--no-commit", "side", "-X", "theirs")
    harbour.write("MEMORY.md", memory(KEYS, TIDE, FERRY))
    harbour.commit("honest merge")
    assert counts(prove(harbour)) == {"added": 4, "dropped": 1}
    harbour.git("switch", "-q", "-c", "again", "HEAD^1")
    harbour.git("merge", "-q", "-s", "ours", "--no-edit", "side")
    assert prove(harbour, "HEAD^1..HEAD")["summary"]["lost"] == 0
    harbour.git("switch", "-q", "-c", "evil", "side")
    harbour.git("merge", "-q", "-s", "ours", "--no-edit", "main^1")
    evil = prove(harbour, "HEAD^!", code=1)
    assert [one["text"] for one in evil["commits"][0]["lost"]] == [FERRY]
    assert len(evil["commits"][0]["parents"]) == 2


def test_ranges_are_gits(harbour: MemoryRepo) -> None:
    base = harbour.git("rev-parse", "HEAD").strip()
    harbour.git("switch", "-q", "-c", "side")
    harbour.write("MEMORY.md", memory(BERTHS, KEYS, TIDE, FERRY))
    side = harbour.commit("side")
    harbour.git("switch", "-q", "main")
    harbour.write("USER.md", "Likes tea.")
    main = harbour.commit("main")
    harbour.git("tag", "-a", "-m", "a tag", "v1", "side")

    def commits(written: str) -> set[str]:
        return {commit["commit"] for commit in prove(harbour, written)["commits"]}

    assert commits("main..v1") == {side}
    assert commits("main...side") == {side, main}
    assert commits("HEAD") == {base, main}
    assert commits("..side") == {side}
    assert commits("side..") == {main}
    assert commits(f"{base}^!") == {base}
    assert commits("main^!") == {main}


def test_an_empty_range_is_told(harbour: MemoryRepo) -> None:
    harbour.write("USER.md", "Likes tea.")
    harbour.commit()
    done = harbour.hygiene("prove", "HEAD..HEAD^")
    assert (done.returncode, "the other way round: HEAD^..HEAD" in done.stdout) == (0, True), done.stdout


@pytest.mark.parametrize(
    "written",
    ["nowhere..HEAD", "HEAD..nowhere", "a..b..c", "--all", "", "^HEAD", "^!", ":/x\ny..HEAD", "HEAD:MEMORY.md"],
)
def test_a_bad_range_cannot_be_judged(harbour: MemoryRepo, written: str) -> None:
    done = harbour.hygiene("prove", "--", written)
    assert done.returncode == 2, done.stdout
    assert "mend:" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_truncated_history_is_refused_with_the_remedy(harbour: MemoryRepo, tmp_path: Path) -> None:
    harbour.write("MEMORY.md", memory(BERTHS))
    harbour.commit("a loss")
    harbour.git("clone", "-q", "--depth", "1", f"file://{harbour.path}", str(tmp_path / "shallow"))
    done = harbour.hygiene("prove", "-C", str(tmp_path / "shallow"))
    assert done.returncode == 2
    assert "git fetch --unshallow (GitHub: fetch-depth: 0, GitLab: GIT_DEPTH: 0)" in done.stderr


def test_a_plain_repository_is_read_by_its_file_names(repo: MemoryRepo) -> None:
    repo.write("agents/heron/MEMORY.md", memory(BERTHS, KEYS))
    repo.write("agents/gull/LORE.md", f"# Lore\n\n- {TIDE}\n- {FERRY}\n")
    repo.write("notes.md", "- not memory\n")
    repo.commit()
    repo.write("agents/heron/MEMORY.md", memory(BERTHS))
    repo.write("agents/gull/LORE.md", f"# Lore\n\n- {TIDE}\n")
    repo.write("notes.md", "- changed\n")
    repo.commit()
    document = prove(repo, "HEAD^..HEAD", code=1)
    assert {(one["path"], one["text"]) for one in document["commits"][0]["lost"]} == {
        ("agents/heron/MEMORY.md", KEYS),
        ("agents/gull/LORE.md", f"- {FERRY}"),
    }
    told = repo.hygiene("prove").stdout
    assert "hermes in agents/heron" in told
    assert "sanctum in agents/gull" in told


def test_a_markdown_memory_without_configuration_is_read_entry_by_entry(repo: MemoryRepo) -> None:
    repo.write("MEMORY.md", "".join(f"- berth {number} has a meter\n" for number in range(30)))
    repo.write("USER.md", f"- {KEYS}\n- {TIDE}\n")
    repo.commit()
    repo.write("MEMORY.md", "".join(f"- berth {number} has a meter\n" for number in range(29)))
    repo.write("USER.md", f"- {KEYS}\n")
    repo.commit()
    lost = prove(repo, "HEAD^..", code=1)["commits"][0]["lost"]
    assert [one["text"] for one in lost] == ["- berth 29 has a meter", f"- {TIDE}"]
    one = prove(repo, "HEAD^..", "--profile", "hermes", code=1)["commits"][0]
    assert [each["path"] for each in one["edited"]] == ["MEMORY.md"]


def test_a_store_renamed_out_of_sight_is_lost(repo: MemoryRepo) -> None:
    repo.write("MEMORY.md", memory(BERTHS, KEYS))
    repo.commit()
    repo.git("mv", "MEMORY.md", "notes.md")
    repo.commit()
    assert counts(prove(repo, "HEAD^..HEAD", code=1)) == {"lost": 2}
    assert counts(prove(repo, code=1)) == {"added": 2, "lost": 2}
    repo.write("notes.md", "x")
    repo.commit()
    assert repo.hygiene("prove", "HEAD^..HEAD").returncode == 2


def test_without_any_memory_file_nothing_can_be_judged(repo: MemoryRepo) -> None:
    repo.write("README.md", "x\n")
    repo.commit()
    done = repo.hygiene("prove")
    assert (done.returncode, "no memory file" in done.stderr) == (2, True)


def test_before_the_first_commit_there_is_nothing_to_prove(repo: MemoryRepo) -> None:
    assert repo.hygiene("prove").returncode == 2


def test_taking_the_configuration_away_hides_nothing(harbour: MemoryRepo) -> None:
    harbour.git("rm", "-q", ".hygiene.yaml")
    harbour.commit("no rules any more")
    harbour.write("MEMORY.md", memory(BERTHS, TIDE))
    harbour.commit("and an entry less")
    assert counts(prove(harbour, "HEAD~2..", code=1)) == {"lost": 1}


def test_links_and_submodules_in_the_place_of_a_store_lose_it(harbour: MemoryRepo) -> None:
    (harbour.path / "MEMORY.md").unlink()
    (harbour.path / "MEMORY.md").symlink_to("/etc/hostname")
    harbour.commit("a link out")
    assert counts(prove(harbour, "HEAD^!", code=1)) == {"lost": 3}
    harbour.git("rm", "-q", "--cached", "MEMORY.md")
    oid = harbour.git("rev-parse", "HEAD").strip()
    harbour.git("update-index", "--add", "--cacheinfo", f"160000,{oid},MEMORY.md")
    harbour.git("commit", "-q", "-m", "a submodule")
    assert counts(prove(harbour, "HEAD^!")) == {}


def test_a_bare_repository_can_be_proved(harbour: MemoryRepo, tmp_path: Path) -> None:
    harbour.git("clone", "-q", "--bare", ".", str(tmp_path / "bare.git"))
    assert counts(prove(harbour, "-C", str(tmp_path / "bare.git"))) == {"added": 3}


def test_an_apply_and_its_ledger_prove_clean(sanctum: MemoryRepo) -> None:
    sanctum.write("LORE.md", f"# Lore\n\n- [prune] {FERRY}\n- {TIDE}\n- {TIDE}\n- {KEYS}\n")
    sanctum.commit()
    assert sanctum.hygiene("apply", "--now", "2026-09-15").returncode == 0
    document = prove(sanctum, "HEAD^..HEAD")
    assert {one["authority"] for one in document["commits"][0]["dropped"]} == {"ledger"}
    assert document["summary"]["dropped"] == 2


def test_the_text_says_how_to_bring_back_and_hides_no_control_codes(harbour: MemoryRepo) -> None:
    harbour.write("USER.md", memory("\x1b[2J::error::gone ##[error]x", "Likes tea."))
    harbour.commit()
    harbour.write("USER.md", "Likes tea.")
    harbour.commit()
    done = harbour.hygiene("prove", "HEAD^..HEAD")
    assert done.returncode == 1
    assert "hygiene restore " in done.stdout
    assert "1 entry lost in 1 commit" in done.stdout
    assert "\x1b" not in done.stdout
    assert "##[error]" not in done.stdout


def test_what_came_back_later_is_told(harbour: MemoryRepo) -> None:
    harbour.write("MEMORY.md", memory(BERTHS, KEYS))
    harbour.commit("a loss")
    harbour.write("MEMORY.md", memory(BERTHS, KEYS, TIDE))
    harbour.commit("mended")
    done = harbour.hygiene("prove")
    assert (done.returncode, "there again at the end" in done.stdout) == (1, True)
