"""What a trace found, for people and for programs."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from memory_hygiene.core.canaries.tracing import Leak
from memory_hygiene.core.sizes import numbered

from .check_json import printable
from .palette import PLAIN, Palette
from .safe import safe, safe_json


class Skipped(NamedTuple):
    """A file or folder that was not read, and why."""

    path: str
    reason: str


class Result(NamedTuple):
    """A trace as it is shown; ``leak_count`` may be more than ``leaks``. ``size`` in bytes."""

    leaks: tuple[Leak, ...]
    strangers: tuple[Leak, ...]
    skipped: tuple[Skipped, ...]
    leak_count: int
    files: int
    size: int


_MOST_SKIPPED = 20


def render_text(result: Result, palette: Palette = PLAIN) -> str:
    """One line per leak, what was not read, and one line of summary."""
    lines = [_leak(leak, palette) for leak in result.leaks]
    if more := result.leak_count - len(result.leaks):
        lines.append(f"… and {more:,} more")
    lines += [f"note: {safe(leak.path)}:{leak.line}: a canary of no agent known here" for leak in result.strangers]
    lines += _skipped(result.skipped)
    leaks = numbered(result.leak_count, "leak")
    painted = palette.paint(palette.error, leaks) if result.leak_count else palette.paint(palette.good, "no leak")
    searched = f"{numbered(result.files, 'file')} searched, {result.size:,} bytes"
    return "\n".join([*lines, f"hygiene: {painted} ({searched})", ""])


def _leak(leak: Leak, palette: Palette) -> str:
    age = "a retired" if leak.is_retired else "the"
    word = palette.paint(palette.error, "leak")
    return f"{word}: {safe(leak.path)}:{leak.line}: {age} token of {safe(leak.agent)}'s {safe(leak.store)}"


def _skipped(skipped: tuple[Skipped, ...]) -> Iterator[str]:
    by_reason: dict[str, list[str]] = {}
    for path, reason in skipped:
        by_reason.setdefault(reason, []).append(path)
    for reason, paths in by_reason.items():
        shown = ", ".join(safe(path) for path in paths[:_MOST_SKIPPED])
        more = f" and {len(paths) - _MOST_SKIPPED:,} more" if len(paths) > _MOST_SKIPPED else ""
        yield f"not searched, {safe(reason)}: {shown}{more}"


def render_json(result: Result) -> str:
    """The JSON document (``version`` 1); a token is never in it."""
    return safe_json(
        {
            "version": 1,
            "leaks": list(_rows(result.leaks)),
            "strangers": [{"path": printable(leak.path), "line": leak.line} for leak in result.strangers],
            "skipped": [{"path": printable(path), "reason": reason} for path, reason in result.skipped],
            "summary": {"leaks": result.leak_count, "files": result.files, "bytes": result.size},
        }
    )


def _rows(leaks: Iterable[Leak]) -> Iterator[dict[str, object]]:
    for leak in leaks:
        yield {
            "path": printable(leak.path),
            "line": leak.line,
            "agent": leak.agent,
            "store": printable(leak.store),
            "token": "retired" if leak.is_retired else "current",
            "digest": printable(leak.digest),
        }
