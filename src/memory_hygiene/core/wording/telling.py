"""The words of an entry that turn it round when they go, come or change, by kind; the reasons of ``faithful``."""

import re
from collections.abc import Iterator

from memory_hygiene.core.losses.words import is_negation

KINDS = ("number", "address", "code span", "negation", "modal verb", "name", "word")
"""From the one that matters most; an address is a path, a URL or an e-mail address."""
_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
_CODE = r"(`[^`]+`)"
_WORD = rf"[{_CJK}]+|(?:(?<!\w)[-+−](?=\d))?[^\W{_CJK}]+(?:(?:[.,:'’-])[^\W{_CJK}]+)*"
_ADDRESS = ("/", "@", "\\")
_MODALS = frozenset(
    word
    for line in (
        "must should shall may might can could will would ought need needs has have had",
        "muss müssen musst soll sollen sollte sollten darf dürfen kann können könnte wird werden würde",
        "doit doivent devrait peut peuvent pourrait faut",
        "debe deben debería puede pueden podría deve devem deveria pode podem devono dovrebbe può possono potrebbe",
        "moet moeten mag mogen kan kunnen zal zullen zou zouden",
    )
    for word in line.split()
)


def told_words(text: str) -> list[str]:
    """The words of ``text`` in order; a code span or an address is one, as is a run of CJK signs."""
    return [word for part in re.split(_CODE, text) for word in _words(part)]


def _words(part: str) -> Iterator[str]:
    if part.startswith("`") and len(part) > 2:
        yield part
        return
    for chunk in part.split():
        bare = chunk.strip(".,;:!?()[]{}<>\"'")
        if any(sign in bare for sign in _ADDRESS):
            yield bare
        else:
            yield from re.findall(_WORD, chunk)


def kind_of(word: str) -> str:
    """What kind of word this is, as one of ``KINDS``."""
    if word.startswith("`"):
        return "code span"
    if any(sign in word for sign in _ADDRESS):
        return "address"
    if any(sign.isdigit() for sign in word):
        return "number"
    if is_negation(word):
        return "negation"
    if word.casefold() in _MODALS:
        return "modal verb"
    is_name = any(sign.isupper() for sign in word) or re.match(f"[{_CJK}]", word) is not None
    return "name" if is_name else "word"
