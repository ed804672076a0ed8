"""The training entries of the categorizer are what their data card says."""

import importlib
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any

TRAINING = Path(__file__).parent.parent / "src" / "training"
CARD = (TRAINING / "DATA_CARD.md").read_text("utf-8")
FOREIGN = ("de", "es", "fr", "ja", "pt", "ru", "zh")


def _entries() -> list[Any]:
    """Every training entry, read by the training code's own reader, which is no part of the package."""
    sys.path.append(str(TRAINING))
    try:
        return list(importlib.import_module("entries_file").load())
    finally:
        sys.path.remove(str(TRAINING))


def _stated(before: str, after: str) -> int:
    """The number between two phrases of the data card, which may be broken over lines."""
    found = re.search(rf"{before}\s+([\d,]+)\s+{after}", CARD)
    assert found, f"the data card no longer says how many: {before} … {after}"
    return int(found[1].replace(",", ""))


def test_there_are_as_many_entries_as_the_data_card_says() -> None:
    count = Counter(entry.language for entry in _entries())
    assert count.total() > _stated("More than", "memory entries")
    assert count["en"] > _stated("more than", "in English")
    assert min(count[language] for language in FOREIGN) > _stated("more than", "in each of")


def test_no_training_entry_stands_under_two_labels() -> None:
    labels: dict[tuple[str, str], Any] = {}
    for entry in _entries():
        first = labels.setdefault((entry.text, entry.source_file), entry)
        assert (first.category, first.deletable) == (entry.category, entry.deletable), entry.text
