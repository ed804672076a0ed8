"""Whether a ledger or an archive goes on where an older version of it ended (contract H18).

With one parent the old bytes come first (line endings aside); at a merge the records or blocks of every parent appear
unchanged and in order.
"""

from .appending import changed_line, folded, missing, missing_line
from .archive import Kept, read_archive
from .ledger import split_records
from .model import Document, Format


def ledger_break(old: bytes, new: bytes, is_merge: bool) -> int | None:
    """The first line (1-based) of the ledger ``old`` that did not survive in ``new``, or None."""
    if old == new:
        return None
    if not is_merge:
        return changed_line(old, new)
    olds, news = ([text.strip() for _, text in split_records(data)[1]] for data in (old, new))
    place = missing(olds, news)
    if place is None:
        return missing_line(old, new)
    text = folded(old)
    rest = sum(len(record) for _, record in split_records(old)[1][place:])
    return 1 + text.count("\n", 0, len(text) - rest)


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


def grown(old: bytes, new: bytes) -> str:
    """What was added after the last record of the ledger ``old`` and before the next one, or "".

    ``new`` goes on where ``old`` ended. A record that grows after it was written is not the one that was written.
    """
    before, _ = split_records(new[len(old) :] if new.startswith(old) else added_to(old, new))
    return before.strip()


def added_to(old: bytes, new: bytes) -> bytes:
    """What ``new``, which goes on where ``old`` ended, has more; line endings folded."""
    return folded(new)[len(folded(old).rstrip("\n")) :].encode("utf-8", "surrogateescape")
