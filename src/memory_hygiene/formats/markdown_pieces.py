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
_BOM = b"\xef\xbb\xbf"


def cut(data: bytes) -> list[bytes]:
    """The pieces of a Markdown file in LF line endings; joined they are the file, and often there is just one."""
    if re.search(_UNCUT, data) or (b"|" in data and re.search(_TABLE, data)):
        return [data]
    head = _front_matter_end(data)
    if head < 0:
        return [data]
    first, *pieces = re.split(_CUT, data[head:])
    return [data[:head] + first, *pieces]


def _front_matter_end(data: bytes) -> int:
    """Where the text after the front matter begins; 0 without any, -1 when that is not plain to see."""
    if not data.startswith((b"---", _BOM)):
        return 0
    end = data.find(b"\n" + _FRONT, len(_FRONT) - 1)
    return end + 1 + len(_FRONT) if data.startswith(_FRONT) and end >= 0 else -1
