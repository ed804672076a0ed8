"""The prose of an entry, told from what must stay sign by sign; for the proof that a shorter text is faithful."""

import re
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

_CLOSING = {"`": "`", '"': '"', "“": "”", "„": "“", "«": "»", "「": "」", "『": "』", "[": "]"}
_DRAWN = r"[|\t\\\u2500-\u257f]"
_FENCES = ("```", "~~~")
_MARKER = r"(?:[-*+]|\d{1,9}[.)]) +"


class Prose(NamedTuple):
    """A text in one spelling of its white space; ``is_free`` says of each sign whether it is plain prose."""

    text: str
    is_free: tuple[bool, ...]


def canonical(text: str) -> Prose:
    """``text`` with spaces and blank lines squeezed where they mean nothing."""
    parts: list[tuple[str, list[bool]]] = []
    for kind, group in groupby(_lines(text), key=lambda line: line[0]):
        lines = [line for _, line in group]
        if kind == "prose":
            parts.append(_squeezed("\n".join(lines)))
        else:
            whole = "" if kind == "blank" else "\n".join(lines)
            parts.append((whole, [False] * len(whole)))
    flags = [flag for _, free in parts for flag in (*free, False)]
    return Prose("\n".join(part for part, _ in parts), tuple(flags[:-1]))


def _lines(text: str) -> Iterator[tuple[str, str]]:
    """Each line with its kind: prose, blank, or verbatim (fenced or indented code, quotes, tables, headings …)."""
    fence = ""
    for line in text.split("\n"):
        bare = line.strip(" ")
        if fence:
            is_end = line.strip().startswith(fence) and set(line.strip()) == {fence[0]}
            fence = "" if is_end else fence
            yield "verbatim", line
        elif fence := _opened_fence(bare):
            yield "verbatim", line
        elif not bare:
            yield "blank", line
        else:
            yield ("verbatim" if _is_verbatim(line, bare) else "prose"), line


def _opened_fence(bare: str) -> str:
    """The signs of the fence that a line opens, or ""."""
    marker = re.match(_MARKER, bare)
    body = bare[marker.end() :] if marker else bare
    if not body.startswith(_FENCES):
        return ""
    rest = body.lstrip(body[0])
    return "" if body[0] == "`" and "`" in rest else body[: len(body) - len(rest)]


def _is_verbatim(line: str, bare: str) -> bool:
    is_rule = len(bare.replace(" ", "")) > 2 and set(bare) - {" "} in ({"-"}, {"*"}, {"_"}, {"="})
    is_definition = bare[0] == "[" and bare[bare.find("]") :].startswith("]:")
    return (
        is_rule
        or is_definition
        or bare[0] in (">", "#", "<")
        or line.startswith("    ")
        or re.search(_DRAWN, line) is not None
    )


def _squeezed(prose: str) -> tuple[str, list[bool]]:
    """Prose with its spaces squeezed outside quotations; all of it verbatim where these do not pair off."""
    signs: list[str] = []
    is_free: list[bool] = []
    closing, begins = "", True
    for sign in prose:
        if not closing and sign == "\n":
            while signs and signs[-1] == " " and is_free[-1]:
                signs.pop()
                is_free.pop()
        if closing or sign != " " or begins or signs[-1] != " " or not is_free[-1]:
            signs.append(sign)
            is_free.append(not closing and sign not in _CLOSING)
        begins = not closing and (sign == "\n" or (begins and sign == " "))
        is_end = closing == sign
        closing = closing or _CLOSING.get(sign, "")
        closing = "" if is_end else closing
    if closing or "``" in prose:
        return prose, [False] * len(prose)
    while signs and signs[-1] == " " and is_free[-1]:
        signs.pop()
        is_free.pop()
    return "".join(signs), is_free
