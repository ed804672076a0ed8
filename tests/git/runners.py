"""The four ways our hooks are run: from git's hooks folder, by pre-commit, by prek, and from git's configuration.

Each as its users install it. The last one needs git 2.54, which ``HYGIENE_NEWER_GIT`` names where git itself is older.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from ruamel.yaml import YAML

from memory_hygiene.edge.git.hooks import INSTALLED, call_of, find_place, install, this_program
from memory_hygiene.edge.git.other_hooks import CONFIG_HOOKS_SINCE
from memory_hygiene.edge.git.repository import find_repository
from tests.conftest import MemoryRepo

TOP = Path(__file__).resolve().parents[2]
RUNNERS = ("native", "pre-commit", "prek", "config")
NO_NEWER_GIT = "needs git 2.54 or newer, which runs hooks from its configuration: set HYGIENE_NEWER_GIT to one"
FACTS = (
    "The build server is 10.0.0.7.",
    "Deploys run on Fridays.",
    "The cat is grey.",
    "Backups go to the cellar.",
    "Tea is served at four.",
    "The naïve retry waits 3 s.",
)
GONE = FACTS[1]
LEFT = tuple(fact for fact in FACTS if fact != GONE)
NEW = "The door code is 4711."


class Scene(MemoryRepo):
    """A memory repo with hooks in place and six facts committed; ``git_folder`` holds its git, "" for the usual."""

    git_folder = ""

    def __init__(self, path: Path, profile: str = "hermes", *init: str) -> None:
        self.profile = profile
        super().__init__(path, *init)

    @classmethod
    def at(cls, path: Path, like: "Scene") -> "Scene":
        """The repository at ``path``, a copy or another work tree of ``like``."""
        scene = cls.__new__(cls)
        scene.path, scene.profile, scene.environment = path, like.profile, dict(like.environment)
        scene.git_folder = like.git_folder
        return scene

    def memory(self, *facts: str) -> str:
        """A store that holds these facts."""
        if self.profile == "hermes":
            return "\n§\n".join(facts)
        return "# Memory\n\n## Facts\n\n" + "".join(f"- {fact}\n" for fact in facts)

    def hold(self, *facts: str, path: str = "MEMORY.md") -> None:
        """Write a store that holds these facts, and stage it."""
        self.write(path, self.memory(*facts))
        self.git("add", "--", path)

    def quiet(self, *arguments: str, **extra: str) -> str:
        """A git command that must succeed, with no hook run."""
        off = [word for hook in INSTALLED for word in ("-c", f"hook.hygiene-{hook}.enabled=false")]
        return self.git("-c", "core.hooksPath=/dev/null", *(off if self.git_folder else ()), *arguments, **extra)

    def record(self, message: str = "unjudged") -> str:
        """Commit what is staged without any hook; the id."""
        self.quiet("commit", "-q", "--no-verify", "-m", message)
        return self.head()

    def head(self) -> str:
        """The id of HEAD, or "" before the first commit."""
        return self.run("git", "rev-parse", "--verify", "--quiet", "HEAD").stdout.strip()

    def branch(self, name: str, *facts: str, start: str = "main") -> str:
        """A branch with a store of these facts, made without hooks; back on main afterwards."""
        self.quiet("checkout", "-q", "-b", name, start)
        self.hold(*facts)
        oid = self.record(name)
        self.quiet("checkout", "-q", "main")
        return oid

    def attempt(self, *arguments: str, **extra: str) -> subprocess.CompletedProcess[str]:
        """A git command as a user gives it, hooks and all."""
        return self.run("git", *arguments, **extra)

    def commit_staged(self, *options: str, **extra: str) -> subprocess.CompletedProcess[str]:
        """``git commit`` as a user gives it."""
        return self.attempt("commit", "-m", "change", *options, **extra)


def make_scene(path: Path, runner: str, home: Path, profile: str = "hermes", *init: str) -> Scene:
    """A scene whose hooks are run by ``runner``; the frameworks keep what they keep under ``home``."""
    scene = Scene(path, profile, *init)
    if runner == "config":
        scene.git_folder = os.path.dirname(newer_git())
        scene.environment["PATH"] = f"{scene.git_folder}{os.pathsep}{scene.environment['PATH']}"
    scene.environment.update(
        HOME=str(home), XDG_CACHE_HOME=str(home), PRE_COMMIT_HOME=str(home / "pre-commit"), PREK_HOME=str(home / "prek")
    )
    scene.write(".hygiene.yaml", f"version: 1\nprofile: {profile}\n")
    scene.write("notes.txt", "not governed\n")
    scene.write("src/code.txt", "not governed either\n")
    scene.hold(*FACTS)
    install_hooks(scene, runner)
    scene.git("add", "-A")
    scene.record("base")
    return scene


def install_hooks(scene: Scene, runner: str) -> None:
    """Install every hook of ours the way ``runner`` has it."""
    if runner == "native":
        repository = find_repository(str(scene.path))
        install(find_place(repository), this_program())
        return
    if runner == "config":
        for hook in INSTALLED:
            scene.git("config", f"hook.hygiene-{hook}.command", call_of(hook, this_program()))
            scene.git("config", f"hook.hygiene-{hook}.event", hook)
        return
    write_framework_config(scene)
    options = [option for name in INSTALLED for option in ("-t", name)]
    command = [sys.executable, "-m", "pre_commit"] if runner == "pre-commit" else [prek()]
    done = scene.run(*command, "install", *options)
    assert done.returncode == 0, done.stdout + done.stderr


def newer_git() -> str:
    """The program of a git that runs hooks from its configuration; "" where there is none."""
    for program in filter(None, (os.environ.get("HYGIENE_NEWER_GIT"), shutil.which("git"))):
        done = subprocess.run([program, "version"], capture_output=True, text=True, check=True)
        if tuple(map(int, re.findall(r"\d+", done.stdout)[:2])) >= CONFIG_HOOKS_SINCE:
            return program
    return ""


def prek() -> str:
    """The prek that is installed beside this interpreter."""
    found = shutil.which("prek", path=os.path.dirname(sys.executable)) or shutil.which("prek")
    assert found, "prek is part of the test extra"
    return found


def write_framework_config(scene: Scene) -> None:
    """The published manifest as local hooks, run by this interpreter instead of an environment of their own."""
    yaml = YAML(typ="safe")
    hooks = yaml.load((TOP / ".pre-commit-hooks.yaml").read_text("utf-8"))
    for hook in hooks:
        hook["language"] = "system"
        hook["entry"] = hook["entry"].replace("hygiene ", f"{shlex.quote(sys.executable)} -m memory_hygiene ", 1)
    with (scene.path / ".pre-commit-config.yaml").open("w", encoding="utf-8") as file:
        yaml.dump({"repos": [{"repo": "local", "hooks": hooks}]}, file)


def copy_scene(template: Scene, path: Path) -> Scene:
    """A copy of a scene that costs no installation."""
    shutil.copytree(template.path, path, symlinks=True)
    scene = Scene.at(path, template)
    scene.git("update-index", "-q", "--refresh")
    return scene
