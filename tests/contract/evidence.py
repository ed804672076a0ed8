"""Evidence drawn at random, for laws that must hold whatever is known of an entry."""

from collections.abc import Mapping
from hashlib import blake2b

from hypothesis import strategies as st

from memory_hygiene.core.fingerprint import fingerprint
from memory_hygiene.core.kinds.category import Category, Judgement
from memory_hygiene.core.planning.evidence import Evidence
from memory_hygiene.core.planning.marks import without_mark
from memory_hygiene.core.wording.compression import compress
from memory_hygiene.core.wording.faithful import why_unfaithful

AGES = (None, 0, 13, 14, 15, 400)
SWAPS = (("depot", "berth"), ("Friday", "8410"), ("berth", "depot"), ("pump", "pump and ledger"))
"""Corrections of one value; two of them undo one another, as those of a wavering configuration would."""


def _number(*said: object) -> int:
    return int.from_bytes(blake2b(repr(said).encode("utf-8", "surrogatepass"), digest_size=6).digest(), "big")


def _correct(seed: int, text: str) -> str | None:
    old, new = SWAPS[_number(seed, "swap", fingerprint(text)) % len(SWAPS)]
    return text.replace(old, new, 1) if old in text and _number(seed, "right", text) % 2 else None


def _shorten(text: str) -> str:
    short = compress(text)
    return text if why_unfaithful(text, short) else short


def evidence(seed: int) -> Evidence:
    """One of endlessly many worlds: what is known of a text is arbitrary, and always the same."""

    def judge(text: str, name: str) -> Judgement:
        asked = name if seed % 2 else ""  # every other world does not care where an entry stands
        kinds = list(Category)
        kind = kinds[_number(seed, "kind", text, asked) % len(kinds)]
        second = kinds[_number(seed, "second", text) % len(kinds)]
        return Judgement(kind, 0.5, None if second is kind else second, _number(seed, "goes", text) % 3 > 0, ("drawn",))

    def is_reached(text: str) -> bool | None:
        return (None, True, False)[_number(seed, "reached", without_mark(text)) % 3]

    return Evidence(
        age_of=lambda identity: AGES[_number(seed, "age", identity) % len(AGES)],
        judge=judge,
        correct=lambda text: _correct(seed, text),
        is_reached=is_reached,
        shorten=_shorten,
    )


def worlds() -> st.SearchStrategy[Evidence]:
    """Arbitrary evidence."""
    return st.integers(0, 2**32).map(evidence)


def aged(known: Evidence, origins: Mapping[str, str]) -> Evidence:
    """The same evidence, an entry that was rewritten as old as the one it was (``origins``: new to old fingerprint)."""
    return Evidence(
        age_of=lambda identity: known.age_of(origins.get(identity, identity)),
        judge=known.judge,
        correct=known.correct,
        is_reached=known.is_reached,
        shorten=known.shorten,
    )


def said(
    kinds: Mapping[str, Category],
    age: int | None = 30,
    deletable: bool = True,
    reached: Mapping[str, bool] | None = None,
    right: Mapping[str, str] | None = None,
) -> Evidence:
    """Evidence by which texts are of ``kinds`` (others durable), all of one ``age`` in days.

    ``reached`` says of texts whether their endpoints answer, ``right`` gives the text that is true.
    """

    def judge(text: str, name: str) -> Judgement:
        kind = kinds.get(without_mark(text), Category.DURABLE_FACT)
        return Judgement(kind, 0.9, None, deletable, ("said",))

    return Evidence(
        age_of=lambda identity: age,
        judge=judge,
        correct=lambda text: (right or {}).get(text),
        is_reached=lambda text: (reached or {}).get(without_mark(text)),
        shorten=lambda text: text,
    )
