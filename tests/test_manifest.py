"""The manifest others install us by, and what we run on ourselves."""

import subprocess
import sys
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from memory_hygiene.commands.hook import HOOKS

from .conftest import MemoryRepo

TOP = Path(__file__).resolve().parent.parent
MANIFEST = TOP / ".pre-commit-hooks.yaml"
LOCAL = TOP / "src/memory_hygiene/data/pre-commit-config.yaml"
IDS = [
    "memory-hygiene",
    "memory-hygiene-commit-msg",
    "memory-hygiene-push",
    "memory-hygiene-report",
    "memory-hygiene-plan",
]


def validate(what: str, *paths: Path) -> None:
    command = [sys.executable, "-m", "pre_commit", what, *map(str, paths)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def read(path: Path) -> list[dict[str, object]]:
    loaded = YAML(typ="safe").load(path.read_text())
    hooks = loaded if isinstance(loaded, list) else loaded["repos"][0]["hooks"]
    assert isinstance(hooks, list)
    return hooks


def test_pre_commit_accepts_the_manifest() -> None:
    validate("validate-manifest", MANIFEST)


def test_pre_commit_accepts_both_configurations() -> None:
    validate("validate-config", TOP / ".pre-commit-config.yaml", LOCAL)


def test_ids_are_the_published_ones() -> None:
    assert [hook["id"] for hook in read(MANIFEST)] == IDS


@pytest.mark.parametrize("hook", read(MANIFEST), ids=lambda hook: str(hook["id"]))
def test_every_entry_is_a_hook_we_have(hook: dict[str, object]) -> None:
    words = str(hook["entry"]).split()
    assert words[:2] == ["hygiene", "hook"]
    assert words[2] in HOOKS
    assert hook["minimum_pre_commit_version"] == "3.2.0"
    assert hook["stages"], "without stages a hook runs at every one that is installed"


@pytest.mark.parametrize("hook", read(MANIFEST), ids=lambda hook: str(hook["id"]))
def test_only_the_message_hook_is_given_file_names(hook: dict[str, object]) -> None:
    has_message = hook["stages"] == ["commit-msg"]
    assert "files" not in hook
    assert hook.get("always_run", False) is not has_message
    assert hook.get("pass_filenames", True) is has_message
    assert hook.get("require_serial", False) is not has_message


def test_local_configuration_says_the_same_as_the_manifest() -> None:
    published = {hook["id"]: hook for hook in read(MANIFEST)}
    for hook in read(LOCAL):
        same = {key: value for key, value in hook.items() if key != "language"}
        assert same.items() <= published[hook["id"]].items()
        assert hook["language"] == "system"


def test_plan_hook_shows_the_plan(hermes: MemoryRepo) -> None:
    hermes.write("MEMORY.md", "[obsolete] The build server is 10.0.0.7.\n§\nDeploys run on Fridays.")
    hermes.commit()
    done = hermes.hygiene("hook", "plan")
    assert done.returncode == 0, done.stderr
    assert "prune MEMORY.md:1" in done.stdout
    wrong = hermes.hygiene("hook", "plan", "--nonsense")
    assert wrong.returncode == 2
    assert "--nonsense" in wrong.stderr
