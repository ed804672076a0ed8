"""The ledger: an append-only Markdown file of audit records, one ``##`` heading with a UTC timestamp each.

Keys follow the maintenance contract (H18); ``removed`` and ``edited`` hold one line per entry. Records written by
hand parse as well; they carry no ``prev`` and count as unchained.
"""

import re
from typing import NamedTuple

from memory_hygiene.core.fingerprint import DIGITS, digest
from memory_hygiene.core.model import decode, line_ending, universal_newlines

TITLE = "# Memory audit ledger\n\nAppend only. One record per audit; each names the digest of the record before it.\n"
# Sources, compiled by re on first use: most hooks never read a ledger, and compiling is a tenth of their start-up.
_HEADING = r"(?m)^##[ \t]+(?P<time>\d{4}-\d{2}-\d{2}[T ][\d:.]+(?:Z|[+-]\d{2}:?\d{2}| ?UTC)?)[ \t]*$"
_FIELD = r"^(?:[-*][ \t]+)?(?:\*\*)?(?P<key>[a-z][a-z_]*)(?:\*\*)?[ \t]*:(?:\*\*)?[ \t]*(?P<value>.*)$"
_ID = rf"[0-9a-f]{{{DIGITS}}}"
_REMOVED = (
    rf"^[ \t]+[-*][ \t]+(?P<id>{_ID})(?:[ \t]+(?P<new>{_ID}))?[ \t]+(?P<action>[a-z+-]+):[ \t]*(?P<reason>.*\S)[ \t]*$"
)
_ITEM = r"^[ \t]+[-*][ \t]+(?P<item>.*\S)[ \t]*$"


class Judged(NamedTuple):
    """One entry a record speaks of: its fingerprint, what became of it, why; ``new`` after an edit."""

    fingerprint: str
    action: str
    reason: str
    new: str = ""


class Record(NamedTuple):
    """One record: its time as written, its fields in order, the entries removed and edited, its exact text.

    ``line`` is where its heading stands, 1-based.
    """

    time: str
    fields: tuple[tuple[str, str], ...]
    removed: tuple[Judged, ...]
    edited: tuple[Judged, ...]
    critical: tuple[tuple[str, str], ...]
    text: str
    line: int = 1

    def get(self, key: str) -> str:
        """The value of a field, or ""."""
        return next((value for name, value in self.fields if name == key), "")

    @property
    def prev(self) -> tuple[str, ...]:
        """The digests of the records it names as the ones before it; none in a record written by hand."""
        return tuple(word for key, value in self.fields if key == "prev" for word in value.replace(",", " ").split())

    @property
    def digest(self) -> str:
        """What the next record's ``prev`` names."""
        return digest(self.text.strip().encode("utf-8", "surrogateescape"))


class Ledger(NamedTuple):
    """The records of a ledger file, oldest first."""

    records: tuple[Record, ...]

    def canary(self, path: str) -> str:
        """The digest of the canary token last recorded for the store called ``path``, or ""."""
        for record in reversed(self.records):
            for key, value in record.fields:
                name, _, token = value.rpartition(" ")
                if key == "canary" and name == path:
                    return token
        return ""

    @property
    def tips(self) -> tuple[str, ...]:
        """The digests a next record must name: of every record that none after it names.

        One, or after a merge one per branch. A record written by hand stands for the one before it.
        """
        digests = [record.digest for record in self.records]
        named = {name for record in self.records for name in record.prev}
        named |= {digests[place - 1] for place, record in enumerate(self.records) if place and not record.prev}
        return tuple(dict.fromkeys(each for each in digests if each not in named))

    def added_since(self, befores: "tuple[Ledger, ...]") -> tuple[Record, ...]:
        """The records that none of ``befores`` has."""
        if any(before is self for before in befores):
            return ()
        known = {record.text.strip() for before in befores for record in before.records}
        return tuple(record for record in self.records if record.text.strip() not in known)


EMPTY = Ledger(())


def read_ledger(data: bytes) -> Ledger:
    """The ledger of any bytes; text outside records is ignored."""
    if not data:
        return EMPTY
    before, parts = split_records(data)
    records: list[Record] = []
    line = 1 + before.count("\n")
    for time, text in parts:
        records.append(_record(time, text, line))
        line += text.count("\n")
    return Ledger(tuple(records))


def split_records(data: bytes) -> tuple[str, list[tuple[str, str]]]:
    """The text before the first record, and each record's time and exact text, line endings folded."""
    text = universal_newlines(decode(data)[0])
    heads = list(re.finditer(_HEADING, text))
    ends = [head.start() for head in heads[1:]] + [len(text)]
    before = text[: heads[0].start()] if heads else text
    return before, [(head["time"], text[head.start() : end]) for head, end in zip(heads, ends)]


def _record(time: str, text: str, place: int) -> Record:
    fields: list[tuple[str, str]] = []
    lists: dict[str, list[Judged]] = {"removed": [], "edited": []}
    critical: list[tuple[str, str]] = []
    for line in text.split("\n")[1:]:
        if (judged := re.match(_REMOVED, line)) and fields and fields[-1][0] in lists:
            lists[fields[-1][0]].append(Judged(judged["id"], judged["action"], judged["reason"], judged["new"] or ""))
        elif (item := re.match(_ITEM, line)) and fields and fields[-1][0] == "critical":
            critical.append(_pair(item["item"]))
        elif field := re.match(_FIELD, line):
            fields.append((field["key"], field["value"].strip()))
            if field["key"] == "critical" and " " in field["value"].strip():
                critical.append(_pair(field["value"].strip()))
    return Record(time, tuple(fields), tuple(lists["removed"]), tuple(lists["edited"]), tuple(critical), text, place)


def _pair(text: str) -> tuple[str, str]:
    rule, _, path = text.partition(" ")
    return rule, path


def write_record(
    time: str,
    fields: tuple[tuple[str, str], ...],
    removed: tuple[Judged, ...] = (),
    edited: tuple[Judged, ...] = (),
    before: Ledger = EMPTY,
    critical: tuple[tuple[str, str], ...] = (),
) -> str:
    """The text of a new record, chained to the last ones of ``before``; begins with a blank line, ends with LF."""
    lines = ["", f"## {time}", ""]
    lines += [f"- {key}: {value}" for key, value in fields]
    for key, judged in (("removed", removed), ("edited", edited)):
        if judged:
            lines.append(f"- {key}:")
            lines += [
                f"  - {' '.join(filter(None, (j.fingerprint, j.new)))} {j.action}: {one_line(j.reason)}" for j in judged
            ]
    if critical:
        lines += ["- critical:", *(f"  - {rule} {one_line(path)}" for rule, path in critical)]
    lines += [f"- prev: {tip}" for tip in before.tips]
    return "\n".join(lines) + "\n"


def append_record(data: bytes | None, record: str) -> bytes:
    """The bytes of a ledger (None: there is none yet) with ``record`` at the end; the old bytes stay first.

    The record takes the line endings the ledger has.
    """
    old = TITLE.encode() if data is None else data
    ending = line_ending(old)
    gap = b"" if not old or old.endswith((b"\n", b"\r")) else ending
    return old + gap + record.encode("utf-8", "surrogateescape").replace(b"\n", ending)


def one_line(text: str) -> str:
    """``text`` with white-space runs folded, so that it cannot begin a line of a record."""
    return " ".join(text.split())
