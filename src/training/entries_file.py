"""The training entries: groups of lines under ``## Category | second | deletable or keep | FILE``, one entry a line."""

from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent / "entries"


class Labelled(NamedTuple):
    """An entry with its labels; ``second`` is "" for none."""

    text: str
    source_file: str
    category: str
    second: str
    deletable: bool
    language: str


def load(folder: Path = FOLDER) -> list[Labelled]:
    """Every entry of the training files, in order. ``\\n`` within a line is a line break."""
    return [entry for path in sorted(folder.glob("*.txt")) for entry in _of_file(path)]


def _of_file(path: Path) -> list[Labelled]:
    found: list[Labelled] = []
    category, second, fate, name = "", "", "", ""
    for line in path.read_text("utf-8").split("\n"):
        if line.startswith("## ") and line.count(" | ") == 3:
            category, second, fate, name = line[3:].split(" | ")
            assert fate in ("deletable", "keep"), f"{path}: {line}"
        elif line.strip():
            text, language = line.replace("\\n", "\n"), path.stem.partition("-")[0]
            found.append(Labelled(text, name, category, second.replace("-", ""), fate == "deletable", language))
    return found
