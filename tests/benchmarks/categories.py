"""How well the categorizer does on labelled entries: the table of the nine kinds, *deletable*, by language.

python -m tests.benchmarks.categories ENTRIES.jsonl              the shipped weights (which may have seen these entries)
python -m tests.benchmarks.categories ENTRIES.jsonl --own        weights trained on training/entries alone
python -m tests.benchmarks.categories ENTRIES.jsonl --folds 5    cross-validated: own entries and the other folds

``--own`` and ``--folds`` need numpy, scipy and scikit-learn. Similar wordings share
a fold. A hit on ``second`` counts half.
"""

import argparse
import importlib
import json
import re
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from memory_hygiene.core.kinds import weighing
from memory_hygiene.core.kinds.categorizing import categorize
from memory_hygiene.core.kinds.category import Category, Judgement

DAY = "2026-09-15"
ALIKE = 0.35
"""From this share of common words on two entries are kept in one fold."""
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
    words = [frozenset(re.findall(r"\w+", entry.text.lower())) for entry in entries]
    group = list(range(len(entries)))
    for one in range(len(entries)):
        for other in range(one):
            if len(words[one] & words[other]) >= ALIKE * len(words[one] | words[other]):
                group = [group[other] if value == group[one] else value for value in group]
    order = {value: place for place, value in enumerate(dict.fromkeys(group))}
    return [order[value] * 7 % count for value in group]


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


def cross_validated(entries: list[Entry], count: int) -> list[Judgement]:
    """Each entry judged by weights that saw the own entries and the other folds only."""
    own = _trainer().load()
    fold = folds(entries, count)
    answers: dict[int, Judgement] = {}
    for number in range(count):
        asked = [place for place, value in enumerate(fold) if value == number]
        rest = [entry for entry, value in zip(entries, fold) if value != number]
        judged = judge_trained([*own, *rest], [entries[place] for place in asked])
        answers.update(zip(asked, judged))
    return [answers[place] for place in range(len(entries))]


def table(entries: list[Entry], judged: list[Judgement]) -> str:
    """The report: goals, by kind, by language, confusion, calibration."""
    result = score(entries, judged)
    lines = [
        f"{len(entries)} entries · macro-F1 {result.macro_f1:.3f} (goal 0.85) · Ambiguous {result.ambiguous:.1%}"
        f" (goal 12 %)",
        f"deletable: {result.said} said, {result.right} right (goal 99 %), {result.to_find} to find:"
        f" precision {result.right / max(1, result.said):.1%}, recall {result.right / max(1, result.to_find):.1%}"
        f" (goal 80 %)",
        "F1: " + " · ".join(f"{name} {value:.2f}" for name, value in result.by_category.items()),
        "",
        "language  n  right  deletable right/said/to find",
    ]
    for language in sorted({entry.language for entry in entries}):
        chosen = [(e, j) for e, j in zip(entries, judged) if e.language == language]
        right = sum(j.category.value == e.category for e, j in chosen)
        going = sum(j.deletable and e.deletable for e, j in chosen)
        said, find = sum(j.deletable for _, j in chosen), sum(e.deletable for e, _ in chosen)
        lines.append(f"{language:6} {len(chosen):4}  {right / len(chosen):5.0%}  {going}/{said}/{find}")
    return "\n".join([*lines, "", *_confusion(entries, judged), "", *_calibration(entries, judged)])


def _confusion(entries: list[Entry], judged: list[Judgement]) -> list[str]:
    counted = Counter((entry.category, judgement.category.value) for entry, judgement in zip(entries, judged))
    names = [category.value for category in Category]
    initials = ["".join(word[0] for word in name.split()) + name.split()[0][1:3] for name in names]
    lines = [" " * 20 + "".join(f"{short:>6}" for short in initials)]
    return lines + [f"{name:20}" + "".join(f"{counted[name, said] or '·':>6}" for said in names) for name in names]


def _calibration(entries: list[Entry], judged: list[Judgement]) -> list[str]:
    lines = ["confidence   n  right"]
    for low in (0.0, 0.4, 0.6, 0.8, 0.9):
        high = {0.0: 0.4, 0.4: 0.6, 0.6: 0.8, 0.8: 0.9, 0.9: 1.01}[low]
        chosen = [(e, j) for e, j in zip(entries, judged) if low <= j.confidence < high]
        right = sum(j.category.value == e.category for e, j in chosen) / max(1, len(chosen))
        lines.append(f"{low:.1f}–{min(high, 1):.1f}  {len(chosen):5}  {right:5.0%}")
    return lines


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("entries", type=Path)
    parser.add_argument("--own", action="store_true")
    parser.add_argument("--folds", type=int, default=0)
    asked = parser.parse_args()
    entries = load(asked.entries)
    start = time.perf_counter()
    if asked.folds:
        judged = cross_validated(entries, asked.folds)
    else:
        judged = judge_trained(_trainer().load(), entries) if asked.own else judge(entries)
    print(table(entries, judged))
    if not asked.own and not asked.folds:
        print(f"\n{(time.perf_counter() - start) / len(entries) * 1000:.2f} ms an entry, loading included")


if __name__ == "__main__":
    main()
