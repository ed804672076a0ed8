"""Phrases of the lexicon found in a reading, each with the place where it stands."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from .lexicon import WORDS
from .lexicons import de, es, fr, ja, pt, ru, zh
from .reading import Reading

_CJK_START = "\u3040"
_LONGEST_SIGNS = 6
_LONGEST_PHRASE = 4
_SHORTEST_STEM, _LONGEST_STEM = 3, 18
_LONGEST_HEAD = 12
"""Letters of the last word of a German compound that are looked up."""
_ELIDED = frozenset(["l", "d", "j", "qu", "n", "s", "c", "m", "t", "lorsqu", "puisqu", "jusqu"])
"""What stands before an apostrophe in French and hides the word behind it."""
_WORDS = (WORDS, de.WORDS, fr.WORDS, es.WORDS, pt.WORDS, ru.WORDS, ja.WORDS, zh.WORDS)


class Found(NamedTuple):
    """A cue, the words that showed it, and the place of the first of them among the tokens."""

    cue: str
    words: str
    place: int


class _Index(NamedTuple):
    phrases: dict[str, tuple[str, ...]]
    stems: dict[str, tuple[str, ...]]
    heads: dict[str, tuple[str, ...]]
    signs: dict[str, tuple[str, ...]]
    openers: frozenset[str]


@cache
def _index() -> _Index:
    """The lexicon by phrase, made once on first use."""
    phrases: dict[str, set[str]] = {}
    stems: dict[str, set[str]] = {}
    heads: dict[str, set[str]] = {}
    signs: dict[str, set[str]] = {}
    for cue, listed in (pair for words in _WORDS for pair in words.items()):
        for phrase in (" ".join(part.split()) for part in listed.split("|")):
            if phrase[:1] == "*":
                heads.setdefault(phrase[1:].casefold(), set()).add(cue)
            elif phrase[:1] >= _CJK_START:
                signs.setdefault(phrase.rstrip("。"), set()).add(cue)
            elif phrase.endswith("*"):
                stems.setdefault(phrase[:-1].casefold(), set()).add(cue)
            elif phrase:
                phrases.setdefault(phrase.casefold(), set()).add(cue)
    openers = frozenset(phrase.split(" ")[0] for phrase in (*phrases, *stems) if " " in phrase)
    return _Index(_settled(phrases), _settled(stems), _settled(heads), _settled(signs), openers)


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
    for word in (token, *_unelided(token)):
        yield from _phrases(index, word, folded, place)
        for end in range(_SHORTEST_STEM, min(len(word), _LONGEST_STEM) + 1):
            for cue in index.stems.get(word[:end], ()):
                yield Found(cue, word, place)
    for start in range(max(2, len(token) - _LONGEST_HEAD), len(token) - _SHORTEST_STEM):
        for cue in index.heads.get(token[start:], ()):
            yield Found(cue, token, place)


def _unelided(token: str) -> tuple[str, ...]:
    """The word behind an elided one: *assurance* of *l'assurance*."""
    before, apostrophe, word = token.partition("'")
    return (word,) if apostrophe and before in _ELIDED and len(word) >= _SHORTEST_STEM else ()


def _phrases(index: _Index, word: str, folded: tuple[str, ...], place: int) -> Iterator[Found]:
    phrase = word
    for length in range(1, _LONGEST_PHRASE + 1 if word in index.openers else 2):
        if length > 1:
            if place + length > len(folded):
                break
            last = folded[place + length - 1]
            for end in range(1, min(len(last), _LONGEST_STEM) + 1):
                for cue in index.stems.get(f"{phrase} {last[:end]}", ()):
                    yield Found(cue, f"{phrase} {last}", place)
            phrase = f"{phrase} {last}"
        for cue in index.phrases.get(phrase, ()):
            yield Found(cue, phrase, place)


def _in_signs(index: _Index, run: str, place: int) -> Iterator[Found]:
    for start in range(len(run)):
        for end in range(start + 1, min(start + _LONGEST_SIGNS, len(run)) + 1):
            for cue in index.signs.get(run[start:end], ()):
                yield Found(cue, run[start:end], place)
