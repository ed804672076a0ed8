"""Whether two entries say the same without sharing words: in two languages, or in other words of one."""

from .comparing import Likeness, Verdict
from .meaning import FULL, NOT, Meaning, Sense

IN_TWO_LANGUAGES = 0.72
"""Dice coefficient of weighed senses from which two entries are perhaps the same (fitted on half of tests/pairs)."""
IN_ONE = 0.88
"""The same within one language, where other words mostly mean another thing."""
OTHER_VALUE = 0.8
"""The same of what is left when what excludes one another is taken out."""


def same_meaning(a: Meaning, b: Meaning) -> Verdict | None:
    """What two entries are to one another by what they mean, None when they are not known to be alike.

    ``gone`` and ``come`` are the words of either that mean the same; of another value those that do not.
    """
    is_one_language = a.tongue == b.tongue or not a.tongue or not b.tongue
    in_b = {sense.name: sense for sense in b.senses}
    shared = [(sense, in_b[sense.name]) for sense in a.senses if sense.name in in_b]
    telling = [(one, other) for one, other in shared if min(one.weight, other.weight) >= FULL]
    score = 2 * sum([min(one.weight, other.weight) for one, other in shared]) / ((a.weight + b.weight) or 1)
    if not telling or score < (IN_ONE if is_one_language else OTHER_VALUE / 2):
        return None
    in_a = {sense.name for sense in a.senses}
    only_a, only_b = [s for s in a.senses if s.name not in in_b], [s for s in b.senses if s.name not in in_a]
    against = {s.group for s in only_a if s.group} & {s.group for s in only_b if s.group}
    if against or (NOT in in_a) != (NOT in in_b):
        return None if is_one_language else _other_value(a, b, against)
    if any(map(_is_known, only_a)) and any(map(_is_known, only_b)):
        return None  # each speaks of something that the other would have named
    if len(telling) < 2 or all(one.name[0] in "#@" for one, _ in telling):
        return None  # days and numbers are alike by chance
    if is_one_language:
        return Verdict(Likeness.REPEAT, score, _forms(only_a), _forms(only_b))
    if score < IN_TWO_LANGUAGES:
        return None
    gone, come = zip(*((one.form, other.form) for one, other in telling), strict=True)
    return Verdict(Likeness.TRANSLATION, score, gone, come)


def _other_value(a: Meaning, b: Meaning, against: set[str]) -> Verdict | None:
    """The verdict on two entries that exclude one another, where all else they say is the same."""
    if len(against) > 1 or "name" in against or (against and (_denies(a) != _denies(b))):
        return None
    rest_a, rest_b = (tuple(s for s in one.senses if s.group not in against and s.name != NOT) for one in (a, b))
    names = {sense.name for sense in rest_a} & {sense.name for sense in rest_b}
    told = [sense for sense in rest_a if sense.name in names and sense.weight >= FULL]
    score = _dice(rest_a, rest_b)
    if score < OTHER_VALUE or len(told) < (2 if against <= {"#"} else 1):
        return None
    gone, come = (_forms([s for s in one.senses if s.group in against]) for one in (a, b))
    return Verdict(Likeness.VALUE, score, gone, come)


def _is_known(sense: Sense) -> bool:
    """Whether the lexicon tells all there is to tell about a sense that matters."""
    return sense.weight >= FULL and sense.name[0] not in "~="


def _denies(meaning: Meaning) -> bool:
    return any(sense.name == NOT for sense in meaning.senses)


def _dice(a: tuple[Sense, ...], b: tuple[Sense, ...]) -> float:
    in_b = {sense.name: sense.weight for sense in b}
    whole = sum(sense.weight for sense in (*a, *b))
    both = sum(min(sense.weight, in_b[sense.name]) for sense in a if sense.name in in_b)
    return 2 * both / whole if whole else 0.0


def _forms(senses: list[Sense]) -> tuple[str, ...]:
    return tuple(sense.form for sense in senses)
