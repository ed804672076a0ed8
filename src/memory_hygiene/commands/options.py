"""Options that several commands share."""

import math
import os
from collections.abc import Callable
from typing import TypeVar

import click

from memory_hygiene.core.contracts import Profile
from memory_hygiene.core.tags import is_day
from memory_hygiene.edge.locks import TIMEOUT
from memory_hygiene.errors import HygieneError

_Command = TypeVar("_Command", bound=Callable[..., object])


def _enter(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    if value is None:
        return
    from memory_hygiene.edge.git.repository import leave_outer_repository

    leave_outer_repository(value)
    try:
        os.chdir(value)
    except OSError as error:
        raise HygieneError(f"cannot change to {value}: {error.strerror}", "give a folder that exists") from None


def as_day(ctx: click.Context, param: click.Parameter, value: str | None) -> str:
    """The day of an option; "" when it is not given. Raises BadParameter for what is no day."""
    if value is None:
        return ""
    if not is_day(value):
        raise click.BadParameter(f"{value!r} is not a day written YYYY-MM-DD", ctx, param)
    return value


def _finite(ctx: click.Context, param: click.Parameter, value: float) -> float:
    """``nan`` is less than no limit, so that click lets it pass."""
    if not math.isfinite(value):
        raise click.BadParameter(f"{value} is no number of seconds", ctx, param)
    return value


def in_folder(command: _Command) -> _Command:
    """``-C DIR``, as git has it: run as if started there."""
    return click.option(
        "-C", metavar="DIR", callback=_enter, expose_value=False, is_eager=True, help="Run as if started in DIR."
    )(command)


def on_day(command: _Command) -> _Command:
    """``--now DATE``: ages and expiry as of that day; "" when not given."""
    return click.option(
        "--now", metavar="DATE", callback=as_day, help="Judge ages and expiry as of this day (YYYY-MM-DD)."
    )(command)


def in_format(*names: str) -> Callable[[_Command], _Command]:
    """``--format``: one of ``names``, the first by default."""
    return click.option(
        "--format", "format_name", type=click.Choice(names), default=names[0], show_default=True, help="Output format."
    )


def waiting(command: _Command) -> _Command:
    """``--wait SECONDS``: how long to wait for a lock that the agent or another run holds."""
    return click.option(
        "--wait",
        type=click.FloatRange(min=0),
        callback=_finite,
        default=TIMEOUT,
        show_default=True,
        metavar="SECONDS",
        help="How long to wait while the agent, or another hygiene, writes.",
    )(command)


def for_agent(command: _Command) -> _Command:
    """``--agent NAME``: which agent directory, when the folder does not tell; where several may be meant, ``a,b,c``."""
    return click.option("--agent", metavar="NAME", help="The agent meant, when the repository holds several.")(command)


def as_profile(command: _Command) -> _Command:
    """``--profile NAME``: how memory files are read in commits that have no configuration; None when not given."""
    return click.option(
        "--profile",
        type=click.Choice([profile.value for profile in Profile]),
        help="How to read memory files in commits without a .hygiene.yaml (default: by their names).",
    )(command)
