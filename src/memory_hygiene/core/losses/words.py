"""Words of an entry, as edits are told from losses by, and the changed words that may turn a statement round."""

import re
from collections import Counter

from memory_hygiene.core.fingerprint import normalise

_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
# A sign belongs to its number; numbers, versions and addresses are one word with their inner punctuation, so that
# 3.5 and 5.3 differ; so do don't and do. Sources, compiled by re on first use: needed only when something left.
_WORD = r"(?:(?<!\w)[-+−](?=\d))?\w+(?:(?:[.,:/-](?=\d)|['’](?=\w))\w+)*"
_SIGN_OR_WORD = rf"[{_CJK}]|(?:(?<!\w)[-+−](?=\d))?[^\W{_CJK}]+(?:(?:[.,:/-](?=\d)|['’](?=\w))[^\W{_CJK}]+)*"
_NEGATIONS = frozenset(
    word
    for line in (
        "no not never none nor neither without cannot",
        "nicht nichts kein keine keinen keinem keiner keines nie niemals ohne",
        "non ne pas jamais nunca sin ikke aldri ingen inte niet geen",
        "не нет никогда 不 没 沒 無 未 ない",
    )
    for word in line.split()
)


def words(text: str) -> list[str]:
    """The words of an entry in order; Chinese, Japanese and Korean signs are words of their own."""
    folded = normalise(text)
    has_signs = not folded.isascii() and re.search(f"[{_CJK}]", folded) is not None
    return re.findall(_SIGN_OR_WORD if has_signs else _WORD, folded)


def telling_differences(old: str, new: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The changed words that may turn a statement round: numbers, names and negations, gone and come."""
    before, after = words(old), words(new)
    gone, come = Counter(before) - Counter(after), Counter(after) - Counter(before)
    return tuple(w for w in dict.fromkeys(before) if gone[w] and _tells(w)), tuple(
        w for w in dict.fromkeys(after) if come[w] and _tells(w)
    )


def is_negation(word: str) -> bool:
    """Whether a word, in any case, denies or excludes, in one of a dozen languages."""
    folded = word.casefold().replace("’", "'")
    return folded in _NEGATIONS or folded.endswith("n't")


def _tells(word: str) -> bool:
    return any(sign.isdigit() for sign in word) or word[:1].isupper() or is_negation(word)
