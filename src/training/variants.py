"""Variants of training entries, made by rule, that teach what the guide's precedence says whatever the words are.

A word late in a liking, a command, a deed, a state or a fact becomes an address, a path, a version; the label stays,
so that a value outvotes no construction (precedence 2, 3 and 5). The same entries and seed give the same variants.
"""

import random
import re
from collections.abc import Iterator

from entries_file import Labelled

SEED = 20260915
WEIGHT = 0.3
"""What a variant counts for beside a written entry (set by cross-validation)."""
_SHARE = 0.6
"""The share of the entries without a value that get a variant with one."""
_TAKES_A_VALUE = frozenset(
    ["Preference", "Operating Rule", "Session Note", "Temporary State", "Durable Fact", "Identity"]
)
_VALUE = r"https?://|[\w.]/\w|`|\d\.\d|_|\$|=|\b\w+\.\w{2,4}\b"
_PLAIN = r"[^\W\d_]{3,}"
_NAMES = ("alder", "birch", "cedar", "dune", "ember", "fjord", "gable", "heron", "ivory", "jolt", "kelp", "larch")


def variants(entries: list[Labelled]) -> Iterator[tuple[int, Labelled]]:
    """Each variant with the place of the entry that it comes from."""
    dice = random.Random(SEED)
    for place, entry in enumerate(entries):
        made = _with_a_value(entry, dice) if dice.random() < _SHARE else None
        if made is not None:
            yield place, made


def _with_a_value(entry: Labelled, dice: random.Random) -> Labelled | None:
    words = entry.text.split(" ")
    if entry.category not in _TAKES_A_VALUE or len(words) < 4 or re.search(_VALUE, entry.text):
        return None
    open_to = [place for place, word in enumerate(words) if place > 1 and re.fullmatch(_PLAIN, word.rstrip(".,;:!?"))]
    if not open_to:
        return None
    chosen = dice.choice(open_to[-3:])
    bare = words[chosen].rstrip(".,;:!?")
    words[chosen] = _value(dice) + words[chosen][len(bare) :]
    return entry._replace(text=" ".join(words))


def _value(dice: random.Random) -> str:
    name, number = dice.choice(_NAMES), dice.randint(2, 9999)
    forms = (
        f"https://{name}.example.test/{number}",
        f"https://example.org/{name}/{number}.html",
        f"/srv/{name}/{number}",
        f"~/{name}/notes.md",
        f"`{name}-{number}`",
        f"`make {name}`",
        f"10.0.{number % 250}.{number % 200}",
        f"{name}.local",
        f"`{name.upper()}_ID={number}`",
        f"v{number % 9}.{number % 7}.2",
        f"{name}/{name}.py",
    )
    return dice.choice(forms)
