"""How well the categorizer does on labelled entries: the table of the nine kinds, *deletable*, by language.

python -m tests.benchmarks.categories ENTRIES.jsonl              the shipped weights (which may have seen these entries)
python -m tests.benchmarks.categories ENTRIES.jsonl --own        weights trained on training/entries alone
python -m tests.benchmarks.categories ENTRIES.jsonl --folds 5    cross-validated: own entries and the other folds
python -m tests.benchmarks.categories --own-folds 4              the own entries, cross-validated

All but the first need what src/training/train.py needs. Similar wordings share a fold. A hit on ``second`` counts half.
"""

import argparse
import importlib
import json
import re
import sys
import time
from collections import Counter, defaultdict
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from memory_hygiene.core.kinds import weighing
from memory_hygiene.core.kinds.categorizing import categorize
from memory_hygiene.core.kinds.category import Category, Judgement

DAY = "2026-09-15"
ALIKE = 0.35
"""From this share of common words on two entries are kept in one fold."""
_HELD = 800
"""Entries looked at for each word that they share, the latest first."""
TRAINING = Path(__file__).parent.parent.parent / "src" / "training"


class Entry(NamedTuple):
    """A labelled entry."""

    text: str
    source_file: str
    category: str
    second: str
    deletable: bool
    language: str


class Score(NamedTuple):
    """What counts: macro-F1, the share of Ambiguous, and *deletable* said, right, and to be found."""

    macro_f1: float
    by_category: dict[str, float]
    ambiguous: float
    said: int
    right: int
    to_find: int


def load(path: Path) -> list[Entry]:
    """The labelled entries of a file of JSON Lines."""
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    return [
        Entry(r["text"], r["source_file"], r["category"], r.get("second") or "", r["deletable"], r.get("lang", "?"))
        for r in rows
    ]


def judge(entries: list[Entry]) -> list[Judgement]:
    """Judge each with the weights in force."""
    return [categorize(entry.text, entry.source_file, DAY) for entry in entries]


def score(entries: list[Entry], judged: list[Judgement]) -> Score:
    """The figures of the goals."""
    right, missed, false = (defaultdict[str, float](float) for _ in range(3))
    for entry, judgement in zip(entries, judged):
        said = judgement.category.value
        part = 1.0 if said == entry.category else 0.5 if said == entry.second else 0.0
        right[entry.category] += part
        missed[entry.category] += 1 - part
        false[said] += 1 - part
    present = [c.value for c in Category if right[c.value] + missed[c.value]]
    f1 = {name: 2 * right[name] / (2 * right[name] + missed[name] + false[name]) for name in present}
    going = [entry.deletable for entry, judgement in zip(entries, judged) if judgement.deletable]
    ambiguous = sum(judgement.category is Category.AMBIGUOUS for judgement in judged) / len(judged)
    return Score(
        sum(f1.values()) / len(f1), f1, ambiguous, len(going), sum(going), sum(entry.deletable for entry in entries)
    )


def folds(entries: list[Entry], count: int) -> list[int]:
    """The fold of each entry; entries of similar wording share one."""
    group = _groups([frozenset(re.findall(r"\w+", entry.text.lower())) for entry in entries])
    order = {value: place for place, value in enumerate(dict.fromkeys(group))}
    return [order[value] * 7 % count for value in group]


def _groups(words: list[frozenset[str]]) -> list[int]:
    """The group of each set of words; sets that share ``ALIKE`` of their words, but for the commonest, are in one."""
    holders = defaultdict[str, list[int]](list)
    parent = list(range(len(words)))
    for place, held in enumerate(words):
        shared = Counter(other for word in held for other in holders[word][-_HELD:])
        for other in shared:
            if len(held & words[other]) >= ALIKE * len(held | words[other]):
                parent[_root(parent, place)] = _root(parent, other)
        for word in held:
            holders[word].append(place)
    return [_root(parent, place) for place in range(len(words))]


def _root(parent: list[int], place: int) -> int:
    while parent[place] != place:
        parent[place] = place = parent[parent[place]]
    return place


def judge_trained(train: list[Entry], asked: list[Entry]) -> list[Judgement]:
    """Judge with weights trained on ``train`` for this once."""
    from memory_hygiene.core.kinds import likenesses, weights

    trainer = _trainer()
    kept = (weights.SCALE, weights.CONSTANTS, weights.CALM, weights.TABLE, likenesses.SCALE, likenesses.TABLE)
    try:
        _put(trainer.packed(trainer.fit(train, [trainer.row_of(entry) for entry in train])))
        return judge(asked)
    finally:
        _put(kept)


def _put(found: tuple[Any, ...]) -> None:
    """Put weights in place of those in force."""
    from memory_hygiene.core.kinds import likeness, likenesses, weights

    weights.SCALE, weights.CONSTANTS, weights.CALM, weights.TABLE, likenesses.SCALE, likenesses.TABLE = found
    weighing._table.cache_clear()
    likeness.forget()


def _trainer() -> ModuleType:
    """The training script, which is no part of the package."""
    sys.path.insert(0, str(TRAINING))
    return importlib.import_module("train")


def cross_validated(entries: list[Entry], count: int, own: list[Entry]) -> list[Judgement]:
    """Each entry judged by weights that saw ``own`` and the other folds only."""
    fold = folds(entries, count)
    answers: dict[int, Judgement] = {}
    for number in range(count):
        asked = [place for place, value in enumerate(fold) if value == number]
        rest = [entry for entry, value in zip(entries, fold) if value != number]
        judged = judge_trained([*own, *rest], [entries[place] for place in asked])
        answers.update(zip(asked, judged))
    return [answers[place] for place in range(len(entries))]


def own_entries() -> list[Entry]:
    """The training entries of the repository."""
    return [Entry(*entry) for entry in _trainer().load()]


def table(entries: list[Entry], judged: list[Judgement]) -> str:
    """The report: the goals, by category, by language, who is taken for whom, what a confidence is worth."""
    result = score(entries, judged)
    lines = [
        f"{len(entries)} entries · macro-F1 {result.macro_f1:.3f} (goal 0.85) · Ambiguous {result.ambiguous:.1%}"
        f" (goal 12 %)",
        f"deletable: {result.said} said, {result.right} right (goal 99 %), {result.to_find} to find:"
        f" precision {result.right / max(1, result.said):.1%}, recall {result.right / max(1, result.to_find):.1%}"
        f" (goal 80 %)",
    ]
    parts = (_categories(entries, judged), _languages(entries, judged), _confusion(entries, judged))
    return "\n".join(line for part in (lines, *parts, _calibration(entries, judged)) for line in (*part, "")).rstrip()


def _categories(entries: list[Entry], judged: list[Judgement]) -> list[str]:
    f1 = score(entries, judged).by_category
    meant, said = Counter(entry.category for entry in entries), Counter(one.category.value for one in judged)
    lines = [f"{'category':20}     n  said    F1"]
    return lines + [f"{name:20} {meant[name]:5} {said[name]:5}  {value:.2f}" for name, value in f1.items()]


def _languages(entries: list[Entry], judged: list[Judgement]) -> list[str]:
    lines = [f"{'language':10}    n  category right  Ambiguous  deletable: said right to find"]
    for language in sorted({entry.language for entry in entries}):
        chosen = [(e, j) for e, j in zip(entries, judged) if e.language == language]
        right = sum(j.category.value == e.category for e, j in chosen)
        asks = sum(j.category is Category.AMBIGUOUS for _, j in chosen) / len(chosen)
        going = sum(j.deletable and e.deletable for e, j in chosen)
        said, find = sum(j.deletable for _, j in chosen), sum(e.deletable for e, _ in chosen)
        share = f"{right / len(chosen):5.0%}"
        lines.append(f"{language:10} {len(chosen):4}  {right:8} {share}  {asks:9.0%}  {said:15} {going:5} {find:7}")
    return lines


_SHORT = dict(zip((category.value for category in Category), ("SN", "TS", "HS", "TC", "Id", "Pr", "OR", "DF", "Am")))


def _confusion(entries: list[Entry], judged: list[Judgement]) -> list[str]:
    counted = Counter((entry.category, judgement.category.value) for entry, judgement in zip(entries, judged))
    lines = ["is (down), said    " + " " + "".join(f"{short:>6}" for short in _SHORT.values())]
    return lines + [f"{name:20}" + "".join(f"{counted[name, said] or '·':>6}" for said in _SHORT) for name in _SHORT]


_BINS = (0.0, 0.34, 0.5, 0.65, 0.8, 0.9, 0.97, 1.01)


def _calibration(entries: list[Entry], judged: list[Judgement]) -> list[str]:
    """How often an answer of each confidence is right, and by how much the two differ on the whole."""
    lines, gap = ["confidence     n   mean  right"], 0.0
    for low, high in pairwise(_BINS):
        chosen = [(e, j) for e, j in zip(entries, judged) if low <= j.confidence < high]
        if not chosen:
            continue
        right = sum(j.category.value == e.category for e, j in chosen) / len(chosen)
        mean = sum(j.confidence for _, j in chosen) / len(chosen)
        gap += abs(mean - right) * len(chosen) / len(judged)
        lines.append(f"{low:.2f}–{min(high, 1):.2f}  {len(chosen):5}   {mean:.2f}  {right:5.0%}")
    return [*lines, f"mean gap between confidence and truth: {gap:.3f}"]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("entries", type=Path, nargs="?")
    parser.add_argument("--own", action="store_true")
    parser.add_argument("--folds", type=int, default=0)
    parser.add_argument("--own-folds", type=int, default=0)
    asked = parser.parse_args()
    if asked.own_folds:
        entries = own_entries()
        print(table(entries, cross_validated(entries, asked.own_folds, [])))
    elif asked.entries is None:
        parser.error("name a file of labelled entries, or --own-folds")
    else:
        _judge_file(load(asked.entries), asked.own, asked.folds)


def _judge_file(entries: list[Entry], own: bool, count: int) -> None:
    start = time.perf_counter()
    if count:
        judged = cross_validated(entries, count, own_entries())
    else:
        judged = judge_trained(own_entries(), entries) if own else judge(entries)
    print(table(entries, judged))
    if not own and not count:
        print(f"\n{(time.perf_counter() - start) / len(entries) * 1000:.2f} ms an entry, loading included")


if __name__ == "__main__":
    main()
