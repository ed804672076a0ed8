"""An entry as its neighbours are compared with it: its words by what they are, its language, its label, its link."""

import re
from enum import Enum
from functools import cache, lru_cache
from itertools import chain, pairwise
from typing import NamedTuple

from memory_hygiene.core.tags import without_marks

from . import lexicon

MOST = 2000
"""Characters read of one entry (code points): twice the longest of a hundred; time stays bounded."""
_LONGEST = 300
"""Characters of one word that are looked at."""
_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
_PART = rf"[{_CJK}]+|(?:(?<!\w)[-+−](?=\d))?[^\W{_CJK}]+(?:(?:[.,:_/=+-](?=[^\W{_CJK}])|['’](?=\w))[^\W{_CJK}]+)*"
_STRIPPED = "`*~\"'“”„«»‘’()[]{}<>,.;!?…。，、；！？「」『』（）"
_STEM = 6
_REMEMBERED = 24
"""Characters of the longest run of which the words are remembered for the next time it is met."""
_LABEL_WORDS = 6


class Kind(Enum):
    """What a word is."""

    PLAIN = 1
    GENERIC = 2
    NUMBER = 3
    DAY = 4
    NAME = 5
    ID = 6
    NEGATION = 7
    STATE = 8
    STOP = 9
    SIGN = 10


_WEIGHTS = {
    Kind.PLAIN: 1.0,
    Kind.GENERIC: 0.35,
    Kind.NUMBER: 1.2,
    Kind.DAY: 1.0,
    Kind.NAME: 1.3,
    Kind.ID: 2.0,
    Kind.NEGATION: 0.4,
    Kind.STATE: 0.2,
    Kind.STOP: 0.0,
    Kind.SIGN: 0.6,
}


class Word(NamedTuple):
    """A word: what it is compared by, as written, what it is, how much it says that two share it; in lower case."""

    stem: str
    form: str
    kind: Kind
    weight: float
    folded: str


def _make(stem: str, form: str, kind: Kind) -> Word:
    return Word(stem, form, kind, _WEIGHTS[kind], form.casefold().replace("’", "'"))


class Reading(NamedTuple):
    """What is read of an entry.

    ``text`` is what was read. ``words`` are its words in order, also those that say nothing. ``language`` is a code, ""
    when nothing tells. ``label`` is how many words stand before a colon near the start. ``target`` is where a link
    leads that the entry begins with. ``is_log`` says that it begins with a time or a day, ``is_cut`` that not all was
    read. ``content`` are the words that say something, each stem once, and ``weight`` what they weigh together.
    """

    text: str
    words: tuple[Word, ...]
    language: str
    label: int
    target: str
    is_log: bool
    is_cut: bool
    content: tuple[Word, ...]
    weight: float

    def telling(self) -> dict[str, float]:
        """The words that say something by themselves, with what each weighs."""
        return {word.stem: word.weight for word in self.content if word.weight >= 0.5}


def read(text: str) -> Reading:
    """The reading of any text, whatever is in it."""
    body = without_marks(text[:MOST]).strip().replace("time zone", "timezone")
    is_log = re.match(r"[\s*_\[(✅❌~-]{0,8}(?:\d{4}-\d\d-\d\d|\d\d?:\d\d|\d\d?\.? [^\W\d]{3,9} –)", body) is not None
    body = _without_scores(_without_trail(body))
    words = _checkbox(body)
    label, is_cut = 0, len(text) > MOST
    for chunk in body.replace("](", " ").replace("—", " ").split():
        words += _in_chunk(chunk[:_LONGEST], not words)
        is_cut = is_cut or len(chunk) > _LONGEST
        if not label and len(words) <= _LABEL_WORDS and chunk.rstrip("*_").endswith((":", "：")):
            label = len(words)
    label = label if label < len(words) else 0
    if not _PLACED.isdisjoint([word.folded for word in words]):
        words = [_in_place(words, number) for number in range(len(words))]
    content = _content(words)
    weight = sum([word.weight for word in content])
    return Reading(body, tuple(words), _language(words), label, _target(body), is_log, is_cut, content, weight)


def _content(words: list[Word]) -> tuple[Word, ...]:
    found: dict[str, Word] = {}
    for word in words:
        stem = word.stem
        if stem not in found and word.kind is not Kind.STOP:
            found[stem] = word
    return tuple(found.values())


def _in_place(words: list[Word], number: int) -> Word:
    """A word as its neighbours make it: no *longer*, *moved* to a place, which is to live there."""
    word = words[number]
    if word.folded == "any" and [one.folded for one in words[number + 1 : number + 2]] == ["more"]:
        return _make(word.stem, word.form, Kind.STATE)
    reach = 1 if word.folded in ("more", "longer") else 4
    if word.folded in _LONGER and any(one.kind is Kind.NEGATION for one in words[max(0, number - reach) : number]):
        return _make(word.stem, word.form, Kind.STATE)
    if word.folded == "plus" and any(one.folded in ("ne", "n") for one in words[max(0, number - 3) : number]):
        return _make("@not", word.form, Kind.NEGATION)
    following = words[number + 1 : number + 3]
    if (word.folded, *(one.folded for one in following[:1])) in _LIVING and following[-1].kind is Kind.NAME:
        return _make(_stem("lives"), word.form, Kind.PLAIN)._replace(folded="lives")
    return word


_LIVING = (("lives", "in"), ("live", "in"), ("moved", "to"), ("relocated", "to"), ("wohnt", "in"), ("lebt", "in"))
_LONGER = ("longer", "more", "anymore", "mehr", "meer")
_PLACED = frozenset((*_LONGER, "any", "plus", *(verb for verb, _ in _LIVING)))


def _checkbox(body: str) -> list[Word]:
    """Whether a task is done, as a word: done and not done are two states of one thing."""
    found = re.match(r"\[([ xX])\](?=\s)", body)
    stem = "@open" if found and found[1] == " " else "@done"
    return [] if found is None else [Word(stem, found[0], Kind.DAY, 0.0, found[0])]


def _without_trail(body: str) -> str:
    """``body`` without the trail of headings that an import wrote before it (``Project > Rules: …``)."""
    head, colon, rest = body.partition(":")
    return rest if colon and " > " in head and len(head) < 120 and rest.strip() else body


def _without_scores(body: str) -> str:
    """``body`` without what a machine appended about it (``[score=0.9 recalls=3]``)."""
    bare = body.rstrip()
    start = max(bare.rfind("["), bare.rfind("("))
    if start <= 0 or len(bare) - start > 200 or bare[-1] not in ")]":
        return body
    parts = re.split(r"[=:,;\s]+", bare[start + 1 : -1].strip())
    keys, values = parts[::2], parts[1::2]
    is_about = len(keys) == len(values) and all(key.casefold() in _scores() for key in keys)
    is_about = is_about and all(value.rstrip("%").replace(".", "", 1).isdigit() for value in values)
    return bare[:start] if is_about else body


@cache
def _scores() -> frozenset[str]:
    return frozenset(lexicon.SCORES.split())


def _target(body: str) -> str:
    """Where the link leads that ``body`` begins with, "" for none."""
    found = re.match(r"[*_~]{0,4}\[([^\[\]\n]{1,300})\]\(([^()\s]{1,300})\)", body)
    return found[2] if found else ""


def _in_chunk(chunk: str, is_first: bool) -> tuple[Word, ...]:
    """The words of a run of signs between white space; a long one is not met again, so it is not remembered."""
    return _words_of(chunk, is_first) if len(chunk) <= _REMEMBERED else _words_of.__wrapped__(chunk, is_first)


@lru_cache(maxsize=1 << 15)
def _words_of(chunk: str, is_first: bool) -> tuple[Word, ...]:
    bare = chunk.strip(_STRIPPED)
    is_code = chunk.lstrip("*(").startswith("`") and chunk.rstrip("*),.;:").endswith("`") and len(bare) > 2
    if "://" in bare or "@" in bare[1:-1] or (is_code and bare.isascii()) or _is_path(bare):
        return (_make(bare.rstrip("/:").casefold(), bare, Kind.ID),) if bare.strip(":/@") else ()
    words: list[Word] = []
    for part in re.findall(_PART, bare):
        words += _in_part(part, is_first and not words)
    return tuple(words)


def _is_path(bare: str) -> bool:
    if "/" not in bare or len(bare) < 4 or bare[0].isdigit():
        return False
    return bare[0] in "/~." or bare.count("/") > 1 or "." in bare or "_" in bare or bare.endswith("/")


def _in_part(part: str, is_first: bool) -> list[Word]:
    if part[0] >= "\u3040" and re.match(f"[{_CJK}]", part):
        return _signs(part)
    if measured := re.fullmatch(r"([-+−]?\d+(?:[.,:]\d+)*)/?([^\W\d_]{1,4})", part):
        return [_word(measured[1], False), _word(measured[2], True)]
    if re.fullmatch(r"(?:19|20)\d\d-\d\d(?:-\d\d)?", part):
        return [_make(part, part, Kind.NUMBER)]
    if any(sign.isdigit() for sign in part) or "_" in part or "=" in part:
        return [_word(part, is_first)]
    pieces = re.split(r"[./:+-]", part) if re.search(r"[./:+-]", part) else [part]
    return [_word(piece, is_first and number == 0) for number, piece in enumerate(pieces) if piece]


def _signs(run: str) -> list[Word]:
    """The words of a run of CJK signs: what denies, a day of the week, and every two neighbours."""
    words = [_make("@not", sign, Kind.NEGATION) for sign in lexicon.SIGN_NEGATIONS.split() if sign in run][:1]
    if day := re.search(DAY_SIGNS, run):
        name = f"@day{lexicon.DAY_SIGNS[day[1] or day[2] or day[3]]}"
        rest = [part for part in (run[: day.start()], run[day.end() :]) if part]
        return [*words, _make(name, day[0], Kind.DAY), *chain.from_iterable(map(_pairs, rest))]
    return [*words, *_pairs(run)]


DAY_SIGNS = "([月火水木金土日])曜日?|(?:周|星期|礼拜)([一二三四五六日天])|([월화수목금토일])요일"


def _pairs(run: str) -> list[Word]:
    """Every two neighbours of a run; hiragana alone, and the word for the user, say little."""
    if len(run) == 1:
        return [_make(run, run, Kind.SIGN)]
    return [_two_signs(pair) for pair in map("".join, pairwise(run))]


@lru_cache(maxsize=1 << 18)
def _two_signs(pair: str) -> Word:
    """One word for all entries that hold it: in scripts without spaces most of the memory is taken by these."""
    is_small = pair in ("用户", "用戶") or all("\u3040" <= sign <= "\u309f" for sign in pair)
    return _make(pair, pair, Kind.STOP if is_small else Kind.SIGN)


@cache
def _known() -> dict[str, tuple[str, Kind]]:
    """What the lexicon says of a word, in lower case: what it is compared by, and its kind."""
    known: dict[str, tuple[str, Kind]] = {}
    for listed in lexicon.STOPS.values():
        known |= {word: (word, Kind.STOP) for word in listed.split()}
    known |= {word: (_stem(word), Kind.GENERIC) for word in lexicon.GENERIC.split()}
    known |= {word: (word, Kind.STATE) for word in lexicon.STATES.split()}
    known |= dict.fromkeys(lexicon.NEGATIONS.split(), ("@not", Kind.NEGATION))
    known |= {pair.split(":")[0]: (pair.split(":")[1], Kind.NUMBER) for pair in lexicon.NUMBERS.split()}
    for name, table in (("day", lexicon.DAYS), ("month", lexicon.MONTHS)):
        for number, names in enumerate(table.split("|"), 1):
            known |= dict.fromkeys(names.split(), (f"@{name}{number}", Kind.DAY))
    return known


def _word(form: str, is_first: bool) -> Word:
    folded = form.casefold().replace("’", "'")
    if any(sign.isdigit() for sign in folded):
        is_number = not any(sign.isalpha() or sign == "_" for sign in folded) or re.fullmatch(r"v\d[\d.]*", folded)
        return _make(folded.lstrip("v") if is_number else folded, form, Kind.NUMBER if is_number else Kind.ID)
    if "_" in folded or "=" in folded:
        return _make(folded, form, Kind.ID)
    folded = folded.removesuffix("'s").split("'")[-1] if "n't" not in folded else folded
    is_short_name = len(form) > 1 and form.isupper() and "en" not in voices().get(folded, ("en",))  # NAS, not "nas"
    if (known := _known().get(folded)) and form not in _OTHERWISE and not is_short_name:
        return _make(known[0], form, known[1])
    is_name = (form[:1].isupper() and not is_first) or any(sign.isupper() for sign in form[1:])
    return _make(_stem(folded), form, Kind.NAME if is_name else Kind.PLAIN)


@cache
def _irregular() -> dict[str, str]:
    """Plurals whose ending does not tell."""
    return dict(pair.split(":") for pair in lexicon.IRREGULAR.split())


_OTHERWISE = ("may", "stand", "son")
"""What these say in English is no month, no state and no article; in capitals, or in another language, they may be."""


def _stem(word: str) -> str:
    """A word without most of its ending."""
    word = _irregular().get(word, word)
    if len(word) > 3:
        for ending, instead in (("ies", "y"), ("sses", "ss"), ("shes", "sh"), ("ches", "ch"), ("xes", "x")):
            if word.endswith(ending):
                word = word[: -len(ending)] + instead
                break
        else:
            if word.endswith("s") and not word.endswith(("ss", "us", "is")):
                word = word[:-1]
        for ending, left in (("ing", 3), ("ed", 3), ("en", 4), ("er", 5), ("es", 4), ("em", 5), ("e", 3), ("n", 5)):
            if word.endswith(ending) and len(word) - len(ending) >= left:
                word = word[: -len(ending)]
                if word[-1:] == word[-2:-1] and word[-1:] not in "lsaeo":
                    word = word[:-1]
                break
    return word[:_STEM]


@cache
def voices() -> dict[str, tuple[str, ...]]:
    """Of each word that says nothing, the languages it belongs to."""
    voices: dict[str, tuple[str, ...]] = {}
    for language, listed in lexicon.STOPS.items():
        for word in listed.split():
            voices[word] = (*voices.get(word, ()), language)
    return voices


def _language(words: list[Word]) -> str:
    """The language most small words are of, or the script tells; "" when two are as likely."""
    votes: dict[str, int] = {}
    signs = sum(word.kind is Kind.SIGN for word in words)
    if signs >= 2:
        return "cjk"
    for word in words:
        for language in voices().get(word.folded, ()):
            votes[language] = votes.get(language, 0) + 1
        if "\u0400" <= word.form[:1] <= "\u04ff":
            votes["ru"] = votes.get("ru", 0) + 2
    ranked = sorted(votes.items(), key=lambda vote: -vote[1])
    if not ranked or (len(ranked) > 1 and ranked[0][1] == ranked[1][1]):
        return ""
    return ranked[0][0]
