"""Markdown stores: CommonMark block tokens with line maps (markdown-it-py), GFM tables, front matter, footnotes.

Entries are a top-level list item with all it contains, a table body row, and a paragraph. Everything else is
opaque: tracked, never acted on. Source of what counts: the whole-file cases this project is judged by.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from memory_hygiene.core.fingerprint import fingerprint
from memory_hygiene.core.model import Block, Document, Format, Kind, Shape, decode, universal_newlines

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_BOM = b"\xef\xbb\xbf"
_SHAPES = {
    "paragraph_open": Shape.PARAGRAPH,
    "heading_open": Shape.HEADING,
    "blockquote_open": Shape.BLOCK_QUOTE,
    "footnote_reference_open": Shape.FOOTNOTE,
    "footnote_block_open": Shape.FOOTNOTE,
    "fence": Shape.FENCED_CODE,
    "code_block": Shape.INDENTED_CODE,
    "html_block": Shape.HTML,
    "hr": Shape.THEMATIC_BREAK,
    "front_matter": Shape.FRONT_MATTER,
}
_KINDS = {
    Shape.LIST_ITEM: Kind.ENTRY,
    Shape.TABLE_ROW: Kind.ENTRY,
    Shape.PARAGRAPH: Kind.ENTRY,
    Shape.HEADING: Kind.MARKUP,
    Shape.THEMATIC_BREAK: Kind.MARKUP,
}
_LISTS = {"bullet_list_open", "ordered_list_open", "list_item_open"}
_COUNTED_ALONE = (Shape.FENCED_CODE, Shape.INDENTED_CODE)


class _Part(NamedTuple):
    """A block as the parser saw it: lines ``first`` up to, not including, ``last``.

    ``level`` is a heading's, ``list`` the number of the list an item belongs to, else -1.
    """

    shape: Shape
    first: int
    last: int
    level: int = 0
    list: int = -1


@cache
def _block_parser() -> "MarkdownIt":
    """The one parser configuration; its inline rules are off, only block structure and line maps are used."""
    from markdown_it import MarkdownIt
    from mdit_py_plugins.footnote import footnote_plugin
    from mdit_py_plugins.front_matter import front_matter_plugin

    rules = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    rules.use(front_matter_plugin).use(footnote_plugin, inline=False, move_to_end=False)
    return rules.disable(["inline", "text_join", "footnote_tail"], ignoreInvalid=True)


def parse(data: bytes) -> Document:
    """The document of a Markdown file; any bytes parse."""
    text, decodable = decode(data)
    lines = _line_spans(data)
    environment: dict[str, dict[str, object]] = {}
    source = universal_newlines(text.removeprefix("\ufeff"))
    tokens = _block_parser().parse(source, environment)
    texts = [universal_newlines(decode(data[a:b])[0]) for a, b in lines]
    blocks = tuple(_blocks(data, lines, _with_gaps(list(_parts(tokens)), texts)))
    labels = frozenset(" ".join(label.split()).casefold() for label in environment.get("references", {}))
    nested = tuple(_nested(data, lines, texts, tokens, blocks))
    return Document(data, Format.MARKDOWN, blocks, labels, decodable, nested)


def _line_spans(data: bytes) -> list[tuple[int, int]]:
    """Byte spans of the lines, each without its line ending; a BOM belongs to no line."""
    spans: list[tuple[int, int]] = []
    position = len(_BOM) if data.startswith(_BOM) else 0
    while position < len(data):
        match = _LINE.match(data, position)
        assert match is not None
        end = match.end()
        spans.append((position, position + len(data[position:end].rstrip(b"\r\n"))))
        position = end
    return spans


def _parts(tokens: "list[Token]") -> Iterator[_Part]:
    """The top-level blocks, lists and tables taken apart into items and rows."""
    number = -1
    is_list = False
    for token in tokens:
        if token.level == 0 and token.nesting == 1:
            is_list = token.type in ("bullet_list_open", "ordered_list_open")
            number += is_list
        if token.map is None:
            continue
        if token.level == 0 and token.type in _SHAPES:
            level = int(token.tag[1]) if token.type == "heading_open" else 0
            yield _Part(_SHAPES[token.type], token.map[0], token.map[1], level)
        elif token.level == 1 and token.type == "list_item_open" and is_list:
            yield _Part(Shape.LIST_ITEM, token.map[0], token.map[1], list=number)
        elif token.level == 1 and token.type == "thead_open":
            yield _Part(Shape.TABLE_HEAD, token.map[0], token.map[0] + 2)
        elif token.level == 2 and token.type == "tr_open":
            yield _Part(Shape.TABLE_ROW, token.map[0], token.map[1])


def _with_gaps(parts: list[_Part], lines: list[str]) -> list[_Part]:
    """``parts`` trimmed of blank lines, without overlaps, plus the lines no token covers: link definitions."""
    result: list[_Part] = []
    position = 0
    head_end = 0
    for part in [*parts, _Part(Shape.HEADING, len(lines), len(lines))]:
        if part.shape is Shape.TABLE_ROW and part.first < head_end:
            continue  # the head's own row
        first = max(part.first, position)
        result += _gap(position, first, lines)
        last = min(part.last, len(lines))
        while last > first and not lines[last - 1].strip(" \t"):
            last -= 1
        if part.shape is Shape.TABLE_HEAD:
            head_end = last
        if last > first:
            result.append(part._replace(first=first, last=last))
        position = max(position, last)
    return result


def _gap(first: int, last: int, lines: list[str]) -> Iterator[_Part]:
    begin: int | None = None
    for number in range(first, last + 1):
        is_blank = number == last or not lines[number].strip(" \t")
        if is_blank and begin is not None:
            yield _Part(Shape.DEFINITION, begin, number)
            begin = None
        elif not is_blank and begin is None:
            begin = number


def _blocks(data: bytes, lines: list[tuple[int, int]], parts: list[_Part]) -> Iterator[Block]:
    headings: list[tuple[int, str]] = []
    group = 0
    previous: _Part | None = None
    for part, following in zip(parts, [*parts[1:], None]):
        start, end = lines[part.first][0], lines[part.last - 1][1]
        text = universal_newlines(decode(data[start:end])[0])
        kind = _KINDS.get(part.shape, Kind.OPAQUE)
        if part.shape is Shape.HEADING:
            headings = [heading for heading in headings if heading[0] < part.level]
            headings.append((part.level, heading_text(text)))
        group += kind is not Kind.ENTRY or _leads_in(part, following, text)
        section = tuple(title for _, title in headings)
        counted, line = _is_counted(part, previous), part.first + 1
        yield Block(kind, part.shape, start, end, line, text, fingerprint(text), section, group, counted, part.list)
        previous = part


def _leads_in(part: _Part, following: _Part | None, text: str) -> bool:
    """Whether a paragraph heads the list or table below it: all bold, or ended by a colon."""
    if part.shape is not Shape.PARAGRAPH or following is None:
        return False
    if following.shape not in (Shape.LIST_ITEM, Shape.TABLE_HEAD):
        return False
    body = text.strip().removesuffix(":")
    is_bold = len(body) > 4 and body[:2] in ("**", "__") and body.endswith(body[:2])
    return is_bold or text.rstrip().endswith(":")


def _nested(
    data: bytes, lines: list[tuple[int, int]], texts: list[str], tokens: "list[Token]", blocks: tuple[Block, ...]
) -> Iterator[Block]:
    """The list items inside list items that begin on a line of their own; none inside quotes."""
    around: list[str] = []
    items = iter([block for block in blocks if block.shape is Shape.LIST_ITEM])
    outer = next(items, None)
    begun = -1
    for token in tokens:
        if token.nesting == -1:
            around.pop()
        if token.type == "list_item_open" and token.map is not None:
            first, last = token.map
            while last > first and not texts[last - 1].strip(" \t"):
                last -= 1
            is_own_line, begun = first != begun, first
            if token.level > 1 and is_own_line and last > first and set(around) <= _LISTS:
                start, end = lines[first][0], lines[last - 1][1]
                while outer is not None and outer.end < start:
                    outer = next(items, None)
                if outer is not None and outer.start < start:
                    text = universal_newlines(decode(data[start:end])[0])
                    yield outer._replace(
                        start=start, end=end, line=first + 1, text=text, fingerprint=fingerprint(text), counted=False
                    )
        if token.nesting == 1:
            around.append(token.type)


def _is_counted(part: _Part, previous: _Part | None) -> bool:
    if part.shape in _COUNTED_ALONE:
        glued = previous is not None and previous.last == part.first
        return not (glued and previous is not None and previous.shape in (Shape.LIST_ITEM, Shape.PARAGRAPH))
    return part.shape in (Shape.LIST_ITEM, Shape.TABLE_ROW, Shape.PARAGRAPH, Shape.BLOCK_QUOTE)


def heading_text(text: str) -> str:
    """The words of a heading block, ATX or setext."""
    lines = text.strip().split("\n")
    if not lines[0].lstrip().startswith("#"):
        return " ".join(" ".join(lines[:-1]).split())
    return re.sub(r"(?:^|\s)#+\s*$", "", lines[0].strip().lstrip("#")).strip()
