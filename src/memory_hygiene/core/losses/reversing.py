"""Reversing: what one change did to a file is taken back, though others changed the file since, if bytes allow."""

from difflib import SequenceMatcher


def taken_back(before: bytes, after: bytes, now: bytes) -> bytes | None:
    """``now`` without what led from ``before`` to ``after``; None when something else was changed at the same place.

    By whole lines: each changed place must stand in ``now`` as ``after`` has it, with the same line on either side.
    """
    if now == after:
        return before
    old, made, stands = _lines(before), _lines(after), _lines(now)
    at = _places(made, stands)
    parts: list[bytes] = []
    position = 0
    for kind, first, last, start, end in SequenceMatcher(None, made, old, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        place = _place(at, first, last, len(made), len(stands))
        if place is None or place < position:
            return None
        parts += [*stands[position:place], *old[start:end]]
        position = place + last - first
    return _with_end(b"".join([*parts, *stands[position:]]), before, after, now)


def _lines(data: bytes) -> list[bytes]:
    """The lines of ``data`` with their endings; the last one always has one."""
    return (data if not data or data.endswith(b"\n") else data + b"\n").splitlines(keepends=True)


def _places(made: list[bytes], stands: list[bytes]) -> dict[int, int]:
    """Which line of ``made`` is which of ``stands``."""
    blocks = SequenceMatcher(None, made, stands, autojunk=False).get_matching_blocks()
    return {block.a + n: block.b + n for block in blocks for n in range(block.size)}


def _place(at: dict[int, int], first: int, last: int, lines: int, most: int) -> int | None:
    """Where the lines ``first`` to ``last`` stand, one after the other, between the lines that frame them."""
    start = at.get(first - 1, -2) + 1 if first else 0
    if start < 0 or any(at.get(first + n) != start + n for n in range(last - first)):
        return None
    end = at.get(last, -1) if last < lines else None
    if end is None:  # the change was at the end: others may have added after it
        return start
    return start if end == start + last - first else None


def _with_end(result: bytes, before: bytes, after: bytes, now: bytes) -> bytes:
    """``result`` with or without a final line ending: as ``now`` has it, unless the change took it or brought it."""
    model = before if _ends(before) != _ends(after) and _ends(now) == _ends(after) else now
    return result if _ends(model) or not result else result.removesuffix(b"\n").removesuffix(b"\r")


def _ends(data: bytes) -> bool:
    return data.endswith(b"\n")
