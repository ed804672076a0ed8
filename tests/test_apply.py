"""Apply: a plan carried out as one commit by the real command line in real repositories."""

import json
import os
import re
import stat
import time
from pathlib import Path

import pytest

from .conftest import MemoryRepo
from .pictures import ARCHIVE, GONE, LEDGER, MEMORY, STALE, STAY, leave_hook, picture_of, with_work


@pytest.fixture
def due(hermes: MemoryRepo) -> MemoryRepo:
    """A Hermes memory directory in which two entries are to go."""
    return with_work(hermes)


def _applied(repo: MemoryRepo, *arguments: str, **extra: str) -> str:
    done = repo.hygiene("apply", *arguments, **extra)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def _plan(repo: MemoryRepo) -> str:
    path = repo.path.parent / "plan.json"
    done = repo.hygiene("plan", "--format", "json", "--out", str(path))
    assert done.returncode == 0, done.stderr
    return str(path)


def _refused(repo: MemoryRepo, *arguments: str, code: int = 2, **extra: str) -> str:
    before = picture_of(repo)
    done = repo.hygiene("apply", *arguments, **extra)
    assert done.returncode == code, done.stdout + done.stderr
    assert picture_of(repo) == before
    return done.stdout + done.stderr


def test_one_commit_of_exactly_the_changed_paths(due: MemoryRepo) -> None:
    before = due.git("rev-parse", "HEAD")
    out = _applied(due)
    assert due.git("rev-parse", "HEAD^") == before
    assert due.git("show", "--format=", "--name-only").split() == ["MEMORY.md", LEDGER, ARCHIVE]
    assert due.git("status", "--porcelain", "-uno") == ""
    message = due.git("log", "-1", "--format=%B")
    assert "tagged [stale]" in message
    assert due.git("log", "-1", "--format=%(trailers:key=Hygiene-Action,valueonly)").count(ARCHIVE) == 2
    assert due.git("rev-parse", "--short=12", "HEAD").strip() in out
    entries = due.read("MEMORY.md").decode().split("\n§\n")
    assert entries[0] == STAY
    assert "→ archive/MEMORY.archive.md" in entries[1]
    assert len(entries) == 2
    assert STALE.encode() in due.read(ARCHIVE)
    assert GONE.encode() in due.read(ARCHIVE)


def test_a_second_apply_finds_nothing_to_do_also_on_another_day(due: MemoryRepo) -> None:
    _applied(due)
    before = picture_of(due)
    assert "nothing to do" in _applied(due)
    assert "nothing to do" in _applied(due, "--now", "2027-03-01")
    assert picture_of(due) == before


def test_the_applied_commit_passes_every_gate(due: MemoryRepo) -> None:
    _applied(due)
    for options in (("--rev", "HEAD"), ("--from-ref", "HEAD~1", "--to-ref", "HEAD"), ("--worktree",)):
        done = due.hygiene("check", *options)
        assert done.returncode == 0, done.stdout + done.stderr


def test_modes_are_kept_and_new_files_are_private_whatever_the_umask(due: MemoryRepo) -> None:
    (due.path / "MEMORY.md").chmod(0o640)
    mask = os.umask(0)
    try:
        _applied(due)
    finally:
        os.umask(mask)
    modes = {name: stat.S_IMODE((due.path / name).stat().st_mode) for name in ("MEMORY.md", LEDGER, ARCHIVE, "archive")}
    assert modes == {"MEMORY.md": 0o640, LEDGER: 0o600, ARCHIVE: 0o600, "archive": 0o700}
    assert not list(due.path.rglob("*.hygiene.tmp"))


def test_a_store_behind_a_link_is_written_through_and_stays_a_link(hermes: MemoryRepo) -> None:
    hermes.write("kept/real.md", MEMORY)
    (hermes.path / "MEMORY.md").symlink_to("kept/real.md")
    hermes.commit()
    _applied(hermes)
    assert os.readlink(hermes.path / "MEMORY.md") == "kept/real.md"
    assert STALE not in hermes.read("kept/real.md").decode()
    assert hermes.git("show", "--format=", "--name-only").split() == [LEDGER, ARCHIVE, "kept/real.md"]


@pytest.mark.parametrize("name", ["archive", ARCHIVE, LEDGER])
def test_nothing_is_written_through_a_link_that_leads_out(due: MemoryRepo, name: str, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (due.path / name).parent.mkdir(exist_ok=True)
    (due.path / name).symlink_to(outside if name == "archive" else outside / "file.md")
    due.commit("a link")
    assert "is a link" in _refused(due)
    assert list(outside.iterdir()) == []


def test_staged_and_unstaged_work_of_others_stays_untouched(due: MemoryRepo) -> None:
    due.write("USER.md", "Prefers short answers.")
    due.write("other.txt", "one\n")
    due.commit()
    due.write("other.txt", "two\n")
    due.git("add", "other.txt")
    due.write("other.txt", "three\n")
    due.write("notes.txt", "unstaged\n")
    due.write("intended.txt", "x\n")
    due.git("add", "-N", "intended.txt")
    due.git("rm", "-q", "--cached", ".hygiene.yaml")
    before = due.git("status", "--porcelain", "--", ":!*.lock")
    _applied(due)
    assert due.git("status", "--porcelain", "--", ":!*.lock") == before
    assert due.git("show", ":other.txt") == "two\n"
    assert due.read("other.txt") == b"three\n"
    assert due.git("show", "--format=", "--name-only").split() == ["MEMORY.md", LEDGER, ARCHIVE]


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("autocrlf", ["false", "true", "input"])
def test_line_endings_on_disk_are_kept(hermes: MemoryRepo, ending: str, autocrlf: str) -> None:
    hermes.git("config", "core.autocrlf", autocrlf)
    text = MEMORY.replace("until the move,", "until the move,\nand port 22 was closed\n\nthen;").replace("\n", ending)
    hermes.write("MEMORY.md", text)
    hermes.commit()
    _applied(hermes)
    data = hermes.read("MEMORY.md").decode()
    assert data.startswith(STAY + ending + "§" + ending)
    assert data.count("\n") == data.count(ending)
    assert "port 22 was closed" in hermes.read(ARCHIVE).decode()
    assert hermes.hygiene("check", "--rev", "HEAD").returncode == 0
    hermes.git("rm", "-q", "--cached", "-r", ".")  # check everything out anew, through the filters
    hermes.git("reset", "-q", "--hard")
    assert hermes.hygiene("check", "--from-ref", "HEAD~1", "--to-ref", "HEAD").returncode == 0
    assert "nothing to do" in _applied(hermes)


def test_a_sha256_repository(tmp_path: Path) -> None:
    repo = MemoryRepo(tmp_path / "wide", "--object-format=sha256")
    repo.write(".hygiene.yaml", "version: 1\nprofile: hermes\n")
    _applied(with_work(repo), _plan(repo))
    assert len(repo.git("rev-parse", "HEAD").strip()) == 64
    assert "nothing to do" in _applied(repo)


def test_a_detached_head_a_linked_worktree_and_a_subfolder(due: MemoryRepo, tmp_path: Path) -> None:
    due.git("worktree", "add", "-q", "--detach", str(tmp_path / "linked"))
    linked = tmp_path / "linked"
    done = due.run("git", "-C", str(linked), "rev-parse", "HEAD")
    head = due.git("rev-parse", "HEAD")
    (linked / "deep").mkdir()
    out = due.hygiene("apply", "-C", str(linked / "deep"))
    assert out.returncode == 0, out.stderr
    assert due.run("git", "-C", str(linked), "rev-parse", "HEAD^").stdout == done.stdout
    assert due.git("rev-parse", "HEAD") == head
    assert due.read("MEMORY.md").decode() == MEMORY


def test_odd_names_are_files_and_nothing_else(repo: MemoryRepo) -> None:
    repo.write(".hygiene.yaml", "version: 1\nprofile: hermes\nagents:\n  a: {path: '[ab] é*'}\n")
    repo.write("[ab] é*/MEMORY.md", MEMORY)
    decoy = f"a éclair/{ARCHIVE}"  # the directory's name, read as a pattern, would match it
    repo.write(decoy, "mine\n")
    repo.commit()
    repo.write(decoy, "staged\n")
    repo.git("add", "-A")
    _applied(repo)
    names = repo.git("-c", "core.quotePath=false", "show", "--format=", "--name-only").splitlines()
    assert names == ["[ab] é*/MEMORY.md", f"[ab] é*/{LEDGER}", f"[ab] é*/{ARCHIVE}"]


def test_white_space_goes_with_its_own_entry(hermes: MemoryRepo) -> None:
    """The blank line before the entry that goes must not become the next entry's: the gate would call it new drift."""
    hermes.write("MEMORY.md", "a lone sign\n§ \n\n§\n\n[prune] gone\n§\nstays  ")  # the sign forbids canonicalise
    hermes.commit()
    _applied(hermes)
    assert hermes.read("MEMORY.md") == "a lone sign\n§ \n\n§\nstays  ".encode()


@pytest.mark.parametrize("data", [b"caf\xe9\n\n\xc2\xa7\nb", b"x" * (5 << 20)], ids=["latin-1", "huge"])
def test_a_store_that_cannot_be_read_is_not_written(hermes: MemoryRepo, data: bytes) -> None:
    hermes.write("MEMORY.md", data)
    hermes.commit()
    assert "nothing to do" in _applied(hermes)


def test_control_codes_of_a_store_do_not_reach_the_log(hermes: MemoryRepo) -> None:
    hermes.write("MEMORY.md", "stays\n§\n[superseded by: \x1bMred\u202e] entry")
    hermes.commit()
    out = _applied(hermes)
    message = hermes.git("log", "-1", "--format=%B")
    assert "\\x1bMred\\u202e" in message
    assert "\x1b" not in message + out


def test_a_signed_commit_with_a_real_key(due: MemoryRepo, tmp_path: Path) -> None:
    key = tmp_path / "key"
    due.run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key))
    due.write("signers", f"writer@example.org {key.with_suffix('.pub').read_text()}")
    due.git("config", "gpg.format", "ssh")
    due.git("config", "user.signingKey", str(key))
    due.git("config", "commit.gpgSign", "true")
    due.git("config", "gpg.ssh.allowedSignersFile", str(due.path / "signers"))
    _applied(due)
    assert due.git("log", "-1", "--format=%G?").strip() == "G"


def test_hooks_run_in_the_users_own_environment(due: MemoryRepo) -> None:
    leave_hook(due, "post-commit", 'git ls-files -- "*.md" >.git/seen; env >.git/env')
    _applied(due, LC_ALL="C.UTF-8")
    assert (due.path / ".git" / "seen").read_text().count("\n") == 3
    assert "LC_ALL=C.UTF-8" in (due.path / ".git" / "env").read_text()


def test_a_program_that_a_hook_leaves_behind_is_not_waited_for(due: MemoryRepo) -> None:
    leave_hook(due, "post-commit", "sleep 30 &")
    started = time.monotonic()
    _applied(due)
    assert time.monotonic() - started < 20


def test_a_reviewed_plan_is_carried_out_as_it_was_reviewed(due: MemoryRepo) -> None:
    path = _plan(due)
    _applied(due, path)
    assert json.loads(Path(path).read_text())["plan"] in due.git("log", "-1", "--format=%B")


def test_an_edited_plan_is_refused(due: MemoryRepo) -> None:
    path = _plan(due)
    document = json.loads(Path(path).read_text())
    document["actions"].pop()
    Path(path).write_text(json.dumps(document))
    assert "was edited" in _refused(due, path)
    for text in ("", "[]", '{"version": 1}', '{"plan": 1, "base": []}', "\0"):
        Path(path).write_text(text)
        assert "no plan of version 1" in _refused(due, path)
    assert "no such file" in _refused(due, str(due.path / "nowhere.json"))


def test_a_plan_is_refused_when_its_base_changed(due: MemoryRepo) -> None:
    path = _plan(due)
    due.write("MEMORY.md", MEMORY + "\n§\none more")
    due.commit()
    assert "changed since the plan was made: MEMORY.md" in _refused(due, path)


def test_a_plan_is_refused_when_the_configuration_changed(due: MemoryRepo) -> None:
    path = _plan(due)
    due.write(".hygiene.yaml", "version: 1\nprofile: hermes\nmax_memory_chars: 900\n")
    due.commit()
    assert "another plan by now" in _refused(due, path)


def test_a_plan_of_another_repository_is_refused(due: MemoryRepo, tmp_path: Path) -> None:
    path = _plan(due)
    other = MemoryRepo(tmp_path / "other")
    other.write(".hygiene.yaml", "version: 1\nprofile: hermes\n")
    other.write("MEMORY.md", "another\n§\n[stale] x")
    other.commit()
    assert "changed since" in _refused(other, path)


def test_a_cap_that_stays_breached_is_said_and_exits_1(hermes: MemoryRepo) -> None:
    hermes.write("MEMORY.md", "x" * 2300 + "\n§\n" + GONE)
    hermes.commit()
    for said in ("committed as", "nothing to do"):
        done = hermes.hygiene("apply")
        assert done.returncode == 1
        assert said in done.stdout
        assert "stays over its cap by 100 characters" in done.stdout


def test_dry_run_in_the_configuration_makes_apply_refuse(due: MemoryRepo) -> None:
    due.write(".hygiene.yaml", "version: 1\nprofile: hermes\ndry_run: true\n")
    due.commit()
    assert "dry_run is true" in _refused(due)
    assert due.hygiene("plan").returncode == 0


def test_what_undoes_an_apply_works_at_the_top_of_a_roster(tmp_path: Path) -> None:
    fleet = MemoryRepo(tmp_path / "fleet")
    for name in ("ada", "bert"):
        fleet.write(f"{name}/MEMORY.md", f"Berth 14 of {name} lies between 3 and 4.\n§\n[prune] Gone.")
        assert fleet.hygiene("init", name, "--profile", "hermes").returncode == 0
    (mend,) = re.findall("to undo: hygiene (.*)", fleet.hygiene("apply", "--agent", "bert").stdout)
    assert fleet.hygiene(*mend.split()).returncode == 0
    assert b"[prune] Gone." in fleet.read("bert/MEMORY.md")


def test_a_rebase_that_stopped_is_not_taken_for_a_cherry_pick(due: MemoryRepo) -> None:
    due.write(".git/CHERRY_PICK_HEAD", due.git("rev-parse", "HEAD"))
    due.write(".git/rebase-merge/done", "")
    assert "a rebase is in progress" in _refused(due)
