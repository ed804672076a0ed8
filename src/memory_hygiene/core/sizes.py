"""Sizes of stores in the units contracts count, and whether a § store survives Hermes' own round trip."""

from .contracts import Cap, Contract, Unit
from .model import Document, Format, count_lines, decode, universal_newlines

DELIMITER = "\n§\n"


def size_in(document: Document, unit: Unit) -> int:
    """The size of a document: code points as its reader counts them, lines, or bytes."""
    match unit:
        case Unit.CHARS:
            return count_chars(document)
        case Unit.LINES:
            return count_lines(document.data)
        case Unit.BYTES:
            return len(document.data)


def count_chars(document: Document) -> int:
    """Code points: of a § store as Hermes counts them (entries joined, later repeats dropped), else of the text."""
    if document.format is Format.MARKDOWN:
        return len(decode(document.data)[0])
    texts = dict.fromkeys([block.text for block in document.blocks])
    return sum(map(len, texts)) + len(DELIMITER) * max(0, len(texts) - 1)


def utilization(document: Document, contract: Contract) -> float:
    """Percent of the fullest cap."""
    return max((percent(document, cap) for cap in contract.caps), default=0.0)


def percent(document: Document, cap: Cap) -> float:
    """Percent of one cap, one decimal; a cap of 0 is always full."""
    return round(100 * size_in(document, cap.unit) / cap.limit, 1) if cap.limit else 100.0


def largest_under(limit: int, share: int) -> int:
    """The largest size that is under ``share`` percent of ``limit``; not rounded as shown percentages are."""
    return (limit * share - 1) // 100


def drift_line(document: Document) -> int | None:
    """The first line (1-based) at which Hermes' own round trip would differ, or None when there is no drift.

    Source: ``MemoryStore._detect_external_drift`` of hermes-agent 0.19.0: ``raw.strip()`` against the entries joined.
    """
    raw = universal_newlines(decode(document.data)[0])
    body = raw.strip()
    again = DELIMITER.join(block.text for block in document.blocks)
    if body == again:
        return None
    first = 1 + raw[: len(raw) - len(raw.lstrip())].count("\n")
    same = next((i for i, (a, b) in enumerate(zip(body, again)) if a != b), min(len(body), len(again)))
    return first + body[:same].count("\n")


def counted(size: int, unit: Unit) -> str:
    """A size in words, for messages."""
    return numbered(size, "character" if unit is Unit.CHARS else unit.value.removesuffix("s"))


def numbered(count: int, one: str, many: str = "") -> str:
    """A count with its noun: one is one, of all others there are ``many``."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"
