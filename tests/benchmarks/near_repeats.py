"""How well near repeats are found, and how the work grows: tables of recall and of what is false, and ratios of time.

python -m tests.benchmarks.near_repeats [ENTRIES ...]
"""

import itertools
import random
import sys
import time
import tracemalloc
from collections import Counter
from collections.abc import Callable

from memory_hygiene.core.near.comparing import Likeness
from memory_hygiene.core.near.concepts import CONCEPTS
from memory_hygiene.core.near.merging import says_the_same
from memory_hygiene.core.near.reading import read
from memory_hygiene.core.planning.near_repeats import near_pairs
from tests.labelled_pairs import BESIDES, Labelled, entry, labelled_files, labelled_pairs, verdict_of

_KINDS = ("repeat", "value", "different")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def quality() -> None:
    """Print what the labelled pairs are found to be, by half and language, and what is found in the labelled files."""
    for split in ("tuned", "held-back"):
        _table(split, labelled_pairs(split))
    for split in ("tuned", "held-back"):
        _table(f"by meaning, {split}", labelled_pairs(split, "meaning.jsonl"))
        _table(f"newer values, {split}", labelled_pairs(split, "values.jsonl"))
    _table("not English", [pair for pair in labelled_pairs() if pair.lang != "en"])
    merged = [pair.id for pair in labelled_pairs() if says_the_same(read(pair.a), read(pair.b))]
    print(f"mergeable if asked: {len(merged)} pairs: {', '.join(merged)}")
    right = wrong = beside = duplicates = 0
    for file in labelled_files():
        duplicates += len(file.duplicates)
        for found in file.found:
            if found.first in file.duplicates.get(found.later, set()):
                right += 1
            elif (found.case, found.first, found.later) in BESIDES:
                beside += 1
            else:
                wrong += 1
    print(f"files: {right} of {duplicates} duplicates, {beside} more that a reader would name, {wrong} false")


def _table(title: str, pairs: list[Labelled]) -> None:
    verdicts = [(pair.kind, verdict_of(pair)) for pair in pairs]
    counts = Counter((kind, verdict.likeness if verdict else None) for kind, verdict in verdicts)
    print(f"{title:<24}" + "".join(f"{name:>13}" for name in ("repeat", "value", "translation", "nothing")))
    for kind in _KINDS:
        row = [counts[kind, likeness] for likeness in (Likeness.REPEAT, Likeness.VALUE, Likeness.TRANSLATION, None)]
        print(f"{kind:<24}" + "".join(f"{number:>13}" for number in row))
    true = sum(number for (kind, likeness), number in counts.items() if kind != "different" and likeness)
    missed = counts["repeat", None] + counts["value", None]
    false = sum(number for (kind, likeness), number in counts.items() if kind == "different" and likeness)
    print(f"recall {true / (true + missed):.1%}, false {false / max(1, true + false):.1%}\n")


def natural(size: int) -> list[str]:
    """Sentences whose words are as unequally common as a language's."""
    chance = random.Random(1)
    words = ["".join(chance.choices(_LETTERS, k=chance.randint(2, 10))) for _ in range(20_000)]
    weights = list(itertools.accumulate(1 / (rank + 2) for rank in range(len(words))))
    return [" ".join(chance.choices(words, cum_weights=weights, k=chance.randint(6, 25))) for _ in range(size)]


def alike(size: int) -> list[str]:
    """Entries that begin alike and end in a word of their own: the worst an index can meet."""
    chance = random.Random(2)
    return [f"User prefers the long beginning of thing {''.join(chance.choices(_LETTERS, k=7))}" for _ in range(size)]


def numbered(size: int) -> list[str]:
    """Entries that differ in a number only."""
    return [f"User prefers the long beginning of thing number {number}" for number in range(size)]


def nearly_identical(size: int) -> list[str]:
    """One long line again and again, each time with another letter somewhere."""
    chance = random.Random(3)
    line = "the nightly export of the harbour ledger is checked against the paper copy before anybody signs it"
    places = ((chance.randrange(len(line)), chance.choice(_LETTERS), chance.choice(_LETTERS)) for _ in range(size))
    return [line[:place] + one + line[place + 1 :] + other for place, one, other in places]


def one_word(size: int) -> list[str]:
    """One word, more and more often, up to a hundred times."""
    return ["berth " * (number % 100 + 1) + str(number) for number in range(size)]


def only_signs(size: int) -> list[str]:
    """Entries of Chinese signs, all from a few hundred."""
    chance = random.Random(4)
    signs = [chr(0x4E00 + number) for number in range(400)]
    return ["".join(chance.choices(signs, k=chance.randint(8, 40))) for _ in range(size)]


def very_long(size: int) -> list[str]:
    """Entries of about two thousand characters, a tenth as many: as much is read of each."""
    texts = natural(size)
    return [" ".join(texts[number : number + 20]) for number in range(0, size - 20, 10)]


def two_languages(size: int) -> list[str]:
    """Entries of words the lexicon knows, every second one in German."""
    chance = random.Random(5)
    rows = [line.split("|") for line in CONCEPTS.split("\n")[1:-1]]
    columns = [[row[column].replace("*", "").split()[0] for row in rows if row[column]] for column in (1, 2)]
    return [" ".join(chance.choices(columns[number % 2], k=chance.randint(3, 9))) for number in range(size)]


SHAPES = (natural, alike, numbered, nearly_identical, one_word, only_signs, very_long, two_languages)


def growth(sizes: list[int]) -> None:
    """Print seconds of processor time, and memory, per size and kind of text; ratios to the smallest size."""
    for make in SHAPES:
        base = 0.0
        for size in sizes:
            entries = [entry(text, number) for number, text in enumerate(make(size))]
            start = time.process_time()
            found = len(near_pairs(entries))
            spent = time.process_time() - start
            each = spent / len(entries)
            base = base or each
            print(
                f"{make.__name__:<16}{len(entries):>8} entries: {spent:7.2f} s, {each / base:5.2f} times the first "
                f"per entry, {found} pairs, {_memory(make, size)} bytes an entry",
                flush=True,
            )


def _memory(make: Callable[[int], list[str]], size: int) -> int:
    """The most memory taken at once, per entry; measured on at most 5,000, as measuring is slow."""
    entries = [entry(text, number) for number, text in enumerate(make(min(size, 5_000)))]
    tracemalloc.start()
    near_pairs(entries)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak // len(entries)


if __name__ == "__main__":
    quality()
    growth([int(argument) for argument in sys.argv[1:]] or [5_000, 20_000, 100_000])
