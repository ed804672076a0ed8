"""Hooks in the configuration of a real git 2.54 or newer: run, listed, switched off, refused, and what mends that."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from memory_hygiene.edge.git.hooks import INSTALLED, call_of, this_program

from .conftest import SceneMaker
from .pushes import PUSHES, Push
from .runners import FACTS, LEFT, NEW, Scene
from .servers import serve
from .test_pushes import check_answer

GONE_PROGRAM = "/gone/hygiene hook pre-commit"


@pytest.fixture
def configured(make: SceneMaker) -> Scene:
    """A scene whose hooks stand in git's configuration and nowhere else."""
    return make("config")


def _found(scene: Scene) -> dict[str, dict[str, str]]:
    """What the doctor finds about hooks, by id."""
    done = scene.hygiene("doctor", "--format", "json")
    checks = json.loads(done.stdout)["checks"]
    (hooks,) = (check for check in checks if check["name"] == "hooks")
    return {finding["id"]: finding for finding in hooks["findings"]}


def _is_guarded(scene: Scene) -> bool:
    """Whether git refuses to commit a loss; the loss is taken back."""
    scene.hold(*LEFT)
    done = scene.commit_staged()
    if done.returncode:
        assert "entry-lost" in done.stdout + done.stderr, done.stderr
    scene.quiet("reset", "-q", "--hard", "ORIG_HEAD" if done.returncode == 0 else "HEAD")
    return done.returncode != 0


def test_every_hook_is_listed_by_git_and_counted_by_us(configured: Scene) -> None:
    for hook in INSTALLED:
        assert configured.git("hook", "list", hook) == f"hygiene-{hook}\n"
    assert _found(configured) == {}
    assert "hooks: 6 of 6 run" in configured.hygiene("status").stdout
    assert configured.attempt("hook", "run", "pre-commit").returncode == 0
    configured.hold(*LEFT)
    done = configured.attempt("hook", "run", "pre-commit")
    assert (done.returncode, "entry-lost" in done.stdout + done.stderr) == (1, True)


@pytest.mark.parametrize("push", PUSHES, ids=lambda push: push.name)
def test_pre_push_reads_what_git_writes_to_it(push: Push, configured: Scene) -> None:
    serve(configured, is_empty=push.is_first)
    check_answer(push, configured.attempt("push", "-q", "origin", *push.prepare(configured)))


def test_pushed_lines_reach_every_hook_of_an_event_even_at_once(configured: Scene) -> None:
    serve(configured)
    configured.git("config", "hook.other.command", "seen() { cat > seen.txt; }; seen")
    configured.git("config", "hook.other.event", "pre-push")
    for name in ("other", "hygiene-pre-push"):
        configured.git("config", f"hook.{name}.parallel", "true")
    configured.git("config", "hook.jobs", "4")
    configured.hold(*LEFT)
    configured.record()
    done = configured.attempt("push", "-q", "origin", "main")
    assert (done.returncode != 0, "entry-lost" in done.stdout + done.stderr) == (True, True)
    assert configured.read("seen.txt").startswith(b"refs/heads/main ")


def test_init_installs_its_own_files_beside_them_and_the_doctor_says_that_they_run_twice(configured: Scene) -> None:
    done = configured.hygiene("init", ".", "--profile", "hermes")
    assert done.returncode == 0, done.stderr
    assert f"installed the hooks {', '.join(INSTALLED)}" in done.stdout
    assert configured.git("hook", "list", "pre-commit") == "hygiene-pre-commit\nhook from hookdir\n"
    found = _found(configured)
    assert found.keys() == {"hook-twice"}
    assert found["hook-twice"]["severity"] == "info"
    configured.hold(*LEFT)
    told = configured.commit_staged()
    assert (told.stdout + told.stderr).count("[entry-lost") == 2
    assert configured.run("sh", "-c", found["hook-twice"]["fix"]).returncode == 0
    assert _found(configured) == {}
    told = configured.commit_staged()
    assert (told.returncode, (told.stdout + told.stderr).count("[entry-lost")) == (1, 1)


def _event_off(scene: Scene) -> None:
    scene.git("config", "hook.pre-commit.enabled", "false")


def _command_off(scene: Scene) -> None:
    scene.git("config", "hook.hygiene-pre-commit.enabled", "no")


def _off_for_good(scene: Scene) -> None:
    for value in ("off", "nonsense"):  # what git cannot read counts for nothing
        scene.git("config", "--add", "hook.hygiene-pre-commit.enabled", value)


def _events_taken_back(scene: Scene) -> None:
    scene.git("config", "--add", "hook.hygiene-pre-commit.event", "")


def _another_command(scene: Scene) -> None:
    scene.git("config", "--add", "hook.hygiene-pre-commit.command", "true")


@pytest.mark.parametrize(
    ("break_it", "wanted"),
    [
        (_event_off, "hook-switched-off"),
        (_command_off, "hook-switched-off"),
        (_off_for_good, "hook-switched-off"),
        (_events_taken_back, "hook-absent"),
        (_another_command, "hook-absent"),
    ],
)
def test_what_git_does_not_run_is_found_and_mended(
    configured: Scene, break_it: Callable[[Scene], None], wanted: str
) -> None:
    assert _is_guarded(configured)
    break_it(configured)
    assert not _is_guarded(configured)
    assert _found(configured).keys() == {wanted}
    assert configured.hygiene("doctor", "--fix").returncode in (0, 1)
    assert _found(configured).keys() <= {"hook-twice"}
    assert _is_guarded(configured)


@pytest.mark.parametrize(
    "settings",
    [
        (("hook.hygiene-pre-commit.enabled", "false"), ("hook.hygiene-pre-commit.enabled", "true")),
        (("hook.hygiene-pre-commit.event", ""), ("hook.hygiene-pre-commit.event", "pre-commit")),
        (("hook.pre-push.enabled", "false"), ("hook.pre-push.enabled", "yes")),
    ],
)
def test_what_git_runs_after_all_is_no_finding(configured: Scene, settings: tuple[tuple[str, str], ...]) -> None:
    for key, value in settings:
        configured.git("config", "--add", key, value)
    assert _is_guarded(configured)
    assert _found(configured) == {}


def test_a_command_is_for_the_one_event_that_it_names(configured: Scene) -> None:
    for hook in INSTALLED:
        configured.git("config", "--remove-section", f"hook.hygiene-{hook}")
        configured.git("config", "--add", "hook.all.event", hook)
    configured.git("config", "hook.all.command", call_of("pre-commit", this_program()))
    assert _found(configured)["hook-absent"]["message"].startswith("pre-merge-commit, commit-msg, ")


def test_a_command_whose_program_is_gone_is_found_and_mended(configured: Scene) -> None:
    configured.git("config", "hook.hygiene-pre-commit.command", GONE_PROGRAM)
    configured.hold(*FACTS, NEW)
    assert configured.commit_staged().returncode != 0
    found = _found(configured)
    assert found.keys() == {"config-hook-broken"}
    assert configured.run("sh", "-c", found["config-hook-broken"]["fix"]).returncode == 0
    assert _found(configured) == {}
    assert configured.commit_staged().returncode == 0


def _name_of_an_event(scene: Scene) -> None:
    scene.git("config", "hook.post-merge.command", "true")
    scene.git("config", "hook.post-merge.event", "post-merge")


def _no_command(scene: Scene) -> None:
    scene.git("config", "hook.my linter.event", "post-merge")


def _no_value(scene: Scene) -> None:
    scene.write(".git/config", scene.read(".git/config") + b'[hook "linter"]\n\tenabled\n')


def _in_the_users_own(scene: Scene) -> None:
    own = scene.write("../own config", "")
    scene.environment["GIT_CONFIG_GLOBAL"] = str(own)
    scene.git("config", "--global", "hook.linter.event", "post-merge")


@pytest.mark.parametrize("break_it", [_name_of_an_event, _no_command, _no_value, _in_the_users_own])
def test_a_configuration_with_which_git_refuses_every_hook_is_found_and_mended(
    configured: Scene, break_it: Callable[[Scene], None]
) -> None:
    configured.hold(*FACTS, NEW)
    break_it(configured)
    assert configured.commit_staged().returncode == 128
    found = _found(configured)
    assert found.keys() == {"config-hooks-refused"}
    assert configured.run("sh", "-c", found["config-hooks-refused"]["fix"]).returncode == 0
    assert _found(configured) == {}
    assert configured.commit_staged().returncode == 0


def test_a_gate_of_a_server_in_its_configuration_counts_and_refuses(configured: Scene, tmp_path: Path) -> None:
    server = serve(configured)
    command = configured.git("config", "hook.hygiene-pre-push.command").strip().replace("pre-push", "pre-receive")
    assert server.hygiene("doctor").returncode == 1
    server.git("config", "hook.gate.command", command)
    server.git("config", "hook.gate.event", "pre-receive")
    assert server.hygiene("doctor").returncode == 0, server.hygiene("doctor").stdout
    configured.hold(*LEFT)
    configured.record()
    done = configured.attempt("push", "--no-verify", "origin", "main")
    assert (done.returncode != 0, "entry-lost" in done.stderr) == (True, True)


def test_an_older_git_ignores_them_and_the_doctor_says_so(configured: Scene, tmp_path: Path) -> None:
    real = shutil.which("git", path=configured.environment["PATH"])
    program = tmp_path / "old" / "git"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\ncase "$*" in *" version") echo git version 2.53.0;; *) exec "{real}" "$@";; esac\n')
    program.chmod(0o755)
    configured.environment["PATH"] = f"{program.parent}:{configured.environment['PATH']}"
    assert _found(configured).keys() == {"hook-absent", "config-hooks-ignored"}
