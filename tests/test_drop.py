"""Drop: one entry let go on purpose, with a reason in the ledger, whether it is still there or gone already."""

import re
from itertools import pairwise

import pytest

from memory_hygiene.core.audit.ledger import read_ledger
from memory_hygiene.core.fingerprint import fingerprint

from .conftest import MemoryRepo
from .pictures import ARCHIVE, LEDGER, leave_hook, picture_of

DEAL = "The deal with the depot is open."
STAY = "Deploys run on Fridays."
OTHER = "Berth 4 is let to the harbour master until spring."
CANARY = "CANARY: Do not modify this line (0123456789abcdef)"
ID = fingerprint(DEAL)


@pytest.fixture
def kept(hermes: MemoryRepo) -> MemoryRepo:
    """A Hermes memory directory with a deal that is to be let go."""
    hermes.write("MEMORY.md", f"{STAY}\n§\n{DEAL}\n§\n{CANARY}")
    hermes.commit()
    return hermes


def _refused(repo: MemoryRepo, *arguments: str, code: int = 2) -> str:
    before = picture_of(repo)
    done = repo.hygiene("drop", *arguments)
    assert done.returncode == code, done.stdout + done.stderr
    assert picture_of(repo) == before
    assert "mend:" in done.stdout + done.stderr
    return done.stdout + done.stderr


def _dropped(repo: MemoryRepo, *arguments: str) -> str:
    done = repo.hygiene("drop", *arguments)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def _gate(repo: MemoryRepo, *options: str) -> int:
    return repo.hygiene("check", *options).returncode


def test_an_entry_that_is_there_goes_in_one_commit(kept: MemoryRepo) -> None:
    out = _dropped(kept, ID[:6], "--reason", "the deal\nwas signed")
    assert f"dropped {ID} from MEMORY.md" in out
    assert kept.read("MEMORY.md").decode() == f"{STAY}\n§\n{CANARY}"
    assert DEAL.encode() in kept.read(ARCHIVE)
    record = read_ledger(kept.read(LEDGER)).records[-1]
    (judged,) = record.removed
    assert judged.fingerprint == ID
    assert re.fullmatch(r"\[[A-Z][A-Za-z ]+ [01]\.\d\d\] dropped: the deal was signed", judged.reason)  # H9
    assert kept.git("show", "--format=", "--name-only").split() == ["MEMORY.md", LEDGER, ARCHIVE]
    assert _gate(kept, "--rev", "HEAD") == 0
    assert kept.git("status", "--porcelain", "-uno") == ""


def test_an_entry_of_a_markdown_store(sanctum: MemoryRepo) -> None:
    sanctum.write("LORE.md", f"# Lore\n\n- {STAY}\n- {DEAL}\n  - with a child\n\nend\n")
    sanctum.commit()
    _dropped(sanctum, fingerprint(f"- {DEAL}\n  - with a child"))
    assert sanctum.read("LORE.md").decode() == f"# Lore\n\n- {STAY}\n\nend\n"
    assert sanctum.git("show", "--format=", "--name-only").split() == ["LORE.md", LEDGER]
    assert _gate(sanctum, "--rev", "HEAD") == 0


def test_an_entry_that_is_gone_already_gets_its_record(kept: MemoryRepo) -> None:
    kept.write("MEMORY.md", f"{STAY}\n§\n{CANARY}")
    kept.write("other.txt", "unstaged\n")
    assert _gate(kept, "--worktree") == 1
    head = kept.git("rev-parse", "HEAD")
    out = _dropped(kept, ID, "--reason", "signed")
    assert f"{ID} is gone from MEMORY.md already" in out
    assert kept.git("rev-parse", "HEAD") == head
    assert kept.git("diff", "--cached", "--name-only") == LEDGER + "\n"
    assert (kept.path / LEDGER).stat().st_mode & 0o777 == 0o600
    kept.git("add", "MEMORY.md")
    assert _gate(kept, "--staged") == 0
    kept.git("commit", "-q", "-m", "both")
    assert _gate(kept, "--rev", "HEAD") == 0


def test_two_entries_that_are_gone_and_the_file_with_them(kept: MemoryRepo) -> None:
    kept.git("rm", "-q", "MEMORY.md")
    for text in (DEAL, STAY):
        _dropped(kept, fingerprint(text))
    records = read_ledger(kept.read(LEDGER)).records
    assert [record.removed[0].fingerprint for record in records] == [ID, fingerprint(STAY)]
    assert records[1].get("prev") == records[0].digest


def test_a_record_keeps_the_ledgers_line_endings_and_what_stands_there(kept: MemoryRepo) -> None:
    old = b"# Ledger\r\n\r\n## 2026-09-01T00:00:00Z\r\n\r\n- status: COMPLETE"
    kept.write(LEDGER, old)
    kept.write("MEMORY.md", f"{STAY}\n§\n{CANARY}")
    kept.git("add", LEDGER)
    _dropped(kept, ID)
    data = kept.read(LEDGER)
    assert data.startswith(old + b"\r\n\r\n## ")
    assert data.count(b"\n") == data.count(b"\r\n")


def test_what_the_name_says_must_be_one_entry(kept: MemoryRepo) -> None:
    texts = [f"Berth number {number} is let." for number in range(600)]
    prefixes = sorted(fingerprint(text) for text in texts)
    shared = next(a[:4] for a, b in pairwise(prefixes) if a[:4] == b[:4])
    pair = [text for text in texts if fingerprint(text).startswith(shared)]
    kept.write("MEMORY.md", "\n§\n".join([*pair, CANARY]))
    kept.commit("pair", "2026-09-15T12:00:00+0000", "--no-verify")
    said = _refused(kept, shared)
    assert all(fingerprint(text) in said for text in pair)
    assert "does not name one entry" in _refused(kept, ID[:3])
    assert "no entry 'ffff" in _refused(kept, "ffff0000ffff0000")
    assert "\x1b" not in _refused(kept, "\x1b[31m????")
    _dropped(kept, fingerprint(pair[0]))


def test_the_last_of_two_equal_entries_goes(kept: MemoryRepo) -> None:
    kept.write("MEMORY.md", f"{DEAL}\n§\n{STAY}\n§\n{DEAL}")
    kept.commit()
    _dropped(kept, ID)
    assert kept.read("MEMORY.md").decode() == f"{DEAL}\n§\n{STAY}"


def test_a_check_only_file_is_for_people(sanctum: MemoryRepo) -> None:
    sanctum.write("CREED.md", "- Be kind.\n- Be brief.\n")
    sanctum.commit()
    identity = fingerprint("- Be brief.")
    assert "only a person" in _refused(sanctum, identity)
    sanctum.write("CREED.md", "- Be kind.\n")
    _dropped(sanctum, identity)
    sanctum.git("add", "CREED.md")
    assert _gate(sanctum, "--staged") == 0


def test_an_opaque_block_is_for_people(sanctum: MemoryRepo) -> None:
    sanctum.write("LORE.md", "- entry\n\n```\ncode\n```\n")
    sanctum.commit()
    identity = re.search(r"[0-9a-f]{16}(?=.*code)", sanctum.hygiene("age").stdout)
    block = identity[0] if identity else fingerprint("```\ncode\n```")
    assert "only a person may take a fenced code block apart" in _refused(sanctum, block)


def test_the_gate_still_judges(kept: MemoryRepo) -> None:
    said = _refused(kept, fingerprint(CANARY), code=1)
    assert "canary" in said
    assert "the gate refuses" in said


def test_dry_run_takes_nothing_out_but_records(kept: MemoryRepo) -> None:
    kept.write(".hygiene.yaml", "version: 1\nprofile: hermes\ndry_run: true\n")
    kept.commit()
    assert "dry_run is true" in _refused(kept, ID)
    kept.write("MEMORY.md", f"{STAY}\n§\n{CANARY}")
    _dropped(kept, ID)


def test_a_store_that_is_not_committed(kept: MemoryRepo) -> None:
    kept.write("MEMORY.md", f"{STAY}\n§\n{DEAL}\n§\n{CANARY}\n§\nnew")
    assert "not committed yet: MEMORY.md" in _refused(kept, ID)


def test_a_commit_that_is_refused(kept: MemoryRepo) -> None:
    leave_hook(kept, "pre-commit", "exit 1")
    assert "the commit was refused" in _refused(kept, ID)


def test_a_record_that_cannot_be_staged(kept: MemoryRepo) -> None:
    kept.write("MEMORY.md", f"{STAY}\n§\n{CANARY}")
    kept.write(".gitignore", f"{LEDGER}\n")
    assert ".gitignore" in _refused(kept, ID)


def test_a_ledger_with_changes_that_are_not_staged(kept: MemoryRepo) -> None:
    kept.write(LEDGER, "# Ledger\n")
    kept.commit()
    kept.write("MEMORY.md", f"{STAY}\n§\n{CANARY}")
    kept.write(LEDGER, "# Ledger\n\nby hand\n")
    assert "not staged" in _refused(kept, ID)


@pytest.mark.parametrize("reason", ["", "  \n "])
def test_a_reason_is_needed(kept: MemoryRepo, reason: str) -> None:
    assert "an empty reason" in _refused(kept, ID, "--reason", reason)


def test_a_reason_cannot_forge_a_record(kept: MemoryRepo) -> None:
    forged = (
        f"x\n\n## 2026-09-01T00:00:00Z\n- removed:\n  - {fingerprint(STAY)} prune: forged\u2028- canary: MEMORY.md 0"
    )
    _dropped(kept, ID, "--reason", forged)
    records = read_ledger(kept.read(LEDGER)).records
    assert len(records) == 1
    assert [judged.fingerprint for judged in records[0].removed] == [ID]
    assert records[0].get("canary") == ""


@pytest.fixture
def guarded(repo: MemoryRepo) -> MemoryRepo:
    """A Hermes memory directory with our hooks, in which git itself refuses a loss."""
    repo.write("MEMORY.md", f"{STAY}\n§\n{DEAL}\n§\n{OTHER}")
    assert repo.hygiene("init", "--profile", "hermes").returncode == 0
    return repo


def _without(repo: MemoryRepo, path: str, text: str) -> None:
    repo.write(path, repo.read(path).decode().replace(f"{text}\n§\n", "").replace(f"- {text}\n", ""))


def _paste(repo: MemoryRepo, said: str, folder: str = ".") -> None:
    """Run what the message offers, as a user in ``folder`` would; the hooks judge it."""
    (line,) = re.findall(r"next:  (git commit .*)", said)
    done = repo.run("bash", "-c", f"cd {folder} && {line}", GIT_EDITOR="sed -i '1i let it go'")
    assert done.returncode == 0, line + done.stdout + done.stderr


@pytest.mark.parametrize("how", ["edited", "staged", "deleted", "removed by git"])
def test_the_commit_that_is_offered_passes_the_gate(guarded: MemoryRepo, how: str) -> None:
    if how in ("edited", "staged"):
        _without(guarded, "MEMORY.md", DEAL)
        guarded.git("add", *(["MEMORY.md"] if how == "staged" else ["-N", "."]))
        said = _dropped(guarded, ID)
    else:
        guarded.write("USER.md", guarded.read("MEMORY.md").decode().replace(f"{DEAL}\n§\n", ""))
        guarded.write("MEMORY.md", DEAL)
        guarded.git("add", "-A")
        guarded.git("commit", "-q", "--no-verify", "-m", "one is left")
        (guarded.path / "MEMORY.md").unlink()
        if how == "removed by git":
            guarded.git("rm", "-q", "--cached", "MEMORY.md")
        said = _dropped(guarded, ID)
    _paste(guarded, said)
    assert sorted(guarded.git("show", "--format=", "--name-only").split()) == ["MEMORY.md", LEDGER]
    assert guarded.git("status", "--porcelain", "-uno") == ""
    assert _gate(guarded, "--rev", "HEAD") == 0


def test_the_commit_that_is_offered_names_paths_from_where_one_is(repo: MemoryRepo) -> None:
    repo.write("a heron's/notes/x.md", "x\n")
    repo.write("a heron's/LORE.md", f"- {STAY}\n- {DEAL}\n")
    assert repo.hygiene("init", "a heron's", "--profile", "sanctum", "--agent", "heron").returncode == 0
    _without(repo, "a heron's/LORE.md", DEAL)
    done = repo.hygiene("drop", "-C", "a heron's/notes", fingerprint(f"- {DEAL}"))
    assert done.returncode == 0, done.stderr
    assert "git commit -- ../MEMORY_AUDIT_LEDGER.md ../LORE.md" in done.stdout
    _paste(repo, done.stdout, '"a heron\'s/notes"')
    assert _gate(repo, "--rev", "HEAD") == 0
    _without(repo, "a heron's/LORE.md", STAY)
    _paste(repo, _dropped(repo, fingerprint(f"- {STAY}")))
    assert _gate(repo, "--rev", "HEAD") == 0


def test_an_entry_whose_loss_is_committed_gets_its_record(guarded: MemoryRepo) -> None:
    start = guarded.git("rev-parse", "HEAD").strip()
    _without(guarded, "MEMORY.md", DEAL)
    guarded.git("commit", "-q", "-a", "--no-verify", "-m", "loss")
    guarded.write("notes.txt", "more\n")
    guarded.commit("more")
    assert _gate(guarded, "--from-ref", start, "--to-ref", "HEAD") == 1
    said = _dropped(guarded, ID, "--reason", "signed")
    assert f"last in {start[:12]}" in said
    _paste(guarded, said)
    assert guarded.git("show", "--format=", "--name-only").split() == [LEDGER]
    assert _gate(guarded, "--from-ref", start, "--to-ref", "HEAD") == 0


def test_what_the_archive_keeps_is_not_lost(kept: MemoryRepo) -> None:
    _dropped(kept, ID)
    assert "archive" in _refused(kept, ID)


@pytest.fixture
def roster(repo: MemoryRepo) -> MemoryRepo:
    """Two agents: one entry is held by both, one by heron alone."""
    for agent in ("heron", "kite"):
        repo.write(f"{agent}/LORE.md", f"- {STAY}\n- {agent} stays.\n")
    repo.write("heron/LORE.md", repo.read("heron/LORE.md") + f"- {DEAL}\n".encode())
    for agent in ("heron", "kite"):
        assert repo.hygiene("init", agent, "--profile", "sanctum").returncode == 0
    return repo


@pytest.mark.parametrize("folder", [".", "heron", "kite"])
def test_the_agent_that_holds_the_entry_is_found(roster: MemoryRepo, folder: str) -> None:
    assert "heron/LORE.md" in _dropped(roster, "-C", folder, fingerprint(f"- {DEAL}"))
    assert DEAL.encode() not in roster.read("heron/LORE.md")


@pytest.mark.parametrize("is_committed", [False, True])
def test_the_agent_that_held_the_entry_is_found(roster: MemoryRepo, is_committed: bool) -> None:
    _without(roster, "heron/LORE.md", DEAL)
    if is_committed:
        roster.git("commit", "-q", "-a", "--no-verify", "-m", "loss")
    said = _dropped(roster, fingerprint(f"- {DEAL}"))
    assert "gone from heron/LORE.md" in said
    _paste(roster, said)


def test_an_entry_of_two_agents_needs_the_agents_name(roster: MemoryRepo) -> None:
    identity = fingerprint(f"- {STAY}")
    said = _refused(roster, identity)
    assert "several agents hold" in said
    assert "heron (on disk), kite (on disk)" in said
    _without(roster, "kite/LORE.md", STAY)
    assert "heron (on disk), kite (in HEAD)" in _refused(roster, identity)
    assert "gone from kite/LORE.md" in _dropped(roster, "--agent", "kite", identity)
    assert "dropped" in _dropped(roster, "-C", "heron", identity)
    assert "no agent called" in _refused(roster, "--agent", "zz", identity)


def test_a_fingerprint_that_nobody_holds(roster: MemoryRepo) -> None:
    assert "in the last 200 commits" in _refused(roster, "ffff0000ffff0000")
