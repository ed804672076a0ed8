"""The guide's questions as features: what is in an entry, where it stands, and how concrete, dated and long it is."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from . import calendar, matching, verbs
from .clauses import clauses
from .endings import end_of_life, hint
from .matching import Found
from .reading import Reading, read
from .tongues import tongue_of

_CONCRETE = {
    "path": r"(?<![\w/])(?:~|\.{1,2})?/[\w.@{}$<>-]+(?:/[\w.@{}$<>*-]*)*|\b[\w-]{1,80}/(?:[\w.-]+/?)+",
    "url": r"https?://\S+",
    "address": r"\b\d{1,3}(?:\.\d{1,3}){3}\b"
    r"|\b[\w-]{1,80}(?:\.[\w-]{1,80}){0,8}\.(?:test|local|lan|com|org|net|io|example)\b",
    "version": r"\bv?\d+\.\d+(?:\.\d+)*\b",
    "assigned": r"\b[A-Za-z_][\w.-]*\s?=\s?\S",
    "environment": r"\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b|\$\w+",
    "option": r"(?<!\w)--?[a-z][\w-]*",
    "file": r"\b[\w-]{1,80}\.(?:py|toml|ya?ml|json|md|csv|db|env|conf|ini|sh|txt|log|wav|pdf|sql|xml|html|js|ts)\b",
    "clock": r"\b\d{1,2}:\d\d\b",
    "percent": r"\d\s?%",
    "unit": r"\b\d[\d  .,]*\s?(?:ms|s|min|h|[kmgt]b|kwh|k?hz|[mck]?m|v|a|nf|px|pt|bit|baud|threads|cores|days)\b",
}


class Features(NamedTuple):
    """All that is known of an entry: its reading, the cues found, the days named, and the names of its features."""

    reading: Reading
    found: tuple[Found, ...]
    days: tuple[calendar.Day, ...]
    names: frozenset[str]
    mark: str
    hint: str
    tongue: str = ""

    def words_of(self, *cues: str) -> tuple[str, ...]:
        """The words that showed any of ``cues``, each once, in order."""
        return tuple(dict.fromkeys(found.words for found in self.found if found.cue in cues))


def features(text: str, source_file: str, today: str) -> Features:
    """The features of an entry as of ``today``."""
    reading = read(text)
    tongue = tongue_of(reading)
    found = tuple(matching.find(reading))
    named = calendar.days(reading.plain, today)
    mark, hinted = end_of_life(reading, today), hint(reading)
    names = {
        f"file={source_file.rpartition('/')[2][:20].upper()}",
        *_of_cues(reading, found),
        *_of_shape(reading),
        *_of_concreteness(reading, named),
        *_of_form(reading, tongue),
        *_of_days(named, today),
    }
    if mark:
        names.add("mark")
    if hinted:
        names.add("hint")
    names |= set(_crossed(names))
    return Features(reading, found, named, frozenset(names), mark, hinted, tongue)


def _of_cues(reading: Reading, found: tuple[Found, ...]) -> Iterator[str]:
    seen: set[str] = set()
    for cue, _, place in found:
        yield cue if cue not in seen else f"{cue}:many"
        seen.add(cue)
        if place == 0:
            yield f"{cue}@first"
        elif place in reading.starts:
            yield f"{cue}@start"


_CROSSED = frozenset(
    [
        "command@first",
        "deed@first",
        "habit@first",
        "likes",
        "dislikes",
        "waiting",
        "as-of",
        "day",
        "day:past",
        "day:ahead",
        "codes=1",
        "codes=2",
        "codes=3",
        "config",
        "persona@first",
        "because",
        "decided",
        "present",
        "past",
        "was",
        "unsure",
        "sitting",
        "not",
        "must",
        "for-now",
        "running",
        "trouble",
        "outside",
        "shape=row",
        "shape=list",
        "length=2",
        "length=3",
        "length=4",
        "sentences=1",
        "sentences=2",
        "numbers=0",
        "nothing-owed",
        "i",
        "we",
        "user",
        "means",
        "now",
    ]
)


def _crossed(names: set[str]) -> Iterator[str]:
    """Pairs of telling features, and each with the file: what two mean together is more than their sum."""
    telling = sorted(names & _CROSSED)
    file = next(name for name in names if name.startswith("file="))
    for place, one in enumerate(telling):
        yield f"{one}&{file}"
        for other in telling[place + 1 :]:
            yield f"{one}&{other}"


def _of_shape(reading: Reading) -> Iterator[str]:
    text = reading.text
    count = len(reading.tokens) + sum(len(token) for token in reading.tokens if token[0] >= "\u3040") // 2
    yield f"length={min(count.bit_length(), 8)}"
    yield f"sentences={min(len(reading.starts), 5)}"
    for name, pattern in (
        ("row", r"\s*\|"),
        ("fence", r"\s*(?:```|~~~)"),
        ("list", r"\s*(?:[-*+]|\d+[.)])\s"),
        ("numbered", r"(?s).*^\s*\d+[.)]\s.*^\s*\d+[.)]\s"),
        ("open-box", r"(?s).*\[ \]|.*☐"),
        ("done-box", r"(?s).*\[[xX]\]|\s*(?:✅|☑)"),
        ("field", r"\s*(?:[-*+]\s+)?\*\*[^*\n]{1,40}:\*\*\s*\S|\s*(?:[-*+]\s+)?\*\*[^*\n]{1,40}\*\*:\s*\S"),
        ("empty-field", r"\s*(?:[-*+]\s+)?\*\*[^*\n]{1,40}:?\*\*:?\s*(?:_?\(?\)?_?|-+|…|\.\.\.)\s*\Z"),
        ("breadcrumb", r"[\w ]{2,40}(?: > [\w' ]{2,40})+:"),
        ("heading", r"\s*#{1,6}\s"),
        ("only-url", r"\s*<?https?://\S+\s*\Z"),
        ("bracketed", r"\s*\(.*\)\s*\Z"),
        ("colon-first", r"[^\n:|]{1,40}: \S"),
        ("given", r"[^\n:|]{1,60}: (?:https?://\S+|`[^`\n]+`|(?:~|\.{1,2})?/\S+|\S*\d\S*)\s*\Z"),
        ("starts-dated", r"\W{0,4}(?:19|20)\d\d-\d\d"),
        ("whole-code", r"\s*(?:```.*```|`[^`]*`)\s*\Z"),
    ):
        if re.match(pattern, text, re.MULTILINE):
            yield f"shape={name}"
    if "?" in reading.bare or "？" in reading.bare:
        yield "question"
    if "\n" in text:
        yield "lines"


def _undated(reading: Reading, named: tuple[calendar.Day, ...]) -> str:
    """The text without days in figures: ``18.06.`` is no version and ``6/13`` no path."""
    plain, found = reading.plain, False
    for day in reversed(named):
        if {".", "/"} & set(plain[day.start : day.end]):
            plain, found = f"{plain[: day.start]} {plain[day.end :]}", True
    return " ".join((plain, *reading.codes)) if found else reading.text


def _of_concreteness(reading: Reading, named: tuple[calendar.Day, ...]) -> Iterator[str]:
    if reading.codes:
        yield f"codes={min(len(reading.codes), 3)}"
    total = 0
    whole = _undated(reading, named)
    for name, pattern in _CONCRETE.items():
        hits = len(re.findall(pattern, whole, re.IGNORECASE if name == "unit" else 0))
        if hits:
            total += 1
            yield f"concrete={name}"
    yield f"concreteness={min(total + bool(reading.codes), 4)}"
    numbers = len(re.findall(r"\d+", reading.plain))
    yield f"numbers={min(numbers.bit_length(), 4)}"


def _of_form(reading: Reading, tongue: str) -> Iterator[str]:
    starts = sorted(start for start in reading.starts if start < len(reading.folded))
    for start in starts:
        at = "first" if start == starts[0] else "later"
        word = reading.folded[start]
        if word in verbs.BASE and not (
            start + 1 < len(reading.folded) and reading.folded[start + 1] in ("is", "was", "are", "of")
        ):
            yield f"command@{at}"
        if verbs.is_past(word):
            yield f"deed@{at}"
        if word in verbs.HABITS:
            yield f"habit@{at}"
        if word in (
            "never",
            "always",
            "only",
            "no",
            "don't",
            "do",
            "not",
            "if",
            "when",
            "before",
            "after",
            "while",
            "until",
            "since",
        ):
            yield f"{word}@{at}"
    yield from _of_clauses(reading)
    yield from clauses(reading, tongue)
    if any(verbs.is_past(word) for word in reading.folded):
        yield "past"
    if any(word in ("is", "are", "has", "have", "does") for word in reading.folded):
        yield "present"
    if any(word in ("was", "were", "had", "did") for word in reading.folded):
        yield "was"
    if any(word in ("will", "shall", "going", "wird", "va", "будет") for word in reading.folded):
        yield "future"


_CLAUSE = r"(?:[,:;–—]|\bthen\b|\band\b)\s+(?:then |first |please |only )?(do not|don't|never|always|[a-z]+)\b"
_DONE_TO = r"\b(?:is|are|be|gets?)\s+(never |not |only |always )?\w+(?:ed|en|wn|pt|ft|ld|nt)\b"


def _of_clauses(reading: Reading) -> Iterator[str]:
    """Commands within a sentence, and whether something is, or is never, done to a thing."""
    for found in re.finditer(_CLAUSE, reading.bare.casefold()):
        if found[1] in ("do not", "don't", "never", "always"):
            yield "command@clause:strict"
        elif found[1] in verbs.BASE:
            yield "command@clause"
    for found in re.finditer(_DONE_TO, reading.bare.casefold()):
        yield "done-to:strict" if found[1] else "done-to"


def _of_days(named: tuple[calendar.Day, ...], today: str) -> Iterator[str]:
    if named:
        yield "day"
        yield "day:past" if all(day.when < today for day in named) else "day:ahead"
        if any(day.start < 8 for day in named):
            yield "day@first"
        if any(day.has_year and day.has_day for day in named):
            yield "day:full"
