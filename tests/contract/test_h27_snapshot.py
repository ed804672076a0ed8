"""H27: a snapshot commits what the agent left, rescues what vanished, hides no fault, and stops nobody."""

import json
import os
import re
import shutil
import sys
import time
from pathlib import Path

import pytest

from memory_hygiene.core.archive import read_archive
from memory_hygiene.core.audit.ledger import Record, read_ledger
from memory_hygiene.core.fingerprint import fingerprint
from memory_hygiene.edge.clock import timestamp
from memory_hygiene.edge.workspace import open_workspace
from memory_hygiene.formats import parse
from memory_hygiene.runs.applying import locked
from memory_hygiene.runs.snapshotting import snapshot_agent
from tests.conftest import MemoryRepo
from tests.pictures import ARCHIVE, LEDGER, leave_hook, picture_of

KILLED = str(Path(__file__).parent.parent / "killed.py")
STAY = "Deploys run on Fridays."
SERVER = "The build server is 10.0.0.7."
BERTH = "Berth 4 is let to the harbour master until spring."
USER = "Prefers short answers.\n§\nLikes tea."


@pytest.fixture
def live(repo: MemoryRepo) -> MemoryRepo:
    """H27: a memory directory under guard, with our hooks and canaries in both stores."""
    repo.write("MEMORY.md", "\n§\n".join((STAY, SERVER, BERTH)))
    repo.write("USER.md", USER)
    assert repo.hygiene("init", "--profile", "hermes").returncode == 0
    assert "CANARY" in repo.read("MEMORY.md").decode()
    return repo


def _taken(repo: MemoryRepo, *arguments: str, code: int = 0, **extra: str) -> str:
    """Take a snapshot; no file of the agent may change by it, and the commit must pass a gate that looks again."""
    before = {path: path.read_bytes() for path in repo.path.glob("*.md") if path.name != LEDGER and path.is_file()}
    done = repo.hygiene("snapshot", *arguments, **extra)
    assert done.returncode == code, done.stdout + done.stderr
    assert {path: path.read_bytes() for path in before} == before
    assert repo.hygiene("check", "--rev", "HEAD").returncode == 0
    return done.stdout + done.stderr


def _cannot(repo: MemoryRepo, said: str, *arguments: str, **extra: str) -> str:
    before = picture_of(repo)
    done = repo.hygiene("snapshot", *arguments, **extra)
    assert done.returncode == 2, done.stdout + done.stderr
    assert said in done.stderr
    assert "mend:" in done.stderr
    assert picture_of(repo) == before
    return done.stderr


def _without(repo: MemoryRepo, path: str, *texts: str) -> None:
    """Take entries out as the agent's tool would."""
    entries = repo.read(path).decode().split("\n§\n")
    repo.write(path, "\n§\n".join(entry for entry in entries if entry not in texts))


def _add(repo: MemoryRepo, path: str, text: str) -> None:
    repo.write(path, repo.read(path) + f"\n§\n{text}".encode())


def _record(repo: MemoryRepo) -> Record:
    return read_ledger(repo.read(LEDGER)).records[-1]


def _archived(repo: MemoryRepo, path: str = ARCHIVE) -> list[str]:
    return [kept.data.decode() for kept in read_archive(repo.read(path), parse).kept]


def _trailers(repo: MemoryRepo) -> dict[str, str]:
    lines = repo.git("log", "-1", "--format=%(trailers:only,unfold)").splitlines()
    return dict(line.split(": ", 1) for line in lines if line)


def _files(repo: MemoryRepo) -> list[str]:
    return sorted(repo.git("show", "--format=", "--name-only").split())


def test_h27_a_write_is_committed_with_writer_and_session(live: MemoryRepo) -> None:
    _add(live, "MEMORY.md", "The kiosk runs on SQLite.")
    ledger = live.read(LEDGER)
    assert "committed MEMORY.md" in _taken(live, "--session", "20260915_120000_ab12cd")
    assert _files(live) == ["MEMORY.md"]
    trailers = _trailers(live)
    assert trailers["Hygiene-Session"] == "20260915_120000_ab12cd"
    assert trailers["Hygiene-Writer"] == "Test Writer <writer@example.org>"
    assert trailers["Hygiene-Agent"] == "default"
    assert live.read(LEDGER) == ledger
    assert live.git("status", "--porcelain") == ""


def test_h27_a_session_cannot_forge_trailers_or_records(live: MemoryRepo) -> None:
    forged = "x\n\nHygiene-Writer: somebody <else>\x1b[2J\n- status: COMPLETE\u2028" + "y" * 5000
    _without(live, "MEMORY.md", SERVER)
    _taken(live, "--session", forged)
    writers = live.git("log", "-1", "--format=%(trailers:key=Hygiene-Writer,valueonly)").split("\n")
    assert [writer for writer in writers if writer] == ["Test Writer <writer@example.org>"]
    assert "\x1b" not in live.git("log", "-1", "--format=%B")
    assert len(live.git("log", "-1", "--format=%B")) < 2000
    assert [key for key, _ in _record(live).fields].count("status") == 1


def test_h27_nothing_to_commit_is_one_line_and_no_commit(live: MemoryRepo) -> None:
    before = picture_of(live)
    said = _taken(live, "--session", "1")
    assert said.count("\n") == 1
    assert "nothing to commit" in said
    assert picture_of(live) == before


def test_h27_what_vanished_is_rescued_in_the_same_commit(live: MemoryRepo) -> None:
    _without(live, "MEMORY.md", SERVER, BERTH)
    said = _taken(live)
    for text in (SERVER, BERTH):
        assert f"rescued {fingerprint(text)} into {ARCHIVE}: {text}" in said
    assert _files(live) == ["MEMORY.md", LEDGER, ARCHIVE]
    assert _archived(live) == [SERVER, BERTH]
    record = _record(live)
    assert [(judged.fingerprint, judged.action) for judged in record.removed] == [
        (fingerprint(SERVER), "rescue"),
        (fingerprint(BERTH), "rescue"),
    ]
    assert (record.get("rescued"), record.get("status")) == ("2", "COMPLETE")
    assert live.git("status", "--porcelain") == ""


def test_h27_an_edit_and_a_move_are_no_loss(live: MemoryRepo) -> None:
    _without(live, "MEMORY.md", SERVER)
    _add(live, "USER.md", SERVER)
    live.write("MEMORY.md", live.read("MEMORY.md").replace(b"until spring", b"until autumn"))
    assert "rescued" not in _taken(live)
    assert _files(live) == ["MEMORY.md", "USER.md"]


def test_h27_what_was_rescued_once_is_not_archived_again(live: MemoryRepo) -> None:
    for _ in range(2):
        _without(live, "MEMORY.md", SERVER)
        _taken(live)
        _add(live, "MEMORY.md", SERVER)
        _taken(live)
    assert _archived(live) == [SERVER]


def test_h27_a_broken_canary_is_committed_as_critical_and_once(live: MemoryRepo) -> None:
    canary = next(entry for entry in live.read("MEMORY.md").decode().split("\n§\n") if "CANARY" in entry)
    _without(live, "MEMORY.md", canary)
    head = live.git("rev-parse", "HEAD")[:12]
    said = _taken(live, code=1)
    assert "CRITICAL 0 canaries in the store" in said
    assert f"git restore --source={head}" in said  # HEAD is the breached state now
    assert _record(live).critical == (("canary-missing", "MEMORY.md"),)
    assert live.hygiene("check", "--rev", "HEAD", "--strict").returncode == 1
    _add(live, "MEMORY.md", "One more.")
    _taken(live)


@pytest.mark.parametrize(
    ("bytes_left", "rule"),
    [
        (b"caf\xe9 opens at eight", "undecodable"),
        (b"one\0two", "undecodable"),
        (b"<<<<<<< ours\none\n=======\ntwo\n>>>>>>> theirs\n", "conflict-marker"),
        (("x" * 3000).encode(), "over-cap"),
        (b"x" * (4 * 1024 * 1024 + 1), "too-large"),
        ("one\n\n§\n\ntwo".encode(), "drifted"),
    ],
)
def test_h27_an_unreadable_store_is_committed_as_critical(live: MemoryRepo, bytes_left: bytes, rule: str) -> None:
    live.write("MEMORY.md", bytes_left)
    done = live.hygiene("snapshot")
    assert done.returncode == 1, done.stdout + done.stderr
    assert (rule, "MEMORY.md") in _record(live).critical
    assert _record(live).get("status") == "CRITICAL"
    assert live.git("cat-file", "-s", "HEAD:MEMORY.md").strip() == str(len(bytes_left))
    if rule != "too-large":
        assert _archived(live) == [STAY, SERVER, BERTH]
    assert live.hygiene("check", "--rev", "HEAD").returncode == 0


@pytest.mark.parametrize("how", ["deleted", "emptied", "renamed"])
def test_h27_a_store_that_is_gone(live: MemoryRepo, how: str) -> None:
    """H27: ``hermes memory reset`` unlinks, a batch may empty the file, a shell may do anything."""
    store = live.path / "MEMORY.md"
    if how == "emptied":
        store.write_bytes(b"")
    elif how == "renamed":
        store.rename(live.path / "OLD.md")
    else:
        store.unlink()
    _taken(live, code=1)
    assert _archived(live) == [STAY, SERVER, BERTH]
    tree = live.git("ls-tree", "-r", "--name-only", "HEAD").split()
    assert ("MEMORY.md" in tree) == (how == "emptied")
    assert "OLD.md" not in tree
    assert "nothing to commit" in _taken(live)


def test_h27_a_folder_in_place_of_a_store(live: MemoryRepo) -> None:
    (live.path / "MEMORY.md").unlink()
    live.write("MEMORY.md/.env", "SECRET=1")
    _cannot(live, "a folder stands in place of MEMORY.md")


def test_h27_both_stores_gone_and_one_come_back(live: MemoryRepo) -> None:
    for name in ("MEMORY.md", "USER.md"):
        (live.path / name).unlink()
    _taken(live, code=1)
    live.write("USER.md", "Starts anew.")
    _taken(live)
    assert "USER.md" in _files(live)
    assert _archived(live, "archive/USER.archive.md") == USER.split("\n§\n")


def test_h27_churn_that_hermes_makes_is_no_loss(live: MemoryRepo) -> None:
    for mode in (0o600, 0o664):
        (live.path / "MEMORY.md").chmod(mode)
        assert "nothing to commit" in _taken(live)
    for flipped in (b"\n", b""):
        live.write("MEMORY.md", live.read("MEMORY.md").rstrip(b"\n") + flipped)
        assert "rescued" not in _taken(live)
    live.write("MEMORY.md", live.read("MEMORY.md").replace(b"\n", b"\r\n"))
    assert "rescued" not in _taken(live)


def test_h27_a_linked_store(live: MemoryRepo) -> None:
    live.write("kept/store.md", live.read("MEMORY.md"))
    (live.path / "MEMORY.md").unlink()
    (live.path / "MEMORY.md").symlink_to("kept/store.md")
    live.git("add", "kept/store.md", "MEMORY.md")
    live.git("commit", "-q", "-m", "link it")
    store = live.path / "kept/store.md"
    store.write_bytes(store.read_bytes().replace(f"{SERVER}\n§\n".encode(), b""))
    _taken(live)
    assert _files(live) == [LEDGER, ARCHIVE, "kept/store.md"]
    assert _archived(live) == [SERVER]


def test_h27_a_store_turned_into_a_link_to_a_secret(live: MemoryRepo) -> None:
    live.write(".env", "SECRET=1")
    (live.path / "MEMORY.md").unlink()
    (live.path / "MEMORY.md").symlink_to(".env")
    _taken(live, code=1)
    assert ".env" not in live.git("ls-tree", "-r", "--name-only", "HEAD").split()
    assert "SECRET" not in live.git("log", "-p", "-1")
    assert _archived(live) == [STAY, SERVER, BERTH]


def test_h27_a_home_with_secrets(repo: MemoryRepo) -> None:
    """H27 and H1: of an agent's home, memory is committed and nothing else, also where skills are new."""
    repo.write("memories/MEMORY.md", STAY)
    repo.write("SOUL.md", "# Soul\n\nBe kind.\n\nBe brief.\n")
    for name in (".env", "auth.json", "state.db"):
        repo.write(name, "SECRET")
    assert repo.hygiene("init", "--profile", "hermes").returncode == 0
    _add(repo, "memories/MEMORY.md", SERVER)
    repo.write("SOUL.md", "# Soul\n\nBe kind.\n")
    repo.write("skills/ops/deploy/SKILL.md", "---\nname: deploy\ndescription: d\n---\nDo it.\n")
    repo.write("skills/ops/deploy/.env", "SECRET")
    _taken(repo)
    assert _files(repo) == [
        LEDGER, "SOUL.md", "archive/SOUL.archive.md", "memories/MEMORY.md", "skills/ops/deploy/SKILL.md"
    ]  # fmt: skip
    assert "SECRET" not in repo.git("log", "-p", "--all")
    assert _archived(repo, "archive/SOUL.archive.md") == ["Be brief."]


def test_h27_other_work_of_the_user_is_left_alone(live: MemoryRepo) -> None:
    live.write("notes.txt", "staged\n")
    live.git("add", "notes.txt")
    live.write("other.txt", "untracked\n")
    live.write(".gitignore", live.read(".gitignore") + b"changed\n")
    _without(live, "MEMORY.md", SERVER)
    _taken(live)
    assert _files(live) == ["MEMORY.md", LEDGER, ARCHIVE]
    assert live.git("status", "--porcelain").split("\n") == [" M .gitignore", "A  notes.txt", "?? other.txt", ""]


def test_h27_what_only_the_index_holds_is_rescued_too(live: MemoryRepo) -> None:
    """H27: a person staged an entry, and the agent wrote the file without it: a commit takes it off the index."""
    before = live.read("MEMORY.md")
    _add(live, "MEMORY.md", "The harbour has eleven cranes.")
    live.git("add", "MEMORY.md")
    live.write("MEMORY.md", before + "\n§\nSomething else entirely was learnt.".encode())
    _taken(live)
    assert _archived(live) == ["The harbour has eleven cranes."]


def test_h27_staged_for_undoing_what_head_and_disk_hold(live: MemoryRepo) -> None:
    head = live.git("rev-parse", "HEAD^{tree}")
    _add(live, "USER.md", "More.")
    _taken(live)
    live.git("read-tree", head.strip())
    assert "nothing to commit" in _taken(live)


def test_h27_a_ledger_and_an_archive_that_were_tampered_with(live: MemoryRepo) -> None:
    _without(live, "MEMORY.md", SERVER)
    _taken(live)
    live.write(LEDGER, live.read(LEDGER).replace(b"rescue", b"prune"))
    live.write(ARCHIVE, live.read(ARCHIVE).replace(b"10.0.0.7", b"10.0.0.8"))
    _taken(live, code=1)
    assert {rule for rule, _ in _record(live).critical} >= {"ledger-rewritten", "archive-rewritten"}


def test_h27_the_first_commit(hermes: MemoryRepo) -> None:
    hermes.write("MEMORY.md", STAY)
    done = hermes.hygiene("snapshot", "--session", "s")
    assert done.returncode == 0, done.stderr
    assert hermes.git("ls-tree", "-r", "--name-only", "HEAD").split() == ["MEMORY.md"]
    _add(hermes, "MEMORY.md", SERVER)
    hermes.git("add", ".hygiene.yaml")
    assert hermes.hygiene("snapshot").returncode == 0
    assert hermes.git("status", "--porcelain", "-uno") == "A  .hygiene.yaml\n"


def test_h27_a_detached_head_and_a_linked_work_tree(live: MemoryRepo, tmp_path: Path) -> None:
    live.git("checkout", "-q", "--detach")
    _without(live, "MEMORY.md", SERVER)
    _taken(live)
    assert _archived(live) == [SERVER]
    live.git("worktree", "add", "-q", str(tmp_path / "tree"), "main")
    tree = tmp_path / "tree" / "MEMORY.md"
    tree.write_bytes(tree.read_bytes() + "\n§\nSeen from the other tree.".encode())
    assert live.hygiene("snapshot", "-C", str(tmp_path / "tree")).returncode == 0
    assert "other tree" in live.git("show", "main:MEMORY.md")


def test_h27_a_sanctum_and_agents_of_a_roster(repo: MemoryRepo) -> None:
    for agent in ("heron", "kite"):
        repo.write(f"{agent}/LORE.md", f"# Lore\n\n- {STAY}\n- The {agent} stays.\n\n```\ncode\n```\n")
        assert repo.hygiene("init", agent, "--profile", "sanctum").returncode == 0
        repo.write(f"{agent}/LORE.md", f"# Lore\n\n- {STAY}\n")
    assert "several agents live here" in repo.hygiene("snapshot").stderr
    assert repo.hygiene("snapshot", "--agent", "heron").returncode == 0
    assert _archived(repo, "heron/references/lore-archive/LORE.archive.md") == ["- The heron stays.", "```\ncode\n```"]
    assert repo.git("status", "--porcelain", "-uno") == " M kite/LORE.md\n"
    assert repo.hygiene("snapshot", "-C", "kite").returncode == 0
    assert _trailers(repo)["Hygiene-Agent"] == "kite"


def test_h27_it_says_what_stands_in_its_way(live: MemoryRepo) -> None:
    _without(live, "MEMORY.md", SERVER)
    _cannot(live, "this looks like a hook", GIT_INDEX_FILE=str(live.path / ".git/index"))
    (live.path / ".git/MERGE_HEAD").write_text(live.git("rev-parse", "HEAD"))
    _cannot(live, "a merge is in progress")
    (live.path / ".git/MERGE_HEAD").unlink()
    (live.path / ".git/index.lock").touch()
    _cannot(live, "the index is locked")
    (live.path / ".git/index.lock").unlink()
    live.git("config", "--unset", "user.email")
    live.git("config", "user.useConfigOnly", "true")
    _cannot(live, "git does not know who commits")
    live.git("config", "user.email", "writer@example.org")
    leave_hook(live, "commit-msg", "echo ticket number missing; exit 1")
    assert "ticket number missing" in _cannot(live, "the commit was refused")
    live.git("update-index", "--skip-worktree", "MEMORY.md")
    _cannot(live, "git was told not to look at MEMORY.md")


def test_h27_a_new_store_is_forgotten_again_when_the_commit_is_refused(live: MemoryRepo) -> None:
    (live.path / "USER.md").unlink()
    _taken(live, code=1)
    live.write("USER.md", "Starts anew.")
    leave_hook(live, "commit-msg", "exit 1")
    _cannot(live, "the commit was refused")


def test_h27_an_ignored_store_is_told_of(live: MemoryRepo) -> None:
    live.git("rm", "-q", "--cached", "USER.md")
    live.git("commit", "-q", "--no-verify", "-m", "untrack")
    live.write(".gitignore", live.read(".gitignore") + b"USER.md\n")
    assert "USER.md is ignored by git" in live.hygiene("snapshot").stderr


def test_h27_an_archive_that_is_a_link_is_not_written_through(live: MemoryRepo, tmp_path: Path) -> None:
    (live.path / "archive").symlink_to(tmp_path)
    _without(live, "MEMORY.md", SERVER)
    _cannot(live, "archive is a link")
    assert not list(tmp_path.glob("*.md"))


def _registered(repo: MemoryRepo, identity: str, operations: str) -> None:
    row = f"| agent | {identity} | * | {operations} |\n"
    repo.write("MEMORY_WRITERS.md", repo.read("MEMORY_WRITERS.md") + row.encode())
    repo.git("commit", "-q", "-am", "registered", "--no-verify")


def test_h27_a_writer_who_may_remove_and_maintain_is_enough(live: MemoryRepo) -> None:
    _registered(live, "writer@example.org", "add, edit, remove, maintain")
    _without(live, "MEMORY.md", SERVER)
    assert "rescued" in _taken(live)


@pytest.mark.parametrize("operations", ["add, edit", "admin"])
def test_h27_a_writer_who_may_not_is_told_so(live: MemoryRepo, operations: str) -> None:
    """H27 and H21: no record can allow what the registry does not; HEAD keeps what was there."""
    identity = "writer@example.org" if operations != "admin" else "keeper@example.org"
    _registered(live, identity, operations)
    _without(live, "MEMORY.md", SERVER)
    said = _cannot(live, "the gate refuses what no ledger record can take responsibility for")
    assert "[writer-not-allowed]" in said


def test_h27_json(live: MemoryRepo) -> None:
    def document() -> dict[str, object]:
        told = json.loads(live.hygiene("snapshot", "--format", "json").stdout)
        assert list(told) == ["version", "status", "commit", "paths", "rescued", "critical"]
        assert isinstance(told, dict)
        return told

    assert document() == {"version": 1, "status": "NONE", "commit": None, "paths": [], "rescued": [], "critical": []}
    _without(live, "MEMORY.md", SERVER)
    told = document()
    assert told["status"] == "COMPLETE"
    assert told["commit"] == live.git("rev-parse", "HEAD").strip()
    assert told["rescued"] == [
        {"path": "MEMORY.md", "line": 3, "fingerprint": fingerprint(SERVER), "text": SERVER, "to": ARCHIVE}
    ]
    live.write("MEMORY.md", b"")
    assert document()["status"] == "CRITICAL"


def test_h27_a_writer_without_a_lock_gets_in_between(live: MemoryRepo) -> None:
    """H27: whatever a user's hook or a lock-free writer takes while git reads the files is rescued as well."""
    (live.path / ".git/hooks/pre-commit").unlink()
    _without(live, "MEMORY.md", SERVER)
    script = f"test -e .git/raced || {{ touch .git/raced; printf '%s' '{STAY}' >MEMORY.md; git add MEMORY.md; }}"
    leave_hook(live, "pre-commit", script)
    done = live.hygiene("snapshot")
    assert done.returncode in (0, 1), done.stderr
    start = live.git("rev-list", "--max-parents=0", "HEAD").strip()
    assert sorted(_archived(live)) == sorted([SERVER, BERTH])
    assert live.read("MEMORY.md").decode() == STAY
    lost = live.hygiene("check", "--from-ref", start, "--to-ref", "HEAD", "--format", "json")
    assert "entry-lost" not in {f["name"] for f in json.loads(lost.stdout)["findings"] if f["severity"] == "error"}


def test_h27_the_function_that_an_audit_calls(live: MemoryRepo, monkeypatch: pytest.MonkeyPatch) -> None:
    workspace = open_workspace(str(live.path))
    agent = workspace.settings.agents[0]
    with locked(workspace, agent):
        assert snapshot_agent(workspace, agent, "", timestamp()) is None
        _without(live, "MEMORY.md", SERVER)
        taken = snapshot_agent(workspace, agent, "", timestamp())
    assert taken is not None
    assert [entry.text for entry in taken.rescued] == [SERVER]
    assert taken.status == "COMPLETE"
    assert "Hygiene-Session" not in _trailers(live)


def test_h27_it_waits_for_the_client(live: MemoryRepo) -> None:
    import fcntl

    _add(live, "MEMORY.md", "One more.")
    with (live.path / "USER.md.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        _cannot(live, "USER.md.lock is held", "--wait", "0.2")
    _taken(live)


@pytest.mark.parametrize("part", range(4))
def test_h27_a_kill_at_any_step_leaves_the_old_state_or_the_new_one(live: MemoryRepo, part: int) -> None:
    _without(live, "MEMORY.md", SERVER)
    before = picture_of(live)
    counted = _in_a_copy(live)
    assert 15 < counted < 60
    seen: set[bool] = set()
    for step in range(1 + part, counted + 1, 4):
        done = live.run(sys.executable, KILLED, "kill", str(step), "snapshot", PYTHONDONTWRITEBYTECODE="1")
        assert done.returncode == -9, f"step {step} of {counted}: {done.stdout}{done.stderr}"
        _let_git_end(live)
        seen.add(live.git("rev-parse", "HEAD") != before.head)
        if step % 3 == 0:
            _add(live, "MEMORY.md", f"The agent went on after {step}.")
        after = live.hygiene("snapshot")
        assert after.returncode == 0, f"step {step}: {after.stdout}{after.stderr}"
        assert _archived(live) == [SERVER]
        assert live.git("status", "--porcelain") == "", f"step {step}"
        assert live.hygiene("check", "--rev", "HEAD").returncode == 0
        assert not list(live.path.rglob("*.hygiene.tmp"))
        assert not (live.path / ".git/hygiene/journal").exists()
        live.git("reset", "-q", "--hard", before.head.strip())
        for folder in ("archive", ".git/hygiene"):
            shutil.rmtree(live.path / folder, ignore_errors=True)
        for lock in live.path.glob("*.lock"):
            lock.unlink()
        _without(live, "MEMORY.md", SERVER)
        assert picture_of(live).files["MEMORY.md"][1] == before.files["MEMORY.md"][1]
    assert False in seen


def _in_a_copy(repo: MemoryRepo) -> int:
    copy = MemoryRepo.__new__(MemoryRepo)
    copy.path, copy.environment = repo.path.with_name("copy"), repo.environment
    shutil.copytree(repo.path, copy.path, symlinks=True)
    done = copy.run(sys.executable, KILLED, "count", "0", "snapshot", PYTHONDONTWRITEBYTECODE="1")
    assert done.returncode == 0, done.stderr
    return int(re.findall(r"^\d+$", done.stdout, re.MULTILINE)[-1])


def _let_git_end(repo: MemoryRepo) -> None:
    deadline = time.monotonic() + 10
    while os.path.exists(repo.path / ".git/index.lock") and time.monotonic() < deadline:
        time.sleep(0.02)
