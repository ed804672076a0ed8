"""A plan for people: sizes, actions with reason and age, what is unresolved, what no action can save."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import assert_never

from memory_hygiene.core.planning.actions import (
    NAMES,
    Action,
    Archive,
    Canonicalise,
    ClearMark,
    Compress,
    Correct,
    Dedup,
    Leaving,
    MarkUnverified,
    Move,
    Plan,
    Prune,
    StoreSizes,
    Unresolved,
)
from memory_hygiene.core.sizes import counted, numbered
from memory_hygiene.core.state import MAX_BYTES

from .palette import PLAIN, Palette
from .plan_json import summary_of
from .safe import safe, shorten


def render(plan: Plan, palette: Palette = PLAIN) -> str:
    """The text of a plan, with a final line ending."""
    lines = [palette.paint(palette.bold, f"plan for {safe(plan.agent)} as of {plan.created}: {summary_of(plan)}")]
    lines += [_sizes(sizes) for sizes in plan.stores]
    for action in plan.actions:
        lines += ["", *_action(action, plan.created, palette)]
    if plan.unresolved:
        lines += ["", palette.paint(palette.warning, "unresolved: somebody must decide")]
        for unresolved in plan.unresolved:
            lines += _unresolved(unresolved)
    if plan.alerts:
        lines += ["", palette.paint(palette.warning, "drift alerts")]
        lines += [f"  {alert.id}: {safe(alert.message)}" for alert in plan.alerts]
    for residual in plan.residual:
        over = palette.paint(palette.error, f"over its cap by {counted(residual.over_by, residual.unit)}")
        lines += ["", f"{safe(residual.path)} stays {over}: only a rewrite by a person or a model can save that"]
    return "\n".join([*lines, ""])


def _sizes(sizes: StoreSizes) -> str:
    before, after = sizes.before, sizes.after
    if before.bytes > MAX_BYTES:
        return f"  {safe(sizes.path)}: not read: {before.bytes:,} bytes"
    entries = numbered(after.entries, "entry", "entries")
    if before.entries != after.entries:
        entries = f"{before.entries} -> {entries}"
    usage = f"{before.utilization:g} %"
    if before.utilization != after.utilization:
        usage += f" -> {after.utilization:g} %"
    return f"  {safe(sizes.path)}: {entries}, {usage} of its cap"


def _action(action: Action, today: str, palette: Palette) -> Iterator[str]:
    place = action.place
    name = palette.paint(palette.good, NAMES[type(action)])
    identity = f" {place.fingerprint}" if place.fingerprint else ""
    yield f"{name} {safe(place.path)}:{place.line}{identity}: {safe(action.reason)}{_age(action, today)}"
    yield from _lines(place.text)
    match action:
        case Prune():
            yield (
                f"    goes to {safe(action.to)}" if action.to else "    goes; git history and the ledger keep its trace"
            )
        case Archive():
            yield f"    goes to {safe(action.to)}" + (
                f", leaving: {shorten(action.pointer, 100)}" if action.pointer else ""
            )
        case Dedup():
            yield f"    stays at {safe(action.kept.path)}:{action.kept.line}"
        case Move():
            yield f"    goes to {safe(action.to)}"
        case Correct() | MarkUnverified() | ClearMark() | Compress():
            yield f"    becomes: {shorten(' '.join(action.new_text.split()), 200)}"
        case Canonicalise():
            yield "    no entry changes"
        case _:
            assert_never(action)


def _lines(text: str) -> Iterator[str]:
    """Every line of an entry: what hangs on it goes as well, and a reader must see that."""
    for line in text.split("\n") if text else ():
        yield f"    | {shorten(line, 100)}" if "\n" in text else f"    {shorten(line, 100)}"


def _age(action: Action, today: str) -> str:
    return f"; {since(today, action.age_days)}" if isinstance(action, Leaving) else ""


def since(today: str, days: int | None) -> str:
    """How long an entry has been as it is on the day ``today`` (``YYYY-MM-DD``), and since when."""
    if days is None:
        return "age unknown"
    old = f"{numbered(days, 'day')} old"
    try:
        return f"{old}, since {(date.fromisoformat(today) - timedelta(days)).isoformat()}"
    except (ValueError, OverflowError):  # before the first day of any calendar
        return old


def _unresolved(unresolved: Unresolved) -> Iterator[str]:
    place = unresolved.place
    identity = f" {place.fingerprint}" if place.fingerprint else ""
    yield f"  {safe(place.path)}:{place.line}{identity}: {safe(unresolved.reason)}"
    if place.text:
        yield f"    {shorten(place.text, 100)}"
