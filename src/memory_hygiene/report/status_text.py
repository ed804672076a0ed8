"""The state of a memory repo for people: agents and stores, audits, hooks, what is unfinished."""

from collections.abc import Iterable, Iterator

from memory_hygiene.core.sizes import counted, numbered
from memory_hygiene.core.standing import AgentStanding, CanaryState, CapUse, StoreStanding

from .palette import PLAIN, Palette
from .safe import safe

_FULL = 100.0


def render_agent(standing: AgentStanding, souls: Iterable[StoreStanding] = (), palette: Palette = PLAIN) -> str:
    """The text of one agent, with a final line ending."""
    agent = standing.agent
    place = f" in {safe(agent.path)}" if agent.path else ""
    lines = [palette.paint(palette.bold, f"agent {safe(agent.name)} ({agent.profile.value}){place}")]
    stores = (*standing.stores, *souls)
    lines += [_store(store, palette) for store in stores]
    if not stores:
        lines.append("  no store yet")
    lines += _audit(standing, palette)
    return "\n".join([*lines, ""])


def _store(store: StoreStanding, palette: Palette) -> str:
    if store.unread:
        return f"  {safe(store.path)}: {palette.paint(palette.error, f'not read: {store.unread:,} bytes')}"
    if not store.is_readable:
        return f"  {safe(store.path)}: {palette.paint(palette.error, 'not UTF-8, or it holds a NUL')}"
    count = f"{numbered(store.entries, 'entry', 'entries')}"
    uses = ", ".join(_use(use) for use in store.caps)
    code = palette.error if store.utilization > _FULL else palette.warning if store.over else palette.good
    usage = palette.paint(code, f"{store.utilization:g} %")
    return f"  {safe(store.path)}: {count}, {uses}, {usage}{_canary(store.canary, palette)}"


def _use(use: CapUse) -> str:
    return f"{use.size:,} of {counted(use.limit, use.unit)}"


def _canary(state: CanaryState, palette: Palette) -> str:
    if state is CanaryState.NOT_ASKED:
        return ""
    good, bad = state is CanaryState.INTACT, state is CanaryState.BREACHED
    code = palette.good if good else palette.error if bad else palette.warning
    return f", canary {palette.paint(code, state.value)}"


def _audit(standing: AgentStanding, palette: Palette) -> Iterator[str]:
    last = f"{safe(standing.last_time)} {safe(standing.last_status)}".rstrip()
    yield f"  last record: {last or 'none'}"
    due = palette.paint(palette.warning, "due") if standing.is_due else palette.paint(palette.good, "not due")
    yield f"  audit {due}: {safe(standing.reason)}"


def render_hooks(
    folder: str, diverted_by: str, effects: Iterable[tuple[str, str, bool]], palette: Palette = PLAIN
) -> str:
    """The text about hooks, with a final line ending. ``effects``: hook, what it does, whether our code runs."""
    chosen = tuple(effects)
    working = sum(is_effective for _, _, is_effective in chosen)
    code = palette.good if working == len(chosen) else palette.warning
    diverted = f" (core.hooksPath in {safe(diverted_by)})" if diverted_by else ""
    lines = [f"hooks: {palette.paint(code, f'{working} of {len(chosen)} run')}, from {safe(folder)}{diverted}"]
    by_effect: dict[str, list[str]] = {}
    for hook, effect, _ in chosen:
        by_effect.setdefault(effect, []).append(hook)
    if len(by_effect) > 1 or working < len(chosen):
        lines += [f"  {', '.join(hooks)}: {effect}" for effect, hooks in by_effect.items()]
    if working < len(chosen):
        lines.append("  mend: hygiene doctor --fix installs what is missing, or says what to add")
    return "\n".join([*lines, ""])
