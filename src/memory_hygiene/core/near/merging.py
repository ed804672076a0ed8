"""Whether one entry may go because another says the same: only where no word differs that could mean a thing."""

from functools import cache

from .reading import Kind, Reading, Word

_EMPTY = """a an the and is are it its s der die das den dem und ist sind le la les l un une et est sont el los las y es
    son o os as e é são il lo gli è sono de het en user users der nutzer benutzer"""
"""Articles, the copula in the present, and: words that come and go without a change of meaning."""
_MARKS = frozenset("*_`.,;:!\"'()[]{}—–-…、。，；：！「」『』“”„«»‘’#\\")
"""Signs that come and go without one; a strike, a question mark, a comparison or a picture is not among them."""


def says_the_same(a: Reading, b: Reading) -> bool:
    """Whether two entries say the same in the same order, but for articles, a plural's ending, marks and scores."""
    if a.is_cut or b.is_cut:
        return False
    left, right = _said(a), _said(b)
    is_same = len(left) == len(right) > 0 and all(_is_same(x, y) for x, y in zip(left, right, strict=True))
    return is_same and _signs(a.text) == _signs(b.text)


@cache
def _empty() -> frozenset[str]:
    return frozenset(_EMPTY.split())


def _said(reading: Reading) -> list[Word]:
    return [word for word in reading.words if word.folded not in _empty()]


def _signs(text: str) -> list[str]:
    return [sign for sign in text if not sign.isalnum() and not sign.isspace() and sign not in _MARKS]


def _is_same(a: Word, b: Word) -> bool:
    if a.form == b.form or (a.kind is b.kind is Kind.NUMBER and a.stem == b.stem):
        return True
    if a.form[1:] == b.form[1:] and a.folded == b.folded:
        return True  # the capital of a beginning
    x, y = sorted((a.folded, b.folded), key=len)
    return a.stem == b.stem and a.kind is Kind.PLAIN is b.kind and y in (x + "s", x + "es")
