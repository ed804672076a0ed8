"""A revert by git of an apply: refused by the gate, recognised, and the way that keeps the trail is named."""

import re

import pytest

from tests.conftest import MemoryRepo

DAY = "2026-09-15"
LONG = "long enough to pay for a pointer " * 6
LORE = f"# Lore\n\n- keep\n- [prune] gone\n- [stale] {LONG}\n- last\n"


@pytest.fixture
def applied(sanctum: MemoryRepo) -> MemoryRepo:
    """A sanctum folder after an apply that pruned and archived, ledger and archive being new."""
    sanctum.write("LORE.md", LORE)
    sanctum.commit()
    assert sanctum.hygiene("apply", "--now", DAY).returncode == 0
    return sanctum


def findings(shown: str) -> dict[str, str]:
    """Message and mend of the ledger's and the archive's findings, by rule."""
    parts = re.findall(r"error: (.*?) \[(ledger|archive)-rewritten [^\n]*\n    mend:  ([^\n]*)", shown)
    return {rule: f"{message}\n{mend}" for message, rule, mend in parts}


def test_a_staged_and_a_committed_revert_are_explained(applied: MemoryRepo) -> None:
    plan = re.findall(r"- plan: ([0-9a-f]{12})", applied.read("MEMORY_AUDIT_LEDGER.md").decode())[0]
    applied.git("revert", "--no-commit", "HEAD")
    staged = applied.hygiene("check", "--staged")
    applied.git("commit", "-q", "-m", "Revert")
    for done in (staged, applied.hygiene("check", "--rev", "HEAD")):
        assert done.returncode == 1
        found = findings(done.stdout)
        assert set(found) == {"ledger", "archive"}
        for text in found.values():
            assert f"what a revert by git does to the apply of plan {plan}" in text
            assert "hygiene restore --last-apply (an older apply: hygiene restore --commit COMMIT)" in text


def test_what_it_names_works_once_the_revert_is_dropped(applied: MemoryRepo) -> None:
    applied.git("revert", "--no-commit", "HEAD")
    (offered,) = {*re.findall(r"hygiene (restore --last-apply)", applied.hygiene("check").stdout)}
    applied.git("revert", "--abort")
    assert applied.hygiene(*offered.split()).returncode == 0
    assert applied.read("LORE.md") == LORE.encode()


def test_a_revert_of_the_second_apply_takes_its_record_alone(applied: MemoryRepo) -> None:
    applied.write("LORE.md", "# Lore\n\n- keep\n- [prune] more\n- last\n")
    applied.git("commit", "-qam", "write")
    assert applied.hygiene("apply", "--now", DAY).returncode == 0
    plans = re.findall(r"- plan: ([0-9a-f]{12})", applied.read("MEMORY_AUDIT_LEDGER.md").decode())
    applied.git("revert", "--no-edit", "HEAD")
    found = findings(applied.hygiene("check", "--rev", "HEAD").stdout)
    assert f"plan {plans[-1]}" in found["ledger"]


@pytest.mark.parametrize(
    "shorten",
    [
        lambda data: data.replace(b"- status: COMPLETE", b"- status: complete"),
        lambda data: data[: data.index(b"- status")],
        lambda data: data[:-40],
    ],
    ids=["changed", "cut inside the record", "cut at its end"],
)
def test_a_ledger_shortened_otherwise_is_not_explained_away(applied: MemoryRepo, shorten: object) -> None:
    assert callable(shorten)
    applied.write("MEMORY_AUDIT_LEDGER.md", shorten(applied.read("MEMORY_AUDIT_LEDGER.md")))
    done = applied.hygiene("check")
    assert (done.returncode, "ledger-rewritten" in done.stdout, "revert" in done.stdout) == (1, True, False)


def test_a_record_of_no_apply_is_no_revert(hermes: MemoryRepo) -> None:
    hermes.write("MEMORY.md", "a\n§\nb")
    hermes.write("MEMORY_AUDIT_LEDGER.md", "# L\n\n## 2026-09-01T10:00:00Z\n\n- deletions: 1\n")
    hermes.commit()
    hermes.write("MEMORY_AUDIT_LEDGER.md", "# L\n")
    done = hermes.hygiene("check")
    assert ("ledger-rewritten" in done.stdout, "revert" in done.stdout) == (True, False)


def test_a_rewritten_archive_inside_a_range_names_the_way_that_mends_it(applied: MemoryRepo) -> None:
    (applied.path / "references/lore-archive/LORE.archive.md").unlink()
    applied.git("commit", "-qam", "lose the archive", "--no-verify")
    applied.git("restore", "--source=HEAD~1", "--staged", "--worktree", "--", "references")
    applied.git("commit", "-qm", "put it back")
    judged = ("check", "--from-ref", "HEAD~2", "--to-ref", "HEAD")
    done = applied.hygiene(*judged)
    assert done.returncode == 1
    (rebase,) = re.findall(r"a later one does not mend it: git (.*)", done.stdout)
    applied.git(*rebase.split(), GIT_SEQUENCE_EDITOR="sed -i '1,/^pick/s/^pick/drop/'")
    assert "lose the archive" not in applied.git("log", "--format=%s")
    assert applied.hygiene("check", "--from-ref", "HEAD~1", "--to-ref", "HEAD").returncode == 0
