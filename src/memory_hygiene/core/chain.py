"""The hash chain of a ledger (contract H18): a record names the digest of the one before it, after a merge of two."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from .ledger import Ledger, Record

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
