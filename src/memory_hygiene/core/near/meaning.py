"""What an entry means, as far as a small lexicon and what reads alike in every language can tell."""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import chain
from typing import NamedTuple

from . import concepts
from .reading import DAY_SIGNS, Kind, Reading, Word, voices

NOT = "@not"
FULL = 0.8
"""Weight from which a sense says something by itself."""
_CYRILLIC = dict(zip("абвгдезийклмнопрстуфхыэё", "abvgdeziiklmnoprstufhieo", strict=True))
_CYRILLIC |= {"ж": "zh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "sh", "ю": "iu", "я": "ia", "ь": "", "ъ": ""}
_SOUNDS = (("ck", "k"), ("qu", "k"), ("ph", "f"), ("th", "t"), ("c", "k"), ("z", "s"), ("y", "i"), ("w", "v"))
_RUN = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]+")
_LETTERS = dict(zip("ãõñ¿ßäöüœê", ["pt", "pt", "es", "es", "de", "de", "de", "de", "fr", "fr"], strict=True))
_CHOOSING = frozenset(("instead", "rather", "statt", "anstatt", "вместо"))
_LEAST_COMPOUND = 8
_SMALL_SIGNS = "是的了在和也有我他她它就把被从到向与及吗呢吧地得着은는이가을를의에"
_SIGNS = ("zh", "ja", "ko")
_LEAST_PREFIX, _LONGEST_PREFIX = 3, 24
_LONGEST_SIGNS = 6
_SKELETON = 6
_NAME, _UNKNOWN, _UNKNOWN_SIGN = 1.3, 0.8, 0.25


class Sense(NamedTuple):
    """Something an entry says: ``name`` is the same in every language, ``group`` what excludes another of it."""

    name: str
    weight: float
    group: str
    form: str


class Meaning(NamedTuple):
    """The senses of an entry, each once, what they weigh, and its language as a code, "" when nothing tells."""

    tongue: str
    senses: tuple[Sense, ...]
    weight: float

    def names(self) -> frozenset[str]:
        """The names of all senses."""
        return frozenset(sense.name for sense in self.senses)

    def telling(self) -> dict[str, float]:
        """The senses that say something by themselves, with what each weighs."""
        return {sense.name: sense.weight for sense in self.senses if sense.weight >= FULL}


def meaning_of(reading: Reading) -> Meaning:
    """The meaning of an entry; none of a line of a log and of a pointer, which say nothing by themselves."""
    if reading.is_log or reading.target:
        return Meaning("", (), 0.0)
    tongue = _tongue(reading)
    found: dict[str, Sense] = {}
    for sense in chain(_in_signs(reading.text, tongue), *(_senses_of(word, tongue) for word in reading.words)):
        known = found.get(sense.name)
        if known is None or known.weight < sense.weight:
            found[sense.name] = sense
    for month in [name for name in found if name.startswith("@month") and tongue in _SIGNS]:
        found.pop("#" + month.removeprefix("@month"), None)  # 3月 is March, not three
    if tongue in ("de", "nl") and "new" in found and "start" in found:
        found["restart"] = _sense("restart", found.pop("start").form)  # neu starten
        del found["new"]
    return Meaning(tongue, tuple(found.values()), sum([sense.weight for sense in found.values()]))


# which language


def _tongue(reading: Reading) -> str:
    if re.search("[\u3040-\u30ff]", reading.text):
        return "ja"
    runs = "".join(_RUN.findall(reading.text))
    if len(runs) >= 2:
        return "ko" if runs[0] >= "\uac00" else "zh"
    votes: dict[str, int] = {}
    for language in chain.from_iterable(_spoken(word.folded) for word in reading.words):
        votes[language] = votes.get(language, 0) + 1
    for sign in _LETTERS.keys() & set(reading.text.casefold()):
        votes[_LETTERS[sign]] = votes.get(_LETTERS[sign], 0) + 1
    ranked = sorted(votes.items(), key=lambda vote: -vote[1])
    if not ranked or (len(ranked) > 1 and ranked[0][1] == ranked[1][1]):
        return reading.language if reading.language != "cjk" else ""
    return ranked[0][0]


@lru_cache(maxsize=1 << 15)
def _spoken(folded: str) -> tuple[str, ...]:
    """The languages that know a word; a letter of Cyrillic tells by itself."""
    if "\u0400" <= folded[:1] <= "\u04ff":
        return ("ru",)
    return (*voices().get(folded, ()), *_names_of(_bare(folded)))


# what a word means


@lru_cache(maxsize=1 << 15)
def _senses_of(word: Word, tongue: str) -> tuple[Sense, ...]:
    match word.kind:
        case Kind.NUMBER:
            return (Sense("#" + _plain_number(word.stem), 1.2, "#", word.form),)
        case Kind.NEGATION:
            return () if word.folded in _CHOOSING else (_sense(NOT, word.form),)
        case Kind.DAY:
            return (_sense(word.stem, word.form),) if word.weight else ()
        case Kind.ID:
            return (Sense("=" + word.stem, 2.0, "=", word.form),)
        case _ if word.kind is Kind.SIGN or _RUN.match(word.form):
            return ()
        case _:
            return tuple(_of_word(word, tongue))


def _plain_number(stem: str) -> str:
    """A number without what only tells that it is a time: 10:00 is 10."""
    return stem.removesuffix(":00").lstrip("0") or "0"


def _of_word(word: Word, tongue: str) -> Iterator[Sense]:
    bare = _bare(word.folded)
    names = _names(tongue, bare)
    for name in names:
        yield _sense(name, word.form)
    if names or word.kind in (Kind.STOP, Kind.GENERIC, Kind.STATE) or len(bare) < 2:
        return
    weight = _NAME if word.kind is Kind.NAME and tongue not in ("de", "") else _UNKNOWN
    yield Sense("~" + _skeleton(bare), weight, "name" if word.form[:1].isupper() else "", word.form)


@lru_cache(maxsize=1 << 15)
def _sense(name: str, form: str) -> Sense:
    if name == NOT:
        return Sense(NOT, 0.4, "", form)
    if name == "~" + form:
        return Sense(name, _UNKNOWN_SIGN, "", form)
    if name[:1] in "@#":
        group = name.rstrip("0123456789")
        return Sense(name, 1.2, group, form)
    stem, _, group = name.partition(".")
    return Sense(stem.rstrip("~"), 0.3 if stem.endswith("~") else 1.0, group, form)


def _names(tongue: str, bare: str) -> list[str]:
    """The concepts of a word in a language, else in English, from which all borrow; else of the two it is made of."""
    name = _named(tongue, bare)
    if name or len(bare) < _LEAST_COMPOUND or tongue not in ("de", "nl"):
        return name.split("+") if name else []
    for cut in range(3, len(bare) - 2):
        head = _named(tongue, bare[:cut]) or _named(tongue, bare[:cut].rstrip("s"))
        tail = _named(tongue, bare[cut:]) if head else ""
        if head and tail:
            return [*head.split("+"), *tail.split("+")]
    return []


def _named(tongue: str, bare: str) -> str:
    """The concept of a word in a language, else in English; where the language is unknown in any; "" for none."""
    names = _names_of(bare)
    return names.get(tongue, names.get("en", "" if tongue else next(iter(names.values()), "")))


@lru_cache(maxsize=1 << 15)
def _names_of(bare: str) -> dict[str, str]:
    """The concepts of a word by language: what is listed whole, else the longest beginning that is."""
    found: dict[str, str] = {}
    beginnings = _beginnings()
    for size in range(_LEAST_PREFIX, min(len(bare), _LONGEST_PREFIX) + 1):
        if bare[:size] in beginnings:
            found |= beginnings[bare[:size]]
    return found | _whole().get(bare, {})


@cache
def _whole() -> dict[str, dict[str, str]]:
    return _listed(is_beginning=False)


@cache
def _beginnings() -> dict[str, dict[str, str]]:
    return _listed(is_beginning=True)


def _listed(is_beginning: bool) -> dict[str, dict[str, str]]:
    """The concepts of the lexicon by word, or by beginning of words, and by language."""
    found: dict[str, dict[str, str]] = {}
    for line in concepts.CONCEPTS.split("\n")[1:-1]:
        name, *columns = line.split("|")
        number = name.partition("@")[2] if name[0] != "@" else ""
        for language, words in zip(concepts.LANGUAGES, columns, strict=True):
            for word in words.split():
                if word.endswith("*") is is_beginning:
                    by_language = found.setdefault(_bare(word.rstrip("*")), {})
                    by_language.setdefault(language, f"#{number}" if number else name)
    return found


@lru_cache(maxsize=1 << 15)
def _bare(folded: str) -> str:
    """A word in lower case without accents, without an article before an apostrophe and an English genitive."""
    folded = folded if "n't" in folded else folded.removesuffix("'s").rpartition("'")[2]
    if folded.isascii() or "\uac00" <= folded[:1] <= "\ud7af" or "\u3040" <= folded[:1] <= "\u9fff":
        return folded
    parts = unicodedata.normalize("NFKD", folded.casefold())
    return "".join(sign for sign in parts if not unicodedata.combining(sign))


def _skeleton(bare: str) -> str:
    """How the beginning of a word sounds, whatever the spelling: Projekt, project, проект."""
    sound = bare if bare.isascii() else "".join(_CYRILLIC.get(sign, sign) for sign in bare)
    for written, heard in _SOUNDS:
        sound = sound.replace(written, heard)
    return re.sub(r"(.)\1", r"\1", sound)[:_SKELETON]


# scripts without spaces


@cache
def _signs(tongue: str) -> dict[str, str]:
    return {word: names[tongue] for word, names in _whole().items() if tongue in names}


def _in_signs(text: str, tongue: str) -> Iterator[Sense]:
    """The concepts of the runs of signs, the longest first; each sign that none explains weighs a little."""
    if tongue not in _SIGNS:
        return
    known = _signs(tongue)
    text = re.sub(DAY_SIGNS, "の", text)  # days of the week are words of their own
    for run in _RUN.finditer(text):
        before = re.search(r"(\d{1,2})\s?$", text[max(0, run.start() - 4) : run.start()])
        start = 0
        if before and run[0][0] in "月월":
            yield Sense(f"@month{int(before[1])}", 1.2, "@month", before[1])
            start = 1
        while start < len(run[0]):
            size = next(
                (
                    n
                    for n in range(min(_LONGEST_SIGNS, len(run[0]) - start), 0, -1)
                    if run[0][start : start + n] in known
                ),
                0,
            )
            form = run[0][start : start + max(size, 1)]
            if size:
                yield from (_sense(name, form) for name in known[form].split("+"))
            elif not "\u3040" <= form <= "\u309f" and form not in _SMALL_SIGNS:
                yield _sense("~" + form, form)
            start += max(size, 1)
