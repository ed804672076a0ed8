"""Every command of ours that a page or a help text shows can be given as it stands: nothing shown is out of date."""

import os
import re
import shlex
import sys
from pathlib import Path

import pytest

from memory_hygiene.cli import COMMANDS

from .conftest import MemoryRepo
from .signing import ssh_key

TOP = Path(__file__).parent.parent
PAGES = sorted(["README.md", *(f"docs/{page.name}" for page in (TOP / "docs").glob("*.md"))])
BLOCK = re.compile(r"^```(?:sh|console)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PLACEHOLDER = re.compile(r"…|\b(?:COMMAND|NAME|FILE|FINGERPRINT|ENTRIES)\b")
ENTRIES = ("Berth 14 lies between 3 and 4.", "[prune] Old note.", "The spare keys of the harbour hang in the office.")


@pytest.fixture
def home(tmp_path: Path) -> MemoryRepo:
    """A user's home with a live memory in it, under guard, and what pages name: logs, keys, a remote, tags."""
    memories = MemoryRepo(tmp_path / ".hermes" / "memories")
    memories.write("MEMORY.md", "\n§\n".join(ENTRIES))
    memories.write("USER.md", "Name: Freya.\n§\nPrefers tables.")
    assert memories.hygiene("init", "--profile", "hermes").returncode == 0
    for name in ("v1", "v2"):
        memories.git("tag", name)
    memories.git("remote", "add", "origin", str(memories.path))
    memories.git("fetch", "-q", "origin")
    memories.write("eve.pub", Path(ssh_key(tmp_path / "keys", "eve").public).read_bytes())
    (tmp_path / ".hermes" / "logs").mkdir()
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    memories.environment |= {"HOME": str(tmp_path), "PATH": path, "TMPDIR": str(tmp_path)}
    return memories


def _refused(home: MemoryRepo, line: str) -> str:
    """What is wrong with a command as it is shown, "" when nothing is; that there is nothing to do is no fault."""
    done = home.run("sh", "-c", line)
    said = done.stdout + done.stderr
    is_bad = done.returncode not in (0, 1, 2, 4) or re.search(r"^Usage:|internal error|Traceback", said, re.MULTILINE)
    return f"{line}\n{said}" if is_bad else ""


def _on_page(page: str) -> list[str]:
    blocks = BLOCK.findall((TOP / page).read_text("utf-8"))
    lines = [line.removeprefix("$ ") for block in blocks for line in block.splitlines()]
    ours = [line for line in lines if re.match(r"(?:echo .*\| )?hygiene ", line)]
    return [re.split(r" {3,}(?!#)", line)[0] for line in ours if not PLACEHOLDER.search(line.partition("  #")[0])]


@pytest.mark.parametrize("page", [page for page in PAGES if _on_page(page)])
def test_commands_on_a_page_are_understood(home: MemoryRepo, page: str) -> None:
    faults = [fault for line in _on_page(page) if (fault := _refused(home, line))]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("command", list(COMMANDS))
def test_examples_of_a_help_are_understood(home: MemoryRepo, command: str) -> None:
    said = home.hygiene(*shlex.split(command), "--help").stdout
    examples = said.partition("Examples:\n")[2] or said.partition("Example:\n")[2]
    lines = [line.strip() for line in examples.partition("\n\n")[0].splitlines() if "hygiene " in line]
    shown = [re.split(r" {3,}", line)[0] for line in lines if not PLACEHOLDER.search(line)]
    faults = [fault for line in shown if (fault := _refused(home, line))]
    assert not faults, "\n".join(faults)
