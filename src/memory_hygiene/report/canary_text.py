"""The canaries of agents for people: one line per store, the reason and what mends it below."""

from collections.abc import Callable, Iterable, Iterator

from memory_hygiene.core.canaries.canary_check import AgentCanaries, Health, StoreCanary
from memory_hygiene.core.sizes import numbered

from .palette import PLAIN, Palette
from .safe import safe

_WARNED = (Health.MISPLACED, Health.FUSED, Health.UNREGISTERED, Health.ABSENT)


def render_health(found: Iterable[AgentCanaries], palette: Palette = PLAIN) -> str:
    """The health of every canary, and one line of summary."""
    chosen = tuple(found)
    lines = list(_agents(chosen, palette, lambda store: _health(store, palette)))
    return "\n".join([*lines, _summary(chosen, palette), ""])


def render_details(found: Iterable[AgentCanaries], palette: Palette = PLAIN, *, is_revealed: bool = False) -> str:
    """What is known of every canary: place, digest, since when, retired digests; the token itself only if revealed."""
    return "\n".join([*_agents(found, palette, lambda store: _details(store, is_revealed)), ""])


def _agents(
    found: Iterable[AgentCanaries], palette: Palette, lines_of: Callable[[StoreCanary], Iterator[str]]
) -> Iterator[str]:
    for one in found:
        place = f" in {safe(one.agent.path)}" if one.agent.path else ""
        yield palette.paint(palette.bold, f"agent {safe(one.agent.name)} ({one.agent.profile.value}){place}")
        for store in one.stores:
            yield from lines_of(store)
        if one.error:
            yield f"  {palette.paint(palette.error, 'ERROR')}: {safe(one.error)}"
        elif not one.stores:
            yield "  no store carries a canary, or has to"


def _health(store: StoreCanary, palette: Palette) -> Iterator[str]:
    is_good = store.health is Health.INTACT
    code = palette.good if is_good else palette.warning if store.health in _WARNED else palette.error
    line = f":{store.line}" if store.line else ""
    reason = f": {safe(store.reason)}" if store.reason else ""
    breach = "canary breach, " if store.is_breach else ""
    yield f"  {safe(store.path)}{line}: {palette.paint(code, breach + store.health.value)}{reason}"
    if store.fix:
        yield f"    mend:  {safe(store.fix)}"


def _details(store: StoreCanary, is_revealed: bool) -> Iterator[str]:
    line = f":{store.line}" if store.line else ""
    yield f"  {safe(store.path)}{line}: {store.health.value}"
    if store.token and is_revealed:
        yield f"    token:   {safe(store.token)}"
    if store.digest:
        yield f"    digest:  {safe(store.digest)}, in the ledger since {safe(store.since)}"
    for digest in store.retired:
        yield f"    retired: {safe(digest)}"
    if store.reason:
        yield f"    note:    {safe(store.reason)}"


def _summary(found: tuple[AgentCanaries, ...], palette: Palette) -> str:
    breaches = [safe(store.path) for one in found for store in one.breaches]
    if breaches:
        critical = palette.paint(palette.error, "CRITICAL: canary breach")
        return f"hygiene: {critical} in {', '.join(breaches)}: no audit runs until somebody has looked"
    if any(one.error for one in found):
        return f"hygiene: {palette.paint(palette.error, 'ERROR')}: there is memory that cannot be judged"
    stores = [store for one in found for store in one.stores]
    without = sum(store.health is Health.ABSENT for store in stores)
    unread = sum(store.health is Health.UNREAD for store in stores)
    rest = f", {numbered(without, 'store')} without one" if without else ""
    rest += f", {numbered(unread, 'store')} not read" if unread else ""
    return f"hygiene: no canary breach ({len(stores) - without - unread} in place{rest})"
