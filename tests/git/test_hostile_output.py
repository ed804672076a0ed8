"""What a repository holds reaches a terminal, a CI log or a pusher only as text."""

import os
import re
from pathlib import Path

import pytest

from memory_hygiene.report.safe import safe

from .conftest import SceneMaker
from .runners import FACTS, LEFT, Scene
from .servers import serve

HOSTILE = (
    "::error file=a.py,line=1::forged by an entry",
    "x\r::stop-commands::token",
    "##[error]forged ##[group]anywhere",
    "ends a title \x1b]0;pwned\x07 and \x1b[31mcolours\x1b[0m",
    "turns \u202egnirts a\u202c and hides\u200b\u2066",
    "breaks lines\u2028::warning::one\u0085::notice::two\x0b::debug::three\x0c::add-mask::four",
)
LOCALES: tuple[dict[str, str], ...] = (
    {},
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    {"PYTHONIOENCODING": "cp1252"},
    {"PYTHONIOENCODING": "ascii:strict"},
    {"LC_ALL": "C.UTF-8"},
)


def commands_in(log: str) -> list[str]:
    """The workflow commands a CI runner would obey: the runner's own parser, both syntaxes."""
    found: list[str] = []
    for line in re.split(r"\r\n|\n|\r", log):
        if line.lstrip().startswith("::") and "::" in line.lstrip()[2:]:
            found.append(line)
        if re.search(r"##\[[^\]]*\]", line):
            found.append(line)
    return found


def assert_only_text(told: str) -> None:
    assert commands_in(told) == []
    for character in "\x1b\r\x07\x0b\x0c\x85\u2028\u202e\u202c\u200b\u2066":
        assert character not in told, repr(told)


def test_oracle_sees_what_is_printed_raw() -> None:
    assert len(commands_in("\n".join(HOSTILE))) == 3
    assert commands_in("  ::error::indented")
    assert commands_in("a ##[endgroup]")
    assert not commands_in("std::vector and C::D")


@pytest.mark.parametrize("locale", LOCALES, ids=str)
@pytest.mark.parametrize("command", [("hook", "pre-commit"), ("check", "--staged"), ("check", "--format", "json")])
def test_lost_entries_are_printed_as_text(command: tuple[str, ...], locale: dict[str, str], scene: Scene) -> None:
    scene.hold(*FACTS, *HOSTILE)
    scene.record()
    scene.hold(*FACTS)
    done = scene.hygiene(*command, **locale)
    assert done.returncode == 1, done.stderr
    assert "Traceback" not in done.stderr
    assert_only_text(done.stdout + done.stderr)


def test_lost_entries_are_printed_as_text_in_a_terminal(scene: Scene) -> None:
    """Colours are ours, and nothing else is an escape."""
    import pty
    import sys

    scene.hold(*FACTS, *HOSTILE)
    scene.record()
    scene.hold(*FACTS)
    control, terminal = pty.openpty()
    environment = {**scene.environment, "TERM": "xterm", "NO_COLOR": ""}
    import subprocess

    child = subprocess.Popen(
        [sys.executable, "-m", "memory_hygiene", "hook", "pre-commit"],
        cwd=scene.path, env=environment, stdout=terminal, stderr=terminal, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(terminal)
    told = b""
    try:
        while chunk := os.read(control, 65536):
            told += chunk
    except OSError:
        pass
    assert child.wait() == 1
    shown = re.sub(r"\x1b\[[0-9;]*m", "", told.decode().replace("\r\n", "\n"))
    assert b"\x1b[" in told
    assert "[31mcolours" in shown
    assert_only_text(shown)


@pytest.mark.parametrize("locale", LOCALES, ids=str)
@pytest.mark.parametrize("command", [("hook", "pre-commit"), ("check", "--staged"), ("check", "--worktree")])
def test_folder_with_letters_is_judged_in_every_locale(
    command: tuple[str, ...], locale: dict[str, str], scene: Scene
) -> None:
    folder = "agents/émile ☃"
    config = f"version: 1\nprofile: hermes\nagents:\n  emile:\n    path: '{folder}'\n"
    scene.write(".hygiene.yaml", config)
    scene.git("rm", "-q", "MEMORY.md")
    scene.hold(*FACTS, path=f"{folder}/MEMORY.md")
    scene.git("add", "-A")
    scene.record()
    scene.hold(*FACTS[:-1], path=f"{folder}/MEMORY.md")
    done = scene.hygiene(*command, **locale)
    assert done.returncode == 1, done.stderr
    assert done.stdout.count("[entry-lost") == 1


@pytest.mark.parametrize("text", ["::error::x", "  ::error::x", "\u2003::error::x", "##[error]x", "#####[error]x"])
def test_text_alone_on_a_line_is_no_command(text: str) -> None:
    assert commands_in(safe(text)) == []


FOLDERS = (b"::error::pwn", b"##[group]x", b"a\r::error::b", b"\x1b[31mred", b"caf\xe9 \xff", "\u202egnp".encode())


@pytest.mark.parametrize("folder", FOLDERS)
def test_names_are_printed_as_text(folder: bytes, scene: Scene) -> None:
    config = f"version: 1\nprofile: {scene.profile}\nagents:\n  one:\n    path: src\n"
    scene.write(".hygiene.yaml", config)
    scene.git("rm", "-q", "MEMORY.md")
    scene.hold(*FACTS, path="src/MEMORY.md")
    scene.git("add", "-A")
    scene.record()
    place = os.path.join(os.fsencode(scene.path), folder)
    os.mkdir(place)
    with open(os.path.join(place, b"MEMORY.md"), "wb") as file:
        file.write(b"A stray.")
    scene.git("add", "-A")
    for command in (("hook", "pre-commit"), ("check", "--staged"), ("check",), ("check", "--format", "json")):
        done = scene.hygiene(*command, PYTHONIOENCODING="utf-8:surrogateescape")
        assert done.returncode == 1, done.stdout + done.stderr
        assert "roster-mismatch" in done.stdout
        assert_only_text(done.stdout + done.stderr)


@pytest.mark.parametrize("name", ["::error::x", "##[error]x", "x\r::error::y", "\x1b[2J"])
def test_arguments_and_errors_are_printed_as_text(name: str, scene: Scene) -> None:
    for command in (
        ("check", "--rev", name), ("check", "--from-ref", name, "--to-ref", "HEAD"), ("check", name),
        ("check", "-C", name), ("hook", name),
    ):  # fmt: skip
        done = scene.hygiene(*command)
        assert done.returncode == 2, (command, done.stdout, done.stderr)
        assert_only_text(done.stdout + done.stderr)


def test_unmerged_and_missing_names_are_printed_as_text(scene: Scene) -> None:
    name = "##[error]x\r::error::y"
    for branch, text in (("one", "1\n"), ("two", "2\n")):
        scene.quiet("checkout", "-q", "-b", branch, "main")
        scene.write(name, text)
        scene.git("add", "-A")
        scene.record()
    assert scene.attempt("merge", "one").returncode == 1
    done = scene.hygiene("hook", "pre-commit")
    assert done.returncode == 2
    assert "unmerged path" in done.stderr
    assert_only_text(done.stdout + done.stderr)


def test_configuration_faults_are_printed_as_text(scene: Scene) -> None:
    for bad in ('"::error::x": 1\n', "profile: '##[error]x'\n", 'profile: "x\\r::error::y"\n', "'\x1b[2J': 1\n"):
        scene.write(".hygiene.yaml", f"version: 1\n{bad}")
        scene.git("add", ".hygiene.yaml")
        done = scene.hygiene("hook", "pre-commit")
        assert done.returncode == 2, done.stdout
        assert_only_text(done.stdout + done.stderr)


def test_pusher_sees_text(scene: Scene, tmp_path: Path) -> None:
    serve(scene, has_gate=True)
    scene.hold(*FACTS, *HOSTILE)
    scene.record()
    scene.quiet("push", "-q", "--no-verify", "origin", "main")
    scene.hold(*FACTS)
    scene.record()
    for options in ((), ("--no-verify",)):
        done = scene.attempt("push", "-q", *options, "origin", "main")
        assert done.returncode != 0
        told = re.sub(r"\x1b\[K", "", done.stdout + done.stderr)  # git's own, at the end of a remote line
        assert_only_text(told)


def test_framework_log_holds_text(make: SceneMaker) -> None:
    scene = make("pre-commit")
    scene.hold(*FACTS, *HOSTILE)
    scene.record()
    scene.hold(*LEFT)
    done = scene.commit_staged()
    assert done.returncode != 0
    assert_only_text(done.stdout + done.stderr)
