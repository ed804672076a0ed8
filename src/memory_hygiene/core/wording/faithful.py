"""Whether a shorter text still says what the old one said; judges compression and every delegate (items H24, H25).

The new text must come out of the old one by steps of a closed list and nothing else: white-space runs shrink, the glyph
of a one-line entry goes, phrases of ``droppable`` go, a full stop with a repeated subject becomes ``;`` or "and", a
small word takes the capital of the opener before it. All other signs must be there, in their order, and no sign
more. So no number, path, URL, e-mail address, name, code span, negation or modal can go, come, change or move, and a
rewording in other words is refused: no proof could tell it from another meaning. Nothing here is shared with
``compression``: it says what may go in words, and looks for a way; this says it in patterns, and takes it.
"""

from collections import Counter

from .droppable import Step, steps_from
from .droppable_words import CAPITALISED
from .prose import canonical
from .telling import KINDS, kind_of, told_words

_LONGEST = 100_000  # code points
_MOST_WAYS = 200_000  # a text that could come about in more of them is refused


def why_unfaithful(old: str, new: str) -> str | None:
    """Why ``new`` does not say what the entry ``old`` says, in words; None when it does."""
    if old == new:
        return None
    if len(old) > _LONGEST:
        return f"the entry has {len(old)} characters, more than {_LONGEST} are not judged"
    if not old.strip() or not new.strip():
        return "nothing is left" if old.strip() else "nothing was there"
    if new != new.strip():
        return "it begins or ends with white space"
    if any(line.strip() == "§" for line in new.split("\n")):
        return "a line that is just § would cut the entry in two"
    before, after = canonical(old.strip()), canonical(new)
    steps = steps_from(before)
    return None if _leads_to(before.text, steps, after.text) else _reason(before.text, steps, after.text)


def _leads_to(old: str, steps: dict[int, list[Step]], new: str) -> bool:
    """Whether some choice of steps makes ``new`` out of ``old``."""
    pending, seen = [(0, 0)], {(0, 0)}
    while pending and len(seen) < _MOST_WAYS:
        at, there = pending.pop()
        while at not in steps and at < len(old) and old[at : at + 1] == new[there : there + 1]:
            at, there = at + 1, there + 1
        if at == len(old) and there == len(new):
            return True
        ways = [(step.end, there + len(step.new)) for step in steps.get(at, ()) if new.startswith(step.new, there)]
        if at < len(old) and old[at : at + 1] == new[there : there + 1]:
            ways.append((at + 1, there + 1))
        for way in ways:
            if way not in seen:
                seen.add(way)
                pending.append(way)
    return False


def _reason(old: str, steps: dict[int, list[Step]], new: str) -> str:
    """The worst difference in words, the words that may go aside."""
    before, after = _folded(_without(old, steps)), _folded(new)
    gone, come = Counter(before) - Counter(after), Counter(after) - Counter(_folded(old))
    for kind in KINDS:
        lost = next((word for word in before if gone[word] and kind_of(word) == kind), "")
        added = next((word for word in after if come[word] and kind_of(word) == kind), "")
        if lost and added:
            return f"the {kind} {lost!r} became {added!r}"
        if lost or added:
            return f"the {kind} {lost!r} is gone" if lost else f"the {kind} {added!r} is new"
    return "the words stand in another order, or signs, lines or quotations changed"


def _folded(text: str) -> list[str]:
    """The words of ``text``; of small words it does not matter whether they begin a sentence."""
    return [word.casefold() if word.casefold() in CAPITALISED else word for word in told_words(text)]


def _without(old: str, steps: dict[int, list[Step]]) -> str:
    """``old`` with every phrase that may go gone."""
    parts, at = [], 0
    while at < len(old):
        step = max(steps.get(at, ()), key=lambda step: step.end, default=None)
        parts.append(old[at] if step is None else step.new)
        at = at + 1 if step is None else step.end
    return "".join(parts)
