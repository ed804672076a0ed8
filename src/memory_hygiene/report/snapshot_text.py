"""Snapshots for people: one line, and one more for everything rescued and every fault."""

from memory_hygiene.core.audit.rescuing import Taken

from .palette import Palette
from .safe import safe, shorten


def render(taken: Taken | None, palette: Palette) -> str:
    """The whole report."""
    if taken is None:
        return "hygiene: nothing to commit: HEAD holds the memory as it is\n"
    names = ", ".join(safe(path) for path in taken.paths)
    lines = [f"hygiene: committed {names} as {taken.commit[:12]}"]
    rescued, critical = palette.paint(palette.warning, "rescued"), palette.paint(palette.error, "CRITICAL")
    for entry in taken.rescued:
        where = f"{rescued} {entry.fingerprint} into {safe(entry.to)}"
        lines.append(f"{safe(entry.path)}:{entry.line}: {where}: {shorten(entry.text)}")
    for fault in taken.faults:
        lines.append(f"{safe(fault.path)}:{fault.line}: {critical} {safe(fault.message)} [{fault.name}]")
        if fault.fix:
            lines.append(f"    mend:  {safe(fault.fix)}")
    return "\n".join([*lines, ""])
