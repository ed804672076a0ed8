"""Documents by number: the same seed gives the same Markdown memory file on every machine.

They are made of everything CommonMark and GFM have, tags where they count and where they do not, repeats, and the
accidents that editors and importers leave: CRLF, tabs, a BOM, no final newline, blank lines with blanks in them.
"""

from collections.abc import Callable, Iterator
from random import Random

_WORDS = [
    word
    for line in (
        "berth pump ledger Friday 8410 never depot `code` **bold** café 東京 https://a.test/x [link](u.md) [ref]",
        "e.g. 2026-03-11 ~~half~~ *it* \\[x] &amp; <b>raw</b> ![i](p.png)",
    )
    for word in line.split()
]
_TAGS = [
    tag
    for line in (
        "[superseded] |[superseded by: the other] |[contradicted] |[wrong] |[obsolete] |[prune] |[expired:2026-01-31] ",
        "[expired:2030-01-31] |[expired:soon] |[stale] |[archive] |[STALE] |**[stale]** |[ prune ] |[archive](u.md) ",
        "[obsolete]: u.md |[stale][ref] |`[prune]` |\\[prune] |[UNVERIFIED] ",
    )
    for tag in line.split("|")
]
_MARKERS = ("- ", "- ", "* ", "+ ", "1. ", "1) ", "7. ", "- [ ] ", "- [x] ", "-   ", "-\t")
_OTHERS = (
    *("***", "---", "===", "#", "- ", "> quoted\n> - [prune] in a quote", "<!-- note -->", "<div>\n\nx\n</div>"),
    *("    code\n    more", "[ref]: u.md", "[stale]: u.md 'title'", "[^1]: a footnote", "~~~\nopen fence"),
    *("```\n- [prune] in a fence\n```", "| a |\n|---|", "\\- not a list", "1986. year"),
    *("<pre>\n\n- [prune] raw\n</pre>", "Setext\n======", "Setext\n---"),
)


def document(seed: int) -> bytes:
    """The Markdown document with this number."""
    random = Random(seed)
    parts: list[str] = [random.choice(("", "", "", "\ufeff", "---\nkey: value\n---\n\n", "# Lore\n\n"))]
    for _ in range(random.randrange(9)):
        parts += [_block(random), random.choice(("\n\n", "\n\n", "\n\n", "\n", "\n\n\n", "\n \n"))]
    text = "".join(parts)
    if random.random() < 0.3:
        text = text.rstrip("\n")
    return text.replace("\n", random.choice(("\n", "\n", "\n", "\r\n", "\r"))).encode()


def _block(random: Random) -> str:
    make: Callable[[Random], str] = random.choice((_list, _list, _list, _entry, _table, _heading, _other))
    return make(random)


def _words(random: Random, most: int = 9) -> str:
    if random.random() < 0.15:
        return random.choice(("Deploys run on Fridays.", "Orders are append-only."))
    return " ".join(random.choice(_WORDS) for _ in range(random.randint(1, most)))


def _entry(random: Random) -> str:
    text = _words(random, random.choice((4, 9, 30)))
    kind = random.random()
    if kind < 0.45:
        return random.choice(_TAGS) + text
    return f"~~{text}~~" if kind < 0.55 else text


def _list(random: Random) -> str:
    marker = random.choice(_MARKERS)
    gap = random.choice(("\n", "\n", "\n\n"))
    items = [
        _item(random, random.choice((marker, marker, random.choice(_MARKERS))), 0) for _ in range(random.randint(1, 5))
    ]
    return gap.join(items)


def _item(random: Random, marker: str, depth: int) -> str:
    indent = " " * len(marker.replace("[ ] ", "").replace("[x] ", ""))
    lines = [marker + _entry(random)]
    for part in _parts(random, depth):
        lines += ["" if not line else indent + line for line in part.split("\n")]
    if random.random() < 0.1:
        lines.append("lazy line")
    return "\n".join(lines)


def _parts(random: Random, depth: int) -> Iterator[str]:
    """What an item holds beyond its first line."""
    for _ in range(random.choice((0, 0, 0, 1, 2))):
        kind = random.random()
        if kind < 0.5 and depth < 3:
            yield _item(random, random.choice(_MARKERS), depth + 1)
        elif kind < 0.65:
            yield "\n" + _words(random)
        elif kind < 0.75:
            yield "```\n- [prune] in a fence\n```"
        elif kind < 0.85:
            yield "> - [prune] quoted"
        else:
            yield _words(random)


def _table(random: Random) -> str:
    rows = [f"| {_entry(random)} | {_words(random, 3)} |".replace("\n", " ") for _ in range(random.randrange(5))]
    return "\n".join(["| a | b |", "|---|---|", *rows])


def _heading(random: Random) -> str:
    return f"{'#' * random.randint(1, 4)} {_words(random, 3)}"


def _other(random: Random) -> str:
    return random.choice(_OTHERS)
