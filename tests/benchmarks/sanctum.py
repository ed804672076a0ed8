"""What plan and apply do to sanctum folders, through the real command line; three columns must be zero.

python -m tests.benchmarks.sanctum
"""

import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, TypedDict

from memory_hygiene.core.archive import read_pointer
from memory_hygiene.core.model import Format
from memory_hygiene.formats import parse
from tests.conftest import MemoryRepo

from .lore import lore
from .untouched import Cut, bytes_changed

CASES = Path(__file__).parent.parent / "files" / "sanctum"
LEDGER = "MEMORY_AUDIT_LEDGER.md"
DAY, NEXT_DAY = "2026-09-15", "2026-09-16"


class ActionJson(TypedDict):
    """What is read of an action in the JSON of a plan."""

    action: str
    line: int
    text: str
    to: str | None
    new_text: str | None


class PlanJson(TypedDict):
    """What is read of the JSON of a plan."""

    actions: list[ActionJson]
    unresolved: list[object]


class Row(NamedTuple):
    """One line of the table. ``changed`` (bytes), ``unarchived`` and ``second`` (actions) must be 0."""

    case: str
    kept: int
    archived: int
    pruned: int
    repeats: int
    unresolved: int
    changed: int
    unarchived: int
    second: int

    @property
    def is_right(self) -> bool:
        """Whether nothing outside the edits changed, what was archived is there, and a second run does nothing."""
        return not (self.changed or self.unarchived or self.second)


HEADINGS = (
    *("case", "entries kept", "archived", "pruned", "repeats dropped", "unresolved"),
    *("bytes outside edits changed", "archived, not found", "second-run actions"),
)


def inputs() -> Iterator[tuple[str, str, bytes]]:
    """Name, file it plays, bytes: the cases, and a generated LORE.md in both line endings."""
    yield from cases()
    yield "2,000 lines", "LORE.md", lore(1, 2_000)
    yield "2,000 lines, CRLF", "LORE.md", lore(2, 2_000, "\r\n")


def cases() -> Iterator[tuple[str, str, bytes]]:
    """The files kept under tests/files/sanctum, under the names they play."""
    for path in sorted(CASES.glob("*.md")):
        plays = json.loads(path.with_suffix(".json").read_text("utf-8"))["plays_as"]
        yield path.stem, str(plays), path.read_bytes()


def measure(folder: Path, case: str, name: str, data: bytes) -> Row:
    """Plan and apply in a new repository that holds this one store, then once more, the day after too."""
    repo = MemoryRepo(folder)
    repo.write(".hygiene.yaml", "version: 1\nprofile: sanctum\n")
    repo.write(name, data)
    before = repo.commit()
    plan = _plan(repo, DAY)
    _run(repo, "apply", "--now", DAY)
    after, applied = repo.read(name), _head(repo)
    if plan["actions"] and applied == before:
        raise RuntimeError(f"{case}: apply did nothing of {len(plan['actions'])} actions")
    second = sum(len(_plan(repo, day)["actions"]) for day in (DAY, NEXT_DAY))
    for day in (DAY, NEXT_DAY):
        _run(repo, "apply", "--now", day)
    counts = Counter(action["action"] for action in plan["actions"])
    return Row(
        case,
        sum(read_pointer(block.text) is None for block in parse(Format.MARKDOWN, after).counted),
        counts["archive"],
        counts["prune"],
        counts["dedup"],
        len(plan["unresolved"]),
        bytes_changed(data, after, map(_cut, plan["actions"])) + _elsewhere(repo, before, name),
        sum(not _is_archived(repo, action, data) for action in plan["actions"]),
        second + int(repo.git("rev-list", "--count", f"{applied}..HEAD")),
    )


def _plan(repo: MemoryRepo, day: str) -> PlanJson:
    plan: PlanJson = json.loads(_run(repo, "plan", "--format", "json", "--now", day))
    return plan


def _run(repo: MemoryRepo, *arguments: str) -> str:
    """Output of a command; a blocking cap that stays breached makes it exit 1 after its work."""
    done = repo.hygiene(*arguments)
    if done.returncode not in (0, 1) or "Traceback" in done.stderr:
        raise RuntimeError(f"hygiene {' '.join(arguments)}: {done.stdout[-500:]}{done.stderr[-500:]}")
    return done.stdout


def _head(repo: MemoryRepo) -> str:
    return repo.git("rev-parse", "HEAD").strip()


def _cut(action: ActionJson) -> Cut:
    return Cut(action["line"], action["text"].count("\n") + 1, (action["new_text"] or "").encode())


def _elsewhere(repo: MemoryRepo, before: str, name: str) -> int:
    """Bytes changed in files that the plan does not write, by git's own account."""
    changed = repo.git("diff", "--name-only", before).splitlines()
    others = [path for path in changed if path not in (name, LEDGER) and not path.startswith("references/")]
    return sum(len(repo.read(path)) + 1 for path in others)


def _is_archived(repo: MemoryRepo, action: ActionJson, data: bytes) -> bool:
    """What goes to the archive stands there in the bytes it had."""
    if action["action"] != "archive":
        return True
    ending = b"\r\n" if b"\r\n" in data else b"\n"
    return action["text"].encode().replace(b"\n", ending) in repo.read(action["to"] or "")


def table(rows: list[Row]) -> str:
    """The rows as a table with right-aligned numbers."""
    cells = [HEADINGS, *(tuple(f"{value:,}" if isinstance(value, int) else value for value in row) for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(HEADINGS))]
    shown = [[cell.rjust(width) for cell, width in zip(row, widths)] for row in cells]
    return "\n".join("  ".join([row[0].lstrip().ljust(widths[0]), *row[1:]]) for row in shown)


def main() -> int:
    """Print the table; 1 when a column that must be zero is not."""
    with tempfile.TemporaryDirectory() as name:
        rows = [measure(Path(name) / str(number), *given) for number, given in enumerate(inputs())]
    print(table(rows))
    return 0 if all(row.is_right for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
