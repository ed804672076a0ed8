"""The rules as text: the page of one rule for ``explain``, and docs/rules.md; both come from the rules' docstrings.

Regenerate the latter with ``python -m tests.test_rules_page``.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from memory_hygiene.core.rule import AgentRule, ChangeRule, Rule, StoreRule

SECTIONS = ("Why", "Bad", "Good", "Fix", "Source")
_SECTION = re.compile(rf"^({'|'.join(SECTIONS)}):[ ]?", re.MULTILINE)
_FENCE = re.compile(r"^(?P<fence>~{3,})(?P<kind>[a-z]+) ?(?P<path>\S*) ?(?P<options>[^\n]*)$", re.MULTILINE)
_TITLES = {"config": "Configuration", "run": "Circumstances"}
_NAMES = {"before": "before", "after": "after", "base": "at the merge base", "other": "on the other branch"}
_FAMILIES = {
    "1": "Size and structure",
    "2": "Repeats",
    "3": "Age",
    "4": "Integrity",
    "5": "Conservation",
    "6": "Hostile content",
    "7": "Live configuration",
}


class Page(NamedTuple):
    """What a rule's docstring says: one sentence, and its sections in order."""

    summary: str
    sections: tuple[tuple[str, str], ...]

    def get(self, section: str) -> str:
        """The text of a section, or ""."""
        return dict(self.sections).get(section, "")


def page_of(rule: Rule) -> Page:
    """The page of a rule: the docstring of its module, taken apart."""
    parts = _SECTION.split(sys.modules[rule.check.__module__].__doc__ or "")
    names, texts = parts[1::2], parts[2::2]
    return Page(parts[0].strip(), tuple((name, text.strip() + "\n") for name, text in zip(names, texts)))


def find_rule(rules: Iterable[Rule], wanted: str) -> Rule | None:
    """The rule with this id or name, in any case, or None."""
    folded = wanted.strip().casefold()
    return next((rule for rule in rules if folded in (rule.id.casefold(), rule.name)), None)


def explain_rule(rule: Rule) -> str:
    """The page of one rule as plain text for a terminal; ends with a newline."""
    page = page_of(rule)
    parts = [f"{rule.id} {rule.name} ({rule.severity.value}, {scope_of(rule)})", page.summary]
    for name, text in page.sections:
        body = "\n".join(f"    {line}".rstrip() for line in _shown(text).strip().split("\n"))
        parts.append(f"{name}:\n{body}")
    return "\n\n".join(parts) + "\n"


def scope_of(rule: Rule) -> str:
    """What the rule looks at, in words."""
    if isinstance(rule, StoreRule):
        return "looks at each store"
    if isinstance(rule, AgentRule):
        return "looks at the files of one agent together"
    return "looks at what a change did" if isinstance(rule, ChangeRule) else "looks at the repository"


def rules_page(rules: Iterable[Rule]) -> str:
    """docs/rules.md: a table of all rules, then one section per rule."""
    chosen = tuple(rules)
    lines = ["# Rules", "", "Generated from the docstrings in `src/memory_hygiene/rules`; do not edit.", ""]
    lines += ["| id | name | severity | about |", "|---|---|---|---|"]
    lines += [_row(rule) for rule in chosen]
    family = ""
    for rule in chosen:
        if rule.id[2] != family:
            family = rule.id[2]
            lines += ["", f"## {_FAMILIES[family]}"]
        lines += ["", *_section(rule)]
    return "\n".join(lines) + "\n"


def _row(rule: Rule) -> str:
    link = f"[{rule.name}](#{rule.id.lower()}-{rule.name})"
    return f"| {rule.id} | {link} | {rule.severity.value} | {page_of(rule).summary} |"


def _section(rule: Rule) -> Iterator[str]:
    page = page_of(rule)
    yield f"### {rule.id} {rule.name}"
    yield ""
    yield f"{page.summary} Severity: {rule.severity.value}; {scope_of(rule)}."
    for name, text in page.sections:
        shown = _shown(text).strip()
        yield ""
        yield f"**{name}:**\n\n{shown}" if name in ("Bad", "Good") else f"**{name}.** {shown[:1].upper()}{shown[1:]}"


def _shown(text: str) -> str:
    """The fences of an example with a line above each that says which file it is."""
    return _FENCE.sub(_headed, text)


def _headed(fence: re.Match[str]) -> str:
    if title := _TITLES.get(fence["kind"]):
        return f"{title}:\n\n{fence['fence']}yaml"
    options = f" ({fence['options'].strip()})" if fence["options"].strip() else ""
    return f"`{fence['path']}` {_NAMES[fence['kind']]}{options}:\n\n{fence['fence']}text"
