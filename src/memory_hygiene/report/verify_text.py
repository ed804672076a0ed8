"""Verified entries for people: each with its URLs, and what the next audit does about it."""

from collections import Counter
from collections.abc import Iterator, Sequence

from memory_hygiene.core.endpoints.checked import Checked
from memory_hygiene.core.endpoints.endpoints import Answer, Reach, redacted
from memory_hygiene.core.planning.marks import has_mark
from memory_hygiene.core.sizes import numbered
from memory_hygiene.core.tags import UNVERIFIED

from .palette import PLAIN, Palette
from .safe import safe, shorten

_WIDTH = 60
_URL_WIDTH = 100
_WORDS = {
    Reach.VERIFIED: "VERIFIED",
    Reach.UNREACHABLE: "UNREACHABLE",
    Reach.NOT_ASKED: "not asked",
    Reach.DEFERRED: "deferred",
}
_NEXT = {
    "mark-unverified": f"the next audit appends {UNVERIFIED}",
    "clear-mark": f"the next audit takes {UNVERIFIED} off",
}


def render(checks: Sequence[Checked], others: int, palette: Palette = PLAIN) -> str:
    """The text of all entries, with a final line ending.

    ``others`` are the entries with URLs that were not asked for their category.
    """
    lines = [line for check in checks for line in _entry(check, palette)]
    return "\n".join([*lines, _summary(checks, others), ""])


def _entry(check: Checked, palette: Palette) -> Iterator[str]:
    where = f"{check.number}. {safe(check.path)}:{check.block.line} {check.block.fingerprint}"
    yield f"{palette.paint(palette.bold, where)} {shorten(redacted(check.block.text), _WIDTH)}"
    for answer in check.answers:
        yield f"    {_answer(answer, palette)}"
    if not check.answers:
        yield "    it names no http or https URL"
    elif step := _NEXT.get(check.next_action) or _stays(check):
        yield f"    next: {step}"


def _answer(answer: Answer, palette: Palette) -> str:
    colours = {Reach.VERIFIED: palette.good, Reach.UNREACHABLE: palette.error}
    word = palette.paint(colours.get(answer.reach, palette.warning), f"{_WORDS[answer.reach]:<11}")
    asked = f" (asked {answer.time})" if answer.time else ""
    return f"{word} {shorten(answer.url, _URL_WIDTH)} · {shorten(answer.detail, _URL_WIDTH)}{asked}"


def _stays(check: Checked) -> str:
    is_still_marked = check.reach is Reach.UNREACHABLE and has_mark(check.block.text)
    return f"it stays {UNVERIFIED}, nothing is deleted for it" if is_still_marked else ""


def _summary(checks: Sequence[Checked], others: int) -> str:
    counts = Counter(check.reach for check in checks)
    parts = [f"{counts[reach]} {_WORDS[reach]}" for reach in (Reach.VERIFIED, Reach.UNREACHABLE, Reach.NOT_ASKED)]
    deferred = sum(check.is_deferred for check in checks)
    more = f"; {numbered(deferred, 'entry', 'entries')} with URLs left for the next run" if deferred else ""
    return f"hygiene: {numbered(len(checks), 'entry', 'entries')}: {', '.join(parts)}{more}{_aside(others)}"


def _aside(others: int) -> str:
    if not others:
        return ""
    what = f"{numbered(others, 'entry', 'entries')} with URLs of another category"
    return f"\n    {what}: not asked; name one (hygiene list) to ask it"
