"""Compression: an entry in fewer characters, by rules that take only what says nothing (contract item H24).

White-space runs, the list glyph of an entry that is one line, filler openers, and the subject of a sentence that
repeats the one before. Everything else stays as it is; what is quoted, code, a table, an address, a mark or not
understood is not touched at all. ``faithful`` judges the result and shares no code with this.
"""

import re
from collections.abc import Callable

from memory_hygiene.core.canaries.canary import is_canary

from .fillers import OPENERS, SUBJECTS, is_simple, may_begin_with_capital

_LONGEST = 100_000  # code points; what is longer is no entry, and stays
_PAIRS = {"`": "`", '"': '"', "“": "”", "„": "“", "«": "»", "「": "」", "『": "』", "[": "]"}
_QUOTED, _BRACKETED = "\ue000", "\ue001"
_GLYPHS = r"(?:[-*•‣◦▪●○] +)+(?=[^\W\d_]|[\"“„«「『(`]|\*{1,2}\w|_{1,2}[^\W_])"
_FENCE = r" *(?:[-*+] +|\d{1,9}[.)] +)?(?:(`{3,})[^`]*|(~{3,}).*)\Z"
_VERBATIM = r" *(?:>|#|<|\[[^\]]*\]:|(?:[-*_=] *){3,}\Z)| {4}|.*[|\t\\\u2500-\u257f]"
_UNTOUCHED = ("\r", "[archived ", "<!--", "<pre", "<script", "<style", "<textarea", "$$")
# The targets of links, and quotations in single quotes.
_MORE_QUOTED = r"(?<=\ue001)\([^()\n]*\)|(?<!\w)'[^'\n]*'(?!\w)"
_LEAD = r"(?m:^) {0,3}(?:(?:[-*+•‣◦▪●○]|\d{1,9}[.)]) )?(?:\ue001+ )*|(?<=[.!?]) |(?<=[。！？]) ?"
_NEXT = r"(?!\d{1,9}[.)])(?:[^\W_]|[\"“„«「『(\ue000])"


def compress(text: str) -> str:
    """``text`` of one entry, shorter where something in it says nothing; never longer, empty or two entries."""
    body = text.strip()
    if not body or len(body) > _LONGEST or _is_untouched(body):
        return text
    while (shorter := _pass(body)) != body:  # each pass takes something away
        body = shorter
    return body


def _is_untouched(text: str) -> bool:
    """Whether an entry is nobody's to shorten: a canary, a pointer, a blocked one, one a line could cut in two."""
    return (
        is_canary(text)
        or text.startswith(("[BLOCKED:", "---\n"))
        or any(sign in text for sign in _UNTOUCHED)
        or any(line.strip() == "§" for line in text.split("\n"))
    )


def _pass(text: str) -> str:
    is_one_line = "\n" not in text
    parts: list[str] = []
    for is_prose, part in _parts(text):
        if is_prose:
            parts.append(_shorter(part, is_one_line))
        elif part or parts[-1:] != [""]:
            parts.append(part)
    return "\n".join(parts).strip()


def _parts(text: str) -> list[tuple[bool, str]]:
    """The entry in runs of prose lines, single other lines, fenced code as one part, and "" for a blank line."""
    parts: list[tuple[bool, str]] = []
    fence = ""
    for line in text.split("\n"):
        if fence:
            parts[-1] = (False, f"{parts[-1][1]}\n{line}")
            is_end = line.strip().startswith(fence) and not line.strip().strip(fence[0])
            fence = "" if is_end else fence
        elif mark := re.match(_FENCE, line):
            fence = mark[1] or mark[2]
            parts.append((False, line))
        elif not line.strip(" "):
            parts.append((False, ""))
        elif re.match(_VERBATIM, line):
            parts.append((False, line))
        elif parts and parts[-1][0]:
            parts[-1] = (True, f"{parts[-1][1]}\n{line}")
        else:
            parts.append((True, line))
    return parts


def _shorter(prose: str, is_one_line: bool) -> str:
    prose = _edited(prose, r"(?<! ) +", _space)
    if is_one_line and (glyphs := re.match(_GLYPHS, prose)) and _mask(prose):
        prose = prose[glyphs.end() :]
    prose = _edited(prose, rf"(?P<lead>{_LEAD})(?:{OPENERS}(?={_NEXT}))+", _opener)
    subject = rf"(?:{_LEAD})(?P<subject>{SUBJECTS.subjects}) (?P<clause>{SUBJECTS.clause})(?P<join>\. (?P=subject) )"
    return _edited(prose, rf"{subject}(?={SUBJECTS.predicate})", _subject)


def _edited(prose: str, pattern: str, edit: Callable[[re.Match[str]], tuple[int, int, str]]) -> str:
    """``prose`` with the spans replaced that ``edit`` names for each match outside what is quoted."""
    mask = _mask(prose)
    if mask is None:
        return prose
    parts, position = [], 0
    for match in re.compile(pattern).finditer(mask):
        start, end, new = edit(match)
        parts += [prose[position:start], new]
        position = end
    return "".join([*parts, prose[position:]])


def _mask(prose: str) -> str | None:
    """``prose`` with its quotations made unreadable, or None when they do not pair off or nest."""
    if "``" in prose:
        return None
    parts, position = [], 0
    for match in re.finditer("[" + re.escape("".join(_PAIRS)) + "]", prose):
        if match.start() < position:
            continue
        end = prose.find(_PAIRS[match[0]], match.end())
        if end < 0:
            return None
        sign = _BRACKETED if match[0] == "[" else _QUOTED
        parts += [prose[position : match.start()], sign * (end + 1 - match.start())]
        position = end + 1
    masked = "".join([*parts, prose[position:]])
    return re.sub(_MORE_QUOTED, lambda quoted: _QUOTED * len(quoted[0]), masked)


def _space(run: re.Match[str]) -> tuple[int, int, str]:
    """Runs of spaces become one; at a line's end they go, at its beginning they are its place in a list."""
    before, after = run.string[run.start() - 1 : run.start()], run.string[run.end() : run.end() + 1]
    if not after or after == "\n":
        return run.start(), run.end(), ""
    return run.start(), run.end(), run[0] if before in ("", "\n") else " "


def _opener(match: re.Match[str]) -> tuple[int, int, str]:
    """A filler at the beginning of a sentence goes, if words follow that mean the same without it."""
    start, end, text = match.end("lead"), match.end(), match.string
    rest = text[end : end + 40]
    is_inner = text[max(0, start - 2) : start].rstrip(" ")[-1:] in (".", "!", "?")
    if is_inner and text[start].islower():
        return start, start, ""
    if text[start].isupper() and may_begin_with_capital(rest):
        return start, end + 1, rest[0].upper()
    return start, end, ""


def _subject(match: re.Match[str]) -> tuple[int, int, str]:
    """The subject of the sentence before is not said again, where nothing else could be meant."""
    start, end = match.span("join")
    return (start, end, "; ") if is_simple(match["clause"]) else (start, start, "")
