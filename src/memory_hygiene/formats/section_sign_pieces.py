"""Cutting a § store into its pieces, and finding those around what differs between two versions of it."""

from memory_hygiene.core.fingerprint import fingerprint
from memory_hygiene.core.model import decode

_DELIMITER = "\n§\n".encode()
_LENGTH = len(_DELIMITER)


def cut(data: bytes) -> list[bytes]:
    """The pieces of a store in LF line endings, delimiters left out."""
    return data.split(_DELIMITER)


def read(piece: bytes) -> tuple[tuple[str, str], ...]:
    """Fingerprint and text of the entry that a piece is; nothing when it is blank."""
    text = decode(piece)[0].strip()
    return ((fingerprint(text), text),) if text else ()


def cut_before(data: bytes, end: int) -> int:
    """The last place up to ``end`` where a piece begins whatever follows ``end``; 0 when there is none."""
    found = data.rfind(_DELIMITER, 0, end)
    return found + _LENGTH if found >= 0 and not _is_shared(data, found) else 0


def cut_after(data: bytes, start: int) -> int:
    """The first place from ``start`` on where a piece ends whatever comes before; the end when there is none."""
    found = data.find(_DELIMITER, start)
    return found if found >= 0 and not _is_shared(data, found) else len(data)


def _is_shared(data: bytes, place: int) -> bool:
    """Whether the first byte of this delimiter may be the last of another."""
    return data.startswith(_DELIMITER, place - _LENGTH + 1) if place >= _LENGTH - 1 else False
