"""The hash chain of a ledger (contract H18): a record names the digest of the one before it, after a merge of two."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from memory_hygiene.core.sizes import numbered

from .ledger import Ledger, Record
from .timestamps import seconds_of

SHOWN = 3
"""Digests of a record that a message names: nobody merges more branches by hand."""


class Link(NamedTuple):
    """A record in its place: ``unknown`` are the digests it names that no record before it has.

    ``is_first`` says that there is none before it, ``follows_last`` that it names the one right before it.
    """

    record: Record
    unknown: tuple[str, ...]
    is_first: bool
    follows_last: bool

    @property
    def is_by_hand(self) -> bool:
        """Whether it names no record though there is one: nothing protects the order around it but git."""
        return not self.is_first and not self.record.prev

    @property
    def shown(self) -> str:
        """The unknown digests, for a message."""
        more = ", …" if len(self.unknown) > SHOWN else ""
        return ", ".join(self.unknown[:SHOWN]) + more


class Excerpt(NamedTuple):
    """Some records of a ledger: whose it is and its path, the records, how many others there are.

    ``pending`` are the digests of those records that no commit holds yet.
    """

    agent: str
    path: str
    links: tuple[Link, ...]
    others: int
    pending: frozenset[str]


def links_of(ledger: Ledger) -> Iterator[Link]:
    """Every record of a ledger with what it says of the ones before it, oldest first."""
    known: set[str] = set()
    last = ""
    for record in ledger.records:
        prev = record.prev
        yield Link(record, tuple(each for each in prev if each not in known), not known, last in prev)
        last = record.digest
        known.add(last)


def added_links(ledger: Ledger, befores: Iterable[Ledger]) -> tuple[Link, ...]:
    """The links of those records that none of ``befores`` has."""
    added = {record.text.strip() for record in ledger.added_since(tuple(befores))}
    return tuple(link for link in links_of(ledger) if link.record.text.strip() in added) if added else ()


class ChainFault(NamedTuple):
    """What is wrong with one record's place in the chain: the fault's name, and what to say of it."""

    name: str
    record: Record
    message: str


TORN, REPEATED, BACKWARDS, BY_HAND = "chain-torn", "record-repeated", "time-backwards", "written-by-hand"


def chain_faults(ledger: Ledger) -> Iterator[ChainFault]:
    """What a whole ledger shows of edits, removals, insertions, copies and false times, in the order of its records."""
    times: dict[str, int] = {}
    texts: set[str] = set()
    before = ""
    for link in links_of(ledger):
        record = link.record
        if link.unknown:
            count = numbered(len(link.unknown), "digest")
            message = f"it names {count} of no record before it ({link.shown}): one was edited, moved or taken out"
            yield ChainFault(TORN, record, message)
        if (text := record.text.strip()) in texts:
            yield ChainFault(REPEATED, record, "it stands in the ledger a second time, to the letter")
        texts.add(text)
        if link.is_by_hand:
            yield ChainFault(BY_HAND, record, "written by hand: it names no record before it, only git protects it")
        seconds = seconds_of(record.time)
        earlier = [times[name] for name in record.prev or (before,) if name in times]
        if seconds is not None and earlier and seconds < max(earlier):
            yield ChainFault(BACKWARDS, record, f"it is dated {_lapse(max(earlier) - seconds)} before what it follows")
        before = record.digest
        if seconds is not None:
            times[before] = seconds


def _lapse(seconds: int) -> str:
    for size, unit in ((86_400, "day"), (3_600, "hour"), (60, "minute")):
        if seconds >= size:
            return numbered(seconds // size, unit)
    return numbered(seconds, "second")
