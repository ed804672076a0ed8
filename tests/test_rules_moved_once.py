"""A rule that the skill file holds already, or that stands twice, is not moved there a second time."""

from pathlib import Path

import pytest

from .contract.homes import home_of

RULE = "Never send a mail to a customer without showing the draft first."
OLD = "2026-10-01T12:00:00Z"


@pytest.mark.parametrize("again", [RULE, RULE.replace(" a ", "  a ")])
def test_h11_a_rule_stands_in_the_skill_file_once(tmp_path: Path, again: str) -> None:
    home = home_of(tmp_path / "home", ("Berth 14 lies between 3 and 4.",), ("Name: Mara Lindqvist, harbour master.",))
    for texts in ((RULE,), (again,)):
        store = home.stores["MEMORY.md"]
        store.write_text("\n§\n".join([store.read_text(), *texts]))
        home.repo.commit("note", OLD)
        assert home.repo.hygiene("audit", "--force", "--offline", "--now", "2026-12-01").returncode == 0
    skill = " ".join((home.repo.path / "skills/operating-rules/SKILL.md").read_text().split())
    assert skill.count(RULE) == 1


def test_h11_a_rule_that_stands_twice_in_a_store_is_moved_once(tmp_path: Path) -> None:
    home = home_of(tmp_path / "home", ("Berth 14 lies between 3 and 4.",), ("Name: Mara Lindqvist, harbour master.",))
    store = home.stores["MEMORY.md"]
    store.write_text("\n§\n".join([store.read_text(), RULE, RULE.replace(" a ", "  a ")]))
    home.repo.commit("note", OLD)
    assert home.repo.hygiene("audit", "--force", "--offline", "--now", "2026-12-01").returncode == 0
    skill = " ".join((home.repo.path / "skills/operating-rules/SKILL.md").read_text().split())
    assert skill.count(RULE) == 1
