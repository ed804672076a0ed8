"""Phrases of the lexicon found in a reading, each with the place where it stands."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from .lexicon import WORDS
from .reading import Reading

_CJK_START = "\u3040"
_LONGEST_SIGNS = 6
_SHORTEST_STEM = 3


class Found(NamedTuple):
    """A cue, the words that showed it, and the place of the first of them among the tokens."""

    cue: str
    words: str
    place: int


class _Index(NamedTuple):
    phrases: dict[str, tuple[str, ...]]
    stems: dict[str, tuple[str, ...]]
    signs: dict[str, tuple[str, ...]]
    openers: frozenset[str]


@cache
def _index() -> _Index:
    """The lexicon by phrase, made once on first use."""
    phrases: dict[str, set[str]] = {}
    stems: dict[str, set[str]] = {}
    signs: dict[str, set[str]] = {}
    for cue, listed in WORDS.items():
        for phrase in (" ".join(part.split()) for part in listed.split("|")):
            if phrase[:1] >= _CJK_START:
                signs.setdefault(phrase.rstrip("。"), set()).add(cue)
            elif phrase.endswith("*"):
                stems.setdefault(phrase[:-1], set()).add(cue)
            elif phrase:
                phrases.setdefault(phrase.casefold(), set()).add(cue)
    openers = frozenset(phrase.split(" ")[0] for phrase in phrases if " " in phrase)
    return _Index(_settled(phrases), _settled(stems), _settled(signs), openers)


def _settled(table: dict[str, set[str]]) -> dict[str, tuple[str, ...]]:
    return {key: tuple(sorted(cues)) for key, cues in table.items()}


def find(reading: Reading) -> Iterator[Found]:
    """Every cue in the reading, in order of place."""
    index = _index()
    for place, token in enumerate(reading.folded):
        if token[0] >= _CJK_START:
            yield from _in_signs(index, token, place)
        else:
            yield from _at(index, reading.folded, place)


def _at(index: _Index, folded: tuple[str, ...], place: int) -> Iterator[Found]:
    token = folded[place]
    phrase = token
    for length in range(1, 5 if token in index.openers else 2):
        if length > 1:
            if place + length > len(folded):
                break
            phrase = f"{phrase} {folded[place + length - 1]}"
        for cue in index.phrases.get(phrase, ()):
            yield Found(cue, phrase, place)
    for end in range(_SHORTEST_STEM, min(len(token), 14) + 1):
        for cue in index.stems.get(token[:end], ()):
            yield Found(cue, token, place)


def _in_signs(index: _Index, run: str, place: int) -> Iterator[Found]:
    for start in range(len(run)):
        for end in range(start + 1, min(start + _LONGEST_SIGNS, len(run)) + 1):
            for cue in index.signs.get(run[start:end], ()):
                yield Found(cue, run[start:end], place)
