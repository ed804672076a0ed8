"""``hygiene init``: on live directories, inside other repositories, twice, and when git or the disk is against it."""

import fcntl
import os
import re
import shlex
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from memory_hygiene.core.audit.ledger import read_ledger
from memory_hygiene.core.canaries.canary import token_digest

from .conftest import MemoryRepo, clean_environment
from .test_hooks_install import script

THREE = "The build server is 10.0.0.7.\n§\nDeploys run on Fridays.\n§\nThe cat is grey."
CANARY = re.compile(rb"CANARY: Do not modify this line \(([0-9a-f]{16})\)")


class Folder:
    """A folder in which no git has been yet, with an identity in the environment's configuration."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.mkdir(parents=True, exist_ok=True)
        config = path.parent / "gitconfig"
        config.write_text("[user]\n\tname = Test Writer\n\temail = writer@example.org\n")
        self.environment = {**clean_environment(), "GIT_CONFIG_GLOBAL": str(config)}

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command, cwd=self.path, env=self.environment, capture_output=True, text=True, check=False, encoding="utf-8"
        )

    def git(self, *arguments: str) -> str:
        done = self.run("git", *arguments)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def init(self, *arguments: str, profile: str = "hermes") -> subprocess.CompletedProcess[str]:
        done = self.run(sys.executable, "-m", "memory_hygiene", "init", "--profile", profile, *arguments)
        assert "Traceback" not in done.stderr
        assert "internal error" not in done.stderr
        return done

    def write(self, name: str, content: str | bytes) -> Path:
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def read(self, name: str) -> bytes:
        return (self.path / name).read_bytes()

    def tracked(self) -> set[str]:
        return set(self.git("ls-files", "-z").split("\0")[:-1])


def photograph(folder: Path) -> dict[str, tuple[bytes, int]]:
    """Every file outside ``.git``: bytes and mode."""
    files = (path for path in folder.rglob("*") if path.is_file() and ".git" not in path.relative_to(folder).parts)
    return {str(path.relative_to(folder)): (path.read_bytes(), path.stat().st_mode) for path in files}


def canary_of(data: bytes) -> str:
    match = CANARY.search(data)
    assert match is not None
    return match[1].decode()


@pytest.fixture
def live(tmp_path: Path) -> Folder:
    """What a running Hermes leaves in its memory directory."""
    folder = Folder(tmp_path / ".hermes" / "memories")
    folder.write("MEMORY.md", THREE).chmod(0o600)
    folder.write("USER.md", "Name is Ann.\n§\nLikes tea.").chmod(0o600)
    for name in ("MEMORY.md.lock", "USER.md.lock", ".mem_x1y2.tmp", "MEMORY.md.bak.1700000000"):
        folder.write(name, b"")
    folder.path.chmod(0o700)
    return folder


def test_live_directory_is_taken_in(live: Folder) -> None:
    done = live.init()
    assert done.returncode == 0, done.stderr
    assert live.git("status", "--porcelain") == ""
    assert live.tracked() == {
        ".gitattributes",
        ".gitignore",
        ".hygiene.yaml",
        "MEMORY.md",
        "MEMORY_AUDIT_LEDGER.md",
        "MEMORY_WRITERS.md",
        "USER.md",
    }
    assert (live.path / "MEMORY.md.lock").exists()
    assert live.git("rev-list", "--count", "HEAD") == "1\n"
    assert live.git("symbolic-ref", "HEAD") == "refs/heads/main\n"


def test_nothing_but_canaries_changes_in_the_stores(live: Folder) -> None:
    live.init()
    for name, before in (("MEMORY.md", THREE.encode()), ("USER.md", "Name is Ann.\n§\nLikes tea.".encode())):
        data = live.read(name)
        canary = CANARY.search(data)
        assert canary is not None
        assert data.replace(canary[0] + "\n§\n".encode(), b"") == before
        pieces = data.split("\n§\n".encode())
        assert canary[0] not in (pieces[0], pieces[-1])


def test_modes_are_private_under_any_umask(live: Folder) -> None:
    old = os.umask(0)
    try:
        live.init()
    finally:
        os.umask(old)
    assert stat.S_IMODE(live.path.stat().st_mode) == 0o700
    for name in live.tracked():
        assert stat.S_IMODE((live.path / name).stat().st_mode) == 0o600, name


def test_ledger_registers_the_digests_and_not_the_tokens(live: Folder) -> None:
    live.init()
    ledger = read_ledger(live.read("MEMORY_AUDIT_LEDGER.md"))
    assert len(ledger.records) == 1
    assert ledger.records[0].get("status") == "INIT"
    for name in ("MEMORY.md", "USER.md"):
        token = canary_of(live.read(name))
        assert ledger.canary(name) == token_digest(token)
        assert token.encode() not in live.read("MEMORY_AUDIT_LEDGER.md")


def test_second_run_changes_nothing_and_says_so(live: Folder) -> None:
    live.init()
    before, head = photograph(live.path), live.git("rev-parse", "HEAD")
    hooks = photograph(live.path / ".git/hooks")
    done = live.init()
    assert done.returncode == 0
    assert done.stdout == "nothing to do: everything is set up already\n"
    assert photograph(live.path) == before
    assert photograph(live.path / ".git/hooks") == hooks
    assert live.git("rev-parse", "HEAD") == head


def test_what_init_made_passes_every_check(live: Folder) -> None:
    live.init()
    for options in ((), ("--strict",), ("--rev", "HEAD")):
        done = live.run(sys.executable, "-m", "memory_hygiene", "check", *options)
        assert done.returncode == 0, done.stdout


def test_commit_after_init_that_loses_an_entry_is_refused(live: Folder) -> None:
    live.init()
    live.write("MEMORY.md", live.read("MEMORY.md").replace("Deploys run on Fridays.\n§\n".encode(), b""))
    done = live.run("git", "commit", "-q", "-a", "-m", "tidy")
    assert done.returncode == 1
    assert "entry-lost" in done.stdout + done.stderr


def test_empty_directory_then_stores_later(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "ä new one")
    done = folder.init()
    assert done.returncode == 0, done.stderr
    assert "not there yet, and governed as soon as they are: MEMORY.md, USER.md" in done.stdout
    folder.write("MEMORY.md", THREE)
    first = folder.read("MEMORY_AUDIT_LEDGER.md")
    assert folder.init().returncode == 0
    ledger = folder.read("MEMORY_AUDIT_LEDGER.md")
    assert ledger.startswith(first)
    records = read_ledger(ledger).records
    assert records[1].get("prev") == records[0].digest
    assert read_ledger(ledger).canary("MEMORY.md") == token_digest(canary_of(folder.read("MEMORY.md")))
    assert folder.git("status", "--porcelain") == ""
    assert "nothing to do" in folder.init().stdout


def test_missing_directory_is_made(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "here")
    assert folder.init("new/deep").returncode == 0
    assert (folder.path / "new/deep/.hygiene.yaml").exists()


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        (b"", b"%s"),
        (b"One.", "One.\n§\n%s".encode()),
        (b"One.\n", "One.\n§\n%s\n".encode()),
        ("One.\r\n§\r\nTwo.\r\n§\r\nThree.\r\n".encode(), "One.\r\n§\r\nTwo.\r\n§\r\n%s\r\n§\r\nThree.\r\n".encode()),
        ("One.\r§\rTwo.".encode(), "One.\r§\r%s\r§\rTwo.".encode()),
        ("\ufeffOne.\n§\nTwo.".encode(), "\ufeffOne.\n§\n%s\n§\nTwo.".encode()),
    ],
)
def test_canary_leaves_every_other_byte(tmp_path: Path, before: bytes, expected: bytes) -> None:
    folder = Folder(tmp_path / "m")
    folder.write("MEMORY.md", before)
    assert folder.init().returncode == 0
    data = folder.read("MEMORY.md")
    canary = CANARY.search(data)
    assert canary is not None
    assert data.replace(canary[0], b"%s") == expected
    assert folder.git("show", "HEAD:MEMORY.md").encode() == data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"x" * 2180, "no room: 2,23"),
        ("One.\n\n§\nTwo.".encode(), "the agent itself refuses to edit it"),
        (b"caf\xe9", "not UTF-8"),
    ],
)
def test_canary_that_does_not_fit_is_reported(tmp_path: Path, content: bytes, reason: str) -> None:
    folder = Folder(tmp_path / "m")
    folder.write("MEMORY.md", content)
    done = folder.init()
    assert done.returncode == 0, done.stdout + done.stderr
    assert reason in done.stdout
    assert folder.read("MEMORY.md") == content
    assert "MEMORY.md" in folder.tracked()
    head = folder.git("rev-parse", "HEAD")
    assert "nothing to do" in folder.init().stdout
    assert folder.git("rev-parse", "HEAD") == head


def test_old_faults_come_in_on_record_and_count_in_strict(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "m")
    folder.write("MEMORY.md", "\n§\n".join(f"Fact number {n} " + "x" * 90 for n in range(40)))
    done = folder.init()
    assert done.returncode == 0, done.stderr
    assert "recorded as CRITICAL" in done.stdout
    record = read_ledger(folder.read("MEMORY_AUDIT_LEDGER.md")).records[0]
    assert record.get("status") == "CRITICAL"
    assert [path for _, path in record.critical] == ["MEMORY.md"]
    check = folder.run(sys.executable, "-m", "memory_hygiene", "check", "--strict")
    assert check.returncode == 1


def test_canary_without_token_stays_and_ours_is_added(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "m")
    folder.write("MEMORY.md", "One.\n§\nCANARY: Do not modify this line\n§\nTwo.")
    assert folder.init().returncode == 0
    assert b"CANARY: Do not modify this line\n" in folder.read("MEMORY.md")
    assert canary_of(folder.read("MEMORY.md"))
    check = folder.run(sys.executable, "-m", "memory_hygiene", "check")
    assert check.returncode == 0, check.stdout


def test_intact_canary_that_is_there_is_registered(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "m")
    folder.write("MEMORY.md", "One.\n§\nCANARY: Do not modify this line (0123456789abcdef)\n§\nTwo.")
    before = folder.read("MEMORY.md")
    assert "registered the canary that stands in MEMORY.md" in folder.init().stdout
    assert folder.read("MEMORY.md") == before
    ledger = read_ledger(folder.read("MEMORY_AUDIT_LEDGER.md"))
    assert ledger.canary("MEMORY.md") == token_digest("0123456789abcdef")


def test_removed_canary_is_a_breach_and_not_replaced(live: Folder) -> None:
    live.init()
    live.write("MEMORY.md", THREE)
    done = live.init()
    assert "canary breach" in done.stdout
    assert live.read("MEMORY.md") == THREE.encode()


def test_existing_repository_keeps_other_staged_work(repo: MemoryRepo) -> None:
    repo.write("MEMORY.md", THREE)
    repo.write("code.py", "x = 1\n")
    repo.commit()
    repo.write("code.py", "x = 2\n")
    repo.git("add", "code.py")
    repo.write("other.txt", "untracked")
    assert repo.hygiene("init", "--profile", "hermes").returncode == 0
    assert repo.git("status", "--porcelain") == "M  code.py\n?? other.txt\n"
    assert repo.git("show", "HEAD:code.py") == "x = 1\n"


def test_a_clone_is_set_up_without_saying_its_profile_again(repo: MemoryRepo, tmp_path: Path) -> None:
    repo.write("MEMORY.md", THREE)
    assert repo.hygiene("init", "--profile", "hermes").returncode == 0
    repo.run("git", "clone", "-q", ".", str(tmp_path / "clone"))
    done = repo.hygiene("init", "-C", str(tmp_path / "clone"))
    assert done.returncode == 0, done.stderr
    assert "installed the hooks" in done.stdout
    assert repo.hygiene("init", "-C", str(tmp_path / "clone")).stdout.startswith("nothing to do")


def test_what_a_folder_holds_must_be_said_where_nothing_says_it(repo: MemoryRepo) -> None:
    for folder in (".", "absent"):
        done = repo.hygiene("init", folder)
        assert done.returncode == 2
        assert "give --profile hermes or --profile sanctum" in done.stderr
    assert not (repo.path / "absent").exists()


def test_store_with_uncommitted_changes_is_left_alone(repo: MemoryRepo) -> None:
    repo.write("MEMORY.md", THREE)
    repo.commit()
    repo.write("MEMORY.md", "The build server is 10.0.0.7.")
    done = repo.hygiene("init", "--profile", "hermes")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "changes that are not committed" in done.stdout
    assert repo.read("MEMORY.md") == b"The build server is 10.0.0.7."
    assert repo.git("status", "--porcelain") == " M MEMORY.md\n"


def test_lines_of_the_user_stay_in_front(repo: MemoryRepo) -> None:
    repo.write(".gitignore", b"*.log\r\n*.lock")
    repo.write(".gitattributes", b"*.png binary\n")
    repo.write("MEMORY.md", THREE)
    repo.commit()
    done = repo.hygiene("init", "--profile", "hermes")
    assert "added lines to .gitignore" in done.stdout
    assert repo.read(".gitignore").startswith(b"*.log\r\n*.lock\r\n")
    assert repo.read(".gitignore").count(b"*.lock") == 1
    assert repo.read(".gitattributes").startswith(b"*.png binary\n")
    assert repo.git("check-attr", "text", "whitespace", "--", "MEMORY.md").count(": unset") == 2


def test_attributes_win_over_autocrlf(repo: MemoryRepo) -> None:
    repo.git("config", "core.autocrlf", "true")
    data = "One.\r\n§\r\nTwo.\r\n".encode()
    repo.write("MEMORY.md", data)
    assert repo.hygiene("init", "--profile", "hermes").returncode == 0
    blob = subprocess.run(["git", "show", "HEAD:MEMORY.md"], cwd=repo.path, capture_output=True, check=True).stdout
    assert blob == repo.read("MEMORY.md")
    assert b"\r\n" in blob


def test_home_lets_git_see_memory_only(tmp_path: Path) -> None:
    home = Folder(tmp_path / ".hermes")
    home.write("memories/MEMORY.md", THREE)
    home.write("memories/ARCHIVE.jsonl", "{}")
    home.write("SOUL.md", "# Soul\n\nBe kind.\n")
    home.write("skills/ops/deploy/SKILL.md", "---\nname: deploy\ndescription: d\n---\n\nDeploy on Fridays.\n")
    secrets = (".env", "auth.json", "state.db", "state.db-wal", "config.yaml", "skills/ops/.env", "logs/a.log")
    for name in secrets:
        home.write(name, "secret")
    done = home.init()
    assert done.returncode == 0, done.stdout + done.stderr
    assert "memories/USER.md" in done.stdout
    assert {"SOUL.md", "memories/MEMORY.md", "skills/ops/deploy/SKILL.md"} <= home.tracked()
    home.git("add", "-A")
    assert not home.tracked() & {*secrets, "memories/ARCHIVE.jsonl"}
    assert home.git("status", "--porcelain") == ""
    assert canary_of(home.read("memories/MEMORY.md"))
    assert "nothing to do" in home.init().stdout


def test_home_whose_other_files_are_tracked_keeps_showing_new_ones(repo: MemoryRepo) -> None:
    repo.write("memories/MEMORY.md", THREE)
    repo.write("cron/jobs.json", "{}")
    repo.commit()
    repo.write(".env", "SECRET=1")
    repo.write("cron/new.json", "{}")
    done = repo.hygiene("init", "--profile", "hermes")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "other files of this agent's home are tracked" in done.stdout
    assert repo.git("status", "--porcelain") == "?? cron/new.json\n"
    assert "nothing to do" in repo.hygiene("init", "--profile", "hermes").stdout


def test_home_before_its_first_memory(tmp_path: Path) -> None:
    home = Folder(tmp_path / ".hermes")
    home.write("state.db", "x")
    home.write(".env", "SECRET=1")
    assert home.init().returncode == 0
    home.git("add", "-A")
    assert not home.tracked() & {"state.db", ".env"}
    home.write("memories/MEMORY.md", THREE)
    assert home.init().returncode == 0
    assert "memories/MEMORY.md" in home.tracked()


def test_memory_of_a_governed_home_is_not_set_up_again(tmp_path: Path) -> None:
    home = Folder(tmp_path / ".hermes")
    home.write("memories/MEMORY.md", THREE)
    home.init()
    done = home.init("memories")
    assert done.returncode == 2
    assert "already is the memory of agent 'default'" in done.stderr


def test_directory_inside_another_repository_joins_it(repo: MemoryRepo) -> None:
    repo.write("README.md", "A project.\n")
    repo.commit()
    for agent in ("heron", "kite"):
        repo.write(f"_ai-memory/sanctum/{agent}/LORE.md", f"# Lore\n\n- {agent} fact.\n")
        done = repo.hygiene("init", f"_ai-memory/sanctum/{agent}", "--profile", "sanctum")
        assert done.returncode == 0, done.stdout + done.stderr
    assert not list(repo.path.glob("_ai-memory/**/.git"))
    tracked = repo.git("ls-files").split()
    assert [name for name in tracked if name.endswith(".hygiene.yaml")] == [".hygiene.yaml"]
    assert "_ai-memory/sanctum/kite/MEMORY_AUDIT_LEDGER.md" in tracked
    assert b"kite:\n    path: _ai-memory/sanctum/kite" in repo.read(".hygiene.yaml")
    assert b"CANARY" not in repo.read("_ai-memory/sanctum/heron/LORE.md")
    assert not list(repo.path.rglob("*.lock"))
    assert repo.git("status", "--porcelain") == ""
    assert "nothing to do" in repo.hygiene("init", "_ai-memory/sanctum/kite", "--profile", "sanctum").stdout
    assert repo.hygiene("check").returncode == 0


@pytest.mark.parametrize("pattern", ["private/\n", "private/*\n"])
def test_directory_ignored_there_gets_a_repository_of_its_own(repo: MemoryRepo, pattern: str) -> None:
    repo.write(".gitignore", pattern)
    repo.commit()
    repo.write("private/MEMORY.md", THREE)
    identity = {"GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.org"}
    committer = {"GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.org"}
    done = repo.hygiene("init", "private", "--profile", "hermes", **identity, **committer)
    assert done.returncode == 0, done.stderr
    assert f"for {repo.path} ignores this folder" in done.stdout
    assert (repo.path / "private/.git").is_dir()
    assert not (repo.path / ".hygiene.yaml").exists()


def test_agent_name_is_kept(repo: MemoryRepo) -> None:
    repo.write("MEMORY.md", THREE)
    assert repo.hygiene("init", "--profile", "hermes", "--agent", "heron").returncode == 0
    assert b"heron:\n    path: ." in repo.read(".hygiene.yaml")
    assert "nothing to do" in repo.hygiene("init", "--profile", "hermes", "--agent", "heron").stdout


@pytest.mark.parametrize("name", ["a b", "ünï cödé", "-dash", "quo'te"])
def test_odd_folder_names(tmp_path: Path, name: str) -> None:
    folder = Folder(tmp_path / name)
    folder.write("MEMORY.md", THREE)
    assert folder.init().returncode == 0
    live = folder.read("MEMORY.md")
    folder.write("MEMORY.md", live.replace("Deploys run on Fridays.\n§\n".encode(), b""))
    assert folder.run("git", "commit", "-q", "-a", "-m", "loss").returncode == 1


@pytest.mark.parametrize("name", ["a b", "ünï cödé", "quo'te", ":(top)x"])
def test_odd_folder_names_inside_a_repository(repo: MemoryRepo, name: str) -> None:
    repo.write(f"{name}/LORE.md", "- A fact.\n")
    done = repo.hygiene("init", name, "--profile", "sanctum", "--agent", "heron")
    assert done.returncode == 0, done.stdout + done.stderr
    assert repo.git("status", "--porcelain") == ""


def test_sha256_repository(tmp_path: Path) -> None:
    repo = MemoryRepo(tmp_path / "m", "--object-format=sha256")
    repo.write("MEMORY.md", THREE)
    assert repo.hygiene("init", "--profile", "hermes").returncode == 0
    assert len(repo.git("rev-parse", "HEAD").strip()) == 64
    assert "nothing to do" in repo.hygiene("init", "--profile", "hermes").stdout


def test_linked_worktree(repo: MemoryRepo, tmp_path: Path) -> None:
    repo.write("MEMORY.md", THREE)
    repo.commit()
    repo.git("worktree", "add", "-q", "-b", "second", str(tmp_path / "linked"))
    done = repo.hygiene("init", str(tmp_path / "linked"), "--profile", "hermes")
    assert done.returncode == 0, done.stderr
    assert not (repo.path / ".hygiene.yaml").exists()
    assert (repo.path / ".git/hooks/pre-commit").exists()


def test_link_inside_is_followed_and_link_outside_is_not_tracked(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "m")
    folder.write("real/notes.md", THREE)
    os.symlink("real/notes.md", folder.path / "MEMORY.md")
    (tmp_path / "elsewhere.md").write_text("Not ours.")
    os.symlink("../elsewhere.md", folder.path / "USER.md")
    done = folder.init()
    assert done.returncode == 0, done.stdout + done.stderr
    assert os.readlink(folder.path / "MEMORY.md") == "real/notes.md"
    assert canary_of(folder.read("real/notes.md"))
    assert {"MEMORY.md", "real/notes.md"} <= folder.tracked()
    assert "USER.md" not in folder.tracked()
    assert (tmp_path / "elsewhere.md").read_text() == "Not ours."


def test_without_identity_everything_is_staged(live: Folder) -> None:
    Path(live.environment["GIT_CONFIG_GLOBAL"]).write_text("[user]\n\tuseConfigOnly = true\n")
    done = live.init()
    assert done.returncode == 2
    assert 'git config user.name "Your Name"\n' in done.stderr
    assert "git config user.email you@example.org\n" in done.stderr
    assert {".hygiene.yaml", "MEMORY.md", "MEMORY_AUDIT_LEDGER.md"} <= live.tracked()
    assert live.init().returncode == 2
    live.git("config", "user.name", "Ann")
    live.git("config", "user.email", "ann@example.org")
    live.git("commit", "-q", "-m", "hygiene: set up")
    assert "nothing to do" in live.init().stdout


def test_second_run_commits_what_waited_for_an_identity(live: Folder) -> None:
    Path(live.environment["GIT_CONFIG_GLOBAL"]).write_text("[user]\n\tuseConfigOnly = true\n")
    live.init()
    live.git("config", "user.name", "Ann")
    live.git("config", "user.email", "ann@example.org")
    done = live.init()
    assert done.returncode == 0, done.stderr
    assert "committed 7 files" in done.stdout
    assert live.git("status", "--porcelain") == ""


def test_refused_commit_puts_every_byte_back(repo: MemoryRepo) -> None:
    repo.write("MEMORY.md", THREE)
    repo.write(".gitignore", "*.log\n")
    repo.commit()
    script(repo.path / ".git/hooks/commit-msg", "echo not today >&2; exit 1\n")
    before, index = photograph(repo.path), repo.git("ls-files", "--stage")
    done = repo.hygiene("init", "--profile", "hermes")
    assert done.returncode == 2
    assert "not today" in done.stderr
    after = photograph(repo.path)
    assert {name: value for name, value in after.items() if not name.endswith(".lock")} == before
    assert repo.git("ls-files", "--stage") == index
    assert not (repo.path / ".git/hooks/pre-commit").exists()


def test_refused_first_commit_leaves_the_index_empty(repo: MemoryRepo) -> None:
    repo.write("MEMORY.md", "x" * 2190)
    script(repo.path / ".git/hooks/commit-msg", "exit 1\n")
    assert repo.hygiene("init", "--profile", "hermes").returncode == 2
    assert repo.git("ls-files") == ""
    assert repo.read("MEMORY.md") == b"x" * 2190


def test_killed_run_is_resolved_by_the_next(repo: MemoryRepo) -> None:
    repo.write("MEMORY.md", THREE)
    repo.commit()
    hook = script(repo.path / ".git/hooks/pre-commit", 'kill -9 "$(ps -o ppid= -p $PPID | tr -d " ")" $PPID\n')
    assert repo.hygiene("init", "--profile", "hermes").returncode != 0
    assert (repo.path / ".hygiene.yaml").exists()
    hook.unlink()
    (repo.path / ".git/index.lock").unlink(missing_ok=True)
    done = repo.hygiene("init", "--profile", "hermes")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "interrupted" in done.stdout
    assert len(CANARY.findall(repo.read("MEMORY.md"))) == 1
    assert repo.git("status", "--porcelain") == ""


def test_agents_lock_is_waited_for(live: Folder) -> None:
    with open(live.path / "MEMORY.md.lock", "a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        released: list[float] = []

        def release() -> None:
            time.sleep(1.5)
            released.append(time.monotonic())
            fcntl.flock(lock, fcntl.LOCK_UN)

        thread = threading.Thread(target=release)
        thread.start()
        done = live.init()
        finished = time.monotonic()
        thread.join()
    assert done.returncode == 0
    assert finished > released[0]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("file.txt",), "is not a folder"),
        (("inside/bare.git",), "bare repository"),
        (("--profile", "letta"), "letta"),
        (("--agent", "Not A Name"), "is no agent name"),
    ],
)
def test_what_cannot_be_is_refused_in_one_error(repo: MemoryRepo, arguments: tuple[str, ...], said: str) -> None:
    repo.write("file.txt", "x")
    repo.git("init", "-q", "--bare", "inside/bare.git")
    before = photograph(repo.path)
    options = arguments if "--profile" in arguments else (*arguments, "--profile", "hermes")
    done = repo.hygiene("init", *options)
    assert done.returncode == 2
    assert said in done.stderr
    assert photograph(repo.path) == before


def test_other_profile_than_configured_is_refused(repo: MemoryRepo) -> None:
    repo.write(".hygiene.yaml", "version: 1\nprofile: sanctum\n")
    done = repo.hygiene("init", "--profile", "hermes")
    assert done.returncode == 2
    assert "has the profile sanctum" in done.stderr


def test_broken_configuration_is_named_and_left(repo: MemoryRepo) -> None:
    repo.write(".hygiene.yaml", "version: 1\nprofle: hermes\n")
    done = repo.hygiene("init", "--profile", "hermes")
    assert done.returncode == 2
    assert ".hygiene.yaml:2:1" in done.stderr
    assert repo.read(".hygiene.yaml") == b"version: 1\nprofle: hermes\n"


def test_hand_written_configuration_is_kept(hermes: MemoryRepo) -> None:
    hermes.write("MEMORY.md", THREE)
    before = hermes.read(".hygiene.yaml")
    assert hermes.hygiene("init", "--profile", "hermes").returncode == 0
    assert hermes.read(".hygiene.yaml") == before
    assert ".hygiene.yaml" in hermes.git("ls-files")


def test_unfinished_merge_is_refused(repo: MemoryRepo) -> None:
    repo.write("MEMORY.md", THREE)
    repo.commit()
    (repo.path / ".git/MERGE_HEAD").write_text(repo.git("rev-parse", "HEAD"))
    done = repo.hygiene("init", "--profile", "hermes")
    assert done.returncode == 2
    assert "a merge is in progress" in done.stderr
    assert not (repo.path / ".hygiene.yaml").exists()


@pytest.mark.parametrize("variable", ["GIT_DIR", "GIT_INDEX_FILE"])
def test_environment_of_a_hook_is_refused(repo: MemoryRepo, variable: str) -> None:
    done = repo.hygiene("init", "--profile", "hermes", **{variable: "x"})
    assert done.returncode == 2
    assert f"{variable} is set" in done.stderr


@pytest.mark.parametrize("name", [".gitignore", "MEMORY_AUDIT_LEDGER.md", ".hygiene.yaml"])
def test_own_file_that_is_a_link_is_refused(repo: MemoryRepo, tmp_path: Path, name: str) -> None:
    outside = tmp_path / "outside.txt"
    outside.write_text("version: 1\nprofile: hermes\n")
    os.symlink(outside, repo.path / name)
    repo.write("MEMORY.md", THREE)
    done = repo.hygiene("init", "--profile", "hermes")
    assert done.returncode == 2
    assert "internal error" not in done.stderr
    assert os.readlink(repo.path / name) == str(outside)
    assert outside.read_text() == "version: 1\nprofile: hermes\n"
    assert repo.read("MEMORY.md") == THREE.encode()


def test_store_ignored_by_git_is_named(repo: MemoryRepo) -> None:
    repo.write(".gitignore", "USER.md\n")
    repo.write("USER.md", THREE)
    repo.write("MEMORY.md", THREE)
    done = repo.hygiene("init", "--profile", "hermes")
    assert done.returncode == 0, done.stderr
    assert "USER.md is ignored by git" in done.stdout
    assert repo.read("USER.md") == THREE.encode()


def test_framework_configuration_is_written_once_and_never_over_another(repo: MemoryRepo) -> None:
    repo.write("MEMORY.md", THREE)
    done = repo.hygiene("init", "--profile", "hermes", "--hooks", "pre-commit")
    assert done.returncode == 0, done.stderr
    assert "pre-commit install" in done.stdout
    assert b"hygiene hook pre-push" in repo.read(".pre-commit-config.yaml")
    assert not (repo.path / ".git/hooks/pre-commit").exists()
    assert repo.git("status", "--porcelain") == ""
    repo.write(".pre-commit-config.yaml", "repos: []\n")
    done = repo.hygiene("init", "--profile", "hermes", "--hooks", "pre-commit")
    assert "stays as it is" in done.stdout
    assert repo.read(".pre-commit-config.yaml") == b"repos: []\n"


def test_names_from_the_repository_are_escaped(repo: MemoryRepo) -> None:
    repo.write("bad\x1b[31mname/LORE.md", "- A fact.\n")
    done = repo.hygiene("init", "bad\x1b[31mname", "--profile", "sanctum", "--agent", "x")
    assert "\x1b" not in done.stdout + done.stderr


def test_framework_set_up_refuses_a_loss(repo: MemoryRepo, tmp_path: Path) -> None:
    scripts = Path(sys.executable).parent
    repo.environment |= {"PRE_COMMIT_HOME": str(tmp_path / "cache"), "PATH": f"{scripts}:{os.environ['PATH']}"}
    repo.write("MEMORY.md", THREE)
    assert repo.hygiene("init", "--profile", "hermes", "--hooks", "pre-commit").returncode == 0
    assert repo.run(sys.executable, "-m", "pre_commit", "install").returncode == 0
    assert "hooks: 6 of 6 run" in repo.hygiene("status").stdout
    repo.write("MEMORY.md", repo.read("MEMORY.md").replace("Deploys run on Fridays.\n§\n".encode(), b""))
    done = repo.run("git", "commit", "-q", "-a", "-m", "tidy")
    assert done.returncode == 1
    assert "entry-lost" in done.stdout + done.stderr


def test_home_whose_memory_is_a_repository_already_is_refused(tmp_path: Path) -> None:
    memories = Folder(tmp_path / "home/memories")
    memories.write("MEMORY.md", THREE)
    assert memories.init().returncode == 0
    home = Folder(tmp_path / "home")
    done = home.init()
    assert (done.returncode, (home.path / ".git").exists()) == (2, False)
    mend = done.stderr.split("mend:")[1].partition("hygiene ")[2]
    again = home.run(sys.executable, "-m", "memory_hygiene", *shlex.split(mend))
    assert (again.returncode, "nothing to do" in again.stdout) == (0, True), again.stderr
    lost = home.run(sys.executable, "-m", "memory_hygiene", "status")
    assert "hygiene -C memories" in lost.stderr


def test_home_whose_memory_is_a_link_is_refused(tmp_path: Path) -> None:
    elsewhere = Folder(tmp_path / "elsewhere")
    elsewhere.write("MEMORY.md", THREE)
    home = Folder(tmp_path / "home")
    (home.path / "memories").symlink_to(elsewhere.path)
    done = home.init()
    assert (done.returncode, (home.path / ".git").exists()) == (2, False)
    mend = done.stderr.split("mend:")[1].partition("hygiene ")[2]
    assert home.run(sys.executable, "-m", "memory_hygiene", *shlex.split(mend)).returncode == 0
    assert (elsewhere.path / ".git").is_dir()
