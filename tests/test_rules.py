"""The rules: every case file, every docstring's Bad and Good, and what must hold for any bytes at all."""

import re
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_hygiene.core.findings import Severity
from memory_hygiene.core.lint import lint_change
from memory_hygiene.core.rule import Rule
from memory_hygiene.core.writers.writers import Identity, Role
from memory_hygiene.report.rules_page import SECTIONS, page_of
from memory_hygiene.rules import ALL_RULES

from .case_files import findings_of, read_case, unmet
from .in_memory import HERMES, SANCTUM, change_of

CASES = sorted((Path(__file__).parent / "cases").glob("MH*/*.md"))


def identify(value: Rule | Path) -> str:
    return f"{value.parent.name}/{value.stem}" if isinstance(value, Path) else value.name


@pytest.mark.parametrize("path", CASES, ids=identify)
def test_case(path: Path) -> None:
    problems = unmet(read_case(path.read_text("utf-8")))
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize("rule", ALL_RULES, ids=identify)
def test_docstring_has_every_section_in_order(rule: Rule) -> None:
    page = page_of(rule)
    assert tuple(name for name, _ in page.sections) == SECTIONS
    assert all(text.strip() for _, text in page.sections)
    assert page.summary.endswith(".")
    assert "\n" not in page.summary


@pytest.mark.parametrize("rule", ALL_RULES, ids=identify)
def test_bad_example_is_found_and_blocks_when_the_rule_does(rule: Rule) -> None:
    own = [finding for finding in findings_of(read_case(page_of(rule).get("Bad"))) if finding.rule == rule.id]
    assert own
    assert own[0].severity is rule.severity
    assert own[0].name == rule.name


@pytest.mark.parametrize("rule", ALL_RULES, ids=identify)
def test_good_example_is_clean(rule: Rule) -> None:
    found = findings_of(read_case(page_of(rule).get("Good")))
    assert [f for f in found if f.rule == rule.id or f.severity is Severity.ERROR] == []


@pytest.mark.parametrize("rule", ALL_RULES, ids=identify)
def test_messages_are_lower_case_and_say_what_to_do(rule: Rule) -> None:
    own = [finding for finding in findings_of(read_case(page_of(rule).get("Bad"))) if finding.rule == rule.id]
    assert all(finding.message and not finding.message[0].isupper() and finding.fix for finding in own)


@pytest.mark.parametrize("rule", ALL_RULES, ids=identify)
def test_rule_has_three_cases_and_one_without_its_finding(rule: Rule) -> None:
    own = [read_case(path.read_text("utf-8")) for path in CASES if path.parent.name == f"{rule.id}-{rule.name}"]
    assert len(own) >= 3
    assert any(all(not line.startswith(rule.id) for line in case.expected) for case in own), "no false-alarm case"
    assert any(line.startswith(rule.id) for case in own for line in case.expected)


def test_ids_are_unique_in_order_and_names_kebab_case() -> None:
    ids = [rule.id for rule in ALL_RULES]
    assert ids == sorted(set(ids))
    assert all(re.fullmatch(r"MH[1-7]\d\d", rule.id) for rule in ALL_RULES)
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", rule.name) for rule in ALL_RULES)
    assert all(sys.modules[rule.check.__module__].__name__.endswith(rule.name.replace("-", "_")) for rule in ALL_RULES)


def test_every_case_file_belongs_to_a_rule() -> None:
    assert {path.parent.name for path in CASES} <= {f"{rule.id}-{rule.name}" for rule in ALL_RULES}


PIECES = st.sampled_from((
    "\n", "\r\n", "\r", "\n§\n", "§", " ", "\t", "- ", "1) ", "[ ] ", "[stale] ", "**[prune]**", "~~", "|", "# ", "> ",
    "[expired:2026-01-01] ", "```\n", "<<<<<<< a\n", "=======\n", ">>>>>>> b", "---\n", "<!-- ", " -->", "\0", "\u2028",
    "\ufeff", "CANARY: Do not modify this line (0123456789abcdef)", "CANARY: Do not modify this line", "never", "443",
    "| writer | identity | stores | operations |\n|---|---|---|---|\n", "| a | a@b | * | add |", "SHA256:", "\\|",
    "_[archived 2026-01-01]_ x → ../y#abcd", "## 2026-01-01T00:00:00Z\n", "- canary: MEMORY.md aa\n", "deploys run on",
)).map(str.encode)  # fmt: skip
TABLE = st.just(b"| a | b |\n|---|---|\n| c | d |\n")
CONTENT = st.lists(PIECES | TABLE | st.binary(max_size=6), max_size=25).map(b"".join)
PATHS = """MEMORY.md USER.md SOUL.md PERSONA.md LORE.md CREED.md MEMORY_AUDIT_LEDGER.md archive/MEMORY.archive.md
    references/lore-archive/LORE.archive.md skills/x/SKILL.md MEMORY_WRITERS.md"""
MAKER = Identity(Role.AUTHOR, "A", "a@b")
FILES = st.dictionaries(st.sampled_from(PATHS.split()), CONTENT, max_size=4)


@given(before=st.none() | FILES, after=FILES, is_hermes=st.booleans(), strict=st.booleans())
@settings(max_examples=300, deadline=None)
def test_no_bytes_make_a_rule_raise(
    before: dict[str, bytes] | None, after: dict[str, bytes], is_hermes: bool, strict: bool
) -> None:
    profile = HERMES if is_hermes else SANCTUM
    change = change_of(before, after, profile)._replace(identities=(MAKER,))
    found = lint_change(ALL_RULES, change, strict)
    assert all(finding.line >= 1 and finding.column >= 1 for finding in found)


@given(before=FILES, after=FILES)
@settings(max_examples=100, deadline=None)
def test_order_of_files_and_rules_does_not_matter(before: dict[str, bytes], after: dict[str, bytes]) -> None:
    def turned(files: dict[str, bytes]) -> dict[str, bytes]:
        return dict(reversed(files.items()))

    there = lint_change(ALL_RULES, change_of(before, after))
    back = lint_change(reversed(ALL_RULES), change_of(turned(before), turned(after)))
    assert sorted(map(str, there)) == sorted(map(str, back))


@given(files=FILES, is_hermes=st.booleans())
@settings(max_examples=100, deadline=None)
def test_a_change_of_nothing_blocks_nothing(files: dict[str, bytes], is_hermes: bool) -> None:
    change = change_of(files, files, HERMES if is_hermes else SANCTUM)._replace(identities=(MAKER,))
    found = lint_change(ALL_RULES, change)
    assert [finding for finding in found if finding.severity is Severity.ERROR] == []


@pytest.mark.parametrize(
    ("data", "mend"),
    [
        (b"one\n\xc2\xa7\ncaf\xe9 opens", "replace it by hand in line 3, byte 4"),
        (b"\xe9", "replace it by hand in line 1, byte 1"),
        (b"one\r\ntw\x00o", "take it out by hand in line 2, byte 3"),
    ],
)
def test_undecodable_bytes_are_to_be_mended_one_by_one(data: bytes, mend: str) -> None:
    (found,) = (f for f in lint_change(ALL_RULES, change_of(None, {"MEMORY.md": data})) if f.rule == "MH401")
    assert found.fix.startswith(mend)
    assert "iconv" not in found.fix


def test_tag_in_a_file_only_a_person_may_change_is_taken_out_by_hand() -> None:
    change = change_of(None, {"CREED.md": b"- [stale] Tell the truth.\n"}, SANCTUM)
    (found,) = (f for f in lint_change(ALL_RULES, change) if f.rule == "MH410")
    assert found.fix.startswith("edit the file by hand, then hygiene drop ")


def test_loss_by_a_rename_in_case_only_names_the_file_that_hermes_does_not_open() -> None:
    change = change_of({"memories/MEMORY.md": b"one"}, {"memories/memory.md": b"one"})
    (found,) = (f for f in lint_change(ALL_RULES, change) if f.rule == "MH501")
    assert "memory.md is another file to Hermes" in found.message
