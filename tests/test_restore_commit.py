"""Taking one apply back by its commit, with everything that came later left as it is."""

import re

import pytest

from memory_hygiene.core.losses.reversing import taken_back

from .conftest import MemoryRepo

DAY = "2026-09-15"
LORE = "# Lore\n\n- first\n- [prune] gone\n- middle\n- more\n- twice\n- twice\n- last\n"
APPLIED = "# Lore\n\n- first\n- middle\n- more\n- twice\n- last\n"


@pytest.fixture
def applied(sanctum: MemoryRepo) -> MemoryRepo:
    """A sanctum folder after an apply that pruned one entry and let a copy go."""
    sanctum.write("LORE.md", LORE)
    sanctum.commit()
    assert sanctum.hygiene("apply", "--now", DAY).returncode == 0
    assert sanctum.read("LORE.md") == APPLIED.encode()
    return sanctum


def apply_commit(repo: MemoryRepo) -> str:
    """The last commit that an apply made."""
    return repo.git("log", "-1", "--format=%H", "--grep=^Hygiene-Plan:").strip()


def test_an_apply_is_taken_back_though_other_entries_changed_since(applied: MemoryRepo) -> None:
    ledger = applied.read("MEMORY_AUDIT_LEDGER.md")
    applied.write("LORE.md", APPLIED.replace("# Lore\n\n", "# Lore\n\n- newest\n").replace("- last", "- last\n- later"))
    applied.write("PERSONA.md", "# P\n")
    applied.commit("the agent wrote on")
    done = applied.hygiene("restore", "--commit", apply_commit(applied))
    assert done.returncode == 0, done.stdout + done.stderr
    wanted = LORE.replace("# Lore\n\n", "# Lore\n\n- newest\n").replace("- last", "- last\n- later")
    assert applied.read("LORE.md") == wanted.encode()
    now = applied.read("MEMORY_AUDIT_LEDGER.md")
    assert now.startswith(ledger)
    assert b"- run: restore\n- restored: " in now[len(ledger) :]
    assert applied.git("status", "--porcelain") == ""
    assert applied.hygiene("check", "--rev", "HEAD").returncode == 0


def test_without_later_changes_the_bytes_are_those_before(applied: MemoryRepo) -> None:
    assert applied.hygiene("restore", "--commit", apply_commit(applied)[:10]).returncode == 0
    assert applied.read("LORE.md") == LORE.encode()
    again = applied.hygiene("restore", "--commit", apply_commit(applied))
    assert (again.returncode, "nothing to restore" in again.stdout) == (0, True), again.stdout + again.stderr


def test_an_older_apply_is_taken_back_under_a_newer_one(applied: MemoryRepo) -> None:
    first = apply_commit(applied)
    applied.write("LORE.md", APPLIED + "- [prune] other\n- end\n")
    applied.commit()
    assert applied.hygiene("apply", "--now", DAY).returncode == 0
    assert apply_commit(applied) != first
    assert applied.hygiene("restore", "--commit", first).returncode == 0
    assert applied.read("LORE.md") == (LORE + "- end\n").encode()


def test_a_change_at_the_same_place_is_explained_and_nothing_written(applied: MemoryRepo) -> None:
    applied.write("LORE.md", APPLIED.replace("- first", "- first, reworded"))
    applied.commit()
    head = applied.git("rev-parse", "HEAD")
    done = applied.hygiene("restore", "--commit", apply_commit(applied))
    assert done.returncode == 2
    assert "hygiene restore FINGERPRINT" in done.stderr
    assert "prune:" in done.stderr
    (shown,) = re.findall(r"(git show \S+)", done.stderr)
    assert applied.run("sh", "-c", shown).stdout == LORE
    assert applied.git("rev-parse", "HEAD") == head


def test_only_commits_of_applies_in_this_branch_are_taken_back(applied: MemoryRepo) -> None:
    for revision in ("HEAD^", "nowhere"):
        assert applied.hygiene("restore", "--commit", revision).returncode == 2
    commit = apply_commit(applied)
    applied.git("switch", "-q", "-c", "other", "HEAD^")
    done = applied.hygiene("restore", "--commit", commit)
    assert (done.returncode, "not in this branch" in done.stderr) == (2, True)


def test_the_last_apply_points_to_the_way_that_keeps_what_came_since(applied: MemoryRepo) -> None:
    applied.write("LORE.md", APPLIED + "- later\n")
    applied.commit()
    done = applied.hygiene("restore", "--last-apply")
    assert done.returncode == 2
    (offered,) = re.findall(r"hygiene (restore --commit [0-9a-f]+)", done.stderr)
    assert applied.hygiene(*offered.split()).returncode == 0
    assert applied.read("LORE.md") == (LORE + "- later\n").encode()


@pytest.mark.parametrize(
    ("before", "after", "now", "result"),
    [
        (b"a\nb\nc\n", b"a\nc\n", b"a\nc\nd\n", b"a\nb\nc\nd\n"),
        (b"a\nb\nc\n", b"a\nc\n", b"x\na\nc\n", b"x\na\nb\nc\n"),
        (b"a\nb\nc\n", b"a\nc\n", b"a\nx\nc\n", None),
        (b"a\nb\nc\n", b"a\nc\n", b"c\n", None),
        (b"a\nb\n", b"a\nB\n", b"a\nB\nc\n", b"a\nb\nc\n"),
        (b"a\nb\n", b"a\nB\n", b"a\nX\n", None),
        (b"a\nb", b"a", b"a\nz", b"a\nb\nz"),
        (b"a", b"a\n", b"z\na\n", b"z\na"),
        (b"a\r\nb\r\n", b"a\r\n", b"z\r\na\r\n", b"z\r\na\r\nb\r\n"),
        (b"x\n", b"", b"", b"x\n"),
        (b"a\na\na\n", b"a\na\n", b"a\na\nb\n", b"a\na\na\nb\n"),
    ],
)
def test_taken_back(before: bytes, after: bytes, now: bytes, result: bytes | None) -> None:
    found = taken_back(before, after, now)
    assert found == result or (result is None and found == now)
