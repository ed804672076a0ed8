"""A LORE.md of any number of lines by seed: what long-lived sanctum folders hold, and what has come due in them.

Headings, items with and without tags, nested items with tags of their own, lazy lines, second paragraphs, repeats in
one section, tables with tagged rows, fences and quotes that only look like tags.
"""

from collections.abc import Callable
from random import Random

_SUBJECTS = ("The pump", "Berth twelve", "The ledger", "A deploy", "The kiosk", "The tide loader", "Her print shop")
_VERBS = ("needs", "never sees", "answers", "is older than", "waits for", "was measured against", "shares a key with")
_OBJECTS = ("the second meter", "a full restart", "channel 20", "the price list", "the office on Fridays", "`id_attic`")
_TAGS = (
    *("[superseded]", "[superseded by: the new one]", "[contradicted]", "[wrong]", "[obsolete]", "[prune]"),
    *("[expired:2026-01-31]", "[stale]", "[archive]", "[STALE]", "**[stale]**", "[ prune ]"),
)
_TEXTS = ("[expired:2031-01-31]", "[archive](notes.md)", "`[prune]`", "\\[prune]", "[UNVERIFIED]")
_QUOTES = ("> - [prune] somebody else's words", "    - [prune] indented code", "<!-- [prune] -->", "***")


def lore(seed: int, lines: int, ending: str = "\n") -> bytes:
    """A file of exactly this many lines, in these line endings."""
    random = Random(seed)
    parts = ["---", "type: sanctum-lore", "agent: heron", "---", "", "# Lore", ""]
    while len(parts) < lines - 40:
        parts += _section(random, f"## Topic {len(parts)}")
    parts += [f"- Filler {number} ends the file." for number in range(lines - len(parts))]
    return "".join(line + ending for line in parts).encode()


def _section(random: Random, heading: str) -> list[str]:
    parts = [heading, ""]
    for _ in range(random.randint(1, 3)):
        make: Callable[[Random], list[str]] = random.choice((_list, _list, _list, _table, _fence, _paragraph, _quote))
        parts += [*make(random), ""]
    return parts


def _sentence(random: Random) -> str:
    words = (random.choice(_SUBJECTS), random.choice(_VERBS), random.choice(_OBJECTS))
    return f"{' '.join(words)}, {random.randrange(10_000)} times."


def _tagged(random: Random) -> str:
    kind = random.random()
    if kind < 0.25:
        return f"{random.choice(_TAGS)} {_sentence(random)}"
    if kind < 0.3:
        return f"~~{_sentence(random)}~~"
    return f"{random.choice(_TEXTS)} {_sentence(random)}" if kind < 0.4 else _sentence(random)


def _list(random: Random) -> list[str]:
    marker = random.choice(("- ", "- ", "* ", "1. ", "1) ", "- [ ] "))
    items = [_item(random, marker) for _ in range(random.randint(2, 9))]
    if random.random() < 0.5:
        items.insert(random.randrange(1, len(items) + 1), random.choice(items))
    return [line for item in items for line in item]


def _item(random: Random, marker: str) -> list[str]:
    indent = " " * (3 if marker[0] == "1" else 2)
    parts = [marker + _tagged(random)]
    kind = random.random()
    if kind < 0.2:
        parts += [f"{indent}- {_tagged(random)}" for _ in range(random.randint(1, 3))]
    elif kind < 0.3:
        parts += ["", indent + _sentence(random), ""]
    elif kind < 0.4:
        parts.append(random.choice((indent, "")) + "goes on here.")
    elif kind < 0.45:
        parts += [f"{indent}```", f"{indent}- [prune] in a fence", f"{indent}```"]
    return parts


def _table(random: Random) -> list[str]:
    rows = [f"| {_tagged(random)} | {random.randrange(100)} |" for _ in range(random.randint(2, 6))]
    return ["| what | how often |", "|---|---|", *rows]


def _fence(random: Random) -> list[str]:
    return ["```sh", f"- [prune] {_sentence(random)}", "", "```"]


def _paragraph(random: Random) -> list[str]:
    return [_tagged(random), _sentence(random)]


def _quote(random: Random) -> list[str]:
    return [random.choice(_QUOTES)]
