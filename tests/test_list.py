"""Listing entries, hot and archived."""

import json

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
