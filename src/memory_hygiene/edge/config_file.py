"""``.hygiene.yaml``: the one door to reading and writing it. Importing this module costs nothing but the door.

Every fault is one ConfigError: ``LABEL:LINE:COLUMN: what, limit``, with a hint that says how to mend it.
"""

from collections.abc import Collection, Mapping, Sequence

from memory_hygiene.core.contracts import CONFIG, Profile
from memory_hygiene.core.settings import Agent, Override, Settings

from .config_cache import load_settings

__all__ = ["add_agent", "decide_categories", "decision_lines", "load_settings", "parse_settings", "write_new"]


def parse_settings(data: bytes, label: str) -> Settings:
    """The settings in the bytes of a configuration; ``label`` names them in messages. Raises ConfigError only."""
    from .config_reading import read_settings

    return read_settings(data, label)


def write_new(profile: Profile, roster: tuple[Agent, ...] = (), stated: Mapping[str, int] | None = None) -> bytes:
    """A fresh configuration with short comments: of one agent directory, the top, or of the ones in ``roster``.

    ``stated`` are parameters that the live agent's own configuration gives. Raises ConfigError when a name or path of
    the roster is not one.
    """
    from .config_writing import fresh

    return fresh(profile, roster, dict(stated or {}))


def add_agent(data: bytes, name: str, path: str, profile: Profile, label: str = CONFIG) -> bytes:
    """The configuration ``data`` with one more agent in its roster; every byte that was there stays.

    An agent that is there already changes nothing. Where there was no roster, the agent directory that the top of
    the repository was stays governed, as an agent called ``default``, unless the new one is the top itself ("" or
    "."). Raises ConfigError when ``data`` is no configuration, or its roster has the name or directory otherwise.
    """
    from .config_writing import with_agent

    return with_agent(data, Agent(name, "" if path == "." else path, profile), label)


def decide_categories(data: bytes, added: Sequence[Override], gone: Collection[str] = (), label: str = CONFIG) -> bytes:
    """The configuration ``data`` with a reviewer's decisions ``added``, and without those of the fingerprints ``gone``.

    A decision about a fingerprint that has one takes its place. Every other byte stays; a line that goes takes its
    comment along, and a map in braces is written anew. Raises ConfigError when ``data`` is no configuration, or the
    decisions do not fit in.
    """
    from .config_categories import with_categories

    return with_categories(data, added, gone, label)


def decision_lines(decided: Sequence[Override]) -> list[str]:
    """The lines of a reviewer's decisions as they stand below ``categories``."""
    from .config_categories import lines_of

    return lines_of(decided)
