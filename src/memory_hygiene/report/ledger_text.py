"""The records of a ledger for people, newest last."""

from collections.abc import Iterator

from memory_hygiene.core.audit.chain import Excerpt, Link
from memory_hygiene.core.audit.ledger import Judged
from memory_hygiene.core.sizes import numbered

from .palette import PLAIN, Palette
from .safe import safe

_LISTS = ("removed", "edited", "critical", "prev")


def render(excerpt: Excerpt, palette: Palette = PLAIN) -> str:
    """The text of some records, with a final line ending."""
    lines = [palette.paint(palette.bold, safe(excerpt.path))]
    if excerpt.others:
        lines.append(
            palette.paint(palette.quiet, f"… {numbered(excerpt.others, 'more record')} before (-n 0 shows all)")
        )
    for link in excerpt.links:
        lines += ["", *_record(link, excerpt.pending, palette)]
    return "\n".join([*lines, ""])


def _record(link: Link, pending: frozenset[str], palette: Palette) -> Iterator[str]:
    record = link.record
    marks = [palette.paint(_code(link, palette), chain_word(link))]
    if record.digest in pending:
        marks.append(palette.paint(palette.warning, "not committed"))
    yield f"{palette.paint(palette.bold, safe(record.time))}  {record.digest}  {', '.join(marks)}"
    width = max((len(key) for key, _ in record.fields), default=0)
    for key, value in record.fields:
        if key not in _LISTS:
            yield f"  {key:<{width}}  {safe(value)}".rstrip()
    for name, judged in (("removed", record.removed), ("edited", record.edited)):
        yield from (f"  {name:<{width}}  {_judged(each)}" for each in judged)
    yield from (f"  {'critical':<{width}}  {safe(rule)} {safe(path)}" for rule, path in record.critical)
    yield from (f"  {'prev':<{width}}  {safe(digest)}" for digest in record.prev)


def _judged(judged: Judged) -> str:
    change = f"{judged.fingerprint} -> {judged.new}" if judged.new else judged.fingerprint
    return f"{change} {safe(judged.action)}: {safe(judged.reason)}"


def chain_word(link: Link) -> str:
    """How a record stands in the chain, in one word or two."""
    if link.unknown:
        return "chain torn"
    if link.is_first:
        return "first"
    return "unchained" if link.is_by_hand else "chained"


def _code(link: Link, palette: Palette) -> str:
    return palette.error if link.unknown else palette.warning if link.is_by_hand else palette.good
