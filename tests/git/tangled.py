"""A random history as tangled as git allows: branches from anywhere, merges of several, renames, wrong clocks."""

import subprocess
from random import Random

from memory_hygiene.core.archive import write_block
from memory_hygiene.core.audit.ledger import Judged, write_record
from memory_hygiene.core.fingerprint import fingerprint
from tests.conftest import MemoryRepo
from tests.git.histories import SEPARATOR

_START = 1_767_225_600  # 2026-01-01
_HOUR = 3600
_DAY = 86_400
_PATHS = (
    "MEMORY.md",
    "USER.md",
    "SOUL.md",
    "archive/MEMORY.archive.md",
    "notes.md",
    "old/notes.md",
    "skills/a/SKILL.md",
)
_CHANGES = (
    *("add", "add", "add", "back", "back", "copy", "drop", "drop"),
    *("edit", "join", "move", "rename", "reword", "shuffle"),
)
_HEADINGS = {"SOUL.md": "# Soul\n\n", "skills/a/SKILL.md": "# Skill\n\n"}

Files = dict[str, list[str]]


class TangledHistory:
    """Commits of which most follow the newest one, some any other, and some merge two or three."""

    def __init__(self, seed: int, commits: int) -> None:
        self._random = Random(seed)
        self._made = 0
        self._files: list[Files] = []
        self._dropped: list[str] = []
        self._ledgers: list[str] = []
        self._stream: list[str] = []
        for number in range(commits):
            self._commit(number)

    def write(self, repo: MemoryRepo) -> list[str]:
        """Make the commits in ``repo``; their ids, parents first. HEAD is the last one's branch."""
        marks = repo.path / ".git" / "marks"
        command = ["git", "fast-import", "--quiet", "--force", f"--export-marks={marks}"]
        subprocess.run(command, cwd=repo.path, input="".join(self._stream).encode(), check=True)
        rows = (line.split() for line in marks.read_text().splitlines())
        return [oid for _, oid in sorted((int(mark[1:]), oid) for mark, oid in rows)]

    def _commit(self, number: int) -> None:
        chance = self._random.random()
        some = min(number, 12)
        parents = [number - 1] if number else []
        if number and chance < 0.15:
            parents = [self._random.randrange(number)]
        elif number > 4 and chance < 0.35:
            parents = self._random.sample(range(number - min(number, some), number), self._random.choice((2, 2, 3)))
        files = {path: list(entries) for path, entries in self._files[parents[0]].items()} if parents else {}
        ledger = self._ledgers[parents[0]] if parents else ""
        for other in parents[1:]:
            self._merge(files, self._files[other])
        for _ in range(self._random.choice((0, 1, 1, 1, 2, 3))):
            ledger += self._change(files)
        self._files.append(files)
        self._ledgers.append(ledger)
        self._write(number, parents, files, ledger)

    def _merge(self, files: Files, others: Files) -> None:
        for path, entries in others.items():
            mine = files.setdefault(path, [])
            mine += [entry for entry in entries if entry not in mine and self._random.random() < 0.8]

    def _change(self, files: Files) -> str:
        """One random change; the ledger record that goes with it, or ""."""
        path = self._random.choice(_PATHS)
        entries = files.setdefault(path, [])
        change = self._random.choice(_CHANGES)
        if change == "rename":
            other = self._random.choice(_PATHS)
            files[path], files[other] = [], entries or files.get(other, [])
        elif change == "back" and self._dropped:
            entries.append(self._dropped.pop())
        elif change in ("add", "back") or not entries:
            entries += [self._entry() for _ in range(self._random.randint(1, 3))]
        elif change == "shuffle":
            self._random.shuffle(entries)
        elif change == "join":
            first = entries.pop()
            entries.append(f"{first}; {entries.pop() if entries else self._entry()}")
        else:
            return self._change_one(files, entries, change)
        return ""

    def _change_one(self, files: Files, entries: list[str], change: str) -> str:
        entry = entries.pop(self._random.randrange(len(entries)))
        if change == "drop":
            self._dropped.append(entry)
        elif change in ("move", "copy"):
            entries += [entry] if change == "copy" else []
            files.setdefault(self._random.choice(_PATHS), []).append(entry)
        elif change == "edit":
            words = entry.split(" ")
            words[self._random.randrange(len(words))] = f"e{self._random.randrange(99)}"
            entries.append(" ".join(words))
        elif change == "reword":
            short = self._entry()
            entries.append(short)
            judged = Judged(fingerprint(entry), "compress", "shorter", fingerprint(short))
            return write_record("2026-01-09T12:00:00Z", (), (), (judged,))
        return ""

    def _entry(self) -> str:
        self._made += 1
        repeated = self._random.randrange(self._made) if self._random.random() < 0.1 else self._made
        random = Random(repeated)
        return " ".join([f"note{repeated}", *(f"w{random.randrange(300)}" for _ in range(random.randint(3, 12)))])

    def _body(self, path: str, entries: list[str]) -> str:
        if path in _HEADINGS:
            return _HEADINGS[path] + "".join(f"- {entry}\n" for entry in entries)
        if path.startswith("archive/") and len(entries) > 4:
            framed = write_block("2026-01-09", "MEMORY.md", "", entries[0].encode(), b"\n").decode()
            return SEPARATOR.join(entries[1:]) + "\n" + framed
        return SEPARATOR.join(entries) + "\n"

    def _when(self, number: int) -> int:
        chance = self._random.random()
        if chance < 0.03:
            return _START + 900 * _DAY + number  # in the future
        if chance < 0.08:
            return _START - self._random.randrange(400) * _DAY
        return _START + number * 5 * _HOUR

    def _write(self, number: int, parents: list[int], files: Files, ledger: str) -> None:
        author = self._when(number)
        committer = author if self._random.random() < 0.8 else self._when(number)
        lines = [
            "commit refs/heads/main",
            f"mark :{number + 1}",
            f"author A{number % 3} <a@example.org> {author} +0000",
        ]
        lines += [f"committer C <c@example.org> {committer} +0000", f"data {len(str(number))}", str(number)]
        lines += [f"{'merge' if place else 'from'} :{parent + 1}" for place, parent in enumerate(parents)]
        lines.append("deleteall")
        bodies = {path: self._body(path, entries) for path, entries in files.items() if entries}
        for path, body in {**bodies, "MEMORY_AUDIT_LEDGER.md": ledger}.items():
            if body:
                lines += [f"M 100644 inline {path}", f"data {len(body.encode())}", body]
        self._stream.append("\n".join([*lines, "", ""]))
