"""Every command of the README is run, on a machine with git, Python and nothing else of ours."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import clean_environment

TOP = Path(__file__).parent.parent
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", (TOP / "README.md").read_text("utf-8"), re.MULTILINE | re.DOTALL)
SHELL = [text for language, text in BLOCKS if language == "sh"]
TESTS = next(text for text in SHELL if "pytest" in text)
INSTALL = next(text for text in SHELL if "hygiene demo" in text)
DAILY = [text for text in SHELL if text not in (TESTS, INSTALL)]


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files git knows, in a folder of their own."""
    target = tmp_path_factory.mktemp("clone") / "memory-hygiene"
    names = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=TOP, env=clean_environment(), capture_output=True, check=True,
    ).stdout.split(b"\0")  # fmt: skip
    for name in filter(None, names):
        source = TOP / os.fsdecode(name)
        if source.is_file():
            (target / os.fsdecode(name)).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target / os.fsdecode(name))
    return target


def _run(script: str, folder: Path, **extra: str) -> str:
    done = subprocess.run(
        ["sh", "-e", "-c", script], cwd=folder, env={**clean_environment(), **extra},
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    return done.stdout


def test_ci_runs_the_readme_s_test_command() -> None:
    assert TESTS.strip() in (TOP / ".ci" / "run").read_text("utf-8").splitlines()


@pytest.mark.skipif(os.environ.get("HYGIENE_OFFLINE") == "1", reason="HYGIENE_OFFLINE=1: nothing can be installed")
def test_the_first_command_installs_and_plays_the_demo(clone: Path) -> None:
    shown = _run(INSTALL, clone, TMPDIR=str(clone.parent))
    assert "entry-lost" in shown
    assert "hygiene: clean" in shown


def test_the_daily_commands_work_on_a_live_memory_directory(tmp_path: Path) -> None:
    home = tmp_path / "home"
    memories = home / ".hermes" / "memories"
    memories.mkdir(parents=True)
    (memories / "MEMORY.md").write_text("Never deploy on Fridays.\n§\n[prune] Old note.\n§\nBerths keep their numbers.")
    (memories / "USER.md").write_text("Name: Freya.")
    (home / ".gitconfig").write_text("[user]\n\tname = Freya\n\temail = freya@example.org\n")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    script = "\n".join(DAILY).replace("/tmp/plan.json", str(tmp_path / "plan.json"))
    shown = _run(script, home, HOME=str(home), PATH=path, GIT_CONFIG_GLOBAL=str(home / ".gitconfig"))
    assert "prune 1" in shown
    assert "entry-lost" in shown
    assert b"Old note" not in (memories / "MEMORY.md").read_bytes()
    assert b"[prune] Old note." in (memories / "archive" / "MEMORY.archive.md").read_bytes()


def test_the_framework_snippet_is_a_valid_configuration(tmp_path: Path) -> None:
    snippet = next(text for language, text in BLOCKS if language == "yaml")
    (tmp_path / "config.yaml").write_text(snippet)
    _run(f"{sys.executable} -m pre_commit validate-config config.yaml", tmp_path)


def test_every_other_block_is_known() -> None:
    assert {language for language, _ in BLOCKS} == {"sh", "yaml"}
    assert len(SHELL) == 2 + len(DAILY) == 5
