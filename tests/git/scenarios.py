"""The 37 situations in which a hook can be fooled. Each acts on a scene and gives back the command that is judged.

A refused one must be refused with the loss named. ``crashes`` lists frameworks that stop by themselves on a name or a
setting before any hook runs: there their refusal suffices.
"""

import os
import shutil
import subprocess
from collections.abc import Callable
from typing import NamedTuple

from .runners import FACTS, GONE, LEFT, NEW, Scene

Done = subprocess.CompletedProcess[str]
Act = Callable[[Scene], Done]


class Scenario(NamedTuple):
    """What is done, and whether it must be refused."""

    act: Act
    is_refused: bool
    crashes: tuple[str, ...] = ()
    init: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name in test reports."""
        return self.act.__name__


SCENARIOS: list[Scenario] = []


def _scenario(is_refused: bool, crashes: tuple[str, ...] = (), init: tuple[str, ...] = ()) -> Callable[[Act], Act]:
    def add(act: Act) -> Act:
        SCENARIOS.append(Scenario(act, is_refused, crashes, init))
        return act

    return add


refused, passes = _scenario(True), _scenario(False)


@passes
def append(scene: Scene) -> Done:
    scene.hold(*FACTS, NEW)
    return scene.commit_staged()


@refused
def loss(scene: Scene) -> Done:
    scene.hold(*LEFT)
    return scene.commit_staged()


@passes
def loss_archived_in_the_same_commit(scene: Scene) -> Done:
    scene.hold(*LEFT)
    folder = "archive" if scene.profile == "hermes" else "references/lore-archive"
    scene.write(f"{folder}/MEMORY.archive.md", f"## [2026-09-15] archived from MEMORY.md\n\n{GONE}\n")
    scene.git("add", "-A")
    return scene.commit_staged()


@refused
def commit_all_with_a_loss(scene: Scene) -> Done:
    scene.write("MEMORY.md", scene.memory(*LEFT))
    return scene.commit_staged("-a")


@refused
def commit_file_with_a_loss(scene: Scene) -> Done:
    scene.write("MEMORY.md", scene.memory(*LEFT))
    return scene.commit_staged("MEMORY.md")


@passes
def commit_other_file_while_a_loss_is_staged(scene: Scene) -> Done:
    scene.hold(*LEFT)
    scene.write("notes.txt", "changed\n")
    return scene.commit_staged("notes.txt")


@refused
def loss_staged_and_worktree_repaired(scene: Scene) -> Done:
    scene.hold(*LEFT)
    scene.write("MEMORY.md", scene.memory(*FACTS))
    return scene.commit_staged()


@passes
def loss_only_in_the_worktree(scene: Scene) -> Done:
    scene.hold(*FACTS, NEW)
    scene.write("MEMORY.md", scene.memory(*LEFT, NEW))
    return scene.commit_staged()


@refused
def file_deleted(scene: Scene) -> Done:
    scene.git("rm", "-q", "MEMORY.md")
    return scene.commit_staged()


@refused
def file_untracked(scene: Scene) -> Done:
    scene.git("rm", "-q", "--cached", "MEMORY.md")
    return scene.commit_staged()


@refused
def rename_out_of_the_governed_names(scene: Scene) -> Done:
    scene.git("config", "diff.renames", "copies")
    scene.git("mv", "MEMORY.md", "src/OLD_MEMORY.md")
    return scene.commit_staged()


@passes
def rename_to_another_governed_place(scene: Scene) -> Done:
    place = "memories/MEMORY.md" if scene.profile == "hermes" else "LORE.md"
    (scene.path / "memories").mkdir()
    scene.git("mv", "MEMORY.md", place)
    return scene.commit_staged()


@refused
def typechange_to_symlink(scene: Scene) -> Done:
    (scene.path / "MEMORY.md").unlink()
    (scene.path / "MEMORY.md").symlink_to("notes.txt")
    scene.git("add", "MEMORY.md")
    return scene.commit_staged()


@refused
def loss_hidden_by_an_attribute(scene: Scene) -> Done:
    scene.write(".gitattributes", "MEMORY.md -diff binary\n")
    scene.hold(*LEFT)
    scene.git("add", "-A")
    return scene.commit_staged()


@_scenario(True, crashes=("pre-commit", "prek"))
def odd_name_staged_elsewhere(scene: Scene) -> Done:
    with open(os.fsencode(scene.path) + b"/bad\xff\xfe.md", "wb") as file:
        file.write(b"x\n")
    scene.hold(*LEFT)
    scene.git("add", "-A")
    return scene.commit_staged()


@refused
def agent_directory_with_space_and_letters(scene: Scene) -> Done:
    folder = "agents/émile ☃"
    config = f"version: 1\nprofile: {scene.profile}\nagents:\n  emile:\n    path: '{folder}'\n"
    scene.write(".hygiene.yaml", config)
    scene.git("rm", "-q", "MEMORY.md")
    scene.hold(*FACTS, path=f"{folder}/MEMORY.md")
    scene.git("add", "-A")
    scene.record()
    scene.hold(*LEFT, path=f"{folder}/MEMORY.md")
    return scene.commit_staged()


@passes
def clean_merge(scene: Scene) -> Done:
    scene.branch("side", *FACTS, NEW)
    scene.hold("The first fact of main.", *FACTS)
    scene.record()
    return scene.attempt("merge", "--no-edit", "side")


@refused
def merge_that_takes_ours(scene: Scene) -> Done:
    scene.branch("side", *FACTS, NEW)
    scene.write("notes.txt", "main moved\n")
    scene.git("add", "notes.txt")
    scene.record()
    return scene.attempt("merge", "--no-edit", "-s", "ours", "side")


def _conflict(scene: Scene) -> None:
    scene.branch("side", *FACTS, "The side fact of the other branch.")
    scene.hold(*FACTS, NEW)
    scene.record()
    assert scene.attempt("merge", "--no-edit", "side").returncode == 1
    assert b"<<<<<<<" in scene.read("MEMORY.md")


@refused
def conflict_resolved_with_ours(scene: Scene) -> Done:
    _conflict(scene)
    scene.git("checkout", "--ours", "MEMORY.md")
    scene.git("add", "MEMORY.md")
    return scene.attempt("commit", "--no-edit")


@passes
def conflict_resolved_honestly(scene: Scene) -> Done:
    _conflict(scene)
    scene.hold(*FACTS, NEW, "The side fact of the other branch.")
    return scene.attempt("commit", "--no-edit")


@passes
def merge_that_brings_a_removal_judged_on_its_branch(scene: Scene) -> Done:
    scene.git("checkout", "-q", "-b", "side")
    for facts in ((FACTS[0], f"[wrong] {GONE}", *FACTS[2:]), LEFT):
        scene.hold(*facts)
        assert scene.commit_staged().returncode == 0
    scene.quiet("checkout", "-q", "main")
    scene.hold(*FACTS, NEW)
    scene.record()
    done = scene.attempt("merge", "--no-edit", "side")
    assert GONE.encode() not in scene.read("MEMORY.md")
    return done


@refused
def linked_worktree(scene: Scene) -> Done:
    scene.quiet("worktree", "add", "-q", "-b", "linked", "../linked tree")
    linked = Scene.at(scene.path.parent / "linked tree", scene)
    linked.hold(*LEFT)
    done = linked.commit_staged()
    assert linked.head() == scene.head()
    return done


@refused
def from_a_subdirectory(scene: Scene) -> Done:
    scene.hold(*LEFT)
    return scene.attempt("-C", "src", "commit", "-m", "change")


@refused
def from_elsewhere_with_a_folder(scene: Scene) -> Done:
    scene.hold(*LEFT)
    outside = Scene.at(scene.path.parent, scene)
    return outside.attempt("-C", str(scene.path), "commit", "-m", "change")


@refused
def from_elsewhere_with_git_dir(scene: Scene) -> Done:
    scene.hold(*LEFT)
    outside = Scene.at(scene.path.parent, scene)
    where = (f"--git-dir={scene.path.name}/.git", f"--work-tree={scene.path.name}")
    return outside.attempt(*where, "commit", "-m", "change")


@refused
def detached_head(scene: Scene) -> Done:
    scene.quiet("checkout", "-q", "--detach")
    scene.hold(*LEFT)
    return scene.commit_staged()


@passes
def first_commit(scene: Scene) -> Done:
    scene.git("update-ref", "-d", "HEAD")
    assert scene.head() == ""
    return scene.commit_staged()


@_scenario(True, init=("--object-format=sha256",))
def sha256_repository(scene: Scene) -> Done:
    assert len(scene.head()) == 64
    scene.hold(*LEFT)
    return scene.commit_staged()


@refused
def index_version_4(scene: Scene) -> Done:
    scene.git("update-index", "--index-version", "4")
    scene.hold(*LEFT)
    return scene.commit_staged()


@refused
def ascii_locale(scene: Scene) -> Done:
    scene.path = scene.path.rename(scene.path.with_name("plain"))  # pre-commit itself trips over letters in a path
    scene.hold(*FACTS[:-1])
    assert not FACTS[-1].isascii()
    return scene.commit_staged(LC_ALL="C", LANG="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")


@refused
def index_file_of_the_caller(scene: Scene) -> Done:
    index = str(scene.path.parent / "own-index")
    shutil.copy(scene.path / ".git/index", index)
    scene.write("MEMORY.md", scene.memory(*LEFT))
    scene.git("add", "MEMORY.md", GIT_INDEX_FILE=index)
    scene.write("MEMORY.md", scene.memory(*FACTS))
    return scene.commit_staged(GIT_INDEX_FILE=index)


@passes
def autocrlf_with_crlf_on_disk(scene: Scene) -> Done:
    scene.git("config", "core.autocrlf", "true")
    scene.write("MEMORY.md", scene.memory(*FACTS, NEW).replace("\n", "\r\n"))
    scene.git("add", "MEMORY.md")
    assert "\r" not in scene.git("cat-file", "blob", ":0:MEMORY.md")
    return scene.commit_staged()


@passes
def line_endings_flipped_in_the_blob(scene: Scene) -> Done:
    scene.write("MEMORY.md", scene.memory(*FACTS).replace("\n", "\r\n"))
    scene.git("add", "MEMORY.md")
    return scene.commit_staged()


@_scenario(True, crashes=("pre-commit", "prek"))
def hostile_user_configuration(scene: Scene) -> Done:
    scene.hold(*LEFT)
    for setting in (
        "color.ui=always", "diff.external=/bin/false", "diff.noprefix=true", "diff.mnemonicPrefix=true",
        "diff.orderFile=/missing/order", "log.showSignature=true", "log.date=relative", "diff.renames=copies",
        "diff.context=0", "blame.ignoreRevsFile=/missing/revs", "core.quotePath=true",
    ):  # fmt: skip
        scene.git("config", *setting.split("="))
    return scene.commit_staged()


@refused
def intent_to_add_present(scene: Scene) -> Done:
    scene.write("USER.md", scene.memory("The user likes tea."))
    scene.git("add", "-N", "USER.md")
    scene.hold(*LEFT)
    return scene.commit_staged()


@refused
def minimal_environment(scene: Scene) -> Done:
    scene.hold(*LEFT)
    home = scene.environment["HOME"]
    path = ":".join(filter(None, (scene.git_folder, "/usr/bin:/bin")))
    scene.environment = {"HOME": home, "PATH": path, "GIT_CONFIG_NOSYSTEM": "1"}
    return scene.commit_staged()


@passes
def no_verify(scene: Scene) -> Done:
    scene.hold(*LEFT)
    return scene.commit_staged("--no-verify")
