"""What reaches a server: judged before it leaves, when it arrives, and in CI."""

import subprocess
import sys

import pytest

from .conftest import SceneMaker
from .pushes import PUSHES, SIDE_FACT, Push, step
from .runners import FACTS, GONE, LEFT, NEW, RUNNERS, Scene
from .scenarios import Done
from .servers import serve


def check_answer(push: Push, done: Done) -> None:
    told = done.stdout + done.stderr
    assert (done.returncode != 0) == push.is_refused, told
    assert "internal error" not in told
    assert "Traceback" not in told
    for words in push.told:
        assert words in told, told
    assert ("hygiene: 1 error" in told or " error" in told) == push.is_refused, told


@pytest.mark.parametrize("push", PUSHES, ids=lambda push: push.name)
def test_pre_push(push: Push, scene: Scene) -> None:
    serve(scene, is_empty=push.is_first)
    refs = push.prepare(scene)
    check_answer(push, scene.attempt("push", "-q", "origin", *refs))


@pytest.mark.parametrize("push", PUSHES, ids=lambda push: push.name)
def test_pre_receive(push: Push, scene: Scene) -> None:
    server = serve(scene, has_gate=True, is_empty=push.is_first)
    hook = server.path / "hooks/pre-receive"
    hook.chmod(0o644)  # what the preparation pushes is not judged
    refs = push.prepare(scene)
    hook.chmod(0o755)
    before = server.git("for-each-ref")
    done = scene.attempt("push", "-q", "--no-verify", "origin", *refs)
    check_answer(push, done)
    assert (done.stdout + done.stderr).isascii()
    assert (server.git("for-each-ref") == before) == push.is_refused
    assert server.run("git", "fsck", "--connectivity-only").returncode == 0


@pytest.mark.parametrize("kind", ["--object-format=sha256"])
def test_deletion_and_loss_in_a_sha256_repository(kind: str, make: SceneMaker) -> None:
    scene = make("native", "hermes", kind)
    serve(scene, has_gate=True)
    assert scene.attempt("push", "-q", "origin", "main:refs/heads/old").returncode == 0
    assert scene.attempt("push", "-q", "origin", ":old").returncode == 0
    step(scene, *LEFT)
    assert scene.attempt("push", "-q", "origin", "main").returncode != 0
    assert scene.attempt("push", "-q", "--no-verify", "origin", "main").returncode != 0


@pytest.mark.parametrize("runner", RUNNERS)
def test_commit_without_verification_is_caught_by_push_server_and_range(runner: str, make: SceneMaker) -> None:
    scene = make(runner)
    base = scene.head()
    serve(scene, has_gate=True)
    scene.hold(*LEFT)
    assert scene.commit_staged("--no-verify").returncode == 0
    for options in ((), ("--no-verify",)):
        done = scene.attempt("push", *options, "origin", "main")
        assert done.returncode != 0
        assert "entry-lost" in done.stdout + done.stderr
    done = scene.hygiene("check", "--from-ref", base, "--to-ref", "HEAD")
    assert done.returncode == 1
    assert GONE in done.stdout


@pytest.mark.parametrize("runner", RUNNERS)
def test_loss_in_a_rebase_continued_by_hand_is_caught_at_push(runner: str, make: SceneMaker) -> None:
    scene = make(runner)
    serve(scene)
    scene.branch("topic", *FACTS, SIDE_FACT)
    step(scene, *FACTS, NEW)
    scene.quiet("push", "-q", "origin", "main", "topic")
    scene.quiet("checkout", "-q", "topic")
    assert scene.attempt("rebase", "main").returncode != 0
    scene.hold(*FACTS, SIDE_FACT)  # the upstream's new fact is resolved away
    done = scene.attempt("rebase", "--continue", GIT_EDITOR="true")
    assert done.returncode == 0, done.stderr
    assert "entry-lost" in done.stdout + done.stderr  # reported at once, though nothing can stop it
    done = scene.attempt("push", "origin", "+topic")
    assert done.returncode != 0
    assert NEW in done.stdout + done.stderr


@pytest.mark.parametrize("runner", RUNNERS)
def test_amend_after_an_unverified_loss_is_caught_at_push(runner: str, make: SceneMaker) -> None:
    scene = make(runner)
    serve(scene)
    scene.hold(*LEFT)
    scene.commit_staged("--no-verify")
    assert scene.attempt("commit", "--amend", "-m", "a better message").returncode == 0
    done = scene.attempt("push", "origin", "main")
    assert done.returncode != 0
    assert "entry-lost" in done.stdout + done.stderr


@pytest.mark.parametrize("runner", RUNNERS)
def test_clean_push_passes(runner: str, make: SceneMaker) -> None:
    scene = make(runner)
    serve(scene, has_gate=True, is_empty=True)
    assert scene.attempt("push", "origin", "main").returncode == 0
    scene.hold(*FACTS, NEW)
    assert scene.commit_staged().returncode == 0
    assert scene.attempt("push", "origin", "main", "main:refs/heads/other").returncode == 0
    done = scene.attempt("push", "origin", "main")
    assert done.returncode == 0, done.stderr


def test_range_is_judged_from_the_merge_base_on(scene: Scene) -> None:
    scene.branch("topic", *FACTS, SIDE_FACT)
    step(scene, *FACTS, NEW)
    done = scene.hygiene("check", "--from-ref", "main", "--to-ref", "topic")
    assert done.returncode == 0, done.stdout
    step(scene, *LEFT, NEW)  # main's own loss is none of the topic's
    assert scene.hygiene("check", "--from-ref", "main", "--to-ref", "topic").returncode == 0
    assert scene.hygiene("check", "--from-ref", "topic", "--to-ref", "main").returncode == 1


def test_framework_range_is_judged_when_nothing_is_staged(scene: Scene) -> None:
    base = scene.head()
    step(scene, *LEFT)
    done = scene.hygiene("hook", "pre-commit", PRE_COMMIT="1", PRE_COMMIT_FROM_REF=base, PRE_COMMIT_TO_REF="HEAD")
    assert done.returncode == 1
    assert "entry-lost" in done.stdout


@pytest.mark.parametrize("hook", ["pre-commit", "pre-push"])
def test_hook_by_hand_judges_and_says_what(hook: str, scene: Scene) -> None:
    done = scene.hygiene("hook", hook)
    assert done.returncode == 0, done.stderr
    if hook == "pre-commit":
        assert "nothing is staged" in done.stdout
    step(scene, *LEFT)
    assert scene.hygiene("hook", "pre-push").returncode == 1


def test_error_acknowledged_at_commit_still_stops_the_push(scene: Scene) -> None:
    serve(scene)
    scene.hold(*FACTS, *(f"Fact {number}" + " is long" * 20 for number in range(20)))
    scene.write(
        "MEMORY_AUDIT_LEDGER.md",
        "# Ledger\n\n## 2026-09-15T10:00:00Z\n\n- status: CRITICAL\n- critical:\n  - over-cap MEMORY.md\n",
    )
    scene.git("add", "-A")
    done = scene.commit_staged()
    assert done.returncode == 0, done.stdout + done.stderr
    done = scene.attempt("push", "origin", "main")
    assert done.returncode != 0
    assert "over-cap" in done.stdout + done.stderr


def test_garbage_instead_of_lines_is_refused(scene: Scene) -> None:
    for hook in ("pre-push", "pre-receive"):
        done = subprocess.run(
            [sys.executable, "-m", "memory_hygiene", "hook", hook, "origin"],
            cwd=scene.path, env=scene.environment, input=b"what is this\n", capture_output=True, check=False,
        )  # fmt: skip
        assert done.returncode == 2
        assert b"not what git writes" in done.stderr


def test_long_history_is_walked_by_few_processes(scene: Scene) -> None:
    base = scene.head()
    lines: list[str] = []
    for number in range(1, 401):
        facts = [*FACTS, *(" ".join(f"w{n}x{i}" for i in range(6)) for n in range(max(1, number - 3), number + 1))]
        text = scene.memory(*facts) if number % 2 == 0 else f"{number}\n"
        path = "MEMORY.md" if number % 2 == 0 else "notes.txt"
        lines += ["commit refs/heads/long", f"mark :{number}", f"committer A <a@b.c> {1_700_000_000 + number} +0000"]
        lines += ["data 0", f"from {base}" if number == 1 else f"from :{number - 1}"]
        lines += [f"M 100644 inline {path}", f"data {len(text.encode())}", text]
    stream = "\n".join([*lines, ""]).encode()
    subprocess.run(["git", "fast-import", "--quiet"], cwd=scene.path, env=scene.environment, input=stream, check=True)
    trace = scene.path.parent / "trace"
    done = scene.hygiene("check", "--from-ref", base, "--to-ref", "long", GIT_TRACE=str(trace))
    assert done.returncode == 1  # every second commit drops the oldest fact
    assert done.stdout.count("entry-lost") == 200  # as many as are printed
    assert trace.read_text("utf-8", "replace").count("built-in: git ") < 15
