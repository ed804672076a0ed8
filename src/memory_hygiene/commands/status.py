"""``hygiene status``: how the memory stands."""

import os

import click

from memory_hygiene.edge.clock import today
from memory_hygiene.edge.console import palette_for, write_out
from memory_hygiene.edge.workspace import Workspace, open_workspace
from memory_hygiene.errors import ExitCode
from memory_hygiene.report import live_json, live_text, status_json, status_text
from memory_hygiene.report.safe import safe
from memory_hygiene.runs.surveying import Survey, survey

from .options import in_folder, in_format, on_day


@click.command()
@in_folder
@in_format("text", "json")
@on_day
def command(format_name: str, now: str) -> int:
    """Show how the memory stands: stores, canaries, last audit, hooks; reads only.

    Beside a live Hermes agent: also the model and limits that its config.yaml states, and where they differ from
    .hygiene.yaml. BROKEN names what stands in the way of an apply: a lock, a folder, a store that drifted.

    \b
    Examples:
      hygiene status                   the agent here, or all of the repository
      hygiene status --format json     for scripts

    \b
    Exit codes: 0 shown · 2 no repository or configuration
    """
    workspace = open_workspace()
    found = survey(workspace, now or today())
    write_out(_json(found) if format_name == "json" else _text(workspace, found))
    return ExitCode.CLEAN


def _effects(found: Survey) -> list[tuple[str, str, bool]]:
    return [(state.hook, state.effect.value, state.is_effective) for state in found.hooks]


def _json(found: Survey) -> str:
    return status_json.render(
        found.agents,
        dict(found.souls),
        _effects(found),
        is_diverted=bool(found.place.diverted_by),
        has_leftover=found.has_leftover,
        detached_at=found.detached_at,
        config=found.config,
        config_note=found.config_note,
        lives={
            name: {
                "live": live_json.live_fields(live.config, live.limit_notes),
                "preflight": live_json.check_fields(live.checks),
            }
            for name, live in found.lives
        },
    )


def _text(workspace: Workspace, found: Survey) -> str:
    palette = palette_for()
    parts = []
    for standing in found.agents:
        souls = [soul for name, soul in found.souls if name == standing.agent.name]
        parts.append(status_text.render_agent(standing, souls, palette))
        live = dict(found.lives)[standing.agent.name]
        parts.append(live_text.render_live(live.config, live.limit_notes, live.checks, palette))
    folder = os.path.relpath(found.place.folder, workspace.repository.top)
    folder = found.place.folder if folder.startswith(os.pardir) else folder
    parts.append(status_text.render_hooks(folder, found.place.diverted_by, _effects(found), palette))
    note = f" ({found.config_note})" if found.config_note else ""
    parts.append(f"config: {safe(found.config)}{note}\n")
    if found.detached_at:
        parts.append(f"HEAD is detached at {found.detached_at}: what is committed here is on no branch\n")
    if found.has_leftover:
        parts.append("an apply was interrupted: hygiene apply resolves what it left\n")
    return "".join(parts)
