"""A fleet: what is done for one agent reads nothing of the others, neither from git nor from disk (H23).

The evidence is that there is nothing to be read: every blob of the other agents is taken out of the object stores of
clone and server, and their files on disk are replaced by what would stop or hang a reader.
"""

import os
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import MemoryRepo
from tests.fleets import Fleet, keep_only, token_for

from .servers import guard

AGENTS = 200
HYGIENE = (sys.executable, "-m", "memory_hygiene")
DAY = "2026-09-20"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a clone of a fleet in ``fleet``, and the server it came from in ``server.git``."""
    folder = tmp_path_factory.mktemp("whole")
    fleet = Fleet(folder / "fleet", AGENTS, 300)
    fleet.repo.git("clone", "-q", "--bare", ".", str(folder / "server.git"))
    return folder


class Lonely:
    """A clone in which one agent is all there is, and its server."""

    def __init__(self, whole: Path, place: Path, number: int) -> None:
        shutil.copytree(whole, place, symlinks=True)
        self.fleet = Fleet.__new__(Fleet)
        self.fleet.repo = repo = MemoryRepo(place / "fleet")
        self.fleet.members = Fleet.members_of(AGENTS)
        self.name = self.fleet.members[number].name
        self.repo = repo
        repo.git("remote", "add", "origin", str(place / "server.git"))
        repo.git("fetch", "-q", "origin")
        guard(place / "server.git")
        for git_dir in (repo.path / ".git", place / "server.git"):
            assert keep_only(git_dir, f"agents/{self.name}") > AGENTS

    def others(self) -> list[Path]:
        """The files of the other agents on disk."""
        return [file for file in self.repo.path.glob("agents/*/*") if file.parent.name != self.name]

    def works(self, *command: str) -> str:
        """Run a command that must succeed and say nothing of another agent; gives back its output."""
        done = self.repo.run("timeout", "60", *command)
        told = done.stdout + done.stderr
        assert done.returncode == 0, (command, told)
        names = {member.name for member in self.fleet.members} - {self.name}
        assert names.isdisjoint(re.findall(r"\ba\d{3}\b", told)), told
        return told


def _pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def _spoil(path: Path) -> None:
    path.write_bytes(b"\xff\0 not ours to read")


_SPOILED: tuple[Callable[[Path], None], ...] = (_pipe, _spoil, Path.unlink)


def test_what_is_taken_away_is_missed_by_whoever_reads_it(whole: Path, tmp_path: Path) -> None:
    lonely = Lonely(whole, tmp_path / "x", 0)
    done = lonely.repo.hygiene("check")
    assert (done.returncode, "is missing" in done.stderr) == (2, True)


@pytest.mark.parametrize("number", [0, 1], ids=["hermes", "sanctum"])
def test_h23_the_work_for_one_agent_reads_nothing_of_another(number: int, whole: Path, tmp_path: Path) -> None:
    lonely = Lonely(whole, tmp_path / "x", number)
    for place, file in enumerate(lonely.others()):
        _SPOILED[place % len(_SPOILED)](file)
    name, folder = lonely.name, f"agents/{lonely.name}"
    trees = _trees(lonely)
    lonely.works(*HYGIENE, "plan", "--agent", name)
    store = lonely.fleet.append(number, f"Agent {name} heard of one more entry, which stands here and nowhere else.")
    for given in (folder, store):
        lonely.works(*HYGIENE, "check", "--worktree", given)
    lonely.repo.git("add", folder)
    for options in ("", "--staged", folder, store):
        lonely.works(*HYGIENE, "check", *options.split())
    lonely.works(*HYGIENE, "hook", "pre-commit")
    lonely.works("git", "commit", "-q", "-m", "one more")
    for options in ("--rev HEAD", "--from-ref HEAD~1 --to-ref HEAD"):
        lonely.works(*HYGIENE, "check", *options.split())
    lonely.works(*HYGIENE, "prove", "HEAD~1..HEAD")
    lonely.works(*HYGIENE, "replay", "HEAD~1..HEAD")
    lonely.works("git", "push", "-q", "origin", "main")
    lonely.fleet.append(number, f"[prune] Agent {name} heard of a second one, which goes with the next apply.")
    lonely.works(*HYGIENE, "snapshot", "--agent", name)
    lonely.works(*HYGIENE, "apply", "--agent", name, "--now", DAY)
    lonely.works(*HYGIENE, "restore", "--last-apply", "--agent", name)
    assert "committed as" in lonely.works(*HYGIENE, "audit", "--agent", name, "--force", "--offline", "--now", DAY)
    for command in ("age", "status"):
        lonely.works(*HYGIENE, command, "-C", folder)
    for command in ("list", "canary show", "canary verify", "ledger verify", "writers list"):
        lonely.works(*HYGIENE, *command.split(), "--agent", name)
    lonely.works("git", "push", "-q", "origin", "main", "HEAD:refs/heads/other", "HEAD:refs/tags/audited")
    lonely.works("git", "push", "-q", "origin", ":other")
    assert _trees(lonely) == trees


def _trees(lonely: Lonely) -> list[str]:
    """The trees of the other agents in HEAD."""
    lines = lonely.repo.git("ls-tree", "HEAD", "agents/").splitlines()
    return [line for line in lines if not line.endswith(f"/{lonely.name}")]


def test_h23_a_token_of_another_agent_is_found_by_the_ledgers_alone(whole: Path, tmp_path: Path) -> None:
    """Of the others nothing but ledgers is looked at, and them only because such a word is there."""
    shutil.copytree(whole, tmp_path / "x", symlinks=True)
    repo = MemoryRepo(tmp_path / "x" / "fleet")
    store = repo.path / "agents/a000/MEMORY.md"
    store.write_text(f"{store.read_text()}\n§\nSeen somewhere: {token_for('a002')}.")
    for file in repo.path.glob("agents/a002/*"):
        _pipe(file)
    done = repo.run("timeout", "60", *HYGIENE, "audit", "--agent", "a000", "--force", "--offline")
    assert done.returncode == 1
    assert "isolation breach" in done.stdout
    assert "the canary token of the agent a002's MEMORY.md stands here" in done.stdout
    repo.git("add", "agents/a000")
    done = repo.run("git", "commit", "-q", "-m", "x")
    assert (done.returncode, "canary-leaked" in done.stdout + done.stderr) == (1, True)


@pytest.mark.parametrize("place", ["agents/a000", "agents"])
def test_h23_a_folder_that_leads_into_another_agents_is_no_memory(place: str, whole: Path, tmp_path: Path) -> None:
    shutil.copytree(whole, tmp_path / "x", symlinks=True)
    repo = MemoryRepo(tmp_path / "x" / "fleet")
    target = tmp_path / "elsewhere"
    shutil.move(repo.path / place, target)
    (repo.path / place).symlink_to(repo.path / "agents/a002" if place != "agents" else target)
    before = (repo.path / "agents/a002/MEMORY.md").read_bytes()
    done = repo.hygiene("audit", "--agent", "a000", "--force", "--offline")
    assert done.returncode in (1, 2), done.stdout
    assert "Agent a002" not in done.stdout + done.stderr
    assert (repo.path / "agents/a002/MEMORY.md").read_bytes() == before


def test_a_commit_asks_for_as_many_objects_in_a_fleet_as_alone(tmp_path: Path) -> None:
    counts = []
    for agents in (2, AGENTS):
        fleet = Fleet(tmp_path / str(agents), agents)
        fleet.append(0, "Agent a000 heard of one more entry, which stands here and nowhere else in all the port.")
        fleet.repo.git("add", "-A")
        trace = tmp_path / f"trace{agents}"
        done = fleet.repo.hygiene("hook", "pre-commit", GIT_TRACE_PACKET="0", GIT_TRACE=str(trace))
        assert done.returncode == 0, done.stdout
        counts.append(trace.read_text().count("built-in: git"))
    assert counts[0] == counts[1] <= 2


def test_h23_a_first_commit_of_a_whole_fleet_is_judged_once(tmp_path: Path) -> None:
    """Each store is looked at beside the others, and the same sentence in two of them is told."""
    fleet = Fleet(tmp_path / "fleet", 40, has_hooks=False)
    said = "Both were told word for word that the north quay is closed until the ice has gone."
    for number in (3, 30):
        fleet.append(number, said)
    fleet.repo.git("add", "-A")
    fleet.repo.git("commit", "-q", "--amend", "-m", "all of them")
    done = fleet.repo.hygiene("check", "--rev", "HEAD")
    assert done.returncode == 0, done.stdout
    assert done.stdout.count("entry-crosses-agents") == 2
    assert done.stdout.count("a003's agents/a003/LORE.md") == 1
