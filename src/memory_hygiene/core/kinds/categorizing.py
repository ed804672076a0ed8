"""The categorizer: one of nine kinds for every entry, how sure, why, and whether it may go by age (source: H9, H10).

Offline, without a clock: ``today`` says which ends have passed.
"""

from .category import Category, Judgement
from .fates import staying_part
from .features import Features, features
from .lasting import may_go
from .weighing import Weighed, telling, weigh

THRESHOLD = 0.34
"""Below this confidence an entry is Ambiguous: a person should be asked."""
NEAR = 0.12
"""From this probability on the next-best category is named."""
_MOST_EVIDENCE = 6
_SHOWN = ("w=", "b=", "s1=", "sn=", "shape=", "concrete=")
_TEMPLATE = {"shape=bracketed", "question"}
_ASKS = {"shape=empty-field", "shape=only-url"}


def categorize(text: str, source_file: str, today: str, age_days: int | None = None) -> Judgement:
    """Judge an entry of ``source_file`` as of ``today`` (``YYYY-MM-DD``). Never raises, whatever the text.

    ``age_days`` is the entry's age, None when unknown. An age is no argument for a kind: it is taken so that every
    caller may pass what it knows, and changes nothing here; the shelf life is the plan's business.
    """
    seen = features(text, source_file, today)
    weighed = weigh(seen)
    category, confidence, second = decide(seen, weighed)
    deletable, why = may_go(category, seen, weighed, today)
    if deletable and not seen.mark and (part := staying_part(seen, source_file, today)):
        category, second = Category.AMBIGUOUS, category
        confidence, deletable, why = part.share, False, ("two fates", part.words)
    evidence = tuple(dict.fromkeys((*why, *_evidence(seen, weighed, category))))[:_MOST_EVIDENCE]
    return Judgement(category, round(confidence, 3), second, deletable, evidence)


def decide(seen: Features, weighed: Weighed) -> tuple[Category, float, Category | None]:
    """The category, its confidence, and the runner-up if one comes near.

    Some answers are not weighed: the writer's own mark makes an entry a thing of the past; an open box or a leading
    TODO is an open state; an empty slot, a template's question, a bare link and a text without words are a question
    to a person.
    """
    (best, share), (second, near), *_ = sorted(weighed.shares.items(), key=lambda pair: -pair[1])
    if seen.mark and best is not Category.HISTORICAL_SNAPSHOT:
        return Category.HISTORICAL_SNAPSHOT, 0.9, best
    if "shape=open-box" in seen.names or "todo@first" in seen.names:
        return Category.TEMPORARY_STATE, max(0.9, weighed.shares[Category.TEMPORARY_STATE]), None
    if _ASKS & seen.names or seen.names >= _TEMPLATE or not (seen.reading.tokens or seen.reading.codes):
        return Category.AMBIGUOUS, 0.9, None
    if share < THRESHOLD and best is not Category.AMBIGUOUS:
        return Category.AMBIGUOUS, share, best
    return best, share, second if near >= NEAR else None


def _evidence(seen: Features, weighed: Weighed, category: Category) -> tuple[str, ...]:
    """The words behind the features that spoke most for the category."""
    said: list[str] = []
    for name in telling(weighed, category):
        cue = name.partition("@")[0].partition(":")[0]
        if words := seen.words_of(cue):
            said.append(words[0])
        elif name.startswith(_SHOWN):
            said.append(name.partition("=")[2])
    return tuple(dict.fromkeys(said)) or seen.reading.tokens[:1] or ("no words",)
