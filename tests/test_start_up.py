"""What a hook costs before it has judged anything: the modules it imports and the git processes it starts.

Times are measured in tests/benchmarks; here is what they follow from.
"""

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import MemoryRepo

HOOK = "from memory_hygiene.__main__ import main; main()"
STANDARD = frozenset(
    word
    for line in (
        "__main__ _abc _bisect _blake2 _codecs _collections _collections_abc _functools _io _operator _signal _sre",
        "_stat _struct _thread _typing _warnings _weakref _weakrefset _imp _frozen_importlib",
        "_frozen_importlib_external _distutils_hack _sitebuiltins abc bisect builtins codecs collections contextlib",
        "copyreg encodings enum errno functools gc genericpath itertools keyword marshal math operator os posix",
        "posixpath re reprlib select site stat sys time types typing unicodedata warnings zipimport",
    )
    for word in line.split()
)
"""What the standard library may cost a hook: nothing here is dearer than ``typing``."""
BANNED = (
    "click",
    "json",
    "git",
    "ruamel",
    "markdown_it",
    "mdit_py_plugins",
    "dataclasses",
    "inspect",
    "subprocess",
    "pathlib",
    "httpcore",
    "ssl",
)
ENTRIES = "\n§\n".join(f"Berth {number} has its own meter." for number in range(60))


def _loaded(repo: MemoryRepo) -> set[str]:
    script = (
        "import sys\nfrom memory_hygiene.__main__ import run\ncode = run(sys.argv[1:])\n"
        "print('\\n'.join(sys.modules), file=open('../modules', 'w'))\nsys.exit(code)"
    )
    done = repo.run(sys.executable, "-I", "-c", script, "hook", "pre-commit")
    assert done.returncode == 0, done.stderr
    return set((repo.path.parent / "modules").read_text().split())


@pytest.fixture
def staged(hermes: MemoryRepo) -> MemoryRepo:
    """A store of 60 entries with one more staged, and the configuration read once before."""
    hermes.write("MEMORY.md", ENTRIES.replace("has its own meter", "ok"))
    hermes.commit()
    hermes.write("MEMORY.md", ENTRIES.replace("has its own meter", "ok") + "\n§\nOne more.")
    hermes.git("add", "-A")
    assert hermes.run(sys.executable, "-I", "-c", HOOK, "hook", "pre-commit").returncode == 0
    return hermes


def test_a_hook_imports_only_what_is_allowed(staged: MemoryRepo) -> None:
    roots = {name.split(".")[0] for name in _loaded(staged)} - {"memory_hygiene"}
    allowed = STANDARD | {"__future__"}
    extra = {name for name in roots if name not in allowed and not name.startswith(("__editable__", "sitecustomize"))}
    assert extra <= _loaded_by_a_bare_start(staged), sorted(extra)
    assert not roots & set(BANNED)


def _loaded_by_a_bare_start(repo: MemoryRepo) -> set[str]:
    shown = repo.run(sys.executable, "-I", "-c", "import sys; print('\\n'.join(sys.modules))").stdout
    return {name.split(".")[0] for name in shown.split()}


def test_a_hook_imports_only_these_parts_of_ours(staged: MemoryRepo) -> None:
    rooms = {name.split(".")[1] for name in _loaded(staged) if name.startswith("memory_hygiene.")}
    assert rooms <= {"errors", "core", "formats", "rules", "report", "edge", "commands", "runs", "__main__"}
    dear = (
        "plan",
        "witness",
        "markdown",
        "history",
        "config_yaml",
        "config_reading",
        "commit",
        "journal",
        "ranges",
        "cli",
    )
    loaded = {name.rpartition(".")[2] for name in _loaded(staged)}
    assert not loaded & set(dear)


@pytest.fixture
def counted(tmp_path: Path) -> Path:
    """A folder with a ``git`` that notes each start in a file beside it and goes on as the real one."""
    real = shutil.which("git")
    assert real is not None
    folder = tmp_path / "bin"
    folder.mkdir()
    program = folder / "git"
    program.write_text(f'#!/bin/sh\necho "$*" >> "{folder}/starts"\nexec "{real}" "$@"\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return folder


def _starts(repo: MemoryRepo, counted: Path) -> list[str]:
    path = f"{counted}{os.pathsep}{os.environ['PATH']}"
    done = repo.run(sys.executable, "-I", "-c", HOOK, "hook", "pre-commit", PATH=path)
    assert done.returncode == 0, done.stderr
    commands = [line.split() for line in (counted / "starts").read_text().splitlines()]
    return [line[2] if line[0] == "-C" else line[0] for line in commands]


WRITERS = "| writer | identity | stores | operations |\n|---|---|---|---|\n"


def test_an_empty_registry_costs_a_hook_no_git(staged: MemoryRepo, counted: Path) -> None:
    staged.write("MEMORY_WRITERS.md", WRITERS)
    staged.git("add", "MEMORY_WRITERS.md")
    staged.git("commit", "-q", "-m", "registry", "--", "MEMORY_WRITERS.md")
    assert _starts(staged, counted) == ["diff-index", "cat-file"]
    loaded = {name.rpartition(".")[2] for name in _loaded(staged)}
    assert not loaded & {"permissions", "operations", "signatures"}


def test_a_registry_costs_a_hook_one_git_more(staged: MemoryRepo, counted: Path) -> None:
    staged.write("MEMORY_WRITERS.md", WRITERS + "| w | writer@example.org | * | add |\n")
    staged.git("add", "MEMORY_WRITERS.md")
    staged.git("commit", "-q", "-m", "registry", "--", "MEMORY_WRITERS.md")
    assert _starts(staged, counted) == ["diff-index", "cat-file", "var"]
    assert "signatures" not in {name.rpartition(".")[2] for name in _loaded(staged)}


def test_a_hook_starts_git_twice(staged: MemoryRepo, counted: Path) -> None:
    assert _starts(staged, counted) == ["diff-index", "cat-file"]


def test_the_command_line_is_not_imported_for_a_hook() -> None:
    script = "import sys; sys.argv = ['hygiene', 'hook', 'nonsense']; from memory_hygiene.__main__ import run\n"
    script += "code = run(sys.argv[1:]); print(code, 'click' in sys.modules)"
    done = subprocess.run([sys.executable, "-I", "-c", script], capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["2", "False"]


@pytest.mark.parametrize(
    "command", [["check"], ["plan"], ["list"], ["status"], ["age"], ["verify"], ["init", "--help"], ["--help"]]
)
def test_the_network_is_imported_only_to_ask(hermes: MemoryRepo, command: list[str]) -> None:
    hermes.write("MEMORY.md", "API endpoint: ftp://127.0.0.1/")
    hermes.commit()
    script = "import sys; from memory_hygiene.__main__ import run; run(sys.argv[1:]); print('modules', *sys.modules)"
    done = hermes.run(sys.executable, "-c", script, *command)
    loaded = done.stdout.rpartition("modules ")[2].split()
    assert "memory_hygiene.cli" in loaded
    assert not {"httpcore", "httpx", "ssl", "idna", "memory_hygiene.edge.network"} & set(loaded)
