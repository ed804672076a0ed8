"""Fleets: one repository with many agent directories, Hermes and sanctum in turn, each with a history of its own.

Every entry names its agent, so that no two agents share a blob, and what crosses between them shows in any output.
"""

import hashlib
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random

from memory_hygiene.core.canaries.canary import canary_text, token_digest
from memory_hygiene.edge.git.hooks import find_place, install, this_program
from memory_hygiene.edge.git.repository import find_repository

from .conftest import MemoryRepo

SIGN = "\n§\n"
_START = 1_788_000_000  # 2026-08-29T10:40:00Z
_STEP = 600  # seconds between commits
_WORDS = ("berth", "crane", "tide", "pilot", "buoy", "cargo", "harbour", "winch", "ferry", "quay", "barge", "anchor")
_CONFIG = "version: 1\nmax_memory_chars: 4000\nagents:\n"


def name_of(number: int) -> str:
    """The name of an agent, which is also its folder below ``agents``."""
    return f"a{number:03d}"


def token_for(name: str) -> str:
    """The token of an agent's canary."""
    return hashlib.blake2b(name.encode(), digest_size=8).hexdigest()


def entry_of(name: str, number: int, random: Random) -> str:
    """An entry that only this agent can have."""
    return f"Agent {name} knows of {' '.join(random.choices(_WORDS, k=9))} number {number}."


class Member:
    """One agent of a fleet: its entries, and the files they make."""

    def __init__(self, number: int, random: Random) -> None:
        self.name = name_of(number)
        self.is_hermes = number % 2 == 0
        self._random = random
        self._made = 0
        self.entries = [self._entry() for _ in range(12)]

    @property
    def folder(self) -> str:
        """Its directory, from the top of the repository."""
        return f"agents/{self.name}"

    @property
    def store(self) -> str:
        """The store that its history is about."""
        return f"{self.folder}/{'MEMORY.md' if self.is_hermes else 'LORE.md'}"

    def _entry(self) -> str:
        self._made += 1
        return entry_of(self.name, self._made, self._random)

    def change(self) -> None:
        """Note something; when the store is long, mark the oldest note instead, or let go of the marked one."""
        if len(self.entries) < 20:
            self.entries.append(self._entry())
        elif self.entries[0].startswith("[prune] "):
            del self.entries[0]
        else:
            self.entries[0] = f"[prune] {self.entries[0]}"

    def hot(self) -> bytes:
        """The store as it is now."""
        if not self.is_hermes:
            return ("# Lore\n\n" + "".join(f"- {text}\n" for text in self.entries)).encode()
        return SIGN.join([self.entries[0], canary_text(token_for(self.name)), *self.entries[1:]]).encode()

    def files(self) -> dict[str, bytes]:
        """Everything it begins with."""
        made = {self.store: self.hot()}
        if self.is_hermes:
            other = token_for(f"{self.name} user")
            made[f"{self.folder}/USER.md"] = SIGN.join(
                [f"Agent {self.name} serves Mara.", canary_text(other), f"Mara of {self.name} likes tea."]
            ).encode()
            canaries = [("MEMORY.md", token_for(self.name)), ("USER.md", other)]
        else:
            made[f"{self.folder}/BOND.md"] = f"# Bond\n\n- Agent {self.name} serves Mara.\n".encode()
            canaries = []
        lines = "".join(f"- canary: {store} {token_digest(token)}\n" for store, token in canaries)
        ledger = f"# Memory audit ledger\n\n## 2026-08-28T10:00:00Z\n\n- agent: {self.name}\n{lines}"
        return {**made, f"{self.folder}/MEMORY_AUDIT_LEDGER.md": ledger.encode()}


class Fleet:
    """A repository of ``agents`` agents (a000, a001, …) and, after the first one, ``commits`` commits of one each."""

    def __init__(self, path: Path, agents: int, commits: int = 0, has_hooks: bool = True) -> None:
        self.repo = MemoryRepo(path)
        self.members = self.members_of(agents)
        with subprocess.Popen(["git", "fast-import", "--quiet"], cwd=path, stdin=subprocess.PIPE) as process:
            assert process.stdin is not None
            process.stdin.writelines(self._stream(commits, Random(7)))
        assert process.returncode == 0
        self.repo.git("reset", "-q", "--hard", "main")
        if has_hooks:
            repository = find_repository(str(path))
            install(find_place(repository), this_program())

    @staticmethod
    def members_of(agents: int) -> list[Member]:
        """The agents as they begin."""
        random = Random(8)
        return [Member(number, random) for number in range(agents)]

    def _stream(self, commits: int, random: Random) -> Iterator[bytes]:
        roster = "".join(
            f"  {m.name}: {{path: {m.folder}, profile: {'hermes' if m.is_hermes else 'sanctum'}}}\n"
            for m in self.members
        )
        files = {
            ".hygiene.yaml": (_CONFIG + roster).encode(),
            ".gitattributes": b"*.md -text -whitespace merge=hygiene\n",
        }
        for member in self.members:
            files |= member.files()
        yield _commit(0, files)
        for number in range(1, commits + 1):
            member = random.choice(self.members)
            member.change()
            yield _commit(number, {member.store: member.hot()})

    def append(self, number: int, text: str) -> str:
        """Write an entry at the end of an agent's store on disk; gives back the store's path."""
        member = self.members[number]
        data = self.repo.read(member.store)
        more = f"{SIGN}{text}" if member.is_hermes else f"- {text}\n"
        self.repo.write(member.store, data + more.encode())
        return member.store


def _commit(number: int, files: dict[str, bytes]) -> bytes:
    head = f"commit refs/heads/main\ncommitter Test Writer <writer@example.org> {_START + number * _STEP} +0000\n"
    parts = [head.encode() + b"data 6\nchange\n"]
    parts += [b"M 100644 inline %s\ndata %d\n%s\n" % (path.encode(), len(data), data) for path, data in files.items()]
    return b"".join(parts) + b"\n"


def keep_only(git_dir: Path, folder: str) -> int:
    """Take every blob of other agents out of an object store, and say how many: whatever reads one now must fail."""
    _unpack(git_dir)
    listed = _git(git_dir, "rev-list", "--objects", "--all", "--in-commit-order").decode().splitlines()
    placed = [line.split(" ", 1) for line in listed if " " in line]
    kept = {oid for oid, path in placed if not path.startswith("agents/") or path.startswith(folder + "/")}
    strange = {oid for oid, path in placed if oid not in kept and path.endswith(".md")}
    for oid in strange:
        (git_dir / "objects" / oid[:2] / oid[2:]).unlink()
    return len(strange)


def _unpack(git_dir: Path) -> None:
    """Make every object a file of its own."""
    for pack in (git_dir / "objects" / "pack").glob("*.pack"):
        aside = git_dir / pack.name
        pack.rename(aside)
        for left in pack.parent.glob(pack.stem + ".*"):
            left.unlink()
        subprocess.run(["git", f"--git-dir={git_dir}", "unpack-objects", "-q"], input=aside.read_bytes(), check=True)
        aside.unlink()


def _git(git_dir: Path, *arguments: str) -> bytes:
    return subprocess.run(["git", f"--git-dir={git_dir}", *arguments], capture_output=True, check=True).stdout
