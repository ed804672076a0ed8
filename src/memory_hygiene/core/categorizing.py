"""The categorizer: one of nine kinds for every entry, how sure, why, and whether it may go by age (source: H9, H10).

Offline, without a clock: ``today`` says which ends have passed.
"""

from .category import Category, Judgement
from .kinds.features import Features, features
from .kinds.lasting import may_go
from .kinds.weighing import weigh

THRESHOLD = 0.30
"""Below this confidence an entry is Ambiguous: a person should be asked."""
SURE = 0.7
"""Below this confidence nothing is said to be deletable, unless its writer marked it so."""
NEAR = 0.15
"""From this probability on the next-best category is named."""


def categorize(text: str, source_file: str, today: str, age_days: int | None = None) -> Judgement:
    """Judge an entry of ``source_file`` as of ``today`` (``YYYY-MM-DD``). Never raises, whatever the text.

    ``age_days`` is the entry's age, None when unknown. An age is no argument for a kind: it is taken so that every
    caller may pass what it knows, and changes nothing here; the shelf life is the plan's business.
    """
    seen = features(text, source_file, today)
    ranked = sorted(weigh(seen).items(), key=lambda pair: -pair[1])
    (best, confidence), (second, share) = ranked[0], ranked[1]
    if confidence < THRESHOLD and best is not Category.AMBIGUOUS:
        best, second, share = Category.AMBIGUOUS, best, 1.0
    deletable, why = may_go(best, seen, today)
    deletable = deletable and (bool(seen.mark) or confidence >= SURE)
    named = second if share >= NEAR else None
    return Judgement(best, round(confidence, 3), named, deletable, tuple(dict.fromkeys((*why, *_evidence(seen, best)))))


def _evidence(seen: Features, category: Category) -> tuple[str, ...]:
    return tuple(dict.fromkeys(found.words for found in seen.found))[:5] or seen.reading.tokens[:1] or ("no words",)
