"""How many bytes of a Markdown store a plan changed outside what it was to change: an account that shares no code.

It knows lines and nothing else: which lines the plan took out, which lines were to come in their place. Blank lines
beside what went may go with it, and one empty line may stay in its place; every other line must be there, in order,
byte for byte, its ending included.
"""

import re
from collections.abc import Iterable
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import NamedTuple

BOM = "\ufeff".encode()
_LINES = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")
_ENDS = b"\r\n"


class Cut(NamedTuple):
    """The ``lines`` from the ``first`` one on (1-based) that a plan takes out, and what stays there instead, or b""."""

    first: int
    lines: int
    pointer: bytes


class _Run(NamedTuple):
    """The blank lines before a line with content, whether the plan acted among them, and that line (b"" at the end)."""

    blanks: tuple[bytes, ...]
    has_cut: bool
    line: bytes


def bytes_changed(before: bytes, after: bytes, cuts: Iterable[Cut]) -> int:
    """How many bytes were lost, came or changed outside ``cuts``; 0 when only the cuts happened."""
    wrong = len(BOM) if before.startswith(BOM) != after.startswith(BOM) else 0
    expected = list(_expected(before, tuple(cuts)))
    found = list(_runs(after.removeprefix(BOM)))
    if expected and expected[-1].has_cut:
        expected, found = _without_last_ending(expected), _without_last_ending(found)
    if [run.line for run in expected] != [run.line for run in found]:
        return wrong + _difference([run.line for run in expected], [run.line for run in found])
    return wrong + sum(_blanks_changed(*pair) for pair in zip_longest(expected, found))


def _expected(before: bytes, cuts: tuple[Cut, ...]) -> Iterable[_Run]:
    lines = _LINES.findall(before.removeprefix(BOM))
    gone = {number: cut for cut in cuts for number in range(cut.first, cut.first + cut.lines)}
    blanks: list[bytes] = []
    has_cut = False
    for number, line in enumerate(lines, 1):
        cut = gone.get(number)
        shown = line
        if cut is not None:
            has_cut = True
            if number != cut.first + cut.lines - 1 or not cut.pointer:
                continue
            shown = cut.pointer + line[len(line.rstrip(_ENDS)) :]
        if not shown.strip():
            blanks.append(shown)
            continue
        yield _Run(tuple(blanks), has_cut, shown)
        blanks, has_cut = [], cut is not None
    yield _Run(tuple(blanks), has_cut, b"")


def _runs(data: bytes) -> Iterable[_Run]:
    blanks: list[bytes] = []
    for line in _LINES.findall(data):
        if line.strip():
            yield _Run(tuple(blanks), False, line)
            blanks = []
        else:
            blanks.append(line)
    yield _Run(tuple(blanks), False, b"")


def _without_last_ending(runs: list[_Run]) -> list[_Run]:
    """Where the end of a file without a final line ending goes, the ending before it goes as well."""
    last = runs[-1]._replace(blanks=tuple(line.rstrip(_ENDS) for line in runs[-1].blanks))
    return [*runs[:-2], *(run._replace(line=run.line.rstrip(_ENDS)) for run in runs[-2:-1]), last]


def _blanks_changed(expected: _Run, found: _Run) -> int:
    if expected.blanks == found.blanks:
        return 0
    if expected.has_cut:
        left = iter(expected.blanks)
        strangers = [line for line in found.blanks if line not in left]
        return sum(map(len, strangers)) if any(line.strip(_ENDS) for line in strangers) or len(strangers) > 1 else 0
    return _difference(list(expected.blanks), list(found.blanks))


def _difference(expected: list[bytes], found: list[bytes]) -> int:
    total = 0
    for name, start, end, other_start, other_end in SequenceMatcher(None, expected, found, False).get_opcodes():
        if name != "equal":
            total += sum(map(len, expected[start:end])) + sum(map(len, found[other_start:other_end]))
    return total
