"""Bringing single entries back: byte for byte, in their place, as a commit of their own."""

import json
import re

import pytest

from memory_hygiene.core.fingerprint import fingerprint

from .conftest import MemoryRepo

A, B, C, D = (
    "Every berth has its own meter.",
    "The harbour office keeps the spare keys.",
    "Tide tables are printed on the first of the month.",
    "The ferry to the island leaves at nine.",
)
DAY = "2026-09-15"


def memory(*entries: str) -> str:
    """A § store as Hermes writes it."""
    return "\n§\n".join(entries)


@pytest.fixture
def lossy(hermes: MemoryRepo) -> MemoryRepo:
    """A Hermes store that lost its second entry, committed past the gate; more was learnt since."""
    hermes.write("MEMORY.md", memory(A, B, C))
    hermes.commit()
    hermes.write("MEMORY.md", memory(A, C))
    hermes.commit("forget")
    hermes.write("MEMORY.md", memory(A, C, D))
    hermes.commit("learn")
    return hermes


def test_a_lost_entry_comes_back_between_its_neighbours_as_a_commit_with_a_record(lossy: MemoryRepo) -> None:
    done = lossy.hygiene("restore", fingerprint(B)[:8])
    assert done.returncode == 0, done.stdout + done.stderr
    assert lossy.read("MEMORY.md") == memory(A, B, C, D).encode()
    assert lossy.git("status", "--porcelain", "-uno") == ""
    ledger = lossy.read("MEMORY_AUDIT_LEDGER.md").decode()
    assert "- run: restore\n" in ledger
    assert f"  - {fingerprint(B)} restore: it was in " in ledger
    assert lossy.hygiene("check", "--rev", "HEAD").returncode == 0
    assert f"Hygiene-Restore: {fingerprint(B)}" in lossy.git("log", "-1", "--format=%B")
    assert lossy.hygiene("ledger", "verify").returncode == 0


@pytest.mark.parametrize("words", [("spare", "KEYS"), ("harbour office keeps",), (fingerprint(B).upper(),)])
def test_words_and_fingerprints_find_it_whatever_their_case(lossy: MemoryRepo, words: tuple[str, ...]) -> None:
    assert lossy.hygiene("restore", *words).returncode == 0
    assert lossy.read("MEMORY.md") == memory(A, B, C, D).encode()


def test_several_matches_are_listed_with_their_fingerprints_and_none_is_restored(hermes: MemoryRepo) -> None:
    hermes.write("MEMORY.md", memory(A, B, C + " Keys too.", D))
    hermes.commit()
    hermes.write("MEMORY.md", A)
    hermes.commit()
    done = hermes.hygiene("restore", "keys")
    assert done.returncode == 2
    assert re.findall(r"[0-9a-f]{16}", done.stderr) == [fingerprint(B), fingerprint(C + " Keys too.")]
    assert hermes.read("MEMORY.md") == A.encode()


def test_what_is_there_is_not_doubled(lossy: MemoryRepo) -> None:
    for named in (fingerprint(A), "own meter"):
        done = lossy.hygiene("restore", named)
        assert (done.returncode, "it is there" in done.stderr) == (2, True), done.stderr
    assert lossy.hygiene("restore", fingerprint(B)).returncode == 0
    again = lossy.hygiene("restore", fingerprint(B))
    assert (again.returncode, "MEMORY.md:3" in again.stderr) == (2, True), again.stderr


def test_nothing_found_is_told(lossy: MemoryRepo) -> None:
    for named in ("0123456789abcdef", "zeppelin", "dead", " "):
        assert lossy.hygiene("restore", named).returncode == 2
    assert lossy.hygiene("restore", fingerprint(B), "--from", "HEAD").returncode == 2
    assert lossy.hygiene("restore", fingerprint(B), "--from", "nowhere").returncode == 2


def test_a_former_wording_comes_back_from_the_commit_that_has_it(hermes: MemoryRepo) -> None:
    hermes.write("MEMORY.md", memory(A, "Port 8443 at night."))
    hermes.commit()
    hermes.write("MEMORY.md", memory(A, "Port 443 at night."))
    hermes.commit()
    assert hermes.hygiene("restore", "port", "night", "--from", "HEAD^").returncode == 0
    assert hermes.read("MEMORY.md") == memory(A, "Port 8443 at night.", "Port 443 at night.").encode()


def test_without_room_it_is_refused_with_the_numbers(hermes: MemoryRepo) -> None:
    hermes.write("MEMORY.md", memory(A, B))
    hermes.commit()
    full = memory(A, "x" * (2200 - len(A) - 3 - len(B) - 2))
    hermes.write("MEMORY.md", full)
    hermes.commit()
    done = hermes.hygiene("restore", fingerprint(B))
    assert done.returncode == 2
    assert "2,158 characters of 2,200 are used, 2,201 with it, 1 too many" in done.stderr, done.stderr
    assert hermes.read("MEMORY.md") == full.encode()
    assert not (hermes.path / "MEMORY_AUDIT_LEDGER.md").exists()


def test_a_canary_is_never_brought_back(hermes: MemoryRepo) -> None:
    canary = "CANARY: Do not modify this line (0123456789abcdef)"
    hermes.write("MEMORY.md", memory(A, canary, B))
    hermes.commit()
    hermes.write("MEMORY.md", memory(A, B))
    hermes.commit()
    for named in (fingerprint(canary), "CANARY"):
        done = hermes.hygiene("restore", named)
        assert (done.returncode, "canary rotate" in done.stderr) == (2, True), done.stderr


def test_an_archived_entry_takes_the_place_of_its_pointer(sanctum: MemoryRepo) -> None:
    long = "long enough to pay for a pointer " * 6
    text = f"# Lore\r\n\r\n- keep\r\n- [stale] {long}\r\n- last\r\n".encode()
    sanctum.write("LORE.md", text)
    sanctum.commit()
    assert sanctum.hygiene("apply", "--now", DAY).returncode == 0
    assert b"archived" in sanctum.read("LORE.md")
    archive = sanctum.read("references/lore-archive/LORE.archive.md")
    done = sanctum.hygiene("restore", "pay", "pointer")
    assert done.returncode == 0, done.stdout + done.stderr
    assert sanctum.read("LORE.md") == text
    assert sanctum.read("references/lore-archive/LORE.archive.md") == archive
    assert "its mark [stale] came back" in done.stdout


def test_an_archived_entry_whose_history_is_gone_comes_from_the_archive(sanctum: MemoryRepo) -> None:
    sanctum.write(
        "LORE.md", f"# Lore\n\n## Tides\n\n- keep\n- [stale] {C} {'It is long. ' * 20}\n\n## Ferries\n\n- {D}\n"
    )
    sanctum.commit()
    assert sanctum.hygiene("apply", "--now", DAY).returncode == 0
    sanctum.write("LORE.md", f"# Lore\n\n## Tides\n\n- keep\n\n## Ferries\n\n- {D}\n")
    sanctum.git("checkout", "-q", "--orphan", "fresh")
    sanctum.commit("a history that begins anew")
    done = sanctum.hygiene("restore", "Tide tables")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "it was in references/lore-archive/LORE.archive.md" in done.stdout
    shown = sanctum.read("LORE.md").decode()
    assert shown.index("## Tides") < shown.index("Tide tables") < shown.index("## Ferries")
    assert sanctum.hygiene("check", "--rev", "HEAD").returncode == 0


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("# L\n\n- a\n- b\n- c\n", "# L\n\n- a\n- c\n"),
        ("# L\n\n- a\n- b\n- c\n", "# L\n\n- c\n"),
        ("# L\n\n- b\n", "# L\n"),
        ("# L\n\nfirst words\n\nb\n\nlast words\n", "# L\n\nfirst words\n\nlast words\n"),
        ("# L\r\n\r\n- a\r\n- b", "# L\r\n\r\n- a"),
        ("# L\n\n| x | y |\n|---|---|\n| a | 1 |\n| b | 2 |\n", "# L\n\n| x | y |\n|---|---|\n| a | 1 |\n"),
        ("# L\n\n```sh\nb\n```\n\n- a\n", "# L\n\n- a\n"),
    ],
    ids=["between", "first", "alone", "paragraph", "crlf-end", "row", "code"],
)
def test_markdown_entries_come_back_where_they_were(sanctum: MemoryRepo, before: str, after: str) -> None:
    sanctum.write("LORE.md", before)
    sanctum.commit()
    sanctum.write("LORE.md", after)
    sanctum.commit()
    done = sanctum.hygiene("restore", "b")
    assert done.returncode == 0, done.stdout + done.stderr
    shown = sanctum.read("LORE.md").decode()
    lost = [line for line in before.splitlines(keepends=True) if "b" in line]
    assert all(line.strip() in shown for line in lost)
    if after != "# L\n\n- c\n":
        assert shown == before


def test_other_stores_and_agents_are_left_alone(repo: MemoryRepo) -> None:
    repo.write(".hygiene.yaml", "version: 1\nprofile: hermes\nagents:\n  gull: {path: gull}\n  heron: {path: heron}\n")
    for name in ("gull", "heron"):
        repo.write(f"{name}/MEMORY.md", memory(A, B))
        repo.commit(name)
    for name in ("gull", "heron"):
        repo.write(f"{name}/MEMORY.md", A)
        repo.commit(name)
    assert repo.hygiene("restore", fingerprint(B)).returncode == 2
    assert repo.hygiene("restore", "--agent", "heron", fingerprint(B)).returncode == 0
    assert (repo.read("gull/MEMORY.md"), repo.read("heron/MEMORY.md")) == (A.encode(), memory(A, B).encode())
    repo.write("gull/MEMORY.md", memory(A, "Only gull knows of the wreck."))
    repo.commit("gull")
    repo.write("gull/MEMORY.md", A)
    repo.commit("gull")
    assert repo.hygiene("restore", "-C", "heron", "wreck").returncode == 2


def test_check_only_files_are_a_persons(sanctum: MemoryRepo) -> None:
    sanctum.write("CREED.md", f"# Creed\n\n- {A}\n- {B}\n")
    sanctum.commit()
    sanctum.write("CREED.md", f"# Creed\n\n- {A}\n")
    sanctum.commit()
    done = sanctum.hygiene("restore", "spare keys")
    assert done.returncode == 2
    (shown,) = re.findall(r"its text: (git show \S+)", done.stderr)
    assert B in sanctum.run("sh", "-c", shown).stdout


def test_a_deleted_store_takes_its_entry_again(lossy: MemoryRepo) -> None:
    lossy.write("USER.md", memory("Likes tea.", "Sails on Sundays."))
    lossy.commit()
    lossy.git("rm", "-q", "USER.md")
    lossy.commit()
    assert lossy.hygiene("restore", "likes tea").returncode == 0
    assert lossy.read("USER.md") == b"Likes tea."
    assert lossy.git("status", "--porcelain", "-uno") == ""


def test_uncommitted_work_and_dry_run_stop_it(lossy: MemoryRepo) -> None:
    lossy.write("MEMORY.md", memory(A, C, D, "not committed"))
    assert lossy.hygiene("restore", fingerprint(B)).returncode == 2
    assert lossy.read("MEMORY.md") == memory(A, C, D, "not committed").encode()
    lossy.git("checkout", "-q", "MEMORY.md")
    lossy.write(".hygiene.yaml", "version: 1\nprofile: hermes\ndry_run: true\n")
    lossy.commit()
    done = lossy.hygiene("restore", fingerprint(B))
    assert (done.returncode, "dry_run" in done.stderr) == (2, True)


def test_undecodable_and_hostile_text_comes_back_and_is_shown_safely(hermes: MemoryRepo) -> None:
    hostile = b"\x1b[2Jport ##[error] \xe2\x80\xae keys"
    hermes.write("MEMORY.md", b"\n\xc2\xa7\n".join((A.encode(), hostile)))
    hermes.commit()
    hermes.write("MEMORY.md", A)
    hermes.commit()
    done = hermes.hygiene("restore", "port", "keys")
    assert done.returncode == 0, done.stderr
    assert hermes.read("MEMORY.md") == b"\n\xc2\xa7\n".join((A.encode(), hostile))
    assert "\x1b" not in done.stdout + hermes.git("log", "-1", "--format=%B")


def test_the_document_for_programs(lossy: MemoryRepo) -> None:
    done = lossy.hygiene("restore", fingerprint(B), "--format", "json")
    assert json.loads(done.stdout) == {
        "version": 1,
        "commit": lossy.git("rev-parse", "HEAD").strip(),
        "plan": None,
        "paths": ["MEMORY.md"],
        "entries": [{"path": "MEMORY.md", "line": 3, "fingerprint": fingerprint(B)}],
    }


def test_what_prove_reports_lost_can_be_restored_by_the_command_it_prints(lossy: MemoryRepo) -> None:
    (command,) = re.findall(r"hygiene (restore [0-9a-f]{16})", lossy.hygiene("prove").stdout)
    assert lossy.hygiene(*command.split()).returncode == 0
    assert "there again at the end" in lossy.hygiene("prove").stdout


def test_what_went_by_age_is_said_to_be_as_old_as_before(hermes: MemoryRepo) -> None:
    old = "Tests took 14 minutes on 2026-06-28."
    hermes.write("MEMORY.md", memory(A, old))
    hermes.commit(date="2026-06-28T12:00:00+0000")
    assert hermes.hygiene("apply", "--now", DAY).returncode == 0
    note = "it went by age, and is as old as before: the next audit lets it go again"
    for times in (1, 2):  # what the note says comes true
        assert old.encode() not in hermes.read("MEMORY.md"), times
        assert note in hermes.hygiene("restore", "took 14 minutes").stdout
        assert hermes.hygiene("apply", "--now", DAY).returncode == 0
    assert note not in hermes.hygiene("restore", "--last-apply").stdout


def test_usage(lossy: MemoryRepo) -> None:
    for arguments in ((), ("x", "--last-apply"), ("--commit", "HEAD", "x"), ("--last-apply", "--from", "HEAD")):
        assert lossy.hygiene("restore", *arguments).returncode == 2
