"""Explicit end-of-life marks by the writer, and the hints that are none (source: the labelling guide's *deletable*)."""

import re

from memory_hygiene.core.tags import content_start, is_day, is_struck

from .reading import Reading

_MARK = (
    r"(?i)(?:\*\*|__|[*_])?\[[ \t]*(?P<name>superseded|obsolete|expired|prune)\b[ \t]*:?"
    r"[ \t]*(?P<rest>[^\[\]\n]{0,200})\](?![(\[:])(?:\*\*|__|[*_])?"
)
_HINTS = (
    "stale|old|deprecated|outdated|archive|archived|done|wrong|contradicted|veraltet|überholt|erledigt|alt|obsolète|"
    "périmé|caduc|vieux|obsoleto|obsoleta|caducado|caduco|antiguo|antigo|desatualizado|velho|устарело|устарел|старое|"
    "неактуально|古い|旧|廃止|終了|済|过时|作废|过期|旧的|失效|已完成|過期|作廢"
)
"""Marks that only hint, in eight languages: a mark that permits is one of those above."""
_HINT = rf"(?i)[\[【][ \t]*(?:{_HINTS})(?!\w)[^\]】\n]{{0,80}}[\]】]"


def end_of_life(reading: Reading, today: str) -> str:
    """The mark by which the writer ended the whole entry, or "": at its start or end, outside code and quotes."""
    bare = reading.bare.removeprefix("|").removesuffix("|").strip()
    start = content_start(bare)
    if is_struck(bare[start:]) and "\n" not in bare:
        return "~~…~~"
    found = re.match(_MARK, bare[start:]) or re.search(_MARK + r"[ \t.]*\Z", bare)
    return found[0] if found and _ends(found["name"].lower(), found["rest"].strip(), today) else ""


def _ends(name: str, rest: str, today: str) -> bool:
    if name == "expired":
        return is_day(rest) and rest < today
    return not rest.endswith("?")


def hint(reading: Reading) -> str:
    """A mark at the start that hints at age but permits nothing, or ""."""
    found = re.match(_HINT, reading.bare[content_start(reading.bare) :])
    return found[0] if found else ""
