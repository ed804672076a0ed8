"""Train the categorizer's weights: ``python src/training/train.py [--with FILE.jsonl ...]``.

Needs numpy, scipy and scikit-learn.

Reads training/entries, asks the package for the features of each entry, fits two linear models (which of nine
categories; whether it may go by age) and writes src/memory_hygiene/core/kinds/weights.py: small whole numbers, packed.
``--with`` adds labelled entries in the form of JSON Lines with text, source_file, category and deletable.
"""

import argparse
import base64
import json
import sys
import zlib
from collections import Counter
from pathlib import Path

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from entries_file import Labelled, load  # noqa: E402

from memory_hygiene.core.kinds.category import Category  # noqa: E402
from memory_hygiene.core.kinds.features import features  # noqa: E402
from memory_hygiene.core.kinds.weighing import WORDING_SHARE, all_features, is_wording  # noqa: E402

TARGET = HERE.parent / "memory_hygiene" / "core" / "kinds" / "weights.py"
DAY = "2026-09-15"
RARE = 2
"""A feature seen in fewer entries than this is left out."""
STRENGTH = 2.0
CATEGORIES = [category.value for category in Category]
_WIDTH = 104


def read_lines(path: str) -> list[Labelled]:
    """Labelled entries from a file of JSON Lines."""
    rows = [json.loads(line) for line in Path(path).read_text("utf-8").splitlines()]
    return [
        Labelled(r["text"], r["source_file"], r["category"], r.get("second") or "", r["deletable"], r.get("lang", ""))
        for r in rows
    ]


def names_of(entry: Labelled) -> frozenset[str]:
    """The names of all features of an entry."""
    return all_features(features(entry.text, entry.source_file, DAY))


def matrix(rows: list[frozenset[str]], index: dict[str, int]) -> csr_matrix:
    """The entries by features; the wording counts for less than the cues."""
    places = [(row, index[name]) for row, names in enumerate(rows) for name in names if name in index]
    share = np.array([WORDING_SHARE if is_wording(name) else 1.0 for name in index])
    columns = [column for _, column in places]
    return csr_matrix((share[columns], ([row for row, _ in places], columns)), (len(rows), len(index)))


def fit(entries: list[Labelled], rows: list[frozenset[str]]) -> tuple[dict[str, int], np.ndarray, np.ndarray]:
    """The index of the features, the weights (nine categories and *deletable*), and the ten constants."""
    counted = Counter(name for names in rows for name in names)
    index = {name: place for place, name in enumerate(sorted(name for name, n in counted.items() if n >= RARE))}
    seen = matrix(rows, index)
    kinds = LogisticRegression(C=STRENGTH, max_iter=300, tol=1e-3).fit(seen, [entry.category for entry in entries])
    going = LogisticRegression(C=STRENGTH, max_iter=300, tol=1e-3).fit(seen, [entry.deletable for entry in entries])
    order = [list(kinds.classes_).index(name) for name in CATEGORIES]
    share = np.array([WORDING_SHARE if is_wording(name) else 1.0 for name in index])[:, None]
    weights = np.hstack([kinds.coef_[order].T, going.coef_.T]) * share
    return index, weights, np.append(kinds.intercept_[order], going.intercept_)


def packed(index: dict[str, int], weights: np.ndarray, constants: np.ndarray) -> tuple[float, list[float], str]:
    """The scale, the constants and the packed table: names by line, a zero byte, then ten signed bytes for each."""
    scale = float(np.abs(weights).max()) / 127
    whole = np.rint(weights / scale).astype(np.int8)
    used = np.abs(whole).max(axis=1) > 0
    names = "\n".join(name.replace("\n", " ") for name, keep in zip(index, used) if keep).encode()
    table = zlib.compress(names + b"\0" + whole[used].tobytes(), 9)
    return scale, [round(float(value), 4) for value in constants], base64.b64encode(table).decode("ascii")


def write(scale: float, constants: list[float], table: str) -> None:
    """Write the weights as a module of the package."""
    lines = [table[start : start + _WIDTH] for start in range(0, len(table), _WIDTH)]
    body = "\n".join(f"    {line!r}" for line in lines)
    TARGET.write_text(
        '"""The trained weights, written by src/training/train.py; not edited by hand (see docs/categories.md)."""\n\n'
        f"SCALE = {scale:.6g}\nCONSTANTS = {tuple(constants)!r}\n# fmt: off\nTABLE = (\n{body}\n)\n",
        "utf-8",
    )


def main() -> None:
    """Train on everything there is and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--with", dest="more", nargs="*", default=[], metavar="FILE")
    entries = load() + [entry for path in parser.parse_args().more for entry in read_lines(path)]
    trained = packed(*fit(entries, [names_of(entry) for entry in entries]))
    write(*trained)
    print(f"{len(entries)} entries, {TARGET.stat().st_size // 1024} KB written to {TARGET.name}")


if __name__ == "__main__":
    main()
