"""Generated stores: what agents, people and importers write, and what nobody should."""

from hypothesis import strategies as st

WORDS = [
    "berth",
    "pump",
    "ledger",
    "Friday",
    "8410",
    "not",
    "never",
    "depot",
    "`code`",
    "**bold**",
    "café",
    "東京",
    "https://a.test/x",
    "[link](u.md)",
    "e.g.",
]
TAGS = [
    "[superseded]",
    "[Superseded by: the other]",
    "[stale]",
    "[archive]",
    "[obsolete]",
    "[prune]",
    "[wrong]",
    "[expired:2026-01-31]",
    "[expired:2030-01-31]",
    "[expired:soon]",
    "**[stale]**",
    "[ stale ]",
    "[archive](url.md)",
    "[UNVERIFIED]",
]
ENDINGS = st.sampled_from(["\n", "\n", "\n", "\r\n"])


def sentences(low: int = 1, high: int = 8) -> st.SearchStrategy[str]:
    """A few words, now and then the same ones again."""
    words = st.lists(st.sampled_from(WORDS), min_size=low, max_size=high).map(" ".join)
    return st.one_of(words, st.sampled_from(["Deploys run on Fridays.", "Orders are append-only."]))


def tagged() -> st.SearchStrategy[str]:
    """A sentence, often under a tag, sometimes struck through as a whole."""
    under_tag = st.builds("{} {}".format, st.sampled_from(TAGS), sentences())
    return st.one_of(sentences(), under_tag, sentences().map(lambda text: f"~~{text}~~"))


def list_items() -> st.SearchStrategy[str]:
    """One list item: any marker, maybe a checkbox, a lazy line, children, a second paragraph or a fence."""
    marker = st.sampled_from(["- ", "- ", "* ", "+ ", "1. ", "2) ", "- [ ] ", "- [x] "])
    more = st.sampled_from(
        [
            "",
            "",
            "",
            "\n  second line",
            "\nlazy line",
            "\n  - child",
            "\n  - [stale] child",
            "\n\n  paragraph",
            "\n  ```\n  x\n  ```",
        ]
    )
    return st.builds("{}{}{}".format, marker, tagged(), more)


def tables() -> st.SearchStrategy[str]:
    """A GFM table with a few rows."""
    rows = st.lists(st.builds("| {} | 2026-0{}-11 |".format, tagged(), st.integers(1, 9)), min_size=0, max_size=4)
    return rows.map(lambda lines: "\n".join(["| a | b |", "|---|---|", *(line.replace("\n", " ") for line in lines)]))


def markdown_blocks() -> st.SearchStrategy[str]:
    """One block of a Markdown memory file."""
    items = st.lists(list_items(), min_size=1, max_size=5).flatmap(
        lambda lines: st.sampled_from(["\n", "\n", "\n\n"]).map(lambda gap: gap.join(lines))
    )
    return st.one_of(
        items,
        items,
        tagged(),
        tables(),
        sentences(1, 3).map("## {}".format),
        sentences(1, 3).map("{}\n---".format),
        st.sampled_from(
            ["***", "---", "> quoted\n> more", "<!-- note -->", "<div>\n\nx\n</div>", "    code", "[ref]: u.md"]
        ),
        st.sampled_from(
            ["```\n- not an item\n```", "~~~\nopen fence", "[^1]: a footnote", "===", "- \n\n- x", "1986\\. year"]
        ),
    )


@st.composite
def markdown_stores(draw: st.DrawFn) -> bytes:
    """A Markdown store: blocks with one or more line endings between them, CRLF, BOM, missing final newline."""
    parts: list[str] = []
    for block in draw(st.lists(markdown_blocks(), min_size=0, max_size=9)):
        parts += [block, draw(st.sampled_from(["\n\n", "\n\n", "\n\n", "\n", "\n\n\n", "\n \n"]))]
    if parts and draw(st.sampled_from([True, False])):
        parts.pop()
    head = draw(st.sampled_from(["", "", "", "\ufeff", "---\nkey: value\n---\n\n", "# Lore\n\n"]))
    return (head + "".join(parts)).replace("\n", draw(ENDINGS)).encode()


def section_sign_entries() -> st.SearchStrategy[str]:
    """One entry of a § store: mostly a line, sometimes several, sometimes odd."""
    odd = st.sampled_from(
        [
            "§ 4 applies",
            "- a\n- b",
            "a\n\nb",
            "§§",
            "x\n§ ",
            "\u00a0edge",
            "🎉 emoji",
            "line\u2028sep",
            "[BLOCKED: x]",
            "#h",
        ]
    )
    return st.one_of(tagged(), tagged(), odd)


@st.composite
def section_sign_stores(draw: st.DrawFn) -> bytes:
    """A § store, canonical or drifted: padding, blank lines round the delimiter, repeats, CRLF, glued signs."""
    delimiters = st.sampled_from(["\n§\n", "\n§\n", "\n§\n", "\n\n§\n\n", "\n§\n ", "\n§ \n", "\n§\n§\n"])
    parts: list[str] = []
    for entry in draw(st.lists(section_sign_entries(), min_size=0, max_size=8)):
        parts += [entry, draw(delimiters)]
    if parts and draw(st.sampled_from([True, True, False])):
        parts.pop()
    tail = draw(st.sampled_from(["", "", "\n", "  \n"]))
    return ("".join(parts) + tail).replace("\n", draw(ENDINGS)).encode()
