"""What may go from an entry without a word of it changing its meaning: a closed list, in words, for the proof.

A phrase stands here when the sentence after it claims, asks or forbids the same without it. Whoever adds one to
``fillers`` adds it here as well, or the proof refuses what compression makes of it.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from . import droppable_words as allowed
from .prose import Prose

_FOLLOWED = r"[^\W_]|[\"'“„«「『(`]"
_SENTENCES = r"(?m:^) *(?:(?:[-*+•‣◦▪●○]|\d{1,9}[.)]) )?(?:\[[^\]\n]*\] )*|[.!?] |[。！？] ?"
_NO_NOUN = r"[A-Z0-9\"'“„«「『(`]"
_GLYPH = r"(?:[-*+•‣◦▪●○] )+(?!\[[ xX]?\]|[\d>#|<§~=-])"

_QUOTED = "\0"


class Step(NamedTuple):
    """One thing that may happen at a place of a text: what stands up to ``end`` becomes ``new``."""

    end: int
    new: str


def steps_from(prose: Prose) -> dict[int, list[Step]]:
    """Every step the text allows, by the place where it begins."""
    steps: dict[int, list[Step]] = {}
    if "\n" not in prose.text and prose.is_free[0] and (glyph := re.match(_GLYPH, prose.text)):
        for end in range(2, glyph.end() + 1, 2):
            steps.setdefault(0, []).append(Step(end, ""))
    origins = {match.end(): match.end() for match in re.finditer(_SENTENCES, prose.text)}
    pending = list(origins)
    while pending:
        start = pending.pop()
        for step in _openers(prose, start):
            steps.setdefault(start, []).append(step)
            if not step.new and step.end not in origins:
                origins[step.end] = origins[start]
                pending.append(step.end)
    for at, step in _repeated_subjects(prose, origins):
        steps.setdefault(at, []).append(step)
    return steps


def _openers(prose: Prose, start: int) -> Iterator[Step]:
    """The phrases at the beginning of a sentence that may go."""
    for phrase in allowed.openers().get(prose.text[start : start + 1].casefold(), ()):
        end = start + len(phrase)
        rest = prose.text[end : end + 400]
        if prose.text[start:end].casefold() == phrase and all(prose.is_free[start:end]) and _stands_alone(phrase, rest):
            yield Step(end, "")
            if re.split(r"\W", rest, maxsplit=1)[0] in allowed.CAPITALISED:
                yield Step(end + 1, rest[0].upper())


def _stands_alone(phrase: str, rest: str) -> bool:
    """Whether what follows a phrase is a sentence of its own, and no list item or mark by going without it."""
    if not re.match(_FOLLOWED, rest) or re.match(r"\d{1,9}[.)]", rest):
        return False
    if allowed.is_label(phrase) and (rest[0].isdigit() or (phrase[0] < "\u3000" and len(rest.split()) < 3)):
        return False
    word = re.split(r"\W", rest, maxsplit=1)[0]
    is_clause = word.casefold() in allowed.CLAUSES or re.match(_NO_NOUN, rest) is not None
    return is_clause or phrase.rstrip() not in allowed.NOTE_THAT


def _repeated_subjects(prose: Prose, origins: dict[int, int]) -> Iterator[tuple[int, Step]]:
    """Full stops after which the subject of the sentence before is said again, and nobody else could be meant.

    ``origins`` are the places where a sentence begins, some after openers that may go, each with its very beginning.
    """
    seen = "".join(sign if free else _QUOTED for sign, free in zip(prose.text, prose.is_free))
    starts = sorted(origins)
    for position, start in enumerate(starts):
        stop = origins[start] - 2
        before = bisect_left(starts, stop, 0, position) - 1
        if before >= 0 and seen[stop : origins[start]] == ". ":
            subject, said = _sentence(seen[starts[before] : stop])
            again, goes_on = _sentence(seen[start : start + 80])
            if subject and subject == again and _is_finite(goes_on) and _is_plain(said):
                end = start + len(subject) + 1
                yield from ((stop, Step(end, joint)) for joint in ("; ", " and "))


def _sentence(text: str) -> tuple[str, str]:
    """The subject that ``text`` begins with, "" for none of ours, and what it says of it."""
    capital = text[:1].upper() + text[1:]
    subject = next((name for name in allowed.SUBJECTS if capital.startswith(name + " ")), "")
    return subject, text[len(subject) + 1 :]


def _is_plain(said: str) -> bool:
    """Whether a sentence says simple things and names nobody who could be meant by what follows."""
    words = said.casefold().replace(";", " ").split()
    return (
        not any(sign in said for sign in ".:,!?()\n。！？")
        and all(_is_finite(part.strip()) for part in said.split(";"))
        and (words[-1][-1] in (_QUOTED, "'") or (len(words[-1]) > 2 and words[-1].isalpha()))
        and words[-1] not in allowed.ABBREVIATIONS
        and allowed.OTHER_CLAUSES.isdisjoint(words)
    )


def _is_finite(words: str) -> bool:
    first, _, rest = words.partition(" ")
    word = rest.partition(" ")[0] if first in allowed.BEFORE_FINITE else first
    return word.rstrip(".;!") in allowed.FINITE
