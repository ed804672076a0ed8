"""Fingerprints: the stable id of an entry (format: BLAKE2b over the normalised text, 16 hex digits)."""

import re
from _blake2 import blake2b  # hashlib would load OpenSSL: a tenth of a hook's start-up
from functools import lru_cache

from .tags import without_marks

_PIPE = r" ?(?<!\\)\| ?"
DIGITS = 16


def normalise(text: str) -> str:
    """``text`` with marks, list marker and white-space runs folded away; never its case.

    A byte-order mark at the start is white space here; the padding of table cells is.
    """
    folded = " ".join(without_marks(text.lstrip("\ufeff")).split())
    return re.sub(_PIPE, "|", folded) if folded.startswith("|") else folded


@lru_cache(maxsize=8192)  # before and after a change most entries are the same, and in a history most versions
def fingerprint(text: str) -> str:
    """The id of an entry with this text: 16 lower-case hex digits."""
    return digest(normalise(text).encode("utf-8", "surrogateescape"))


def digest(data: bytes) -> str:
    """BLAKE2b of ``data`` as 16 hex digits (for records and canary tokens, which are not normalised)."""
    return blake2b(data, digest_size=DIGITS // 2).hexdigest()
