"""Contracts: the policy of each store, by profile. Numbers from the maintenance contract and the seed skill.

Stores are governed by the name they are reached by, relative to the agent directory: in a sanctum whatever its case,
under Hermes to the letter, for it opens exactly MEMORY.md, USER.md and SOUL.md (0.19, run).
"""

from enum import Enum
from typing import NamedTuple

from .model import Format

KB = 1024
LEDGER = "MEMORY_AUDIT_LEDGER.md"
WRITERS = "MEMORY_WRITERS.md"
CONFIG = ".hygiene.yaml"
ATTRIBUTES = ".gitattributes"
HERMES_TRIGGER = 85  # percent: the contract's memory_threshold
SANCTUM_TRIGGER = 80  # percent: the seed skill's compaction trigger


class Profile(Enum):
    """A named set of contracts."""

    HERMES = "hermes"
    SANCTUM = "sanctum"
    __hash__ = object.__hash__  # Enum's own hashes the name, in Python; agents are looked up all the time


class Strategy(Enum):
    """What the planner may do with a store."""

    COMPACT = "compact"
    SECTION_CAP = "section-cap"
    CHECK_ONLY = "check-only"


class Unit(Enum):
    """What a cap counts: code points as Hermes counts them, lines, or bytes."""

    CHARS = "chars"
    LINES = "lines"
    BYTES = "bytes"


class Cap(NamedTuple):
    """A limit; over is strictly greater. ``near`` is the percentage from which a warning is due."""

    unit: Unit
    limit: int
    near: int


class Contract(NamedTuple):
    """The policy of one store. ``effect`` says what being over the cap does, for messages.

    ``has_canary`` says that it is to carry one: § stores always, others that we rewrite where it is configured.
    """

    format: Format
    strategy: Strategy
    caps: tuple[Cap, ...]
    blocking: bool
    effect: str
    section: str = ""
    section_limit: int = 0
    has_canary: bool = False


class Role(Enum):
    """What a governed file of an agent directory is."""

    STORE = "store"
    COLD = "cold tier"
    SKILL = "skill file"
    LEDGER = "ledger"
    WRITERS = "writer registry"
    __hash__ = object.__hash__


class Limits(NamedTuple):
    """Overrides of a contract's caps; None keeps the profile's own number. ``size`` in bytes."""

    chars: int | None = None
    lines: int | None = None
    size: int | None = None


_HERMES_EFFECT = "the agent cannot add or replace an entry until some go"
_PROMPT_EFFECT = "every prompt pays for it and the tail may not be loaded"
_IDENTITY_EFFECT = "it cannot be committed; only a person may shorten this file"


def _hermes_store(limit: int) -> Contract:
    caps = (Cap(Unit.CHARS, limit, HERMES_TRIGGER),)
    return Contract(Format.SECTION_SIGN, Strategy.COMPACT, caps, True, _HERMES_EFFECT, has_canary=True)


def _sanctum_store(strategy: Strategy, lines: int, kilobytes: int) -> Contract:
    caps = (Cap(Unit.LINES, lines, SANCTUM_TRIGGER), Cap(Unit.BYTES, kilobytes * KB, SANCTUM_TRIGGER))
    check_only = strategy is Strategy.CHECK_ONLY
    return Contract(Format.MARKDOWN, strategy, caps, check_only, _IDENTITY_EFFECT if check_only else _PROMPT_EFFECT)


EXPLICIT = _sanctum_store(Strategy.COMPACT, 200, 25)
"""The contract of any other file that is given explicitly."""

_SOUL = Contract(
    Format.MARKDOWN, Strategy.CHECK_ONLY, (Cap(Unit.CHARS, 20_000, HERMES_TRIGGER),), True,
    "Hermes cuts the middle out of it in every prompt",
)  # fmt: skip
_HERMES_MEMORY = _hermes_store(2200)
_HERMES_USER = _hermes_store(1375)
_PERSONA = _sanctum_store(Strategy.SECTION_CAP, 200, 25)._replace(section="Evolution Log", section_limit=10)

STORES: dict[Profile, dict[str, Contract]] = {
    Profile.HERMES: {
        "MEMORY.md": _HERMES_MEMORY,
        "USER.md": _HERMES_USER,
        "memories/MEMORY.md": _HERMES_MEMORY,
        "memories/USER.md": _HERMES_USER,
        "SOUL.md": _SOUL,
    },
    Profile.SANCTUM: {
        "LORE.md": EXPLICIT,
        "MEMORY.md": EXPLICIT,
        "PERSONA.md": _PERSONA,
        "CREED.md": _sanctum_store(Strategy.CHECK_ONLY, 120, 8),
        "BOND.md": _sanctum_store(Strategy.CHECK_ONLY, 100, 12),
    },
}
COLD_FOLDERS: dict[Profile, tuple[str, ...]] = {
    Profile.HERMES: ("archive", "memories/archive"),
    Profile.SANCTUM: ("references/lore-archive",),
}
STORE_NAMES = frozenset(name.rsplit("/")[-1].casefold() for stores in STORES.values() for name in stores)
"""Every file name, case-folded, that some profile governs."""


def key_of(profile: Profile, path: str) -> str:
    """``path`` as stores are told apart: in a sanctum whatever its case, under Hermes to the letter."""
    return path if profile is Profile.HERMES else path.casefold()


_BY_KEY = {
    profile: {key_of(profile, name): (name, contract) for name, contract in stores.items()}
    for profile, stores in STORES.items()
}


def role_of(profile: Profile, path: str) -> Role | None:
    """What the file at ``path`` (relative to the agent directory, ``/`` between parts) is, or None."""
    if key_of(profile, path) in _BY_KEY[profile]:
        return Role.STORE
    folded = path.casefold()
    if folded == LEDGER.casefold():
        return Role.LEDGER
    if folded == WRITERS.casefold():
        return Role.WRITERS
    if folded.endswith(".md"):
        if any(folded.startswith(folder + "/") for folder in COLD_FOLDERS[profile]):
            return Role.COLD
        if profile is Profile.HERMES and folded.startswith("skills/") and folded.endswith("/skill.md"):
            return Role.SKILL
    return None


def contract_of(profile: Profile, path: str) -> tuple[str, Contract] | None:
    """The canonical name and contract of the store at ``path``, or None when it is no store."""
    return _BY_KEY[profile].get(key_of(profile, path))


def archive_path(profile: Profile, path: str) -> str:
    """Where what leaves the store at ``path`` is kept, relative to the agent directory."""
    folder, _, name = path.rpartition("/")
    stem = name.rpartition(".")[0] or name
    if profile is Profile.SANCTUM:
        return f"{COLD_FOLDERS[profile][0]}/{stem}.archive.md"
    return f"{folder + '/' if folder else ''}archive/{stem}.archive.md"


def with_limits(contract: Contract, limits: Limits) -> Contract:
    """``contract`` with the caps that ``limits`` names; a cap the contract lacks is added."""
    caps = {cap.unit: cap for cap in contract.caps}
    near = contract.caps[0].near
    for unit, limit in ((Unit.CHARS, limits.chars), (Unit.LINES, limits.lines), (Unit.BYTES, limits.size)):
        if limit is not None:
            caps[unit] = Cap(unit, limit, near)
    return contract._replace(caps=tuple(caps.values()))


def with_trigger(contract: Contract, near: int) -> Contract:
    """``contract`` with another percentage from which being near a cap is reported."""
    return contract._replace(caps=tuple(cap._replace(near=near) for cap in contract.caps))
