"""Guessing: which agents and profiles a history without a configuration of ours has, by its file names."""

from collections.abc import Callable, Iterable

from memory_hygiene.core.contracts import STORES, Limits, Profile
from memory_hygiene.core.settings import Agent, Settings

_SANCTUM_ONLY = frozenset(STORES[Profile.SANCTUM]) - {"MEMORY.md"}
_HERMES_ONLY = frozenset(("USER.md", "SOUL.md"))
NAMES = frozenset(name for stores in STORES.values() for name in stores if "/" not in name)
"""The names, to the letter, by which a memory file is known where no configuration says it."""
_NESTED = "memories"


def guess_settings(
    paths: Iterable[str], has_section_signs: Callable[[str], bool], profile: Profile | None = None
) -> Settings | None:
    """Settings for the folders among ``paths`` (from the top) that hold memory files; None when there are none.

    ``has_section_signs`` tells whether the file at a path was ever split by ``§``. With ``profile`` every folder has
    that one. Files that the profile of their folder does not know are read as Markdown.
    """
    names: dict[str, set[str]] = {}
    for path in paths:
        folder, _, name = path.rpartition("/")
        if name in NAMES:
            names.setdefault(folder, set()).add(name)
    if not names:
        return None
    profiles = {folder: profile or _profile(folder, found, has_section_signs) for folder, found in names.items()}
    homes = {_home(folder, profiles[folder]): profiles[folder] for folder in sorted(names)}
    agents = tuple(Agent(folder or "top", folder, chosen) for folder, chosen in homes.items())
    sanctums = {name for folder, found in names.items() if profiles[folder] is Profile.SANCTUM for name in found}
    more = tuple((name, Limits()) for name in sorted(sanctums & _HERMES_ONLY))
    return Settings(agents[0].profile, agents, stores=more)


def _profile(folder: str, names: set[str], has_section_signs: Callable[[str], bool]) -> Profile:
    if names & _SANCTUM_ONLY:
        return Profile.SANCTUM
    is_hermes = any(has_section_signs(f"{folder}/{name}" if folder else name) for name in sorted(names))
    return Profile.HERMES if is_hermes else Profile.SANCTUM


def _home(folder: str, profile: Profile) -> str:
    """The agent directory that a folder of stores belongs to: of a Hermes home it is the one above ``memories``."""
    above, _, name = folder.rpartition("/")
    return above if profile is Profile.HERMES and name == _NESTED else folder
