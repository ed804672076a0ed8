"""A replay for people: every commit the gate would have stopped, why, what was lost in it, and totals."""

from collections.abc import Iterator

from memory_hygiene.core.losses.replay import LOST, Replay, Stop, spot_of
from memory_hygiene.core.sizes import numbered

from .palette import PLAIN, Palette
from .proof_text import lost_remark
from .safe import safe, shorten

_WIDTH = 100


def lines(replay: Replay, palette: Palette = PLAIN) -> Iterator[str]:
    """The lines of a replay, each with its ending, as its commits are judged."""
    for line in _lines(replay, palette):
        yield line + "\n"


def _lines(replay: Replay, palette: Palette) -> Iterator[str]:
    yield from (f"note: {safe(note)}" for note in replay.notes)
    for stop in replay.stops:
        yield from _stop(stop, replay, palette)
    yield from _totals(replay)
    yield _summary(replay, palette)


def _stop(stop: Stop, replay: Replay, palette: Palette) -> Iterator[str]:
    yield palette.paint(palette.bold, f"commit {stop.commit[:12]}  {stop.day}  {shorten(stop.subject)}".rstrip())
    for finding in stop.findings:
        name = palette.paint(palette.error, finding.name)
        yield f"    {name} {safe(finding.path)}:{finding.line}: {shorten(finding.message, _WIDTH)} [{finding.rule}]"
        if finding.text:
            yield f"        entry: {shorten(finding.text, _WIDTH)}"
        if finding.name == LOST and finding.fingerprint:
            yield f"        {lost_remark(finding.fingerprint, replay.is_back(spot_of(finding)))}"


def _totals(replay: Replay) -> Iterator[str]:
    for name, count in replay.count.rules.most_common():
        yield f"    {count:>6,} {'commit' if count == 1 else 'commits'}: {name}"


def _summary(replay: Replay, palette: Palette) -> str:
    count = replay.count
    where = f"of {numbered(replay.commits, 'commit')} ({safe(replay.range)})"
    if not count.stops:
        return f"hygiene: {palette.paint(palette.good, 'the gate would have stopped none')} {where}"
    stopped = palette.paint(palette.error, f"the gate would have stopped {count.stops:,}")
    lost = numbered(count.lost, "entry", "entries")
    return f"hygiene: {stopped} {where}; {lost} lost in them, {count.missing:,} not back at the end"
