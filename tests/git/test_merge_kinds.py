"""Every way in which git brings two lines of work together, both ledgers grown: nothing is lost, the trail holds."""

import re
import shlex
from collections.abc import Callable, Collection
from pathlib import Path

import pytest

from memory_hygiene.core.archive import read_archive
from memory_hygiene.core.audit.ledger import read_ledger
from memory_hygiene.core.fingerprint import fingerprint
from memory_hygiene.formats import parse
from tests.conftest import MemoryRepo

from .test_merges import ARCHIVE, DELIMITER, FACTS, LEDGER, _clone, _commit, _rotate, _set_up, _texts

START = ("Tea is served at four.", *FACTS, "The cat is called Pixel.", "Backups are kept for 30 days.")
OURS, THEIRS = "A mirror runs at night.", "A queue runs by day."


@pytest.fixture
def ours(repo: MemoryRepo) -> MemoryRepo:
    """A memory repo with six facts, set up."""
    repo.write(".hygiene.yaml", "version: 1\nprofile: hermes\n")
    repo.write("MEMORY.md", DELIMITER.join(START))
    repo.commit()
    return _set_up(repo)


def _drop(repo: MemoryRepo, text: str, day: int) -> None:
    done = repo.hygiene("drop", fingerprint(text), "--reason", "over", "--now", f"2026-10-{day:02}")
    assert done.returncode == 0, done.stdout + done.stderr


def _work(repo: MemoryRepo, dropped: str, added: str, edited: tuple[str, str], day: int) -> None:
    _drop(repo, dropped, day)
    _commit(repo, [*(text.replace(*edited) for text in _texts(repo)), added])


@pytest.fixture
def theirs(ours: MemoryRepo) -> MemoryRepo:
    """A clone of it; both have dropped, added and edited an entry since, they an earlier record than we."""
    clone = _clone(ours, "theirs")
    _work(ours, START[0], OURS, ("10.0.0.7", "10.0.0.8"), 2)
    _work(clone, START[-1], THEIRS, ("its own database", "its own database, and a cache"), 1)
    clone.git("branch", "-q", "theirs")
    ours.git("fetch", "-q", str(clone.path), "theirs:theirs")
    return clone


WANTED = {
    "The build server is 10.0.0.8.",
    "Deploys run on Fridays.",
    "Staging has its own database, and a cache.",
    "The cat is called Pixel.",
    OURS,
    THEIRS,
}


def _holds_all(repo: MemoryRepo, *parents: str, wanted: Collection[str] = WANTED) -> None:
    """Both sides' entries stand there, what either dropped is in the archive, and ledger and range are accepted."""
    assert {text for text in _texts(repo) if "CANARY" not in text} == set(wanted)
    assert {kept.data.decode() for kept in read_archive(repo.read(ARCHIVE), parse).kept} == {START[0], START[-1]}
    removed = [judged.fingerprint for record in read_ledger(repo.read(LEDGER)).records for judged in record.removed]
    assert sorted(removed) == sorted(map(fingerprint, (START[0], START[-1])))
    start = repo.git("rev-list", "--max-parents=0", "HEAD").split()[0]
    for command in (
        ("ledger", "verify"),
        *(("check", "--from-ref", name, "--to-ref", "HEAD") for name in (start, *parents)),
    ):
        done = repo.hygiene(*command)
        assert done.returncode == 0, done.stdout + done.stderr
    assert repo.git("status", "--porcelain") == ""


def _by_merge(repo: MemoryRepo) -> None:
    repo.git("merge", "-q", "--no-edit", "theirs")


def _by_squash(repo: MemoryRepo) -> None:
    repo.git("merge", "-q", "--squash", "theirs")
    repo.git("commit", "-q", "-m", "squashed")


def _by_squashing_pull(repo: MemoryRepo) -> None:
    repo.git("pull", "-q", "--squ", "--no-rebase", str(repo.path.parent / "theirs"), "main")
    repo.git("commit", "-q", "-m", "squashed")


def _by_rebase(repo: MemoryRepo) -> None:
    repo.git("rebase", "-q", "theirs")


def _by_old_rebase(repo: MemoryRepo) -> None:
    repo.git("rebase", "-q", "--apply", "theirs")


def _by_picks(repo: MemoryRepo) -> None:
    repo.git("cherry-pick", "HEAD..theirs")


def _by_picks_in_one_commit(repo: MemoryRepo) -> None:
    repo.git("cherry-pick", "--no-commit", "HEAD..theirs")
    repo.git("commit", "-q", "-m", "picked")


WAYS = (
    _by_merge,
    _by_squash,
    _by_squashing_pull,
    _by_rebase,
    _by_old_rebase,
    _by_picks,
    _by_picks_in_one_commit,
)


@pytest.mark.parametrize("bring", WAYS, ids=lambda way: way.__name__.removeprefix("_by_"))
def test_both_lines_of_work_come_together_whole_and_their_side_ends_equal(
    ours: MemoryRepo, theirs: MemoryRepo, bring: Callable[[MemoryRepo], None]
) -> None:
    before = ours.git("rev-parse", "HEAD").strip()
    bring(ours)
    _holds_all(ours, *(() if "rebase" in bring.__name__ else (before,)))
    theirs.git("fetch", "-q", str(ours.path), "main")
    theirs.git("merge", "-q", "--no-edit", "FETCH_HEAD")
    _holds_all(theirs)
    assert theirs.git("rev-parse", "HEAD^{tree}") == ours.git("rev-parse", "HEAD^{tree}")


def test_a_squash_of_which_the_driver_is_not_told_is_explained_and_mended(
    ours: MemoryRepo, theirs: MemoryRepo, tmp_path: Path
) -> None:
    """Where command lines cannot be read, or a setting squashes: records in the order of time, and one parent."""
    ours.git("config", "branch.main.mergeOptions", "--squash")
    ours.git("merge", "-q", "theirs")
    refused = ours.run("git", "commit", "-q", "-m", "squashed")
    said = refused.stdout + refused.stderr
    assert refused.returncode == 1
    assert "all of it is there with more in between, as a squashed merge puts it" in said
    (offered,) = {*re.findall(r"in one commit: (git cherry-pick .*)\)", said)}
    ours.git("reset", "--merge")
    done = ours.run("sh", "-c", f"{offered.replace('OTHER', 'theirs')} -q -m squashed")
    assert done.returncode == 0, done.stderr
    _holds_all(ours)


def test_a_merge_in_which_the_other_clone_wrote_first_is_pushed_and_received(
    ours: MemoryRepo, theirs: MemoryRepo, tmp_path: Path
) -> None:
    """Its records and blocks come before those that the server has: between the ends alone they seem rewritten."""
    ours.git("clone", "-q", "--bare", str(ours.path), str(tmp_path / "server.git"))
    server = MemoryRepo.__new__(MemoryRepo)
    server.path, server.environment = tmp_path / "server.git", ours.environment
    assert server.hygiene("doctor", "--fix").returncode == 0
    assert server.git("rev-parse", "main") == ours.git("rev-parse", "main")
    theirs.git("pull", "-q", "--no-rebase", "--no-edit", str(server.path), "main")
    pushed = theirs.run("git", "push", "-q", str(server.path), "main")
    assert pushed.returncode == 0, pushed.stdout + pushed.stderr
    _holds_all(theirs)


def test_of_two_rotations_the_later_is_in_force_after_a_squash(ours: MemoryRepo) -> None:
    clone = _clone(ours, "theirs")
    _rotate(ours, "1" * 16, "2026-10-02T10:00:00Z")
    _rotate(clone, "2" * 16, "2026-10-03T10:00:00Z")
    wanted = [text for text in _texts(clone) if "CANARY" in text]
    ours.git("pull", "-q", "--squash", "--no-rebase", str(clone.path), "main")
    ours.git("commit", "-q", "-m", "squashed")
    assert [text for text in _texts(ours) if "CANARY" in text] == wanted
    for command in (("canary", "verify"), ("ledger", "verify"), ("check", "--rev", "HEAD")):
        assert ours.hygiene(*command).returncode == 0


@pytest.mark.parametrize(
    "way",
    [("merge", "--no-edit", "theirs"), ("rebase", "theirs"), ("cherry-pick", "HEAD..theirs")],
    ids=lambda way: way[0],
)
def test_one_entry_that_both_edited_is_for_a_person_in_every_way_and_the_rest_is_merged(
    ours: MemoryRepo, theirs: MemoryRepo, way: tuple[str, ...]
) -> None:
    theirs.git("switch", "-q", "theirs")
    _commit(theirs, [text.replace("10.0.0.7", "10.0.0.9") for text in _texts(theirs)])
    ours.git("fetch", "-q", str(theirs.path), "+theirs:theirs")
    done = ours.run("git", *way)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "CONFLICT (content): Merge conflict in MEMORY.md" in done.stdout
    marked = [text for text in _texts(ours) if "<<<<<<<" in text]
    assert len(marked) == 1
    assert all(f"The build server is {address}." in marked[0] for address in ("10.0.0.8", "10.0.0.9"))
    both = "The build server is 10.0.0.8, or 10.0.0.9."
    ours.write("MEMORY.md", DELIMITER.join(both if text in marked else text for text in _texts(ours)))
    ours.git("add", "MEMORY.md")
    ours.git(way[0], "--continue", GIT_EDITOR="true")
    _holds_all(ours, wanted={*WANTED, both} - {"The build server is 10.0.0.8."})


def test_of_two_wordings_one_is_let_go_with_its_reason_once_the_merge_is_made(
    ours: MemoryRepo, theirs: MemoryRepo
) -> None:
    """A merge that takes one side's wording lost the other's: what the gate offers works, in its order."""
    _commit(theirs, [text.replace("10.0.0.7", "10.0.0.9") for text in _texts(theirs)])
    ours.git("fetch", "-q", str(theirs.path), "+main:theirs")
    assert ours.run("git", "merge", "--no-edit", "theirs").returncode == 1
    texts = _texts(ours)
    chosen = ["The build server is 10.0.0.8." if "<<<<<<<" in text else text for text in texts]
    ours.write("MEMORY.md", DELIMITER.join(chosen))
    ours.git("add", "MEMORY.md")
    refused = ours.run("git", "commit", "--no-edit")
    (look, drop) = re.findall(
        r"mend:  add what is missing from there: (.*?); once it is merged, hygiene (.*) lets", refused.stderr
    )[0]
    missing = "The build server is 10.0.0.9."
    assert missing in ours.run("sh", "-c", look).stdout
    ours.write("MEMORY.md", DELIMITER.join([*chosen, missing]))
    ours.git("add", "MEMORY.md")
    ours.git("commit", "--no-edit")
    done = ours.hygiene(*shlex.split(drop))
    assert done.returncode == 0, done.stderr
    assert missing not in _texts(ours)
    assert ours.hygiene("ledger", "verify").returncode == 0


def test_an_octopus_that_needs_the_driver_is_refused_by_git_and_one_after_the_other_works(
    ours: MemoryRepo, theirs: MemoryRepo
) -> None:
    """Git calls no driver there; what it cannot join by lines it leaves, and what it joins the gate judges."""
    ours.git("switch", "-q", "-c", "third", "HEAD^")
    ours.write("notes.txt", "a third line of work\n")
    ours.git("add", "notes.txt")
    ours.git("commit", "-q", "-m", "notes")
    ours.git("switch", "-q", "main")
    before = ours.git("rev-parse", "HEAD"), ours.read("MEMORY.md"), ours.read(LEDGER)
    assert ours.run("git", "merge", "-q", "--no-edit", "theirs", "third").returncode != 0
    ours.git("reset", "-q", "--merge")
    assert (ours.git("rev-parse", "HEAD"), ours.read("MEMORY.md"), ours.read(LEDGER)) == before
    for branch in ("third", "theirs"):
        ours.git("merge", "-q", "--no-edit", branch)
    _holds_all(ours)


def test_an_octopus_of_clean_lines_of_work_is_taken(ours: MemoryRepo) -> None:
    start = ours.git("rev-parse", "HEAD").strip()
    for number, texts in enumerate(([OURS, *_texts(ours)], [*_texts(ours), THEIRS])):
        ours.git("switch", "-q", "-c", f"side{number}", start)
        _commit(ours, texts)
    ours.git("switch", "-q", "main")
    ours.write("notes.txt", "main moved\n")
    ours.git("add", "notes.txt")
    ours.git("commit", "-q", "-m", "notes")
    ours.git("merge", "-q", "--no-edit", "side0", "side1")
    assert len(ours.git("rev-parse", "HEAD^@").split()) == 3
    assert {OURS, THEIRS, *START} <= set(_texts(ours))
    for command in (("ledger", "verify"), ("check", "--from-ref", start, "--to-ref", "HEAD")):
        assert ours.hygiene(*command).returncode == 0


def test_line_endings_that_one_branch_turned_lose_no_entry_of_the_other(ours: MemoryRepo, theirs: MemoryRepo) -> None:
    ours.write(".gitattributes", re.sub(rb"(?m)^(/MEMORY.md) -text", rb"\1", ours.read(".gitattributes")))
    ours.write("MEMORY.md", ours.read("MEMORY.md").replace(b"\n", b"\r\n"))
    ours.git("commit", "-q", "-am", "line endings")
    _by_merge(ours)
    texts = {text.replace("\r", "") for text in _texts(ours)}
    assert texts >= WANTED
    assert ours.hygiene("ledger", "verify").returncode == 0
    assert ours.hygiene("check", "--rev", "HEAD").returncode == 0


def test_a_ledger_whose_line_endings_one_branch_turned_keeps_all_records(ours: MemoryRepo, theirs: MemoryRepo) -> None:
    ours.write(LEDGER, ours.read(LEDGER).replace(b"\n", b"\r\n"))
    ours.git("commit", "-q", "-am", "line endings")
    _by_merge(ours)
    _holds_all(ours)


@pytest.mark.parametrize("is_ours", [True, False])
def test_a_store_renamed_on_one_side_and_edited_on_the_other(hermes: MemoryRepo, is_ours: bool) -> None:
    hermes.write("MEMORY.md", DELIMITER.join(START))
    hermes.commit()
    assert "fixed: " in hermes.hygiene("doctor", "--fix").stdout
    hermes.commit("attributes")
    start = hermes.git("rev-parse", "HEAD").strip()
    hermes.git("branch", "-q", "theirs")
    for branch, moves in (("main", is_ours), ("theirs", not is_ours)):
        hermes.git("switch", "-q", branch)
        if moves:
            (hermes.path / "memories").mkdir()
            hermes.git("mv", "MEMORY.md", "memories/MEMORY.md")
            hermes.git("commit", "-q", "-m", "moved")
        else:
            _work(hermes, START[0], OURS, ("10.0.0.7", "10.0.0.8"), 1)
    hermes.git("switch", "-q", "main")
    _by_merge(hermes)
    assert not (hermes.path / "MEMORY.md").exists()
    moved = hermes.read("memories/MEMORY.md").decode().split(DELIMITER)
    assert moved == ["The build server is 10.0.0.8.", *START[2:], OURS]
    assert START[0].encode() in hermes.read(ARCHIVE)
    for command in (("ledger", "verify"), ("check", "--from-ref", start, "--to-ref", "HEAD")):
        done = hermes.hygiene(*command)
        assert done.returncode == 0, done.stdout + done.stderr


def test_without_the_driver_no_way_gets_a_loss_past_the_gate(ours: MemoryRepo, theirs: MemoryRepo) -> None:
    """Lines conflict then; a ledger merged by lines is out of order or refused, and a side taken alone is refused."""
    ours.git("config", "--unset", "merge.hygiene.driver")
    assert ours.run("git", "merge", "-q", "--no-edit", "theirs").returncode == 1
    for path in ("MEMORY.md", LEDGER, ARCHIVE):
        ours.git("checkout", "-q", "--theirs", "--", path)
    ours.git("add", "-A")
    refused = ours.run("git", "commit", "-q", "--no-edit")
    said = refused.stdout + refused.stderr
    assert refused.returncode == 1
    assert all(name in said for name in ("entry-lost", "ledger-rewritten", "archive-rewritten"))
    ours.git("merge", "--abort")
    assert ours.hygiene("doctor", "--fix").returncode == 0
    _by_merge(ours)
    _holds_all(ours)
