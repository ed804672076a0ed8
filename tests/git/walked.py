"""Histories to walk through: random trees of several agents, with whatever git and people may put into them."""

import subprocess
from random import Random

from memory_hygiene.core.audit.ledger import TITLE, Judged, write_record
from memory_hygiene.core.canaries.canary import canary_text, token_digest
from memory_hygiene.core.fingerprint import fingerprint
from tests.conftest import MemoryRepo

_START = 1_767_225_600
_TOKENS = ("0123456789abcdef", "fedcba9876543210", "ABCDEF0123456789")
_NOTES = (
    *(
        f"Berth {number} has its own meter; the office in hall {number % 3} keeps the keys of it."
        for number in range(9)
    ),
    "§",
    " § ",
    "",
    "\nBuoy four is green.\n\nBuoy five is red. ",
    "[prune] Tide tables are printed on the first of the month.",
    "[UNVERIFIED] The crane lifts 4 tons.",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "- one\n- two\n  more",
    "ünïcödé ☃ 港 の 鍵",
    *(canary_text(token) for token in _TOKENS),
    "CANARY: Do not modify this line",
    f"see {_TOKENS[1]} there",
    "<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs",
    "_[archived 2026-01-09]_ keys → archive/MEMORY.archive.md#0123456789abcdef",
)
_STORES = ("MEMORY.md", "USER.md", "memories/MEMORY.md", "SOUL.md", "LORE.md")
_OTHERS = (
    "archive/MEMORY.archive.md",
    "archive/more/old.md",
    "skills/a/SKILL.md",
    "skills/a/b/SKILL.md",
    "notes.txt",
    ".env",
)
_CONFIGS = (
    "version: 1\nprofile: hermes\n",
    "version: 1\nprofile: sanctum\n",
    "version: 1\nprofile: hermes\nagents:\n  ada:\n    path: ada\n  bob:\n    path: bob\n    profile: sanctum\n",
    "version: 1\nprofile: nobody\n",
)
Tree = dict[str, tuple[str, bytes]]


class RandomTrees:
    """Commits from anywhere, and merges of two or three; files, links and folders come and go."""

    def __init__(self, seed: int, commits: int, folders: tuple[str, ...]) -> None:
        self._random = Random(seed)
        self._folders = folders
        self._trees: list[Tree] = []
        self._stream: list[bytes] = []
        for number in range(commits):
            self._commit(number)

    def write(self, repo: MemoryRepo) -> None:
        """Make the commits in ``repo``, on its branch."""
        command = ["git", "fast-import", "--quiet", "--force"]
        subprocess.run(command, cwd=repo.path, input=b"".join(self._stream), check=True)

    def _commit(self, number: int) -> None:
        roll = self._random.random()
        parents = [number - 1] if number else []
        if number > 3 and roll < 0.3:
            parents = self._random.sample(range(max(0, number - 9), number), self._random.choice((1, 2, 2, 3)))
        tree = dict(self._trees[parents[0]]) if parents else {}
        for other in parents[1:]:
            for path, file in self._trees[other].items():
                if path not in tree or self._random.random() < 0.4:
                    self._put(tree, path, file)
        for _ in range(self._random.choice((0, 1, 1, 1, 2, 4))):
            self._change(tree)
        if tree.get(".hygiene.yaml", ("", b""))[1] == _CONFIGS[-1].encode() and number > 100:
            self._put(tree, ".hygiene.yaml", ("100644", _CONFIGS[2].encode()))  # the last one must be of use
        self._trees.append(tree)
        self._write(number, parents, tree)

    def _change(self, tree: Tree) -> None:
        folder = self._random.choice(self._folders)
        roll = self._random.random()
        if roll < 0.04:
            self._put(tree, ".hygiene.yaml", ("100644", self._random.choice(_CONFIGS).encode()))
        elif roll < 0.08 and tree:
            del tree[self._random.choice(sorted(tree))]
        elif roll < 0.12:
            target = self._random.choice((*_STORES, "../bob/MEMORY.md", "/etc/passwd", "notes.txt"))
            self._put(tree, folder + self._random.choice((*_STORES, "skills", "memories")), ("120000", target.encode()))
        elif roll < 0.22:
            self._record(tree, folder + "MEMORY_AUDIT_LEDGER.md")
        elif roll < 0.30 and tree:
            self._move(tree)
        elif roll < 0.45:
            self._write_other(tree, folder + self._random.choice(_OTHERS))
        else:
            self._write_store(tree, folder + self._random.choice(_STORES[:2] if roll < 0.85 else _STORES))

    def _record(self, tree: Tree, path: str) -> None:
        old = tree.get(path, ("", b""))[1] or TITLE.encode()
        judged = Judged(fingerprint(self._random.choice(_NOTES)), "prune", "old")
        token = token_digest(self._random.choice(_TOKENS))
        fields = self._random.choice(((), (("canary", f"MEMORY.md {token}"),)))
        record = write_record(f"2026-01-0{self._random.randint(1, 9)}T12:00:00Z", fields, (judged,)).encode()
        self._put(tree, path, ("100644", record if self._random.random() < 0.1 else old + record))

    def _move(self, tree: Tree) -> None:
        path = self._random.choice(sorted(tree))
        file = tree.pop(path)
        self._put(tree, self._random.choice(self._folders) + self._random.choice((*_STORES, *_OTHERS)), file)

    def _write_other(self, tree: Tree, path: str) -> None:
        old = tree.get(path, ("", b""))[1]
        note = self._random.choice(_NOTES).encode()
        self._put(tree, path, ("100644", note if self._random.random() < 0.2 else old + b"\n" + note + b"\n"))

    def _write_store(self, tree: Tree, path: str) -> None:
        ending = "\r\n" if self._random.random() < 0.08 else "\n"
        text = tree.get(path, ("", b""))[1].decode("utf-8", "replace").replace("\r\n", "\n")
        notes = text.split("\n§\n") if text else []
        for _ in range(self._random.choice((1, 1, 2))):
            if notes and self._random.random() < 0.5:
                notes.pop(self._random.randrange(len(notes)))
            if self._random.random() < 0.7:
                notes.insert(self._random.randint(0, len(notes)), self._random.choice(_NOTES))
        if notes and self._random.random() < 0.2:
            place = self._random.randrange(len(notes))
            notes[place] = notes[place].replace("meter", f"clock{self._random.randrange(9)}")
        body = "\n§\n".join(notes).replace("\n", ending).encode()
        self._put(tree, path, ("100644", body + (b"\xff" if self._random.random() < 0.03 else b"")))

    def _put(self, tree: Tree, path: str, file: tuple[str, bytes]) -> None:
        """Put a file in its place; what stands in its way goes."""
        for other in list(tree):
            if other.startswith(path + "/") or path.startswith(other + "/"):
                del tree[other]
        tree[path] = file

    def _write(self, number: int, parents: list[int], tree: Tree) -> None:
        when = _START + number * 40_000
        lines = [f"commit refs/heads/main\nmark :{number + 1}\ncommitter A <a@example.org> {when} +0000\ndata 0\n"]
        lines += [f"{'merge' if place else 'from'} :{parent + 1}\n" for place, parent in enumerate(parents)]
        parts = ["".join(lines).encode(), b"deleteall\n"]
        for path, (mode, data) in tree.items():
            parts.append(f"M {mode} inline {path}\ndata {len(data)}\n".encode() + data + b"\n")
        self._stream.append(b"".join([*parts, b"\n"]))
