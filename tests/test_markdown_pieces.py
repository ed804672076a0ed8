"""Cut into pieces or whole: a Markdown file holds the same blocks. Odd lines in any order, many times."""

from random import Random

import pytest

from memory_hygiene.core.model import Format
from memory_hygiene.formats import parse
from memory_hygiene.formats.markdown_pieces import cut

_LINES = (
    *(
        "- a item",
        "- [stale] b",
        "- **c** d",
        "  cont",
        "  - nested",
        "    - deeper",
        "text",
        "Title",
        "===",
        "---",
        "***",
    ),
    *("- - -", "- * *", "# H", "## H2 text", "###### x", "#none", "", "", "", "> quote", "> - in quote", ">", "1. one"),
    *("2) two", "* star", "+ plus", "    code", "\tcode", "  para", "- ", "-", "- > q", "- # h", "- 1. x", "a | b"),
    *(
        "| c |",
        "--|--",
        "|--|",
        "`x`",
        "<!-- c -->",
        "  <!-- c -->",
        "[link](x)",
        "[a]",
        "- a\\",
        "a  ",
        "- |",
        "- a | b",
    ),
    *(
        "  --|--",
        "\u00a0",
        "====",
        "  ===",
        "  ---",
        "- x\t",
        "\\- y",
        " - one space",
        "   - three",
        "- [ ] task",
        "~ x",
    ),
    *("- `` x", "\x0c", "- a\x0bb", "1986. y", "10. ten", "- a\u2028b", "```", "~~~", "- ```", "<div>", "<!--", "-->"),
    *("- <pre>", "</pre>", "[a]: b", "[^1]: foot", "- [a]: b", "  ```", "> ```", "\0"),
    *("[a]:", "[a]: b 'title", "more'", "[^1]:", "    [^3]: n", "[^2]: - x"),
)


@pytest.mark.parametrize("seed", range(8))
def test_the_pieces_hold_what_the_file_does(seed: int) -> None:
    random = Random(seed)
    several = 0
    for _ in range(1_000):
        lines = random.choices(_LINES[: random.choice((60, 64, len(_LINES)))], k=random.randint(1, 9))
        text = random.choice(("", "", "", "", "---\n", "---\na: b\n---\n", "\ufeff", "\ufeff---\n")) + "\n".join(lines)
        data = (text + random.choice(("", "\n"))).encode()
        pieces = cut(data)
        assert b"".join(pieces) == data
        assert [block for piece in pieces for block in _blocks(piece)] == _blocks(data), data
        several += len(pieces) > 1
    assert several > 100


def _blocks(data: bytes) -> list[tuple[str, str]]:
    return [(block.fingerprint, block.text) for block in parse(Format.MARKDOWN, data).tracked]


def test_an_ordinary_file_is_cut_at_every_item_and_heading() -> None:
    data = b"---\ntype: lore\n---\n# Lore\n\n## Facts\n\n- One\n  goes on.\n- [stale] Two\n\nText.\n"
    assert [len(piece) for piece in cut(data)] == [19, 8, 10, 17, 21]
    assert len(cut(data + b"```\n- code\n```\n")) == 1
