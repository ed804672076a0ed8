"""The commands that findings offer: pasted into a shell in any folder, they do what they say."""

import re

import pytest

from .conftest import MemoryRepo

FACT = "- The kite flies at noon, and nobody knows why.\n"
OTHER = "- Orders are append-only.\n"
FOLDERS = ["agents/kite", "agents/emile's [den] ☃"]


def mend(shown: str, rule: str) -> str:
    """The command after ``mend:`` of the first finding of a rule."""
    found = re.search(rf" {rule}\].*?\n(?:    entry: [^\n]*\n)?    mend:  ([^\n]*)", shown, re.DOTALL)
    assert found, shown
    return found[1]


def with_agent(repo: MemoryRepo, folder: str) -> str:
    """One agent of a roster with a store of two entries, committed; the store's path."""
    path = folder.replace("'", "''")
    repo.write(".hygiene.yaml", f"version: 1\nprofile: sanctum\nagents:\n  kite:\n    path: '{path}'\n")
    repo.write("elsewhere/x.txt", "x\n")
    repo.write(f"{folder}/LORE.md", FACT + OTHER)
    repo.commit()
    return f"{folder}/LORE.md"


@pytest.mark.parametrize("folder", FOLDERS)
def test_lost_entry_is_brought_back_from_another_folder(repo: MemoryRepo, folder: str) -> None:
    store = with_agent(repo, folder)
    repo.write(store, OTHER)
    repo.git("add", "-A")
    command = mend(repo.hygiene("check").stdout, "MH501")
    assert command.startswith("hygiene drop --agent kite ")
    repo.run("sh", "-c", f"cd elsewhere && {command.partition('take the whole file back: ')[2]}")
    assert repo.read(store).decode() == FACT + OTHER
    assert repo.git("status", "--porcelain") == ""


def test_source_is_the_state_compared_with(repo: MemoryRepo) -> None:
    store = with_agent(repo, FOLDERS[0])
    good = repo.git("rev-parse", "HEAD").strip()
    repo.write(store, OTHER)
    repo.commit()
    for arguments in (("--rev", "HEAD"), ("--from-ref", good, "--to-ref", "HEAD")):
        assert f"--source={good[:12]} " in mend(repo.hygiene("check", *arguments).stdout, "MH501")


@pytest.mark.parametrize("folder", FOLDERS)
def test_bad_file_is_taken_back_only_where_it_was_good(repo: MemoryRepo, folder: str) -> None:
    store = with_agent(repo, folder)
    repo.write(store, (FACT + OTHER).encode() + b"- caf\xe9\n")
    repo.git("add", "-A")
    command = mend(repo.hygiene("check").stdout, "MH401")
    repo.run("sh", "-c", f"cd elsewhere && {command.partition('take the whole file back: ')[2]}")
    assert repo.read(store).decode() == FACT + OTHER
    repo.write(f"{folder}/MEMORY.md", b"- caf\xe9\n")
    repo.git("add", "-A")
    assert "git restore" not in mend(repo.hygiene("check").stdout, "MH401")


def test_planner_is_called_for_the_agent(repo: MemoryRepo) -> None:
    store = with_agent(repo, FOLDERS[0])
    repo.write(store, FACT + OTHER + FACT)
    command = mend(repo.hygiene("check").stdout, "MH201")
    assert command == "hygiene plan --agent kite"
    assert repo.hygiene(*command.split()[1:]).returncode == 0


def test_block_of_an_archive_is_looked_up_in_the_parent_that_has_it(sanctum: MemoryRepo) -> None:
    archive = "references/lore-archive/LORE.archive.md"
    sanctum.write("LORE.md", OTHER)
    sanctum.write(archive, "## [2026-09-01] archived from LORE.md\n\nOld.\n")
    sanctum.commit()
    sanctum.git("switch", "-q", "-c", "side")
    sanctum.write(archive, sanctum.read(archive) + b"\n## [2026-09-02] archived from LORE.md\n\nNewer.\n")
    side = sanctum.commit()
    sanctum.git("switch", "-q", "main")
    sanctum.write("notes.txt", "main moved\n")
    sanctum.commit()
    sanctum.git("merge", "-q", "--no-commit", "-s", "ours", "side")
    command = mend(sanctum.hygiene("check", "--staged").stdout, "MH408").partition("from there: ")[2]
    assert command == f"git show {side[:12]}:{archive}"
    (sanctum.path / "sub").mkdir()
    assert "Newer." in sanctum.run("sh", "-c", f"cd sub && {command}").stdout


def test_at_a_merge_nothing_is_taken_back_whole(sanctum: MemoryRepo) -> None:
    sanctum.write("LORE.md", OTHER)
    sanctum.commit()
    sanctum.git("switch", "-q", "-c", "side")
    sanctum.write("LORE.md", OTHER + FACT)
    side = sanctum.commit()
    sanctum.git("switch", "-q", "main")
    sanctum.write("notes.txt", "main moved\n")
    sanctum.commit()
    sanctum.git("merge", "-q", "--no-commit", "-s", "ours", "side")
    command = mend(sanctum.hygiene("check", "--staged").stdout, "MH501")
    assert command.startswith(f"add what is missing from there: git show {side[:12]}:LORE.md")
