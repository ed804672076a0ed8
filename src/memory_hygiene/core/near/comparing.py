"""What two entries are to one another: a repeat in other words, the same topic with another value, or two things."""

from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from . import lexicon
from .reading import Kind, Reading, Word

ALIKE = 0.62
"""Dice coefficient of weighed words from which two entries say the same (fitted on half of tests/pairs)."""
SAME_TOPIC = 0.72
"""The same of what is spoken about, values left out."""
HELD = 0.85
"""Part of the shorter entry's words that a longer one must hold to say it as well."""
_LEAST = 0.25
"""Below this nothing two entries share is looked at."""
_VALUES = (Kind.NUMBER, Kind.DAY)
_SHORT_VALUE = 4
"""Words of the longest value that stands after a label and is compared as a whole."""
_LITTLE = (Kind.STOP, Kind.GENERIC, Kind.STATE)
_SILENT = (Kind.NUMBER, Kind.DAY, Kind.NEGATION, Kind.STATE, Kind.STOP)


class Likeness(Enum):
    """What a pair of entries is."""

    REPEAT = "nearly repeats"
    VALUE = "same topic, different value"
    TRANSLATION = "same in another language"


class Verdict(NamedTuple):
    """What two entries are to one another, how alike (0 to 1; of translations the weight of what both name).

    ``gone`` and ``come`` are the words, as written, that only the first has and only the second; of translations
    ``gone`` are those both name.
    """

    likeness: Likeness
    score: float
    gone: tuple[str, ...]
    come: tuple[str, ...]


class _Pair(NamedTuple):
    """Two readings with their words of content by stem, and the stems only one has."""

    a: Reading
    b: Reading
    in_a: dict[str, Word]
    in_b: dict[str, Word]
    only_a: tuple[Word, ...]
    only_b: tuple[Word, ...]
    slot: "_Slot"


class _Slot(NamedTuple):
    """The words two entries begin and end with alike, and what stands between, in either."""

    frame: tuple[Word, ...]
    in_a: tuple[Word, ...]
    in_b: tuple[Word, ...]
    is_first: bool
    is_last: bool


def compare(a: Reading, b: Reading) -> Verdict | None:
    """What the entries read as ``a`` and ``b`` are to one another, None for two things; the same either way round."""
    if a.text <= b.text:
        return _compared(a, b)
    verdict = _compared(b, a)
    if verdict is None or verdict.likeness is Likeness.TRANSLATION:
        return verdict
    return verdict._replace(gone=verdict.come, come=verdict.gone)


def _compared(a: Reading, b: Reading) -> Verdict | None:
    if (a.is_log and b.is_log) or not a.words or not b.words:
        return None
    if _are_in_two_languages(a, b):
        return _translated(a, b)
    in_a = {word.stem: word for word in a.content}
    shared = sum([min(word.weight, in_a[word.stem].weight) for word in b.content if word.stem in in_a])
    if 2 * shared < _LEAST * (a.weight + b.weight) or not shared:
        return None
    in_b = {word.stem: word for word in b.content}
    pair = _pair(a, b, in_a, in_b)
    if a.target and b.target:
        return _verdict(pair, Likeness.REPEAT, 1.0) if a.target == b.target else None
    if _differs_in_subject(pair):
        return None
    score = _dice(pair.in_a, pair.in_b)
    has_own_id = all(any(word.kind is Kind.ID for word in only) for only in (pair.only_a, pair.only_b))
    if has_own_id and _opposed(*_unlike(pair)):
        return None  # two things, each in its own state
    told = _turned(pair)
    if told and _same_topic(pair, score):
        return _verdict(pair, Likeness.VALUE, score)
    if told:
        return None
    if score >= _needed(pair) or _is_held(pair):
        return None if _is_one_slot(pair) else _verdict(pair, Likeness.REPEAT, score)
    return None


def _pair(a: Reading, b: Reading, in_a: dict[str, Word], in_b: dict[str, Word]) -> _Pair:
    only_a = [word for stem, word in in_a.items() if stem not in in_b]
    only_b = [word for stem, word in in_b.items() if stem not in in_a]
    for one in list(only_a):
        twin = next((other for other in only_b if _is_misspelt(one, other)), None)
        if twin is not None:
            only_a.remove(one)
            only_b.remove(twin)
            in_b = {one.stem if stem == twin.stem else stem: word for stem, word in in_b.items()}
    return _Pair(a, b, in_a, in_b, tuple(only_a), tuple(only_b), _best_slot(a, b))


def _best_slot(a: Reading, b: Reading) -> _Slot:
    """Where the entries differ: small words aside if what they share names something of which there is one."""
    slot = _slot(_said(a), _said(b))
    names = {word.folded for word in slot.frame}
    is_single = not (_single() | _roles()).isdisjoint(names) or (slot.frame and slot.frame[0].stem == "use")
    return slot if is_single else _slot(a.words, b.words)


def _said(reading: Reading) -> tuple[Word, ...]:
    return tuple([word for word in reading.words if word.kind is not Kind.STOP])


def _is_misspelt(a: Word, b: Word) -> bool:
    """Whether two words are one but for a letter or its ending."""
    x, y = a.folded, b.folded
    if min(len(x), len(y)) < 5 or abs(len(x) - len(y)) > 2 or x[0] != y[0]:
        return False
    if {a.kind, b.kind} - {Kind.PLAIN, Kind.NAME, Kind.GENERIC}:
        return False
    start = next((i for i, (p, q) in enumerate(zip(x, y, strict=False)) if p != q), min(len(x), len(y)))
    return any(x[start + i :] == y[start + j :] for i, j in ((1, 1), (1, 0), (0, 1)))


def _dice(in_a: dict[str, Word], in_b: dict[str, Word]) -> float:
    whole = _sum(in_a.values()) + _sum(in_b.values())
    shared = sum(min(word.weight, in_b[stem].weight) for stem, word in in_a.items() if stem in in_b)
    return 2 * shared / whole if whole else 0.0


def _sum(words: Iterable[Word]) -> float:
    return sum([word.weight for word in words])


def _verdict(pair: _Pair, likeness: Likeness, score: float) -> Verdict:
    gone, come = (tuple(w.form for w in only if w.kind is not Kind.STATE) for only in (pair.only_a, pair.only_b))
    return Verdict(likeness, score, gone, come)


def _needed(pair: _Pair) -> float:
    """From what score on two entries are alike: the fewer words both hold, the more of all they must be."""
    shared = sum(word.weight for stem, word in pair.in_a.items() if stem in pair.in_b)
    return ALIKE + max(0.0, 4 - shared) * 0.05


def _is_held(pair: _Pair) -> bool:
    """Whether the shorter of the two is said whole by the longer one."""
    weights = _sum(pair.in_a.values()), _sum(pair.in_b.values())
    shared = sum(word.weight for stem, word in pair.in_a.items() if stem in pair.in_b)
    if shared >= min(weights) - 0.01 and shared >= 2 and shared >= 0.45 * max(weights):
        return True
    return min(weights) >= 3 and shared >= HELD * min(weights) and shared >= 0.25 * max(weights)


# what is spoken about


def _differs_in_subject(pair: _Pair) -> bool:
    """Whether both begin with something the other never names: a label, a person, a numbered thing."""
    a, b = pair.a, pair.b
    if a.label and b.label:
        heads = [_head_stems(one) for one in (a, b)]
        if heads[0] - heads[1] and heads[1] - heads[0]:
            return True
    numbered = _numbered(a), _numbered(b)
    if all(numbered) and numbered[0] != numbered[1]:
        return True
    first_a, first_b = _first(a), _first(b)
    if first_a is None or first_b is None or _opposed((first_a,), (first_b,)):
        return False
    if _is_one_role(pair) or _is_choice(pair):
        return False
    return first_a in pair.only_a and first_b in pair.only_b


def _is_one_role(pair: _Pair) -> bool:
    """Whether two persons are said to be the same: ``Ravi is the team lead``, ``Nell is the team lead``."""
    slot = pair.slot
    is_first = slot.is_first and slot.in_a and slot.in_b and not slot.is_last
    return (
        bool(is_first)
        and not (pair.a.label or pair.b.label)
        and not _roles().isdisjoint([w.folded for w in slot.frame])
    )


def _is_choice(pair: _Pair) -> bool:
    """Whether both say what to use for the same: ``use yarn for the client``, ``use pnpm for the client``."""
    frame, in_a, in_b, _, is_last = pair.slot
    is_use = bool(frame) and frame[0].stem == "use" and not is_last
    return is_use and _sum(frame) >= 1.3 and all(0 < len(part) <= 2 for part in (in_a, in_b))


@cache
def _roles() -> frozenset[str]:
    return frozenset(lexicon.ROLES.split())


def _head_stems(reading: Reading) -> set[str]:
    return {word.stem for word in reading.words[: reading.label] if word.kind not in _SILENT}


def _first(reading: Reading) -> Word | None:
    return next((word for word in reading.words if word.kind not in (*_SILENT, Kind.GENERIC)), None)


def _numbered(reading: Reading) -> tuple[str, str] | None:
    """The numbered thing an entry begins with: ``camera 3``."""
    for noun, number in zip(reading.words[:3], reading.words[1:4], strict=False):
        if noun.folded in _labels() and number.kind is Kind.NUMBER:
            return noun.stem, number.stem
    return None


@cache
def _labels() -> frozenset[str]:
    return frozenset(lexicon.LABELS.split())


# what turns a statement round


def _turned(pair: _Pair) -> bool:
    """Whether what differs makes another statement of it: a value, a denial, an opposite, two sides exchanged."""
    only_a, only_b = pair.only_a, pair.only_b
    for one, other in ((only_a, only_b), (only_b, only_a)):
        if any(w.kind in _VALUES for w in one) and any(w.weight >= 1 for w in other):
            return True  # a value alone is an addition; beside other words it is a newer state
    if _is_counted(pair.a, pair.b) or _is_counted(pair.b, pair.a):
        return True
    if _is_denied(pair) or _opposed(*_unlike(pair)) or _is_swapped(pair):
        return True
    for kinds in ((Kind.ID,), (Kind.NAME,)):
        if all(any(w.kind in kinds for w in _tail(one, only)) for one, only in ((pair.a, only_a), (pair.b, only_b))):
            return True
    return _is_one_slot(pair) and _has_one_value(pair)


def _is_counted(a: Reading, b: Reading) -> bool:
    """Whether one speaks of one thing and the other of more of the same: ``one child``, ``two children``."""
    ones = {after.stem for word, after in pairwise(a.words) if word.folded == "one" and after.weight >= 1}
    return any(word.kind is Kind.NUMBER and after.stem in ones for word, after in pairwise(b.words)) if ones else False


def _is_denied(pair: _Pair) -> bool:
    """Whether one entry denies what the other says, which denies nothing."""
    has_a, has_b = "@not" in pair.in_a, "@not" in pair.in_b
    if has_a and has_b and not pair.only_a and not pair.only_b:
        times = [sum(word.kind is Kind.NEGATION for word in one.words) for one in (pair.a, pair.b)]
        return times[0] % 2 != times[1] % 2  # denied twice
    return (has_a and not has_b and _denies(pair.a, pair.only_a)) or (
        has_b and not has_a and _denies(pair.b, pair.only_b)
    )


def _denies(reading: Reading, only: tuple[Word, ...]) -> bool:
    """Whether something is denied that the other entry speaks of as well: not what only this one adds."""
    for number, word in enumerate(reading.words):
        if word.kind is Kind.NEGATION:
            following = (w for w in reading.words[number + 1 :] if w.kind not in (*_LITTLE, Kind.NEGATION))
            if next(following, None) not in only:
                return True
    return False


def _tail(reading: Reading, only: tuple[Word, ...]) -> list[Word]:
    """Those of ``only`` that are values rather than what is spoken about."""
    if reading.language == "de":
        return [word for word in only if word.kind is not Kind.NAME or any(sign.isupper() for sign in word.form[1:])]
    return list(only)


def _unlike(pair: _Pair) -> tuple[list[Word], list[Word]]:
    """The words only one entry has, with the small ones: ``before`` and ``after`` are opposites too."""
    in_a, in_b = ({word.stem for word in one.words} for one in (pair.a, pair.b))
    return [w for w in pair.a.words if w.stem not in in_b], [w for w in pair.b.words if w.stem not in in_a]


@cache
def _opposites() -> frozenset[frozenset[str]]:
    return frozenset(frozenset(pair.split()) for pair in lexicon.OPPOSITES.split("|"))


def _opposed(only_a: Iterable[Word], only_b: Iterable[Word]) -> bool:
    return any(frozenset((x.folded, y.folded)) in _opposites() for x in only_a for y in only_b)


@cache
def _ordered() -> frozenset[str]:
    return frozenset(lexicon.ORDERED.split())


def _is_swapped(pair: _Pair) -> bool:
    """Whether the same words stand on the other side of a word that orders them: ``tabs over spaces``."""
    after_a, after_b = dict(_afters(pair.a)), dict(_afters(pair.b))
    for joint, after in after_a.items():
        other = after_b.get(joint)
        if not other or other == after or other not in pair.in_a or after not in pair.in_b:
            continue
        if _stands_before(pair.a, other, joint) and _stands_before(pair.b, after, joint):
            return True
    return False


def _afters(reading: Reading) -> Iterator[tuple[str, str]]:
    for number, word in enumerate(reading.words):
        if word.folded in _ordered():
            following = (w.stem for w in reading.words[number + 1 :] if w.kind not in (Kind.STOP, Kind.NEGATION))
            yield word.folded, next(following, "")


def _stands_before(reading: Reading, stem: str, joint: str) -> bool:
    forms = [word.folded for word in reading.words]
    return any(word.stem == stem for word in reading.words[: forms.index(joint)])


# one place in a sentence


def _slot(a: tuple[Word, ...], b: tuple[Word, ...]) -> _Slot:
    least = min(len(a), len(b))
    start = 0
    while start < least and a[start].stem == b[start].stem:
        start += 1
    end = 0
    while end < least - start and a[-1 - end].stem == b[-1 - end].stem:
        end += 1
    return _Slot(
        (*a[:start], *a[len(a) - end :]), a[start : len(a) - end], b[start : len(b) - end], start == 0, end == 0
    )


def _is_one_slot(pair: _Pair) -> bool:
    """Whether the two are word for word the same but for one place, where each says something of its own."""
    frame, in_a, in_b, *_ = pair.slot
    sizes = [_sum(part) for part in (frame, in_a, in_b)]
    if not (0.5 < sizes[1] <= 3 and 0.5 < sizes[2] <= 3 and sizes[0] >= max(sizes[1:]) * 0.5):
        return False
    return {word.stem for word in in_a if word.weight}.isdisjoint(word.stem for word in in_b if word.weight)


@cache
def _single() -> frozenset[str]:
    return frozenset(lexicon.SINGLE.split())


def _has_one_value(pair: _Pair) -> bool:
    """Whether what stays the same names something of which there is one: a city one lives in, a port."""
    frame, in_a, in_b, _, is_last = pair.slot
    is_single = not _single().isdisjoint([word.folded for word in frame])
    if _is_one_role(pair) or _is_choice(pair):
        return True
    return is_last and max(len(in_a), len(in_b)) <= 4 and (is_single or _sum(frame) >= 2.0)


def _same_topic(pair: _Pair, score: float) -> bool:
    """Whether two entries that differ in a value speak about the same."""
    if (_is_one_slot(pair) and _has_one_value(pair)) or _has_one_label(pair):
        return True
    dropped = {w.stem for w in (*pair.only_a, *pair.only_b) if w.kind in (Kind.NAME, Kind.ID)}
    dropped |= {w.stem for x in pair.only_a for y in pair.only_b if _opposed((x,), (y,)) for w in (x, y)}
    dropped.add("one")
    subject_a, subject_b = _subject(pair.in_a, dropped), _subject(pair.in_b, dropped)
    shared = [word for stem, word in subject_a.items() if stem in subject_b]
    likeness = _dice(subject_a, subject_b)
    if score >= _needed(pair) and likeness >= 0.55:
        return True
    if likeness >= 0.99:
        return _sum(shared) >= 1 or not _single().isdisjoint([word.folded for word in shared])
    return likeness >= (SAME_TOPIC if _has_two_values(pair) else 0.85) and _sum(shared) >= 2


def _has_one_label(pair: _Pair) -> bool:
    """Whether both give a short value to the same: ``Password of the NAS: …``."""
    heads = [_head_stems(one) for one in (pair.a, pair.b)]
    is_short = all(0 < len(one.words) - one.label <= _SHORT_VALUE for one in (pair.a, pair.b))
    return is_short and heads[0] == heads[1] and (len(heads[0]) > 1 or not _single().isdisjoint(heads[0]))


def _has_two_values(pair: _Pair) -> bool:
    kinds = (*_VALUES, Kind.ID, Kind.NAME)
    return all(any(word.kind in kinds for word in only) for only in (pair.only_a, pair.only_b))


def _subject(content: dict[str, Word], dropped: set[str]) -> dict[str, Word]:
    return {s: word for s, word in content.items() if word.kind not in _SILENT and s not in dropped}


# two languages


def _are_in_two_languages(a: Reading, b: Reading) -> bool:
    if a.language and b.language:
        return a.language != b.language
    return bool({a.language, b.language} & {"cjk", "ru"})


def _translated(a: Reading, b: Reading) -> Verdict | None:
    """Whether two entries in different languages name the same numbers, names, addresses and paths."""
    forms_a, forms_b = ({word.stem for word in one.words} for one in (a, b))
    anchors_a, anchors_b = _anchors(a, forms_b), _anchors(b, forms_a)
    shared = anchors_a.keys() & anchors_b.keys()
    weight = sum(anchors_a[stem] for stem in shared)
    if len(shared) < 2 or weight < 2 or not any(any(map(str.isalpha, stem)) for stem in shared if stem[0] != "@"):
        return None  # two numbers are alike by chance
    values_a, values_b = ({word.stem for word in one.words if word.kind in _VALUES and word.weight} for one in (a, b))
    if values_a - values_b and values_b - values_a:
        return None
    if any(weight < 0.6 * sum(anchors.values()) for anchors in (anchors_a, anchors_b)):
        return None
    return Verdict(Likeness.TRANSLATION, weight, tuple(w.form for w in a.content if w.stem in shared), ())


def _anchors(reading: Reading, others: set[str]) -> dict[str, float]:
    """What reads the same in any language, with its weight; a capital tells a name where the other has it too."""
    found: dict[str, float] = {}
    for word in reading.words:
        if word.kind is Kind.ID:
            found[word.stem] = 2.0
        elif word.kind is Kind.NUMBER:
            found[word.stem] = 1.0 if len(word.stem) > 2 else 0.5
        elif word.kind is Kind.DAY:
            found[word.stem] = 0.5
        elif word.form[:1].isupper() and word.kind in (Kind.NAME, Kind.PLAIN):
            if word.stem in others or (word.kind is Kind.NAME and reading.language != "de"):
                found[word.stem] = 1.0
        elif reading.language == "cjk" and word.form.isascii() and word.kind is Kind.PLAIN:
            found[word.stem] = 1.0
    return found
