"""An independent reader of Markdown files: the HTML of each entry, by markdown-it-py's renderer.

It shares nothing with our documents but the parser underneath, and it sees what we never look at: inline content,
links that rest on definitions elsewhere, nesting.
"""

import re
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.front_matter import front_matter_plugin

_PARAGRAPH = re.compile(r"</?p>\n?")


@cache
def _reader() -> MarkdownIt:
    rules = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    return rules.use(front_matter_plugin).use(footnote_plugin, inline=False, move_to_end=False)


def chunks(data: bytes) -> list[tuple[int, str]]:
    """What is read, one piece per top-level block, list item and table row: its first line (1-based) and its HTML.

    Whether a list is loose is left out: a blank line that goes with an item may change it.
    """
    text = data.decode("utf-8").removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    environment: dict[str, object] = {}
    tokens = _reader().parse(text, environment)
    return [(_line(piece), _html(piece, environment)) for piece in _pieces(tokens)]


def _pieces(tokens: list[Token]) -> list[list[Token]]:
    pieces: list[list[Token]] = []
    current: list[Token] = []
    for token in tokens:
        is_frame = token.level == 0 and token.type.startswith(("bullet_list", "ordered_list", "table"))
        is_frame = is_frame or (token.level == 1 and token.type in ("tbody_open", "tbody_close"))
        if is_frame:
            continue
        current.append(token)
        ends_row = token.level == 2 and token.type == "tr_close"
        ends_part = token.level == 1 and token.type in ("list_item_close", "thead_close")
        if (token.level == 0 and token.nesting != 1) or ends_row or ends_part:
            pieces.append(current)
            current = []
    return pieces


def _line(tokens: list[Token]) -> int:
    return next((token.map[0] + 1 for token in tokens if token.map is not None), 0)


def _html(tokens: list[Token], environment: dict[str, object]) -> str:
    reader = _reader()
    shown = str(reader.renderer.render(tokens, reader.options, environment))
    return " ".join(_PARAGRAPH.sub(" ", shown).split()).replace("> ", ">").replace(" <", "<")
