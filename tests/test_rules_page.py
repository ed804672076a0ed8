"""docs/rules.md is what the rules' docstrings say now, and ``explain`` says the same of one rule.

``python -m tests.test_rules_page`` writes docs/rules.md anew.
"""

from pathlib import Path

import pytest

from memory_hygiene.core.rule import Rule
from memory_hygiene.report.rules_page import SECTIONS, explain_rule, find_rule, page_of, rules_page
from memory_hygiene.rules import ALL_RULES

PAGE = Path(__file__).parent.parent / "docs" / "rules.md"


def test_docs_are_not_stale() -> None:
    assert PAGE.read_text("utf-8") == rules_page(ALL_RULES), "run: python -m tests.test_rules_page"


@pytest.mark.parametrize("wanted", ["MH501", "mh501", "entry-lost", " Entry-Lost "])
def test_a_rule_is_found_by_id_and_by_name(wanted: str) -> None:
    found = find_rule(ALL_RULES, wanted)
    assert found is not None
    assert found.id == "MH501"


@pytest.mark.parametrize("wanted", ["", "MH50", "entry", "MH999"])
def test_a_part_of_a_name_is_no_rule(wanted: str) -> None:
    assert find_rule(ALL_RULES, wanted) is None


@pytest.mark.parametrize("rule", ALL_RULES, ids=lambda rule: rule.name)
def test_explaining_a_rule_says_all_of_its_page(rule: Rule) -> None:
    text = explain_rule(rule)
    assert text.startswith(f"{rule.id} {rule.name} ({rule.severity.value}, ")
    assert page_of(rule).summary in text
    assert all(f"\n{section}:\n" in text for section in SECTIONS)


if __name__ == "__main__":
    PAGE.write_text(rules_page(ALL_RULES), "utf-8", newline="\n")
