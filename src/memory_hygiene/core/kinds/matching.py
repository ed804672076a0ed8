"""Phrases of the lexicon found in a reading, each with the place where it stands."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from .lexicon import WORDS
from .lexicons import de, es, fr, ja, pt, ru, zh
from .reading import Reading

_CJK_START = "\u3040"
_LAST_KANA = "\u30ff"
_LONGEST_SIGNS = 6
_LONGEST_PHRASE = 4
_SHORTEST_STEM, _LONGEST_STEM = 3, 18
_LONGEST_HEAD = 12
"""Letters of the last word of a German compound that are looked up."""
_ELIDED = frozenset(["l", "d", "j", "qu", "n", "s", "c", "m", "t", "lorsqu", "puisqu", "jusqu"])
"""What stands before an apostrophe in French and hides the word behind it."""
_SPACED = (WORDS, de.WORDS, fr.WORDS, es.WORDS, pt.WORDS, ru.WORDS)
_ANYWHERE, _AT_START, _AT_END = "", "<", ">"
"""Where in a run of signs a phrase is looked for: what stands before it in the index."""


class Found(NamedTuple):
    """A cue, the words that showed it, and the place of the first of them among the tokens."""

    cue: str
    words: str
    place: int


class _Index(NamedTuple):
    phrases: dict[str, tuple[str, ...]]
    stems: dict[str, tuple[str, ...]]
    heads: dict[str, tuple[str, ...]]
    openers: frozenset[str]


@cache
def _index() -> _Index:
    """The lexicon of the languages with spaces by phrase, made once on first use."""
    phrases: dict[str, set[str]] = {}
    stems: dict[str, set[str]] = {}
    heads: dict[str, set[str]] = {}
    for cue, phrase in (pair for words in _SPACED for pair in _listed(words)):
        if phrase[0] == "*":
            heads.setdefault(phrase[1:], set()).add(cue)
        elif phrase[-1] == "*":
            stems.setdefault(phrase[:-1], set()).add(cue)
        else:
            phrases.setdefault(phrase, set()).add(cue)
    openers = frozenset(phrase.split(" ")[0] for phrase in (*phrases, *stems) if " " in phrase)
    return _Index(_settled(phrases), _settled(stems), _settled(heads), openers)


@cache
def _signs(with_kana: bool) -> dict[str, tuple[str, ...]]:
    """The phrases of signs: Japanese ones where there is kana, else Chinese ones as well."""
    signs: dict[str, set[str]] = {}
    for cue, phrase in (
        pair for words in ((ja.WORDS,) if with_kana else (ja.WORDS, zh.WORDS)) for pair in _listed(words)
    ):
        where = _AT_END if phrase[0] == "*" else _AT_START if phrase[-1] == "*" else _ANYWHERE
        signs.setdefault(where + phrase.strip("*"), set()).add(cue)
    return _settled(signs)


def _listed(words: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Each cue with each of its phrases."""
    for cue, listed in words.items():
        yield from ((cue, " ".join(part.casefold().split())) for part in listed.split("|") if part.strip())


def _settled(table: dict[str, set[str]]) -> dict[str, tuple[str, ...]]:
    return {key: tuple(sorted(cues)) for key, cues in table.items()}


def find(reading: Reading) -> Iterator[Found]:
    """Every cue in the reading, in order of place."""
    index = _index()
    with_kana = any(_CJK_START <= sign <= _LAST_KANA for token in reading.folded for sign in token)
    for place, token in enumerate(reading.folded):
        if token[0] >= _CJK_START:
            yield from _in_signs(_signs(with_kana), token, place)
        else:
            is_word = token == "todo" and not _is_a_mark(reading, place)
            yield from (found for found in _at(index, reading.folded, place) if found.words != "todo" or not is_word)


def _is_a_mark(reading: Reading, place: int) -> bool:
    """Whether *todo* is the mark, and not a Spanish or Portuguese word."""
    return reading.tokens[place].isupper() or place + 1 in reading.starts or place + 1 == len(reading.tokens)


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


def _in_signs(signs: dict[str, tuple[str, ...]], run: str, place: int) -> Iterator[Found]:
    for start in range(len(run)):
        for end in range(start + 1, min(start + _LONGEST_SIGNS, len(run)) + 1):
            part = run[start:end]
            where = (_ANYWHERE, *((_AT_START,) if start == 0 else ()), *((_AT_END,) if end == len(run) else ()))
            for cue in (cue for at in where for cue in signs.get(at + part, ())):
                yield Found(cue, part, place)
