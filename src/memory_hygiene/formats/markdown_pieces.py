"""Cutting a Markdown file where its blocks are the same in the pieces as in the whole, so that versions share them.

A list item or heading at the left margin ends whatever stands open before it and owes nothing to it, unless that is
code, HTML, front matter or a table. Where a file may hold one of these in the way, it stays whole.
"""

import re

_CUT = rb"(?m)^(?=- [^-\s]|#{1,6} )"
_MARKERS = rb"(?:[ \t>*+-]|\d{1,9}[.)])*"
# Fenced code and HTML (but for a comment of one line) may go on through list items; a row of dashes or colons under
# one with a pipe is a table, which a list item need not end.
_UNCUT = rb"(?m)^%s(?:```|~~~|<(?!!--[^\n]*-->))" % _MARKERS
_TABLE = rb"(?m)^[ \t>]*[-:|][-:| \t]*$"
_FRONT = b"---\n"
_ITEM = b"\n- "
_BOM = b"\xef\xbb\xbf"


def cut(data: bytes) -> list[bytes]:
    """The pieces of a Markdown file in LF line endings; joined they are the file, and often there is just one."""
    return cut_open(data) if is_open(data) else [data]


def is_open(data: bytes) -> bool:
    """Whether the file may be cut at all."""
    return not _has_bar(data) and not _has_table(data) and _front_matter_end(data) >= 0


def is_still_open(old: bytes, new: bytes, start: int, end: int) -> bool:
    """As ``is_open`` for ``new``, when ``old`` is and only whole lines from ``start`` up to ``end`` differ from it."""
    heads = (_front_matter_end(old), _front_matter_end(new))
    return all(0 <= head <= start for head in heads) and not _has_bar(new[start:end]) and not _has_table(new)


def cut_open(data: bytes) -> list[bytes]:
    """The pieces of a file, or of what lies between two of its cuts, that may be cut."""
    head = max(0, _front_matter_end(data))
    first, *pieces = re.split(_CUT, data[head:])
    return [data[:head] + first, *pieces]


def cut_before(data: bytes, end: int) -> int:
    """The last place up to ``end`` where an item begins whatever follows ``end``; 0 when there is none."""
    found = data.rfind(_ITEM, 0, end)
    while found >= 0 and (found + len(_ITEM) >= end or not _is_cut(data, found)):
        found = data.rfind(_ITEM, 0, found + 1)
    return found + 1


def cut_after(data: bytes, start: int) -> int:
    """The first place from ``start`` on where an item begins whatever comes before; the end when there is none."""
    found = data.find(_ITEM, start)
    while found >= 0 and not _is_cut(data, found):
        found = data.find(_ITEM, found + 1)
    return found + 1 if found >= 0 else len(data)


def _is_cut(data: bytes, place: int) -> bool:
    return re.compile(_CUT).match(data, place + 1) is not None


def _has_bar(data: bytes) -> bool:
    return re.search(_UNCUT, data) is not None


def _has_table(data: bytes) -> bool:
    return b"|" in data and re.search(_TABLE, data) is not None


def _front_matter_end(data: bytes) -> int:
    """Where the text after the front matter begins; 0 without any, -1 when that is not plain to see."""
    if not data.startswith((b"---", _BOM)):
        return 0
    end = data.find(b"\n" + _FRONT, len(_FRONT) - 1)
    return end + 1 + len(_FRONT) if data.startswith(_FRONT) and end >= 0 else -1
