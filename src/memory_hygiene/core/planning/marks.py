"""The mark ``[UNVERIFIED]`` at the end of an entry: set once, cleared on success, never a change of the entry (H12)."""

from memory_hygiene.core.tags import UNVERIFIED


def has_mark(text: str) -> bool:
    """Whether an entry ends with the mark."""
    return text.rstrip().endswith(UNVERIFIED)


def with_mark(text: str) -> str:
    """``text`` with the mark at its end, once."""
    return text if has_mark(text) else f"{text.rstrip()} {UNVERIFIED}"


def without_mark(text: str) -> str:
    """``text`` without the mark at its end."""
    return text.rstrip().removesuffix(UNVERIFIED).rstrip() if has_mark(text) else text
