"""The wording of an entry as features: words, pairs and word parts, with names, numbers and days made equal."""

from collections.abc import Iterator
from itertools import pairwise

from . import verbs
from .month_names import long_names, weekdays
from .reading import Reading

_MOST_TOKENS = 400


def wording(reading: Reading) -> Iterator[str]:
    """The wording features of a reading; each may come more than once."""
    words = [made_equal(reading, place) for place in range(min(len(reading.tokens), _MOST_TOKENS))]
    yield from (f"w={word}" for word in words)
    for place, (one, two) in enumerate(pairwise(words)):
        if place + 1 not in reading.starts:
            yield f"b={one} {two}"
    starts = sorted(start for start in reading.starts if start < len(words))
    for start in starts:
        at = "1" if start == starts[0] else "n"
        yield f"s{at}={words[start]}"
        if start + 1 < len(words):
            yield f"s{at}={words[start]} {words[start + 1]}"
        if at == "1" and start + 2 < len(words):
            yield f"s{at}={words[start]} {words[start + 1]} {words[start + 2]}"
    if words:
        yield f"e={words[-1]}"
    for word in words:
        yield from _parts(word)


def made_equal(reading: Reading, place: int) -> str:
    """The word at ``place`` with names, numbers, days and code made equal."""
    token, folded = reading.tokens[place], reading.folded[place]
    if token == "``":
        return "<code>"
    if folded in long_names():
        return "<month>"
    if folded in weekdays():
        return "<weekday>"
    if any(sign.isdigit() for sign in token):
        return _number(token)
    if place not in reading.starts and token[:1].isupper() and len(token) > 1 and folded not in ("i'm", "i'd", "i've"):
        return "<caps>" if token.isupper() else "<name>"
    return folded


def _number(token: str) -> str:
    if token.isdigit():
        return "<year>" if len(token) == 4 and token[:2] in ("19", "20") else f"<n{min(len(token), 5)}>"
    if len(token) == 10 and token[4] == "-" and token[7] == "-":
        return "<iso>"
    if ":" in token and token.replace(":", "").isdigit():
        return "<clock>"
    return "<mixed>" if any(sign.isalpha() for sign in token) else "<number>"


def _parts(word: str) -> Iterator[str]:
    if word[0] == "<":
        return
    if word[0] >= "\u3040":
        yield from (f"c={word[start : start + size]}" for size in (1, 2, 3) for start in range(len(word) - size + 1))
        return
    if len(word) > 4:
        yield f"p={word[:4]}"
        yield f"f={word[-3:]}"
    if len(word) > 5:
        yield f"f={word[-2:]}"
    if verbs.is_past(word):
        yield "t=past"
