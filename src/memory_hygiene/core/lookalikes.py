"""Lookalikes: what reads like a tag and is not acted on, with the reason, so that no wish is ignored in silence."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from .model import Block, Kind, Shape
from .tags import CHECKBOX, LIST_MARKER, TAG_NAMES, content_start, is_code_at_once, row_start, tag_at

_ODD_BULLET = re.compile(
    r"[ \t]*(?:(?:[•‣◦▪●○–—]|\(\d{1,3}\)|[a-z][.)])[ \t]+|(?:[-+]|\d{1,9}[.)])\u00a0*(?=\[)|\d{1,9}[.)]{2}[ \t]*)"
)
_UNSEEN = r"(?:<[^>\n]{1,80}>|[\u00a0\u200b\u2060\ufeff])[ \t]{0,3}"  # bounded: it is tried up to three times
_NEAR = re.compile(
    rf"(?:{_UNSEEN}){{0,3}}(?:{_ODD_BULLET.pattern}|\[[ xX]\])?(?:\[unverified\][ \t]*)?[\\*_~]{{0,4}}"
    rf"(?P<tag>\[[ \t*]*(?P<name>{TAG_NAMES}|expires?)(?P<rest>(?:[ \t:;,.!?=\\*-][^\]\n]*)?)\])"
    r"(?P<after>[*_~]{0,4}(?:\]|\(|\[|:[ \t]*)?)",
    re.IGNORECASE,
)
_PROSE = re.compile(r"[ \t]+(?!by\b|on\b|since\b|until\b|at\b|\d)[^\W\d]", re.IGNORECASE)
_FENCE = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])?[ \t]*(`{3,}|~{3,})")
_QUOTE = re.compile(r"(?:[ \t]*>)+[ \t]*")
_DEEPEST = 16  # levels of nesting begun on one line that are looked at
_HEADING = re.compile(r"[ \t]*#{1,6}[ \t]+")


class Lookalike(NamedTuple):
    """Something that reads like a tag: its line (offset within the block), as written, and why nothing acts on it."""

    offset: int
    written: str
    reason: str


def odd_tag(text: str, start: int, labels: frozenset[str]) -> str:
    """What at ``start`` nearly is a leading tag, as written, or ""; links, code and prose in brackets are not."""
    near = _NEAR.match(text, start)
    if near is None or _PROSE.match(near["rest"]):
        return ""
    inner = near["tag"][1:-1]
    if " ".join(inner.split()).casefold() in labels:
        return ""
    after = near["after"].lstrip("*_~")
    if after.startswith(("(", "]")) or (after.startswith("[") and _is_reference(text, near.end(), labels)):
        return ""
    if near["after"].startswith(":") and len(text[near.end() :].split("\n")[0].split()) < 2:
        return ""  # reads like a link definition
    return near["tag"]


def _is_reference(text: str, start: int, labels: frozenset[str]) -> bool:
    label = text[start:].partition("]")[0]
    return not label or " ".join(label.split()).casefold() in labels


def lookalikes(block: Block, labels: frozenset[str]) -> Iterator[Lookalike]:
    """Everything in a block, but for its leading tag, that reads like one."""
    if block.shape in (Shape.HEADING, Shape.BLOCK_QUOTE):
        yield from _in_structure(block, labels)
    elif block.kind is Kind.ENTRY:
        start = row_start(block.text) if block.shape is Shape.TABLE_ROW else content_start(block.text)
        is_code = block.shape is Shape.LIST_ITEM and is_code_at_once(block.text)
        tag = None if is_code else tag_at(block.text, start, labels)
        if tag is None and not is_code and (written := odd_tag(block.text, start, labels)):
            yield Lookalike(0, written, "it is not written like a tag")
        elif tag is not None and tag.start != tag.end and tag_at(block.text, _after(block.text, tag.end), labels):
            yield Lookalike(0, block.text[tag.end :].split("\n")[0].strip()[:40], "a second tag after the first one")
        if block.shape is Shape.LIST_ITEM and (inner := _on_first_line(block.text, start, labels)):
            yield Lookalike(0, inner, "it stands on a nested item that begins on its parent's line")
        if block.shape is not Shape.TABLE_ROW:
            yield from _nested(block, labels)


def _on_first_line(text: str, start: int, labels: frozenset[str]) -> str:
    """The tag of an item whose marker follows its parent's on the same line, as written, or ""."""
    line = text[: _DEEPEST * 8].partition("\n")[0]
    for _ in range(_DEEPEST):
        if (marker := LIST_MARKER.match(line, start)) is None or marker.end() >= len(line):
            return ""
        start += content_start(line[start:])
        if (tag := tag_at(text, start, labels)) is not None:
            return tag.written
    return ""


def _after(text: str, position: int) -> int:
    return position + len(text[position:]) - len(text[position:].lstrip(" \t"))


def _in_structure(block: Block, labels: frozenset[str]) -> Iterator[Lookalike]:
    lead = (_HEADING if block.shape is Shape.HEADING else _QUOTE).match(block.text)
    start = content_start(block.text[lead.end() :]) + lead.end() if lead else 0
    if (tag := tag_at(block.text, start, labels)) and tag.start != tag.end:
        yield Lookalike(0, tag.written, f"a {block.shape.value} is no entry")


def _nested(block: Block, labels: frozenset[str]) -> Iterator[Lookalike]:
    """Tags of list items inside an entry, outside its code."""
    fence, base, previous = "", _indent(block.text), ""
    for offset, line in enumerate(block.text.split("\n")):
        mark = _FENCE.match(line)
        if fence:
            fence = "" if mark and mark[1].startswith(fence) else fence
        elif mark:
            fence = mark[1]
        elif offset and (start := _inner_start(line)) >= 0 and not _is_code(line, previous, base):
            tag = tag_at(line, start, labels)
            if tag is not None and tag.start != tag.end:
                what = "row of a table inside an entry" if line.lstrip().startswith("|") else "nested item"
                yield Lookalike(offset, tag.written, f"it stands on a {what} that cannot be taken out of its entry")
        if line.strip() and not fence and LIST_MARKER.match(line):
            base = base if _is_code(line, previous, base) else _indent(line)
        previous = line


def _inner_start(line: str) -> int:
    """Where the words of a line within an entry begin, if it looks like an item or a table row; else -1."""
    if line.lstrip(" \t").startswith("|"):
        return row_start(line)
    marker = LIST_MARKER.match(line) or _ODD_BULLET.match(line)
    if marker is None:
        return -1
    checkbox = CHECKBOX.match(line, marker.end())
    return checkbox.end() if checkbox else marker.end()


def _indent(line: str) -> int:
    """The column at which the words of a list item begin."""
    marker = LIST_MARKER.match(line)
    return marker.end() if marker else len(line) - len(line.lstrip(" \t"))


def _is_code(line: str, previous: str, base: int) -> bool:
    """Whether a line is indented code of the item whose words begin at ``base``: after a blank line, four deeper."""
    return not previous.strip() and len(line) - len(line.lstrip(" ")) >= base + 4
