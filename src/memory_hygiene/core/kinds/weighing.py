"""What the features amount to: a score per category, and the confidence in the best."""

from functools import cache
from math import exp

from memory_hygiene.core.category import Category

from .features import Features

_BY_HAND = """
likes: Preference 2
dislikes: Preference 2
likes@first: Preference 1
dislikes@first: Preference 1
soft: Preference 0.5
never: Operating Rule 1.5
must: Operating Rule 1
not@first: Operating Rule 1
command@first: Operating Rule 2
command@later: Operating Rule 0.7
whenever@first: Operating Rule 1
deontic: Operating Rule 1
deed@first: Session Note 2
sitting: Session Note 0.8
deed: Session Note 1
nothing-owed: Session Note 1
waiting: Temporary State 1.5
open: Temporary State 0.5
running: Temporary State 0.7
for-now: Temporary State 0.6
away: Temporary State 1
trouble: Temporary State 0.8
shape=open-box: Temporary State 2
day:ahead: Temporary State 0.6
as-of: Historical Snapshot 1
as-of@first: Historical Snapshot 1
formerly: Historical Snapshot 0.5
incident: Historical Snapshot 0.5
baseline: Historical Snapshot 1.5
mark: Historical Snapshot 6
hint: Historical Snapshot 1
day:past: Historical Snapshot 0.5
config: Technical Config 0.5
config:many: Technical Config 0.5
codes=1: Technical Config 0.7
codes=2: Technical Config 1
codes=3: Technical Config 1.2
concreteness=2: Technical Config 0.7
concreteness=3: Technical Config 1.2
concreteness=4: Technical Config 1.5
shape=fence: Technical Config 2
name-badge: Identity 1
profession: Identity 1
persona@first: Identity 1.5
household: Identity 0.5
file=SOUL.MD: Identity 0.7, Operating Rule 0.3
file=USER.MD: Preference 0.5, Identity 0.5
because: Durable Fact 0.7
decided: Durable Fact 1
lesson: Durable Fact 1
means: Durable Fact 0.8
outside: Durable Fact 0.5
unsure: Ambiguous 0.8
relative: Ambiguous 0.8
question: Ambiguous 1
shape=empty-field: Ambiguous 6
shape=only-url: Ambiguous 6
length=1: Ambiguous 1
length=0: Ambiguous 6
present: Durable Fact 0.4
"""
"""Feature, category and weight, set by hand."""


@cache
def _weights() -> dict[str, dict[Category, float]]:
    table: dict[str, dict[Category, float]] = {}
    for line in _BY_HAND.strip().split("\n"):
        name, _, listed = line.rpartition(": ")
        table[name] = {Category(one[0]): float(one[2]) for one in (part.rpartition(" ") for part in listed.split(", "))}
    return table


def weigh(seen: Features) -> dict[Category, float]:
    """The probability of each category."""
    scores = dict.fromkeys(Category, 0.0)
    for name in seen.names:
        for category, weight in _weights().get(name, {}).items():
            scores[category] += weight
    top = max(scores.values())
    grown = {category: exp(score - top) for category, score in scores.items()}
    total = sum(grown.values())
    return {category: value / total for category, value in grown.items()}
