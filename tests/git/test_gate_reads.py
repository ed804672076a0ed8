"""The gate reads what git will commit, writes nothing, and says so when it cannot read."""

import hashlib
import os
import random
import shutil
from pathlib import Path

import pytest

from memory_hygiene.core.state import FOLDER, Snapshot
from memory_hygiene.edge.git.comparisons import compare_staged
from memory_hygiene.edge.git.process import ObjectReader
from memory_hygiene.edge.git.repository import find_repository, hook_repository
from memory_hygiene.edge.git.snapshots import TreeSnapshot

from .conftest import SceneMaker
from .pushes import step
from .runners import FACTS, GONE, LEFT, NEW, Scene
from .servers import serve


def picture(folder: Path) -> dict[str, str]:
    """Everything under a folder but what is ours under the git directory: names, modes, times and content."""
    found: dict[str, str] = {}
    for place, folders, files in os.walk(folder):
        if Path(place).name == ".git" and "hygiene" in folders:
            folders.remove("hygiene")
        for name in [*folders, *files]:
            path = Path(place, name)
            content = b"" if path.is_dir() or path.is_symlink() else path.read_bytes()
            state = path.lstat()
            times = "" if path.is_dir() else str(state.st_mtime_ns)
            found[str(path)] = f"{state.st_mode} {times} {hashlib.sha256(content).hexdigest()}"
    return found


def append(scene: Scene) -> None:
    scene.hold(*FACTS, NEW)


def lose(scene: Scene) -> None:
    scene.hold(*LEFT)


def lose_while_merging(scene: Scene) -> None:
    scene.branch("side", *FACTS, NEW)
    scene.quiet("merge", "-q", "--no-commit", "-s", "ours", "side")


def stage_nothing(scene: Scene) -> None:
    os.utime(scene.path / "MEMORY.md")  # the index is stale: refreshing it would be a write


@pytest.mark.parametrize("prepare", [append, lose, lose_while_merging, stage_nothing])
@pytest.mark.parametrize(
    "command",
    [
        ("hook", "pre-commit"), ("hook", "pre-merge-commit"), ("hook", "commit-msg", ".git/COMMIT_EDITMSG"),
        ("hook", "pre-push"), ("hook", "post-merge", "0"), ("hook", "post-rewrite", "amend"), ("check",),
        ("check", "--staged"), ("check", "--worktree"), ("check", "--rev", "HEAD"),
        ("check", "--from-ref", "HEAD", "--to-ref", "HEAD"),
    ],
    ids=" ".join,
)  # fmt: skip
def test_gate_writes_nothing(command: tuple[str, ...], prepare: object, scene: Scene) -> None:
    assert callable(prepare)
    prepare(scene)
    before = picture(scene.path)
    done = scene.hygiene(*command)
    assert done.returncode in (0, 1), done.stderr
    assert picture(scene.path) == before


@pytest.mark.parametrize("name", ["post-merge", "post-rewrite"])
def test_report_never_fails(name: str, scene: Scene) -> None:
    old = step(scene, *FACTS, NEW)
    scene.git("update-ref", "ORIG_HEAD", old)
    step(scene, *LEFT)
    done = scene.hygiene("hook", name, "0" if name == "post-merge" else "amend")
    assert done.returncode == 0
    assert GONE in done.stdout
    for data in ("version: [", "version: 1\nprofile: nonsense\n"):
        scene.write(".hygiene.yaml", data)
        scene.git("add", ".hygiene.yaml")
        scene.record()
        assert scene.hygiene("hook", name, "0").returncode == 0
    (scene.path / ".git/ORIG_HEAD").write_text("nonsense\n")
    assert scene.hygiene("hook", name, "0").returncode == 0
    shutil.rmtree(scene.path / ".git/objects")
    done = scene.hygiene("hook", name, "0")
    assert done.returncode == 0
    assert "Traceback" not in done.stderr


def test_report_of_an_amend_looks_at_the_amended_commit(scene: Scene) -> None:
    step(scene, *FACTS, NEW)
    scene.git("update-ref", "ORIG_HEAD", "HEAD~1")  # stale: as an older merge left it
    scene.hold("Quite another matter is settled here.", *FACTS)
    done = scene.attempt("commit", "--amend", "--no-verify", "-m", "again")
    assert done.returncode == 0
    assert NEW in done.stdout + done.stderr


def test_report_of_a_fast_forward_and_a_pull(scene: Scene) -> None:
    scene.branch("side", *LEFT)
    done = scene.attempt("merge", "side")
    assert done.returncode == 0
    assert GONE in done.stdout + done.stderr


def test_object_missing_is_refused_with_the_remedy(scene: Scene) -> None:
    oid = scene.git("rev-parse", "HEAD:MEMORY.md").strip()
    scene.hold(*LEFT)
    (scene.path / ".git/objects" / oid[:2] / oid[2:]).unlink()
    done = scene.hygiene("hook", "pre-commit")
    assert done.returncode == 2
    assert f"object {oid} of MEMORY.md is missing" in done.stderr
    assert "git fsck" in done.stderr
    assert scene.commit_staged().returncode != 0


@pytest.mark.parametrize("what", ["HEAD^{tree}", "HEAD"])
def test_damage_is_never_taken_for_a_first_commit(what: str, scene: Scene) -> None:
    scene.hold(*LEFT)
    oid = scene.git("rev-parse", what).strip()
    (scene.path / ".git/objects" / oid[:2] / oid[2:]).unlink()
    done = scene.hygiene("hook", "pre-commit")
    assert done.returncode == 2, done.stdout
    assert "hygiene: " in done.stderr


def test_broken_ref_is_never_taken_for_a_first_commit(scene: Scene) -> None:
    scene.hold(*LEFT)
    (scene.path / ".git/refs/heads/main").write_text("rubbish\n")
    done = scene.hygiene("hook", "pre-commit")
    assert done.returncode == 2, done.stdout


def test_foreign_owner_is_reported_in_gits_words(scene: Scene) -> None:
    scene.hold(*LEFT)
    for command in (("hook", "pre-commit"), ("check", "--staged")):
        done = scene.hygiene(*command, GIT_TEST_ASSUME_DIFFERENT_OWNER="1")
        assert done.returncode == 2
        assert "dubious ownership" in done.stderr


def test_partial_clone_is_refused_without_a_download(scene: Scene) -> None:
    server = serve(scene)
    server.git("config", "uploadpack.allowFilter", "true")
    path = scene.path.parent / "partial"
    scene.quiet("clone", "-q", "--filter=blob:none", "--no-checkout", server.path.as_uri(), str(path))
    partial = Scene.at(path, scene)
    partial.git("read-tree", "HEAD")
    partial.hold(*LEFT)
    objects = sorted((path / ".git/objects").rglob("*"))
    done = partial.hygiene("hook", "pre-commit")
    assert done.returncode == 2, done.stdout
    assert "git fetch --refetch --no-filter" in done.stderr
    assert sorted((path / ".git/objects").rglob("*")) == objects


def test_shallow_parent_is_refused_with_the_remedy(scene: Scene) -> None:
    server = serve(scene)
    step(scene, *LEFT)
    scene.branch("topic", *LEFT, NEW)
    scene.quiet("push", "-q", "--no-verify", "origin", "main", "topic")
    path = scene.path.parent / "shallow"
    scene.quiet("clone", "-q", "--depth=1", "--no-single-branch", server.path.as_uri(), str(path))
    shallow = Scene.at(path, scene)
    for options in (("--rev", "HEAD"), ("--from-ref", "HEAD", "--to-ref", "origin/topic")):
        done = shallow.hygiene("check", *options)
        assert done.returncode == 2, done.stdout
        assert "git fetch --unshallow" in done.stderr
    done = shallow.hygiene("check", "--from-ref", "HEAD~1", "--to-ref", "HEAD")
    assert done.returncode == 2
    assert "--unshallow" in done.stderr
    shallow.hold(*LEFT[1:])  # a commit needs its one parent only
    assert shallow.hygiene("hook", "pre-commit").returncode == 1


def test_merge_in_a_shallow_clone_is_refused_with_the_remedy(scene: Scene) -> None:
    server = serve(scene)
    scene.branch("topic", *FACTS, NEW)
    scene.write("notes.txt", "main moved\n")
    scene.git("add", "-A")
    scene.record()
    scene.quiet("merge", "-q", "--no-edit", "topic")
    scene.quiet("push", "-q", "--no-verify", "origin", "main")
    path = scene.path.parent / "shallow"
    scene.quiet("clone", "-q", "--depth=2", server.path.as_uri(), str(path))
    done = Scene.at(path, scene).hygiene("check", "--rev", "HEAD")
    assert done.returncode == 2
    assert "--unshallow" in done.stderr


def test_configuration_of_head_that_cannot_be_used_can_be_mended(scene: Scene) -> None:
    good = scene.read(".hygiene.yaml")
    scene.write(".hygiene.yaml", "version: [")
    scene.git("add", ".hygiene.yaml")
    scene.record()
    scene.hold(*FACTS, NEW)
    assert scene.commit_staged().returncode != 0
    scene.write(".hygiene.yaml", good)
    scene.git("add", ".hygiene.yaml")
    done = scene.commit_staged()
    assert done.returncode == 0, done.stderr
    assert "cannot be used" in done.stdout + done.stderr


def test_store_that_is_a_link_is_judged_when_its_target_changes(scene: Scene) -> None:
    scene.git("mv", "MEMORY.md", "src/real.md")
    (scene.path / "MEMORY.md").symlink_to("src/real.md")
    scene.git("add", "-A")
    done = scene.commit_staged()
    assert done.returncode == 0, done.stderr
    scene.hold(*LEFT, path="src/real.md")
    done = scene.commit_staged()
    assert done.returncode != 0
    assert GONE in done.stdout + done.stderr


def test_intent_to_add_before_the_first_commit_is_not_there(scene: Scene) -> None:
    scene.git("update-ref", "-d", "HEAD")
    scene.git("rm", "-q", "--cached", "MEMORY.md")
    scene.git("add", "-N", "MEMORY.md")
    with ObjectReader(str(scene.path)) as reader:
        comparison = compare_staged(find_repository(str(scene.path)), reader)
        assert comparison.befores == ()
        assert "MEMORY.md" not in comparison.after.list_folder("")
        assert "notes.txt" in comparison.after.list_folder("")


def test_intent_to_add_of_a_store_taken_out_is_a_loss(scene: Scene) -> None:
    scene.git("rm", "-q", "--cached", "MEMORY.md")
    scene.git("add", "-N", "MEMORY.md")
    assert scene.commit_staged().returncode != 0


def test_unmerged_index_is_refused(scene: Scene) -> None:
    scene.branch("side", *FACTS, "The side fact of the other branch.")
    step(scene, *FACTS, NEW)
    scene.quiet("config", "merge.conflictStyle", "merge")
    assert scene.attempt("merge", "side").returncode == 1
    done = scene.hygiene("hook", "pre-commit")
    assert done.returncode == 2
    assert "unmerged path: MEMORY.md" in done.stderr


@pytest.mark.parametrize("variables", [{}, {"GIT_REFLOG_ACTION": "merge elsewhere"}])
def test_merge_of_another_repository_leaves_us_alone(variables: dict[str, str], scene: Scene) -> None:
    scene.hold(*FACTS, NEW)
    leaked = {f"GITHEAD_{'1' * 40}": "elsewhere", "GITHEAD_odd": "x", **variables}
    done = scene.commit_staged(**leaked)
    assert done.returncode == 0, done.stderr


def test_octopus_that_loses_is_refused_by_the_hook(scene: Scene) -> None:
    scene.branch("one", "A first fact from one.", *FACTS)
    scene.branch("two", *FACTS, NEW)
    scene.write("notes.txt", "main moved\n")
    scene.git("add", "notes.txt")
    scene.record()
    done = scene.attempt("merge", "--no-edit", "-s", "ours", "one", "two")
    told = done.stdout + done.stderr
    assert done.returncode != 0
    assert NEW in told
    assert "A first fact from one." in told
    scene.quiet("reset", "-q", "--hard")
    (scene.path / ".git/hooks/commit-msg").unlink()  # pre-merge-commit knows every parent by itself
    assert scene.attempt("merge", "--no-edit", "-s", "ours", "one", "two").returncode != 0
    scene.quiet("reset", "-q", "--hard")
    assert scene.attempt("merge", "--no-edit", "one", "two").returncode == 0


def test_submodule_is_guarded_as_a_repository_of_its_own(scene: Scene, make: SceneMaker, tmp_path: Path) -> None:
    outer = Scene(tmp_path / "outer")
    outer.write("README", "outer\n")
    outer.commit()
    outer.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(scene.path), "memory")
    inner = Scene.at(outer.path / "memory", scene)
    shutil.copytree(scene.path / ".git/hooks", outer.path / ".git/modules/memory/hooks", dirs_exist_ok=True)
    inner.git("config", "user.name", "Test Writer")
    inner.git("config", "user.email", "writer@example.org")
    inner.hold(*LEFT)
    done = inner.commit_staged("-a")
    assert done.returncode != 0
    assert GONE in done.stdout + done.stderr


def test_hook_finds_its_repository_as_git_does(scene: Scene, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    scene.quiet("worktree", "add", "-q", "-b", "linked", str(tmp_path / "linked"))
    for folder in (scene.path, tmp_path / "linked", scene.path / "src"):
        monkeypatch.chdir(folder)
        found, asked = hook_repository(), find_repository()
        assert tuple(map(os.path.realpath, found)) == tuple(map(os.path.realpath, asked))


def test_hook_inside_another_hook_judges_its_own_repository(scene: Scene, make: SceneMaker, tmp_path: Path) -> None:
    """A hook of one repository commits into ours; git's variables are dropped there, as git's manual says."""
    outer = Scene(tmp_path / "outer")
    outer.environment = dict(scene.environment)
    hook = outer.path / ".git/hooks/pre-commit"
    hook.parent.mkdir(exist_ok=True)
    commit = f'git -C "{scene.path}" commit -q -m inner'
    hook.write_text(f"#!/bin/sh\nunset $(git rev-parse --local-env-vars)\n{commit} && echo passed\nexit 0\n")
    hook.chmod(0o755)
    outer.write("README", "outer\n")
    outer.git("add", "-A")
    scene.hold(*LEFT)
    before = scene.head()
    done = outer.attempt("commit", "-a", "-m", "outer")
    assert done.returncode == 0
    assert "entry-lost" in done.stdout + done.stderr
    assert "passed" not in done.stdout + done.stderr
    assert scene.head() == before


@pytest.mark.parametrize("is_linked", [False, True])
def test_folder_given_in_a_hook_is_read_by_its_own_index(is_linked: bool, scene: Scene, tmp_path: Path) -> None:
    """``commit -a`` gives its hook an index elsewhere, a linked work tree even GIT_DIR: neither is the other's."""
    outer = Scene(tmp_path / "outer")
    outer.environment = dict(scene.environment)
    outer.write("MEMORY.md", "A memory of the outer repository.")
    outer.write(".hygiene.yaml", "version: 1\nprofile: hermes\n")
    outer.commit()
    hook = outer.path / ".git/hooks/pre-commit"
    hook.parent.mkdir(exist_ok=True)
    program = scene.hygiene("--version").args[0]
    hook.write_text(f'#!/bin/sh\n"{program}" -m memory_hygiene check --staged -C "{scene.path}"\n')
    hook.chmod(0o755)
    if is_linked:
        outer.git("worktree", "add", "-q", "-b", "linked", str(tmp_path / "linked"))
        outer = Scene.at(tmp_path / "linked", outer)
    outer.write("MEMORY.md", "A memory of the outer repository.\n§\nOne more.")
    done = outer.attempt("commit", "-a", "-m", "outer")
    assert done.returncode == 0, done.stdout + done.stderr
    scene.hold(*LEFT)
    outer.write("MEMORY.md", "A memory of the outer repository.\n§\nOne more.\n§\nAnd another.")
    done = outer.attempt("commit", "-a", "-m", "outer")
    assert done.returncode == 1
    assert GONE in done.stdout + done.stderr


def _all(snapshot: Snapshot, folder: str = "") -> dict[str, tuple[str, bytes | None]]:
    found: dict[str, tuple[str, bytes | None]] = {}
    for name, item in snapshot.list_folder(folder).items():
        path = f"{folder}/{name}" if folder else name
        found[path] = (item.mode, None if item.mode == FOLDER else snapshot.read(path))
        if item.mode == FOLDER:
            found |= _all(snapshot, path)
    return found


@pytest.mark.parametrize("seed", range(12))
def test_index_read_over_head_is_the_tree_git_would_write(seed: int, tmp_path: Path) -> None:
    """Files become folders, folders files or links, folders empty: whatever changed, the index is read whole."""
    scene, chance = Scene(tmp_path / "tree"), random.Random(seed)
    names = ["a", "b", "a/x", "a/y/z", "b/x", "b/x/y", "c/d/e/f", "c/d"]

    def shuffle() -> None:
        for _ in range(8):
            name = chance.choice(names)
            path = scene.path / name
            roll = chance.random()
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            elif os.path.lexists(path):
                path.unlink()
            if roll < 0.7 and all(not os.path.lexists(p) or (p.is_dir() and not p.is_symlink()) for p in path.parents):
                path.parent.mkdir(parents=True, exist_ok=True)
                path.symlink_to("nowhere") if roll < 0.2 else path.write_text(f"{roll}")
        scene.git("add", "-A")

    shuffle()
    scene.quiet("commit", "-q", "--allow-empty", "-m", "base")
    shuffle()
    repository = find_repository(str(scene.path))
    tree = scene.git("write-tree").strip()
    with ObjectReader(repository.top) as reader:
        assert _all(compare_staged(repository, reader).after) == _all(TreeSnapshot(reader, tree, "written"))


@pytest.mark.parametrize(
    "options",
    [("-i", "MEMORY.md"), ("-o", "MEMORY.md"), ("-a", "--amend"), ("-a", "--author=A <a@example.org>")],
    ids=" ".join,
)
def test_every_way_to_commit_a_part_is_judged(options: tuple[str, ...], scene: Scene) -> None:
    step(scene, *FACTS, NEW)
    scene.write("notes.txt", "staged beside\n")
    scene.git("add", "notes.txt")
    scene.write("MEMORY.md", scene.memory(*LEFT, NEW))
    done = scene.commit_staged(*options)
    assert done.returncode != 0
    assert GONE in done.stdout + done.stderr


@pytest.mark.parametrize("option", ["--split-index", "--untracked-cache"])
def test_every_kind_of_index_is_read(option: str, scene: Scene) -> None:
    scene.git("update-index", option)
    scene.hold(*LEFT)
    done = scene.commit_staged()
    assert done.returncode != 0
    assert GONE in done.stdout + done.stderr


def test_strict_check_of_truncated_history_is_refused_with_the_remedy(scene: Scene) -> None:
    path = scene.path.parent / "shallow"
    step(scene, *FACTS, NEW)
    scene.quiet("clone", "-q", "--depth=1", scene.path.as_uri(), str(path))
    shallow = Scene.at(path, scene)
    assert shallow.hygiene("check").returncode == 0
    for options in ((), ("--worktree",), ("--staged",), ("--from-ref", "HEAD", "--to-ref", "HEAD")):
        done = shallow.hygiene("check", "--strict", *options)
        assert done.returncode == 2, (options, done.stdout)
        assert "git fetch --unshallow" in done.stderr


def test_range_without_any_store_is_refused(scene: Scene) -> None:
    scene.quiet("rm", "-q", "MEMORY.md")
    scene.record()
    done = scene.hygiene("check", "--from-ref", "HEAD", "--to-ref", "HEAD")
    assert done.returncode == 2, done.stdout
    assert "no governed store exists before or after" in done.stderr
    assert scene.hygiene("check", "--from-ref", "HEAD~1", "--to-ref", "HEAD").returncode == 1


def test_json_says_beside_the_document_which_configuration_judged(scene: Scene) -> None:
    scene.write(".hygiene.yaml", "version: 1\nprofile: hermes\nmax_memory_chars: 3000\n")
    scene.git("add", ".hygiene.yaml")
    done = scene.hygiene("check", "--staged", "--format", "json")
    assert "note: judged by the .hygiene.yaml of HEAD" in done.stderr
    assert "note:" not in done.stdout


def test_what_git_says_of_a_broken_history_is_shown_line_by_line(scene: Scene) -> None:
    parent = scene.head()
    step(scene, *FACTS, NEW)
    (scene.path / ".git/objects" / parent[:2] / parent[2:]).unlink()
    done = scene.hygiene("age")
    assert done.returncode == 2
    assert f"git rev-list failed (128): error: Could not read {parent}\n    | fatal: " in done.stderr
    assert "hint:" not in done.stderr
