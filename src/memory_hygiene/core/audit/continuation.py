"""Whether a ledger or an archive goes on where an older version of it ended (contract H18).

With one parent the old bytes come first (line endings aside); at a merge the records or blocks of every parent appear
unchanged and in order.
"""

from memory_hygiene.core.archive import Kept, read_archive
from memory_hygiene.core.model import Document, Format

from .appending import changed_line, folded, missing, missing_line
from .ledger import split_records


def ledger_break(old: bytes, new: bytes, is_merge: bool) -> int | None:
    """The first line (1-based) of the ledger ``old`` that did not survive in ``new``, or None."""
    if old == new:
        return None
    if not is_merge:
        return changed_line(old, new)
    start = shared_records(old, new)
    line = _merge_break(old[start:], new[start:])
    return None if line is None else line + folded(old[:start]).count("\n")


def _merge_break(old: bytes, new: bytes) -> int | None:
    before, records = split_records(old)
    texts = [text.strip() for _, text in records]
    place = missing(texts, [text.strip() for _, text in split_records(new)[1]])
    if place is None:
        return missing_line(old, new)
    return 1 + before.count("\n") + sum(text.count("\n") for _, text in records[:place])


def shared_records(old: bytes, new: bytes) -> int:
    """Where the last record begins with which two ledgers begin alike, in bytes; 0 when they do not.

    A ledger of thousands of records has as many versions, and what they share need not be read again.
    """
    low, high = 0, min(len(old), len(new))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if old[low:middle] == new[low:middle] else (low, middle - 1)
    return max(old.rfind(b"\n## ", 0, low) + 1, 0)


def archive_break(old: bytes, new: bytes, is_merge: bool) -> int | None:
    """The first line (1-based) of the archive ``old`` that did not survive in ``new``, or None."""
    if old == new:
        return None
    if not is_merge:
        return changed_line(old, new)
    kept = _kept(old)
    place = missing([block._replace(line=0) for block in kept], [block._replace(line=0) for block in _kept(new)])
    return missing_line(old, new) if place is None else kept[place].line


def _kept(data: bytes) -> tuple[Kept, ...]:
    return read_archive(data, _unread).kept


def _unread(format: Format, data: bytes) -> Document:
    """What stands outside of blocks is compared line by line."""
    return Document(b"", format, (), frozenset(), True)
