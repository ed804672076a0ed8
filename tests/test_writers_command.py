"""``hygiene writers``: list, add and verify as an operator uses them."""

import json
import stat
import time
from pathlib import Path

import pytest

from memory_hygiene.core.writers.writers import Role
from memory_hygiene.edge.git import signatures
from memory_hygiene.edge.git.repository import find_repository
from memory_hygiene.edge.public_key import fingerprint_in
from memory_hygiene.errors import GitError, HygieneError

from .conftest import MemoryRepo
from .signing import ssh_key

HEAD = "| writer | identity | stores | operations |\n|---|---|---|---|\n"
ME = "| me | writer@example.org | * | add, edit, remove, maintain, admin |\n"
ALL = "add,edit,remove,maintain,admin"


@pytest.fixture
def memory(hermes: MemoryRepo) -> MemoryRepo:
    """A repository that was set up, hooks included, with one store; its registry is empty."""
    hermes.write("MEMORY.md", "The build server is 10.0.0.7.\n§\nDeploys run on Fridays.")
    hermes.commit()
    done = hermes.hygiene("init", ".", "--profile", "hermes")
    assert done.returncode == 0, done.stderr
    return hermes


@pytest.fixture
def mine(memory: MemoryRepo) -> MemoryRepo:
    """The same with its owner in the registry."""
    done = memory.hygiene("writers", "add", "me", "--identity", "writer@example.org", "--operations", ALL)
    assert done.returncode == 0, done.stderr
    return memory


def test_add_writes_one_row_and_commits_it_alone(mine: MemoryRepo, tmp_path: Path) -> None:
    mine.write("notes.txt", "staged beside\n")
    mine.git("add", "notes.txt")
    key = ssh_key(tmp_path / "keys", "bot")
    done = mine.hygiene(
        "writers", "add", "The | Bot", "--identity", "Bot * <*@bot.example>", "--key-file", key.public,
        "--stores", "MEMORY.md,USER.md", "--operations", "add edit",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert mine.git("show", "--name-only", "--format=%an%n%s", "HEAD").split("\n")[:2] == [
        "Test Writer", "hygiene: add writer The | Bot",
    ]  # fmt: skip
    assert mine.git("diff", "--cached", "--name-only").split() == ["notes.txt"]
    assert mine.git("diff", "HEAD~1", "--name-only", "HEAD").split() == ["MEMORY_WRITERS.md"]
    document = json.loads(mine.hygiene("writers", "list", "--format", "json").stdout)
    (agent,) = document["agents"]
    assert (document["version"], agent["restricted"], agent["you"], agent["faults"]) == (1, True, ["me"], [])
    assert agent["writers"][1] == {
        "writer": "The | Bot",
        "patterns": ["Bot * <*@bot.example>"],
        "keys": [key.fingerprint],
        "stores": ["MEMORY.md", "USER.md"],
        "operations": ["add", "edit"],
        "line": 10,
    }


def test_first_row_does_not_lock_its_writer_out(memory: MemoryRepo) -> None:
    before = memory.git("rev-parse", "HEAD")
    add = ("writers", "add", "bot", "--identity", "bot@example.org", "--operations", "add")
    done = memory.hygiene(*add)
    assert done.returncode == 2
    assert "Test Writer <writer@example.org> would be locked out" in done.stderr
    assert f"--identity writer@example.org --operations {ALL}" in done.stderr
    assert memory.git("rev-parse", "HEAD") == before
    assert memory.git("status", "--porcelain") == ""
    done = memory.hygiene("writers", "add", "me", "--identity", "writer@example.org", "--operations", "add,edit")
    assert "gives you no admin" in done.stderr
    done = memory.hygiene(*add, "--yes")
    assert done.returncode == 0, done.stderr
    assert "nobody else may write" in done.stdout
    assert memory.hygiene("writers", "add", "me", "--identity", "*", "--operations", ALL).returncode == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("ME", "--identity", "x@y", "--operations", "add"), "'ME' is a writer already"),
        (("x", "--identity", "WRITER@example.org", "--operations", "add"), "is writer me already"),
        (("x", "--identity", "x@y", "--operations", "fly"), "no operation called 'fly'"),
        (("x", "--identity", "x@y", "--operations", ""), "no operation"),
        (("x", "--identity", "x@y", "--stores", "../y", "--operations", "add"), "is no store"),
        (("x", "--identity", "x <y", "--operations", "add"), "is no pattern"),
        (("x", "--identity", "x,y", "--operations", "add"), "a comma in"),
        (("x", "--identity", "deadbeefdeadbeef", "--operations", "add"), "whole fingerprint"),
        (("x", "--key", "BDB73D36569F9825", "--operations", "add"), "no whole fingerprint"),
        (("x", "--key-file", "MEMORY.md", "--operations", "add"), "one public ssh key"),
        (("x", "--key-file", "none.pub", "--operations", "add"), "no file called"),
        (("x", "--operations", "add"), "nothing to know the writer by"),
        ((" ", "--identity", "x@y", "--operations", "add"), "no name"),
    ],
)
def test_row_that_would_be_none_is_refused(words: tuple[str, ...], said: str, mine: MemoryRepo) -> None:
    before = mine.git("rev-parse", "HEAD"), mine.read("MEMORY_WRITERS.md")
    done = mine.hygiene("writers", "add", *words)
    assert done.returncode == 2, done.stdout
    assert said in done.stderr
    assert (mine.git("rev-parse", "HEAD"), mine.read("MEMORY_WRITERS.md")) == before


def test_only_an_admin_adds_and_only_to_a_registry_that_can_be_read(mine: MemoryRepo) -> None:
    add = ("writers", "add", "eve", "--identity", "eve@example.org", "--operations", "add")
    mine.git("config", "user.email", "eve@example.org")
    done = mine.hygiene(*add)
    assert done.returncode == 2
    assert "Test Writer <eve@example.org> may not change the registry" in done.stderr
    mine.git("config", "user.email", "writer@example.org")
    mine.write("MEMORY_WRITERS.md", mine.read("MEMORY_WRITERS.md") + b"| x | x@y |\n")
    assert "2 cells under 4 columns" in mine.hygiene(*add).stderr
    done = mine.hygiene("writers", "list")
    assert done.returncode == 1
    assert "line 10: 2 cells under 4 columns" in done.stdout
    mine.git("checkout", "MEMORY_WRITERS.md")
    mine.write("MEMORY_WRITERS.md", mine.read("MEMORY_WRITERS.md") + b"\nwords\n")
    assert "not committed yet" in mine.hygiene(*add).stderr


def test_row_goes_to_the_end_of_the_table_in_its_line_endings(hermes: MemoryRepo) -> None:
    text = "\ufeff" + HEAD.replace("\n", "\r\n") + ME.replace("\n", "\r\n") + "\r\nWords.\r\n"
    hermes.write("MEMORY_WRITERS.md", text)
    hermes.write("MEMORY.md", "One.")
    hermes.commit()
    done = hermes.hygiene("writers", "add", "x", "--identity", "x@y", "--operations", "add")
    assert done.returncode == 0, done.stderr
    new = hermes.read("MEMORY_WRITERS.md").decode()
    assert new == text.replace("\r\n\r\nWords", "\r\n| x | x@y | * | add |\r\n\r\nWords")


def test_list_disarms_hostile_text_and_says_when_nobody_is_restricted(memory: MemoryRepo) -> None:
    assert "everybody may write" in memory.hygiene("writers", "list").stdout
    memory.write("MEMORY_WRITERS.md", HEAD + "| \x1b[31mred ##[error]x | a@b | * | add |\n| a | a@b | * | \x1b[2J |\n")
    shown = memory.hygiene("writers", "list").stdout
    assert "\x1b" not in shown
    assert "##[" not in shown


def test_verify_says_who_made_each_commit_and_whether_they_might(mine: MemoryRepo, tmp_path: Path) -> None:
    start = mine.git("rev-parse", "HEAD").strip()
    key = ssh_key(tmp_path / "keys", "me")
    mine.write("MEMORY.md", mine.read("MEMORY.md") + "\n§\nOne more.".encode())
    mine.git("add", "-A")
    mine.git(*key.options, "commit", "-q", "-S", "-m", "mine")
    mine.write("notes.txt", "nobody's memory\n")
    mine.commit()
    mine.write("MEMORY.md", mine.read("MEMORY.md") + "\n§\nSmuggled in.".encode())
    mine.git("add", "-A")
    mine.git("-c", "user.email=eve@example.org", "commit", "-q", "-n", "-m", "hers")
    done = mine.hygiene("writers", "verify", f"{start}..HEAD")
    assert done.returncode == 1
    allowed, denied = (line for line in done.stdout.splitlines() if line.endswith("add MEMORY.md"))
    assert "allowed" in allowed
    assert "denied" in denied
    assert f"signer     key {key.fingerprint}: no writer" in done.stdout
    assert "author Test Writer <eve@example.org> is none of the 1 writers" in done.stdout
    assert "1 allowed, 1 denied" in done.stdout
    assert "1 commit that changed nothing governed" in done.stdout
    assert mine.hygiene("writers", "verify", "HEAD~2").returncode == 0
    assert mine.hygiene("writers", "verify", "HEAD").returncode == 1
    assert mine.hygiene("writers", "verify", "nonsense..HEAD").returncode == 2


def test_verify_as_json(mine: MemoryRepo) -> None:
    done = mine.hygiene("writers", "verify", "--format", "json")
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert list(document) == ["version", "range", "commits", "summary"]
    assert document["summary"] == {"allowed": 0, "denied": 0, "unrestricted": 3, "untouched": 0}
    last = document["commits"][-1]
    assert list(last) == ["commit", "day", "agent", "status", "makers", "needs", "denials"]
    assert last["needs"] == [{"path": "MEMORY_WRITERS.md", "operations": ["admin"]}]
    assert last["makers"][0] == {"role": "author", "name": "Test Writer", "email": "writer@example.org", "writers": []}
    assert str(mine.path) not in done.stdout


def test_configuration_rules_over_every_agent_of_a_roster(repo: MemoryRepo) -> None:
    """Whoever may administer one agent may not thereby loosen what the others are judged by."""
    config = "version: 1\nprofile: sanctum\nagents:\n  heron: {path: heron}\n  kite: {path: kite}\n"
    repo.write(".hygiene.yaml", config)
    for agent, admin in (("heron", "writer"), ("kite", "other")):
        repo.write(f"{agent}/LORE.md", "# Lore\n\n- One.\n")
        row = f"| {admin} | {admin}@example.org | * | add, edit, remove, maintain, admin |\n"
        repo.write(f"{agent}/MEMORY_WRITERS.md", HEAD + row)
    repo.commit()
    repo.write(".hygiene.yaml", config + "edit_similarity: 0.1\n")
    repo.git("add", "-A")
    done = repo.hygiene("check", "--staged")
    assert done.returncode == 1
    assert "kite/MEMORY_WRITERS.md:1: author Test Writer <writer@example.org> is none" in done.stdout
    assert "heron" not in done.stdout.replace("(compared", "").split("hygiene:")[0]
    repo.git("commit", "-q", "-n", "-m", "loosened")
    done = repo.hygiene("check", "--from-ref", "HEAD~1", "--to-ref", "HEAD")
    assert done.returncode == 1
    assert "kite/MEMORY_WRITERS.md" in done.stdout


def test_own_commits_need_maintain_instead_of_what_they_do(mine: MemoryRepo) -> None:
    """A maintainer may drop, for that leaves a record, but may not take an entry away without one."""
    done = mine.hygiene("writers", "add", "bot", "--identity", "bot@example.org", "--operations", "maintain")
    assert done.returncode == 0, done.stderr
    mine.git("config", "user.email", "bot@example.org")
    listed = mine.hygiene("list").stdout
    entry = next(line.split()[1] for line in listed.splitlines() if "Fridays" in line)
    assert mine.hygiene("drop", entry, "--reason", "over").returncode == 0
    mine.write("MEMORY.md", mine.read("MEMORY.md") + "\n§\nOne more.".encode())
    done = mine.run("git", "commit", "-q", "-a", "-m", "add")
    assert done.returncode != 0
    assert "may not add here: the registry of HEAD allows maintain" in done.stdout + done.stderr
    mine.git("config", "user.email", "eve@example.org")
    mine.git("checkout", "-q", "MEMORY.md")
    entry = next(line.split()[1] for line in listed.splitlines() if "build server" in line)
    before = mine.git("rev-parse", "HEAD")
    done = mine.hygiene("drop", entry, "--reason", "over")
    assert done.returncode == 1
    assert "writer-not-allowed" in done.stdout
    assert mine.git("rev-parse", "HEAD") == before
    assert mine.git("status", "--porcelain") == ""


# --- the program that verifies ---------------------------------------------------------------------------------------


@pytest.fixture
def signed(mine: MemoryRepo, tmp_path: Path) -> str:
    """A signed commit."""
    key = ssh_key(tmp_path / "keys", "me")
    mine.git(*key.options, "commit", "-q", "-S", "--allow-empty", "-m", "signed")
    return mine.git("rev-parse", "HEAD").strip()


def _program(mine: MemoryRepo, tmp_path: Path, script: str) -> None:
    program = tmp_path / "verify"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    mine.git("config", "gpg.ssh.program", str(program))


@pytest.mark.parametrize("script", ["exec sleep 600", "yes | head -c 1000000; exec sleep 600"])
def test_program_that_hangs_is_ended_and_nothing_is_guessed(
    script: str, mine: MemoryRepo, signed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _program(mine, tmp_path, f'echo $$ > "{tmp_path}/pid"; {script}')
    monkeypatch.setattr(signatures, "TIMEOUT", 3.0)
    with pytest.raises(GitError, match="not verified within 3 seconds"):
        signatures.signers(find_repository(str(mine.path)), (signed,))
    process = int((tmp_path / "pid").read_text())
    deadline = time.monotonic() + 30
    while _is_running(process) and time.monotonic() < deadline:  # a kill takes a moment to arrive
        time.sleep(0.05)
    assert not _is_running(process)


def _is_running(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_bytes().rpartition(b")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != b"Z"  # dead, and nobody has waited for it yet


@pytest.mark.parametrize(
    "script",
    [
        "exit 1",
        'printf "Good \\"git\\" signature with ED25519 key \\000\\377\\n"; exit 0',
        'printf "Good \\"git\\" signature for a\\\\n\\033[31m with RSA key SHA256:x\\n"; exit 1',
    ],
)
def test_program_that_talks_nonsense_signs_for_nobody(
    script: str, mine: MemoryRepo, signed: str, tmp_path: Path
) -> None:
    _program(mine, tmp_path, script)
    found = signatures.signers(find_repository(str(mine.path)), (signed,))[signed]
    assert found.role is Role.SIGNER
    assert found.fault or not found.key.startswith("SHA256:" + "x" * 43)
    done = mine.hygiene("writers", "verify", "HEAD~1")
    assert "Traceback" not in done.stderr


def test_fingerprint_is_the_one_that_ssh_keygen_shows(tmp_path: Path) -> None:
    key = ssh_key(tmp_path / "keys", "a")
    assert fingerprint_in(key.public) == key.fingerprint
    data = Path(key.public).read_bytes()
    for odd in (b"", data + data, data.replace(b"AAAA", b"BBBB", 1), b"ssh-rsa " + data.split()[1], b"\xff\0" * 99):
        (tmp_path / "odd.pub").write_bytes(odd)
        with pytest.raises(HygieneError):
            fingerprint_in(str(tmp_path / "odd.pub"))
    with pytest.raises(HygieneError, match="private key"):
        fingerprint_in(key.public.removesuffix(".pub"))
