"""Canaries: one line per store that no honest edit touches; its token is known from the ledger as a digest."""

import re

from .fingerprint import digest

WORDS = "CANARY: Do not modify this line"
_CANARY = re.compile(r"(?:[-*+][ \t]+)?CANARY: Do not modify this line \(([0-9a-f]{16})\)")


def is_canary(text: str) -> bool:
    """Whether an entry is meant as a canary, intact or not."""
    return WORDS in text


def token_of(text: str) -> str:
    """The token of an intact canary entry, or "" when the entry is no canary or was altered."""
    match = _CANARY.fullmatch(text.strip())
    return match[1] if match else ""


def canary_text(token: str) -> str:
    """The canary entry for a token of 16 hex digits."""
    return f"{WORDS} ({token})"


def token_digest(token: str) -> str:
    """What the ledger keeps of a token, so that the ledger itself does not give it away."""
    return digest(token.encode())
