"""Sections whose length is capped, found by heading text at any level and in any case."""

import re

from memory_hygiene.core.model import Block, Document, Kind, Shape


def logged_entries(document: Document, title: str) -> list[Block]:
    """The list items and table rows under the heading ``title``, at any depth below it."""
    return [
        block
        for block in document.blocks
        if block.kind is Kind.ENTRY
        and block.shape in (Shape.LIST_ITEM, Shape.TABLE_ROW)
        and has_heading(block.section, title)
    ]


def has_heading(section: tuple[str, ...], title: str) -> bool:
    """Whether a heading path goes through ``title``: its words in order, whatever stands around them.

    So ``3. **Evolution Log** (2026)`` is the Evolution Log; emphasis, numbers, emoji and case do not matter.
    """
    wanted = f" {folded_title(title)} "
    return any(wanted in f" {folded_title(heading)} " for heading in section)


def folded_title(title: str) -> str:
    """A heading's words for comparison."""
    return " ".join(re.findall(r"[^\W\d_]+", title.casefold()))
