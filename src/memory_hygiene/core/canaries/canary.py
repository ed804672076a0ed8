"""Canaries: one line per store that no honest edit touches; its token is known from the ledger as a digest."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from memory_hygiene.core.fingerprint import digest
from memory_hygiene.core.model import Block, Document, Kind

WORDS = "CANARY: Do not modify this line"
# Sources, compiled by re when a store has such a line.
_CANARY = r"(?:[-*+][ \t]+)?CANARY: Do not modify this line \(([0-9a-f]{16})\)\Z"
_BROKEN = r"(?:[-*+][ \t]+)?CANARY: Do not modify this line(?:[ \t]*\([^ )]*\)?)?\Z"


class CanaryLine(NamedTuple):
    """A line with the canary's words: its block and line number, and its token, "" when it has none or was altered."""

    block: Block
    line: int
    token: str

    @property
    def is_alone(self) -> bool:
        """Whether the canary is an entry of its own."""
        return bool(token_of(self.block.text))


def is_canary(text: str) -> bool:
    """Whether an entry is meant as a canary, intact or not."""
    return WORDS in text


def token_of(text: str) -> str:
    """The token of an intact canary entry, or "" when the entry is no canary or was altered."""
    match = re.match(_CANARY, text.strip()) if WORDS in text else None
    return match[1] if match else ""


def is_broken_canary(text: str) -> bool:
    """Whether an entry is a canary and nothing else, and has no token or not one that can be right."""
    line = text.strip()
    return WORDS in line and "\n" not in line and re.match(_BROKEN, line) is not None and not token_of(line)


def canary_lines(document: Document) -> Iterator[CanaryLine]:
    """Every line of the document's content that has the canary's words, in file order."""
    for block in document.blocks:
        if block.kind is Kind.MARKUP or WORDS not in block.text:
            continue
        for offset, line in enumerate(block.text.split("\n")):
            if WORDS in line:
                yield CanaryLine(block, block.line + offset, token_of(line))


def without_canary(text: str) -> str:
    """``text`` of an entry without the intact canary lines that were fused with it."""
    if WORDS not in text:
        return text
    return "\n".join(line for line in text.split("\n") if not token_of(line))


def canary_text(token: str) -> str:
    """The canary entry for a token of 16 hex digits."""
    return f"{WORDS} ({token})"


def token_digest(token: str) -> str:
    """What the ledger keeps of a token, so that the ledger itself does not give it away."""
    return digest(token.encode())
