"""Reading the table of the writer registry by its lines, and writing a row of it.

GitHub's tables are read in their strict form: rows begin and end with a pipe, each has as many cells as the head. A
table that a reader does not see (in code, in a comment) is none; whatever looks like a row and is not read is a fault.
"""

import codecs
from collections.abc import Iterator
from typing import NamedTuple

from memory_hygiene.core.model import decode, line_ending, universal_newlines

from .keys import is_like_key, read_key
from .writers import LONGEST, Fault, Operation, Registry, Writer

COLUMNS = ("writer", "identity", "stores", "operations")
MOST_BYTES = 256 * 1024
"""A larger file is refused unread: it is a list of people."""
_MOST_ITEMS = 50
_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")  # CommonMark: what a backslash may escape


class _RefusedError(Exception):
    """A cell that cannot be understood."""


class _Line(NamedTuple):
    number: int
    text: str

    @property
    def is_row(self) -> bool:
        return self.text.lstrip(" \t").startswith("|")


def read_table(data: bytes) -> Registry:
    """The registry of any bytes; it never raises."""
    if len(data) > MOST_BYTES:
        return Registry((), (Fault(1, f"{len(data):,} bytes, over the {MOST_BYTES:,} that are read"),))
    text, is_clean = decode(data)
    if not is_clean:
        return Registry((), (Fault(1, "not UTF-8, or it holds a NUL"),))
    faults: list[Fault] = []
    lines = list(_seen(universal_newlines(text.removeprefix("\ufeff")), faults))
    head = _find_head(lines, faults)
    writers = _writers(lines, head, faults) if head is not None else []
    if head is None and not faults:
        faults.append(Fault(1, f"no table with the columns {', '.join(COLUMNS)}"))
    return Registry(tuple(writers), tuple(sorted(faults)))


def _seen(text: str, faults: list[Fault]) -> Iterator[_Line]:
    """The lines as a reader sees them: fenced code and comments are blank."""
    fence, comment = "", 0
    for number, line in enumerate(text.split("\n"), 1):
        bare = line.strip()
        is_seen = False
        if fence:
            if bare.startswith(fence) and not bare.strip(fence[0]):
                fence = ""
        elif comment:
            comment = 0 if "-->" in line else comment
        elif bare.startswith(("```", "~~~")):
            fence = bare[0] * (len(bare) - len(bare.lstrip(bare[0])))
        elif "<!--" in line:
            if bare.startswith("|"):
                faults.append(Fault(number, "a comment in a row"))
            comment = 0 if "-->" in line.partition("<!--")[2] else number
        else:
            is_seen = True
        yield _Line(number, line if is_seen else "")  # what is not seen ends a table as a blank line does
    if comment:
        faults.append(Fault(comment, "a comment that does not end"))


def _find_head(lines: list[_Line], faults: list[Fault]) -> int | None:
    """The place of the registry's head among ``lines``; rows outside of any table are faults, and a second head."""
    found: int | None = None
    place = 0
    while place < len(lines):
        if not lines[place].is_row:
            place += 1
            continue
        names = [name.casefold() for name in split_cells(lines[place].text) or ()]
        known = [name for name in COLUMNS if name in names]
        is_table = place + 1 < len(lines) and _is_delimiter(lines[place + 1].text, len(names))
        if not is_table or (known and (len(known) < len(COLUMNS) or len(set(names)) < len(names))):
            faults.append(Fault(lines[place].number, _why_no_head(is_table, known)))
            place += 1
            continue
        if known and found is not None:
            faults.append(Fault(lines[place].number, "a second table of writers; only the first one counts"))
        elif known:
            found = place
        place = _end_of_table(lines, place)
    return found


def _why_no_head(is_table: bool, known: list[str]) -> str:
    if not is_table:
        return "a row outside of a table grants nothing"
    missing = [name for name in COLUMNS if name not in known]
    return f"no column called {', '.join(missing)}" if missing else "two columns of one name"


def _end_of_table(lines: list[_Line], place: int) -> int:
    while place < len(lines) and lines[place].text.strip():
        place += 1
    return place


def _is_delimiter(text: str, count: int) -> bool:
    cells = split_cells(text) or ()
    return len(cells) == count and all(
        "-" in cell and not cell.removeprefix(":").removesuffix(":").strip("-") for cell in cells
    )


def _writers(lines: list[_Line], head: int, faults: list[Fault]) -> list[Writer]:
    names = [name.casefold() for name in split_cells(lines[head].text) or ()]
    writers: dict[str, Writer] = {}
    for line in lines[head + 2 : _end_of_table(lines, head)]:
        try:
            writer = _writer(line, names)
            if writer.name.casefold() in writers:
                raise _RefusedError(f"a second row for {writer.name!r}")
        except _RefusedError as refused:
            faults.append(Fault(line.number, f"{refused}; the row grants nothing"))
        else:
            writers[writer.name.casefold()] = writer
    return list(writers.values())


def _writer(line: _Line, names: list[str]) -> Writer:
    cells = split_cells(line.text)
    if cells is None:
        raise _RefusedError("not a row: it begins and ends with |, and has no \\\\|")
    if len(cells) != len(names):
        raise _RefusedError(f"{len(cells)} cells under {len(names)} columns")
    name, identity, stores, operations = (cells[names.index(column)] for column in COLUMNS)
    if not name or len(name) > LONGEST:
        raise _RefusedError("no name" if not name else f"a name of {len(name):,} characters")
    patterns, keys = _identities(identity)
    return Writer(name, patterns, keys, _stores(stores), _operations(operations), line.number)


def _identities(cell: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    patterns: list[str] = []
    keys: list[str] = []
    for item in _items(cell, "identity"):
        if is_like_key(item):
            key = read_key(item)
            if not key:
                raise _RefusedError("a key is named by its whole fingerprint: SHA256:… (ssh) or 40 hex digits (gpg)")
            keys.append(key)
        else:
            patterns.append(read_pattern(item) or _refuse(f"{item!r} is no pattern: NAME, E-MAIL or NAME <E-MAIL>"))
    return tuple(patterns), tuple(keys)


def _refuse(message: str) -> str:
    raise _RefusedError(message)


def read_pattern(item: str) -> str:
    """A pattern as it is matched; "" for what can match no identity."""
    if item.startswith("<") and item.endswith(">"):
        item = item[1:-1].strip()
    is_sound = item.count("<") == item.count(">") <= 1 and ("<" not in item or item.endswith(">"))
    return item if item and item.isprintable() and is_sound and len(item) <= LONGEST else ""


def _stores(cell: str) -> tuple[str, ...]:
    names = tuple(item.removeprefix("./") for item in _items(cell, "store"))
    for name in names:
        if not name or name.startswith("/") or ".." in name.split("/") or len(name) > LONGEST:
            raise _RefusedError(f"{name!r} is no store: * or a path within the agent directory")
    return names


def _operations(cell: str) -> tuple[Operation, ...]:
    known = {operation.value: operation for operation in Operation}
    words = [word for item in _items(cell, "operation") for word in item.casefold().split()]
    if wrong := next((word for word in words if word not in known), ""):
        raise _RefusedError(f"no operation called {wrong!r}; there are {', '.join(known)}")
    return tuple(operation for word, operation in known.items() if word in words)


def _items(cell: str, what: str) -> list[str]:
    items = [item.strip().strip("`").strip() for item in cell.split(",")]
    if not all(items):
        raise _RefusedError(f"no {what}" if not any(items) else f"an empty {what}")
    if len(items) > _MOST_ITEMS:
        raise _RefusedError(f"{len(items):,} of {what}, at most {_MOST_ITEMS}")
    return items


def split_cells(text: str) -> list[str] | None:
    """The cells of a row, escapes undone; None when the line is no whole row, or parsers disagree about it."""
    row = text.strip()
    if not row.startswith("|") or text.startswith(("    ", "\t")) or "\\\\|" in row:
        return None
    cells: list[str] = [""]
    place = 1
    while place < len(row):
        character, following = row[place], row[place + 1 : place + 2]
        if character == "\\" and following in _PUNCTUATION and following:
            cells[-1] += following
            place += 1
        elif character == "|":
            cells.append("")
        else:
            cells[-1] += character
        place += 1
    return [cell.strip() for cell in cells[:-1]] if cells[-1] == "" and len(cells) > 1 else None


def with_row(data: bytes, cells: dict[str, str]) -> bytes:
    """The bytes of a registry with one more row at the end of its table; raises ValueError when it has no table."""
    lines = list(_seen(universal_newlines(decode(data.removeprefix(codecs.BOM_UTF8))[0]), []))
    head = _find_head(lines, [])
    if head is None:
        raise ValueError("no table of writers")
    names = [name.casefold() for name in split_cells(lines[head].text) or ()]
    pieces = data.splitlines(keepends=True)
    place = _end_of_table(lines, head)
    ending = line_ending(data)
    if pieces[place - 1 : place] and not pieces[place - 1].endswith((b"\n", b"\r")):
        pieces[place - 1] += ending
    return b"".join(
        [*pieces[:place], write_row(cells, names).encode("utf-8", "surrogateescape") + ending, *pieces[place:]]
    )


def write_row(cells: dict[str, str], columns: list[str]) -> str:
    """A row under ``columns``, those it has no cell for empty; escaped so that it is read as it was given."""
    return f"| {' | '.join(_escaped(cells.get(column, '')) for column in columns)} |"


def _escaped(cell: str) -> str:
    return "".join("\\" + character if character in "\\|<" else character for character in " ".join(cell.split()))
