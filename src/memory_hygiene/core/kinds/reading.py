"""An entry as the categorizer reads it: words and signs, code and quotes set apart, at most ``MOST`` characters."""

import re
import unicodedata
from typing import NamedTuple

MOST = 4000
"""Characters read of one entry (code points); what an entry is shows in its beginning, and time stays bounded."""
_FENCE = r"(?s)(?P<fence>`{3,}|~{3,})[^\n]*\n.*?(?:\n(?P=fence)|\Z)"
_SPAN = r"(?s)(?P<ticks>`+)(?!`)(?P<code>.{1,400}?)(?<!`)(?P=ticks)(?!`)"
_QUOTE = r"\"[^\"\n]{1,300}\"|“[^”\n]{1,300}”|„[^“”\n]{1,300}[“”]|«[^»\n]{1,300}»|「[^」\n]{1,300}」|『[^』\n]{1,300}』"
_MARKER = r"[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+"
_CJK = "\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
_TOKEN = (
    rf"[{_CJK}]+|(?:https?|ssh|ftp)://\S+|[^\W_{_CJK}]+(?:[._/:@-][^\W_{_CJK}]+|['’][^\W\d_{_CJK}]+)*"
    r"|\[[ xX]?\]|[?!✅❌🟡🟢🔴→☐☑⏳]|[.;:](?=\s|$)|[。！？；]|[#|~]"
)


class Reading(NamedTuple):
    """What is read of an entry.

    ``text`` is bounded and normalised; ``plain`` is it with code as a bare backquote pair; ``bare`` also without
    quotes. ``tokens`` are the words of ``plain`` as written, ``folded`` the same without case; ``starts`` are the
    places in ``tokens`` at which a sentence, line or cell begins. ``codes`` are the code spans and fences.
    """

    text: str
    plain: str
    bare: str
    tokens: tuple[str, ...]
    folded: tuple[str, ...]
    starts: frozenset[int]
    codes: tuple[str, ...]


def read(text: str) -> Reading:
    """The reading of any text, whatever is in it."""
    bounded = unicodedata.normalize("NFC", text[:MOST]).replace("\r\n", "\n").replace("\r", "\n").strip()
    codes: list[str] = []
    plain = re.sub(
        _SPAN, lambda found: _keep(codes, found["code"]), re.sub(_FENCE, lambda f: _keep(codes, f[0]), bounded)
    )
    tokens, starts = _tokens(plain)
    folded = tuple(token.casefold().replace("’", "'") for token in tokens)
    return Reading(bounded, plain, re.sub(_QUOTE, '""', plain), tokens, folded, starts, tuple(codes))


def _keep(codes: list[str], code: str) -> str:
    codes.append(code)
    return "``"


def _tokens(plain: str) -> tuple[tuple[str, ...], frozenset[int]]:
    """The words, and the places at which a line, a cell or a sentence begins."""
    tokens: list[str] = []
    starts: set[int] = set()
    for line in plain.split("\n"):
        body = re.sub(rf"^(?:[ \t>]*#{{1,6}}[ \t]+|[ \t>]*{_MARKER})", "", line)
        starts.add(len(tokens))
        for found in re.finditer(_TOKEN, body):
            token = found[0]
            if token in ".;:?!。！？；|#~":
                starts.add(len(tokens) + (token in "?!"))
                if token not in "?!":
                    continue
            tokens.append(token)
    return tuple(tokens), frozenset(starts)
