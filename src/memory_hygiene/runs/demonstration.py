"""The demo: a throw-away memory repo with a history and planted faults, and the real commands run in it."""

import os
import sys
import tempfile
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from importlib.resources import files

from memory_hygiene.core.contracts import Profile
from memory_hygiene.core.model import Format
from memory_hygiene.core.sizes import DELIMITER
from memory_hygiene.edge.files import make_folders, read_bytes, replace_bytes
from memory_hygiene.edge.git.throwaway import Step, commit_step, set_local_config
from memory_hygiene.edge.shell import run_shown
from memory_hygiene.errors import HygieneError
from memory_hygiene.formats import parse

_KEPT_BY_THE_CONSOLIDATION = 2
_NAME, _ADDRESS = "Demo Agent", "agent@demo.example"
_CONFIG = {
    ("user", "name"): _NAME,
    ("user", "email"): _ADDRESS,
    ("commit", "gpgSign"): "false",
    ("core", "autocrlf"): "false",
}
_PLAIN_REPOSITORY = {"GIT_DEFAULT_HASH": "sha1", "GIT_DEFAULT_REF_FORMAT": "files"}


@dataclass(frozen=True, slots=True)
class Scene:
    """Where the demo plays, what day it is there, and how it speaks."""

    folder: str
    today: date
    tell: Callable[[str, bool], None]

    def say(self, text: str) -> None:
        """Tell what comes next."""
        self.tell(f"\n# {text}", True)

    def run(self, *command: str, expected: int = 0, quiet: bool = False) -> None:
        """Run a real command and show it. Raises HygieneError when it ends otherwise than the demo promises."""
        moment = f"{self.today.isoformat()}T09:00:00+0000"
        dated = {"GIT_AUTHOR_DATE": moment, "GIT_COMMITTER_DATE": moment, **_PLAIN_REPOSITORY}
        program = [sys.executable, "-m", "memory_hygiene", *command[1:]] if command[0] == "hygiene" else list(command)
        code, output = run_shown(program, self.folder, dated)
        if not quiet:
            self.tell(f"$ {' '.join(_quoted(part) for part in command)}", False)
            self.tell(output.rstrip("\n"), False)
        if code != expected:
            raise HygieneError(
                f"{' '.join(command)} ended with {code}, not {expected}:\n{output}", "please report this"
            )


def _quoted(part: str) -> str:
    return f"'{part}'" if " " in part else part


def play(folder: str | None, today: str, tell: Callable[[str, bool], None]) -> str:
    """Play the demo in ``folder`` (new or empty; None: a temporary one) and leave the repository there.

    ``tell`` gets every text to show, and whether it is a heading.

    Raises HygieneError when the folder is in use, or when a command does not do what the demo promises.
    """
    scene = Scene(_stage(folder), date.fromisoformat(today), tell)
    scene.say("Ten weeks of an agent's memory, as it wrote it itself")
    _write_history(scene)
    scene.run("git", "log", "--oneline")
    scene.say("One command puts it under guard: canaries, ledger, hooks")
    scene.run("hygiene", "init", ".", "--profile", Profile.HERMES.value)
    scene.say("The agent consolidates its memory, drops half of it, and reports success")
    _consolidate(scene)
    scene.run("git", "commit", "--quiet", "-a", "-m", "consolidate memory", expected=1)
    scene.say("Refused: nothing was lost. Take the old state back, and see what may really go")
    scene.run("git", "restore", "--staged", "--worktree", "--", "MEMORY.md")
    scene.run("hygiene", "plan", "--now", today)
    scene.say("Carry the plan out as one commit, proved before a byte is written")
    scene.run("hygiene", "apply", "--now", today)
    scene.run("git", "log", "-1", "--stat", "--format=%an: %s")
    scene.say("The gate is clean; every entry still says since when")
    scene.run("hygiene", "check", "--rev", "HEAD")
    scene.run("hygiene", "age", "--now", today)
    return scene.folder


def _stage(folder: str | None) -> str:
    if folder is None:
        return tempfile.mkdtemp(prefix="hygiene-demo-")
    full = os.path.abspath(folder)
    if os.path.lexists(full) and (not os.path.isdir(full) or os.listdir(full)):
        raise HygieneError(f"{folder} is not empty", "give a folder that is new or empty, or none at all")
    make_folders(full)
    return full


def _write_history(scene: Scene) -> None:
    scene.run("git", "init", "--quiet", "--initial-branch=main", ".", quiet=True)
    set_local_config(scene.folder, {**_CONFIG, ("core", "hooksPath"): os.path.join(scene.folder, ".git", "hooks")})
    story = tomllib.loads(files("memory_hygiene").joinpath("data/demo.toml").read_text("utf-8"))
    yesterday = (scene.today - timedelta(days=1)).isoformat()
    for told in story["step"]:
        for name in ("memory", "user"):
            text = DELIMITER.join(told[name]).replace("{yesterday}", yesterday)
            replace_bytes(os.path.join(scene.folder, f"{name.upper()}.md"), text.encode())
        day = (scene.today - timedelta(days=told["days"])).isoformat()
        commit_step(scene.folder, Step(told["message"], day, ("MEMORY.md", "USER.md")), _NAME, _ADDRESS)


def _consolidate(scene: Scene) -> None:
    """What a careless model does: keep a few entries, word for word, and forget the rest."""
    path = os.path.join(scene.folder, "MEMORY.md")
    document = parse(Format.SECTION_SIGN, read_bytes(path) or b"")
    texts: Sequence[str] = [block.text for block in document.blocks]
    kept = [*texts[:_KEPT_BY_THE_CONSOLIDATION], *(text for text in texts if text.startswith("CANARY"))]
    replace_bytes(path, DELIMITER.join([*dict.fromkeys(kept), texts[-1]]).encode())
