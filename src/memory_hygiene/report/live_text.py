"""What a live agent's own configuration says, and what of the pre-flight is broken, for people."""

from collections.abc import Iterable, Iterator

from memory_hygiene.core.live.live_config import LiveConfig
from memory_hygiene.core.live.preflight import Check

from .palette import PLAIN, Palette
from .safe import safe


def render_live(
    config: LiveConfig | None, limit_notes: Iterable[str], checks: Iterable[Check], palette: Palette = PLAIN
) -> str:
    """The lines of one agent, each with its line ending; "" when there is nothing to tell."""
    lines = [*_config(config), *(f"  {palette.paint(palette.warning, 'note')}: {safe(note)}" for note in limit_notes)]
    broken = palette.paint(palette.error, "BROKEN")
    lines += [f"  {broken} {check.name}: {safe(check.detail)}" for check in checks if not check.ok]
    return "".join(f"{line}\n" for line in lines)


def _config(config: LiveConfig | None) -> Iterator[str]:
    if config is None:
        return
    limits = (("MEMORY.md", config.memory_char_limit), ("USER.md", config.user_char_limit))
    stated = [f"{store} {limit:,} characters" for store, limit in limits if limit is not None]
    model = f"model {safe(config.model)}" if config.model else "no model known"
    yield f"  its config.yaml: {', '.join([model, *(stated or ['no limits stated'])])}"
    yield from (f"  note: {safe(note)}" for note in config.notes)
