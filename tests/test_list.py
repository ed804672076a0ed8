"""Listing entries, hot and archived."""

import json

import pytest

from memory_hygiene.core.state import MAX_BYTES

from .conftest import MemoryRepo

STALE = (
    "- [stale] The nightly job closes the day at 23:50 and writes its report.\n"
    "  It moved when the tills were changed in spring.\n"
)


def _entries(repo: MemoryRepo, *options: str) -> list[dict[str, object]]:
    done = repo.hygiene("list", "--format", "json", *options)
    assert done.returncode == 0, done.stderr
    entries: list[dict[str, object]] = json.loads(done.stdout)["entries"]
    return entries


def test_entries_are_listed_hot_and_after_an_apply_archived(sanctum: MemoryRepo) -> None:
    sanctum.write("LORE.md", f"# Lore\n\n## Jobs\n\n- keep\n{STALE}")
    sanctum.commit()
    assert [entry["line"] for entry in _entries(sanctum)] == [5, 6]
    assert _entries(sanctum, "--archived") == []
    assert sanctum.hygiene("apply", "--now", "2026-09-15").returncode == 0
    (kept,) = _entries(sanctum, "--archived")
    assert kept["text"] == STALE.rstrip("\n")
    assert (kept["archived"], kept["source"], kept["section"]) == ("2026-09-15", "LORE.md", "Lore › Jobs")
    assert "1 entry" in sanctum.hygiene("list", "--archived").stdout


def test_commands_of_a_ci_runner_are_disarmed_in_both_formats(sanctum: MemoryRepo) -> None:
    sanctum.write("LORE.md", "- ##[error]forged \x1b[31m\n")
    sanctum.commit()
    for form in ("text", "json"):
        shown = sanctum.hygiene("list", "--format", form).stdout
        assert "##[" not in shown
        assert "\x1b" not in shown


LARGE = "x" * (MAX_BYTES + 1)


def test_an_agent_that_is_not_there_is_no_empty_list(sanctum: MemoryRepo) -> None:
    sanctum.write("LORE.md", "- a\n")
    done = sanctum.hygiene("list", "--agent", "zz")
    assert (done.returncode, done.stdout) == (2, "")
    assert "no agent called 'zz'" in done.stderr


@pytest.mark.parametrize("command", ["list", "age"])
def test_a_repository_without_a_store_is_no_empty_list(sanctum: MemoryRepo, command: str) -> None:
    sanctum.write("notes.md", "- a\n")
    done = sanctum.hygiene(command)
    assert (done.returncode, done.stdout) == (2, "")
    assert "no governed store in the top folder" in done.stderr


@pytest.mark.parametrize("command", ["list", "age"])
def test_a_store_that_was_not_read_does_not_look_empty(sanctum: MemoryRepo, command: str) -> None:
    sanctum.write("LORE.md", LARGE)
    done = sanctum.hygiene(command)
    assert (done.returncode, done.stdout) == (2, "")
    assert "LORE.md was not read: 4,194,305 bytes, over the 4,194,304 that are read at all" in done.stderr
    sanctum.write("MEMORY.md", "- a\n")
    done = sanctum.hygiene(command)
    assert done.returncode == 4
    assert "1 entry" in done.stdout
    assert "LORE.md was not read" in done.stderr


@pytest.mark.parametrize("name", ["LORE.md", "notes.md"])
def test_age_of_a_file_that_is_too_large(sanctum: MemoryRepo, name: str) -> None:
    sanctum.write(name, LARGE)
    done = sanctum.hygiene("age", name)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{name} was not read" in done.stderr
