"""The labelled pairs of tests/pairs and the labelled files of tests/files, and what is found in them."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from memory_hygiene.core.fingerprint import fingerprint
from memory_hygiene.core.model import Block, Format, Kind, Shape
from memory_hygiene.core.near.comparing import Verdict, compare
from memory_hygiene.core.near.meaning import meaning_of
from memory_hygiene.core.near.reading import read
from memory_hygiene.core.near.translating import same_meaning
from memory_hygiene.core.planning.near_repeats import Entry, NearPair, near_pairs
from memory_hygiene.core.planning.repeats import may_repeat
from memory_hygiene.formats import parse

HERE = Path(__file__).parent
BESIDES = {
    ("d1-lore-markers", 2, 12): "the later one adds three words",
    ("e1-claude-md", 5, 29): "the later one says the same and who decided it",
    ("e1-claude-md", 39, 40): "611 tests and then 742: a trap of the case, not among its duplicates",
}
"""Pairs the sidecars do not list as duplicates and a reader would, with the reason."""


class Labelled(NamedTuple):
    """A labelled pair."""

    id: str
    kind: str
    lang: str
    split: str
    a: str
    b: str


class Found(NamedTuple):
    """A pair found in a labelled file, by the numbers of its entries."""

    case: str
    first: int
    later: int
    verdict: Verdict | None


def labelled_pairs(split: str = "", file: str = "near.jsonl") -> list[Labelled]:
    """The pairs of one half, or all; in ``meaning.jsonl`` are those that share what they mean, not words."""
    rows = (json.loads(line) for line in (HERE / "pairs" / file).read_text("utf-8").splitlines())
    pairs = [Labelled(row["id"], row["kind"], row["lang"], row["split"], row["a"], row["b"]) for row in rows]
    return [pair for pair in pairs if split in ("", pair.split)]


def verdict_of(pair: Labelled) -> Verdict | None:
    """What the pair is found to be."""
    a, b = read(pair.a), read(pair.b)
    return compare(a, b) or same_meaning(meaning_of(a), meaning_of(b))


def entry(text: str, number: int = 0, path: str = "MEMORY.md") -> Entry:
    """An entry of a § store that stands in a place of its own."""
    block = Block(Kind.ENTRY, Shape.SECTION_SIGN, number, number, number, text, fingerprint(text), (), 0, True)
    return Entry(path, block)


def pairs_in(texts: list[str]) -> list[NearPair]:
    """The pairs found among these entries of one store."""
    return near_pairs(entry(text, number) for number, text in enumerate(texts))


class LabelledFile(NamedTuple):
    """A labelled file: the pairs its sidecar calls duplicates, each later entry with all that are the same, and those
    found."""

    case: str
    duplicates: dict[int, set[int]]
    found: list[Found]


def labelled_files() -> Iterator[LabelledFile]:
    """Every file of tests/files, with what is found in it."""
    for sidecar in sorted((HERE / "files").glob("*/*.json")):
        labels = json.loads(sidecar.read_text("utf-8"))
        style = Format.SECTION_SIGN if labels["family"] == "hermes" else Format.MARKDOWN
        document = parse(style, sidecar.with_suffix(".md").read_bytes())
        numbers = {block.start: number for number, block in enumerate(document.counted, 1)}
        pairs = near_pairs(Entry("x", block) for block in document.blocks if may_repeat(block))
        found = [
            Found(labels["case"], numbers[pair.first.block.start], numbers[pair.later.block.start], pair.verdict)
            for pair in pairs
        ]
        duplicates: dict[int, set[int]] = {}
        for group in labels["duplicates"]:
            whole = {group["first"], *(later["entry"] for later in group["later"])}
            duplicates |= {later["entry"]: whole - {later["entry"]} for later in group["later"]}
        yield LabelledFile(labels["case"], duplicates, found)
