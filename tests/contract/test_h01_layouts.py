"""H1 through an audit: the repository is the memory directory, or the agent's whole home; where rules go."""

from pathlib import Path

import pytest

from memory_hygiene.core.planning.skill_file import is_loadable
from tests.conftest import MemoryRepo
from tests.contract.homes import RULES, SIGN, TODAY, Home, dated, home_of

FACT = "Orders are append-only: a correction is a second order that names the first, because the auditors demand it."
NOW = ("--offline", "--now", TODAY.isoformat(), "--format", "json")
SKILL = "skills/operating-rules/SKILL.md"
PRESENT = "---\nname: operating-rules\ndescription: How to behave.\n---\n\n# Conduct\n\n- Answer in Swedish.\n"


@pytest.fixture(scope="module")
def ruled(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """A home with one rule in its memory. Nobody changes it: copy it."""
    return home_of(tmp_path_factory.mktemp("ruled") / "home", (FACT, *RULES), ("Name: Mara Lindqvist.",))


def test_h01_in_a_home_the_skill_file_is_made_with_valid_front_matter(ruled: Home, tmp_path: Path) -> None:
    home = ruled.copied_to(tmp_path / "home")
    assert home.report()["moves"] == 1
    data = home.repo.read(SKILL)
    assert is_loadable(data)
    text = data.decode()
    assert text.startswith("---\nname: operating-rules\ndescription: ")
    assert text.endswith(f"\n- {RULES[0]}\n")
    assert RULES[0] not in home.store("MEMORY.md")
    assert SKILL in home.repo.git("show", "--format=", "--name-only", "HEAD")


def _with_skill(ruled: Home, path: Path, text: str) -> Home:
    home = ruled.copied_to(path)
    home.repo.write(SKILL, text)
    home.repo.git("add", SKILL)
    home.repo.git("-c", "core.hooksPath=/dev/null", "commit", "-qm", "skill")
    return home


def test_h01_a_skill_file_that_is_there_gets_the_rule_at_its_end(ruled: Home, tmp_path: Path) -> None:
    home = _with_skill(ruled, tmp_path / "home", PRESENT)
    assert home.report()["moves"] == 1
    assert home.repo.read(SKILL).decode() == f"{PRESENT}- {RULES[0]}\n"


@pytest.mark.parametrize("text", ["# No front matter\n", PRESENT.replace("name: ", "title: "), "---\n" + PRESENT])
def test_h01_a_skill_that_hermes_does_not_load_takes_no_rule(ruled: Home, tmp_path: Path, text: str) -> None:
    home = _with_skill(ruled, tmp_path / "home", text)
    report = home.report()
    assert (report["status"], report["moves"]) == ("COMPLETE", 0)
    (unresolved,) = report["unresolved"]
    assert unresolved["text"] == RULES[0]
    assert "is no skill Hermes loads" in unresolved["reason"]
    assert home.repo.read(SKILL).decode() == text
    assert RULES[0] in home.store("MEMORY.md")


def test_h01_in_a_memory_directory_rules_wait_and_soul_is_read_from_disk(tmp_path: Path) -> None:
    home = tmp_path / "home"
    repo = MemoryRepo(home / "memories")
    repo.write("MEMORY.md", SIGN.join((FACT, *RULES)))
    repo.write("USER.md", "Name: Mara Lindqvist.")
    (home / "SOUL.md").write_text("# Soul\n" + "You are calm.\n" * 1500)
    assert repo.hygiene("init", "--profile", "hermes", **dated(TODAY)).returncode == 0
    done = repo.hygiene("audit", *NOW)
    assert done.returncode == 0, done.stderr
    assert '"reason": "Operating Rule: it belongs in a skill file, and this repository holds none"' in done.stdout
    assert RULES[0] in repo.read("MEMORY.md").decode()
    assert "../SOUL.md holds 21,007 of 20,000 characters: only a person may shorten it" in done.stdout
    assert not (home / "skills").exists()
