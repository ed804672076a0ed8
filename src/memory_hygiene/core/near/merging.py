"""Whether one entry may go because another says the same: only where no word differs that could mean a thing."""

from functools import cache

from .reading import Kind, Reading, Word

_EMPTY = """a an the and is are was were it its s der die das den dem und ist sind le la les l un une et est sont el los
    las y es son o os as e é são il lo gli è sono de het en и user users der nutzer benutzer"""
"""Articles, the copula, and: words that come and go without a change of meaning."""
_ENDINGS = ("s", "es", "d", "ed", "n", "e")


def says_the_same(a: Reading, b: Reading) -> bool:
    """Whether two entries say the same in the same order, but for articles, inflection, marks and scores."""
    left, right = _said(a), _said(b)
    return len(left) == len(right) > 0 and all(_is_same(x, y) for x, y in zip(left, right, strict=True))


@cache
def _empty() -> frozenset[str]:
    return frozenset(_EMPTY.split())


def _said(reading: Reading) -> list[Word]:
    return [word for word in reading.words if word.folded not in _empty()]


def _is_same(a: Word, b: Word) -> bool:
    if a.form == b.form or (a.kind is b.kind is Kind.NUMBER and a.stem == b.stem):
        return True
    if a.form[1:] == b.form[1:] and a.folded == b.folded:
        return True  # the capital of a beginning
    x, y = sorted((a.folded, b.folded), key=len)
    return a.stem == b.stem and a.kind is Kind.PLAIN is b.kind and any(x + ending == y for ending in _ENDINGS)
