"""Writers for people: the registry as a table, and what became of each commit that was vetted."""

from collections.abc import Iterable, Iterator, Sequence

from memory_hygiene.core.sizes import numbered
from memory_hygiene.core.writers.writers import Identity, Registry, Role, Writer

from .palette import PLAIN, Palette
from .safe import safe, shorten

_WIDEST = 48
_HEAD = ("writer", "known as", "stores", "may")


def render_registry(agent: str, path: str, registry: Registry, author: Identity, palette: Palette = PLAIN) -> str:
    """The text of one registry and where the present author stands in it, with a final line ending."""
    count = numbered(len(registry.writers), "writer")
    lines = [palette.paint(palette.bold, f"agent {safe(agent)}: {count} in {safe(path)}")]
    lines += _table([_HEAD, *(_cells(writer) for writer in registry.writers)]) if registry.writers else []
    for fault in registry.faults:
        lines.append(palette.paint(palette.error, f"  line {fault.line}: {safe(fault.message)}"))
    lines.append(f"  {_standing(registry, author)}")
    return "\n".join([*lines, ""])


def _cells(writer: Writer) -> tuple[str, ...]:
    keys = (key[:16] + "…" for key in writer.keys)
    rights = ", ".join(operation.value for operation in writer.operations)
    return writer.name, ", ".join((*writer.patterns, *keys)), ", ".join(writer.stores), rights


def _table(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    shown = [tuple(shorten(cell, _WIDEST) for cell in row) for row in rows]
    widths = [max(len(row[column]) for row in shown) for column in range(len(_HEAD))]
    for row in shown:
        yield "  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip()


def _standing(registry: Registry, author: Identity) -> str:
    who = safe(author.shown)
    if not registry.is_restricting:
        return "everybody may write; the first row ends that: hygiene writers add NAME --identity E-MAIL --operations …"
    names = ", ".join(safe(writer.name) for writer in registry.known_as(author))
    return f"you are {who}: {f'writer {names}' if names else 'none of them by name or e-mail'}"


def render_vetted(
    commit: str,
    day: str,
    agent: str,
    status: str,
    makers: Iterable[tuple[Identity, tuple[str, ...]]],
    needs: Iterable[str],
    denials: Iterable[str],
    palette: Palette = PLAIN,
) -> str:
    """The lines about one commit and one agent (its name, "" when there is only one), with a final line ending."""
    code = {"denied": palette.error, "allowed": palette.good}.get(status, palette.quiet)
    place = f" {safe(agent)}" if agent else ""
    lines = [f"{commit[:12]} {day or 'no date'} {palette.paint(code, status)}{place}: {safe(', '.join(needs))}"]
    lines += [f"    {_maker(identity, names)}" for identity, names in makers]
    lines += [f"    {palette.paint(palette.error, 'denied')}: {safe(denial)}" for denial in denials]
    return "\n".join([*lines, ""])


def _maker(identity: Identity, names: tuple[str, ...]) -> str:
    known = f"writer {', '.join(map(safe, names))}" if names else "no writer"
    if identity.role is Role.SIGNER:
        return f"signer     {safe(identity.fault)}" if identity.fault else f"signer     {safe(identity.shown)}: {known}"
    return f"{identity.role.value.ljust(10)} {safe(identity.shown)}: {known}"


def render_summary(name: str, counts: dict[str, int], untouched: int, palette: Palette = PLAIN) -> str:
    """The last line of a vetting, with a final line ending."""
    shown = ", ".join(f"{count:,} {status}" for status, count in counts.items() if count) or "nothing to judge"
    code = palette.error if counts.get("denied") else palette.good
    rest = f"; {numbered(untouched, 'commit')} that changed nothing governed" if untouched else ""
    return f"hygiene: {palette.paint(code, shown)} in {safe(name)}{rest}\n"
