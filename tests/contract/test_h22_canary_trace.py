"""H22: a token found outside its own store is a leak, retired ones included, wherever one looks for it."""

import json
import os
import socket
from pathlib import Path

import pytest

from memory_hygiene.core.canaries.canary import canary_text, token_digest
from tests.conftest import MemoryRepo
from tests.in_memory import section_sign
from tests.test_init import canary_of

ROSTER = "version: 1\nprofile: hermes\nagents:\n  heron: {path: agents/heron}\n  kite: {path: agents/kite}\n"


@pytest.fixture
def two(repo: MemoryRepo) -> MemoryRepo:
    """Two agents in one repository, each with a canary; heron's was rotated once."""
    for name in ("heron", "kite"):
        repo.write(f"agents/{name}/MEMORY.md", section_sign("one", "two", f"of {name}"))
    for name in ("heron", "kite"):
        done = repo.hygiene("init", f"agents/{name}", "--profile", "hermes", "--hooks", "none")
        assert done.returncode == 0, done.stderr
    repo.write("OLD", token(repo))
    assert repo.hygiene("canary", "rotate", "--agent", "heron").returncode == 0
    return repo


def token(repo: MemoryRepo, name: str = "heron") -> str:
    return canary_of(repo.read(f"agents/{name}/MEMORY.md"))


def retired(repo: MemoryRepo) -> str:
    """The token that was replaced; the file that remembers it is taken away."""
    old = repo.read("OLD").decode()
    (repo.path / "OLD").unlink()
    return old


def test_h22_tokens_at_home_are_no_leak(two: MemoryRepo) -> None:
    retired(two)
    done = two.hygiene("canary", "trace", "--all")
    assert (done.returncode, done.stderr) == (0, "")
    assert "no leak" in done.stdout
    assert "not searched, git's own folder: .git" in done.stdout


def test_h22_retired_and_current_tokens_are_found_with_file_line_and_owner(two: MemoryRepo, tmp_path: Path) -> None:
    old, new = retired(two), token(two)
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "agent.log").write_text(f"start\nprompt: {canary_text(new)}\n/?q=%28{old}%29\n")
    done = two.hygiene("canary", "trace", "--agent", "heron", "--format", "json", str(tmp_path / "logs"))
    assert done.returncode == 1
    found = json.loads(done.stdout)
    assert [(leak["line"], leak["token"], leak["agent"], leak["store"]) for leak in found["leaks"]] == [
        (2, "current", "heron", "MEMORY.md"),
        (3, "retired", "heron", "MEMORY.md"),
    ]
    assert [leak["digest"] for leak in found["leaks"]] == [token_digest(new), token_digest(old)]
    assert new not in done.stdout + done.stderr
    assert old not in done.stdout + done.stderr


@pytest.mark.parametrize("place", ["agents/kite/MEMORY.md", "agents/heron/archive/MEMORY.archive.md", "notes/x.bin"])
def test_h22_whole_repository_is_searched_by_default(two: MemoryRepo, place: str) -> None:
    """Other agents, archives of the same one, and files that nobody governs."""
    retired(two)
    before = two.read(place) if (two.path / place).exists() else b""
    two.write(place, before + b"\n\0\n" + token(two).encode())
    for folder in (".", "agents/heron"):
        done = two.hygiene("-C", folder, "canary", "trace", "--agent", "heron")
        assert done.returncode == 1
        assert f"{place}:{before.count(bytes([10])) + 3}: the token of heron's MEMORY.md" in done.stdout


def test_h22_all_looks_for_the_tokens_of_every_agent(two: MemoryRepo, tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text(canary_text(token(two, "kite")))
    assert two.hygiene("canary", "trace", "--all", str(log)).returncode == 1
    done = two.hygiene("canary", "trace", "--agent", "heron", str(log))
    assert done.returncode == 0
    assert "a canary of no agent known here" in done.stdout
    assert two.hygiene("canary", "trace", "--all", "--agent", "heron", str(log)).returncode == 2


def test_h22_a_token_across_the_chunks_of_a_large_file_is_found(two: MemoryRepo, tmp_path: Path) -> None:
    log = tmp_path / "log"
    filler = b"x" * (1024 * 1024 - 7)
    log.write_bytes(filler + b" " + token(two).encode() + b" " + filler)
    assert two.hygiene("canary", "trace", "--agent", "heron", str(log)).returncode == 1


def test_nothing_is_left_out_silently(two: MemoryRepo, tmp_path: Path) -> None:
    """Pipes, sockets and links are named and never opened; what is missing makes the answer incomplete."""
    retired(two)
    odd = tmp_path / "odd"
    odd.mkdir()
    os.mkfifo(odd / "pipe")
    (odd / "link").symlink_to(two.path / "agents")
    (odd / "dangling").symlink_to("nowhere")
    with socket.socket(socket.AF_UNIX) as listener:
        here = Path.cwd()
        os.chdir(odd)  # a socket's name is at most 108 bytes
        try:
            listener.bind("sock")
        finally:
            os.chdir(here)
        done = two.hygiene("canary", "trace", "--all", str(odd))
    assert done.returncode == 0
    assert f"no regular file: {odd}/pipe, {odd}/sock" in done.stdout
    assert f"a symlink, not followed: {odd}/dangling, {odd}/link" in done.stdout
    done = two.hygiene("canary", "trace", "--all", str(odd / "gone"))
    assert done.returncode == 4
    assert "no such file" in done.stdout


def test_hostile_names_are_shown_escaped(two: MemoryRepo, tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    (folder / "a\n::error::\x1b[31m").write_text(token(two))
    (folder / os.fsdecode(b"b\xff")).write_text(token(two))
    for format_name in ("text", "json"):
        done = two.hygiene("canary", "trace", "--all", "--format", format_name, str(folder))
        assert done.returncode == 1
        assert "\x1b" not in done.stdout
        assert "\n::" not in done.stdout


def test_nothing_to_look_for_is_an_error(hermes: MemoryRepo) -> None:
    hermes.write("MEMORY.md", "one")
    hermes.commit()
    done = hermes.hygiene("canary", "trace")
    assert done.returncode == 2
    assert "no canary is known of default" in done.stderr
