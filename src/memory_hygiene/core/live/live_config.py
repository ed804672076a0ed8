"""What a live Hermes agent's ``config.yaml`` says: its character limits and its models (contract H2, H13).

Source: ``load_config`` of hermes-agent 0.19.0 and the overlay of its command line, both run: aliases are folded into
``model.default``, ``${VAR}`` is expanded, and the managed file wins leaf by leaf.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import TypeAlias

from memory_hygiene.core.settings import Settings

Tree: TypeAlias = "dict[str, Tree] | list[Tree] | str | int | float | bool | None"

FILE = "config.yaml"
MANAGED = "the managed config.yaml"
DEFAULT_LIMITS = {"memory_char_limit": 2200, "user_char_limit": 1375}
"""What the agent counts to when its configuration states nothing, in code points (0.19.0)."""

_IGNORED = "the agent ignores the whole file and works with its defaults"
_NO_MEMORY = "the agent then loads no memory into its prompt, and every write fails"
_VARIABLE = re.compile(r"\$\{([^}]+)\}")
_MODEL_KEYS = ("model", "default", "name", "id")
_ID_LENGTH = 200
_SHOWN = 40


@dataclass(frozen=True, slots=True)
class LiveConfig:
    """The configuration in force of one agent.

    ``model`` is the id of its default model, "" when none is stated or only the agent's environment knows it. Limits
    are in code points, None when not stated as a number the agent can use. ``problems`` say what a fault does to the
    live agent, ``notes`` what could not be known; ``other_models`` are ids of fallbacks, auxiliary tasks, endpoints.
    """

    model: str = ""
    provider: str = ""
    base_url: str = ""
    memory_char_limit: int | None = None
    user_char_limit: int | None = None
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    other_models: frozenset[str] = frozenset()


def live_config(
    user: Tree, managed: Tree = None, variables: Mapping[str, str] | None = None, problems: Iterable[str] = ()
) -> LiveConfig:
    """The configuration that a user's and a managed tree make together; ``problems`` are those of reading them.

    ``variables`` are what ``${VAR}`` may stand for; None when they are not known.
    """
    found = list(problems)
    own = _root(user, FILE, found)
    above = _root(managed, MANAGED, found)
    merged = _merged(_expanded(_normalised(own), variables), _overlay(_expanded(above, variables)))
    limits = {key: _limit(merged, key, _file_of(above, key), found) for key in DEFAULT_LIMITS}
    found += [
        f"{key} at the root of {FILE} is ignored: indent it under 'memory:'" for key in DEFAULT_LIMITS if key in own
    ]
    model = _section(merged)
    stated = _text(model.get("default"))
    notes = (
        [f"the model is {stated[:_SHOWN]!r}: only the agent's own environment knows which"] if "${" in stated else []
    )
    others = {*_other_models(merged), *_disputed(own, above, variables)} - {stated}
    return LiveConfig(
        "" if notes else stated,
        _text(model.get("provider")),
        _text(model.get("base_url")),
        limits["memory_char_limit"],
        limits["user_char_limit"],
        tuple(found),
        tuple(notes),
        frozenset(others),
    )


def with_live_limits(settings: Settings, live: LiveConfig | None) -> Settings:
    """``settings`` with the limits that the agent's own configuration states (contract H2).

    Not for the gate, which judges by what is in the repository. A cap that ``stores`` sets for one file stays.
    """
    if live is None:
        return settings
    return settings._replace(
        max_memory_chars=live.memory_char_limit or settings.max_memory_chars,
        max_user_chars=live.user_char_limit or settings.max_user_chars,
    )


def stated_parameters(live: LiveConfig | None) -> dict[str, int]:
    """The parameters of ``.hygiene.yaml`` that the agent's own configuration states."""
    if live is None:
        return {}
    limits = {"max_memory_chars": live.memory_char_limit, "max_user_chars": live.user_char_limit}
    return {key: limit for key, limit in limits.items() if limit is not None}


def limit_notes(settings: Settings, live: LiveConfig | None) -> tuple[str, ...]:
    """Where the limits of the gate are not those of the live agent, and the line of ``.hygiene.yaml`` that mends it."""
    if live is None:
        return ()
    pairs = (
        ("MEMORY.md", "max_memory_chars", settings.max_memory_chars, live.memory_char_limit, 2200),
        ("USER.md", "max_user_chars", settings.max_user_chars, live.user_char_limit, 1375),
    )
    return tuple(filter(None, (_limit_note(*pair) for pair in pairs)))


def _limit_note(store: str, key: str, configured: int, stated: int | None, default: int) -> str:
    mend = f"the gate judges by {configured:,}; set {key}: {stated or default} in .hygiene.yaml"
    if stated is not None and stated != configured:
        return f"the agent's {FILE} allows {store} {stated:,} characters: {mend}"
    if stated is None and configured > default:
        return f"the agent's {FILE} states no limit for {store}, so the agent counts to {default:,}: {mend}"
    return ""


def _root(tree: Tree, file: str, problems: list[str]) -> dict[str, Tree]:
    if isinstance(tree, dict):
        return tree
    if tree:  # nothing, false and 0 count as an empty file
        what = "a list" if isinstance(tree, list) else "plain text"
        problems.append(f"{what} stands at the root of {file} instead of 'key: value' lines: {_IGNORED}")
    return {}


def broken(file: str, what: str) -> str:
    """The problem of a configuration that cannot be read; ``what`` is wrong with it."""
    return f"{file}: {what}: {_IGNORED}"


def _normalised(root: dict[str, Tree]) -> dict[str, Tree]:
    """The client's ``_normalize_root_model_keys``: root keys and aliases only fill what ``model`` leaves empty."""
    moved = {key: root.get(key) for key in ("provider", "base_url", "context_length")}
    section = _section(root)
    for key, value in moved.items():
        section[key] = section.get(key) or value
    section["base_url"] = section.get("base_url") or root.get("api_base") or section.get("api_base")
    section["default"] = section.get("default") or section.get("model") or section.get("name")
    if section["default"]:
        section = {key: value for key, value in section.items() if key not in ("model", "name")}
    kept = {key: value for key, value in root.items() if key not in (*moved, "api_base", "model")}
    section = {key: value for key, value in section.items() if value and key != "api_base"}
    return {**kept, "model": section} if section else kept


def _section(root: dict[str, Tree]) -> dict[str, Tree]:
    model = root.get("model")
    if isinstance(model, dict):
        return dict(model)
    return {"default": model} if model else {}


def _overlay(managed: dict[str, Tree]) -> dict[str, Tree]:
    return _normalised(managed) if managed else {}


def _expanded(root: dict[str, Tree], variables: Mapping[str, str] | None) -> dict[str, Tree]:
    if not variables:
        return root
    return {key: _expand(value, variables) for key, value in root.items()}


def _expand(tree: Tree, variables: Mapping[str, str]) -> Tree:
    if isinstance(tree, str):
        return _VARIABLE.sub(lambda found: variables.get(found[1], found[0]), tree)
    if isinstance(tree, dict):
        return {key: _expand(value, variables) for key, value in tree.items()}
    return [_expand(item, variables) for item in tree] if isinstance(tree, list) else tree


def _merged(base: dict[str, Tree], override: dict[str, Tree]) -> dict[str, Tree]:
    result = dict(base)
    for key, value in override.items():
        old = result.get(key)
        if isinstance(old, dict) and isinstance(value, dict):
            result[key] = _merged(old, value)
        elif not (isinstance(old, dict) and value is None):
            result[key] = value
    return result


def _file_of(managed: dict[str, Tree], key: str) -> str:
    memory = managed.get("memory")
    return MANAGED if isinstance(memory, dict) and key in memory else FILE


def _limit(root: dict[str, Tree], key: str, file: str, problems: list[str]) -> int | None:
    memory = root.get("memory")
    if memory is not None and not isinstance(memory, dict):
        fault = f"'memory' in {FILE} is no map of settings: {_NO_MEMORY}"
        problems.extend([fault] if fault not in problems else [])
        return None
    if memory is None or key not in memory:
        return None
    value = memory[key]
    if isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value) and value >= 1:
        return int(value)
    problems.append(f"memory.{key} in {file} {_fault(value)}")
    return None


def _fault(value: Tree) -> str:
    """What is wrong with a limit, and what the live agent makes of it (run on 0.19.0)."""
    if isinstance(value, bool) or (isinstance(value, int | float) and isfinite(value)):
        counted = "as 1" if value is True else "as 0" if value is False else "under 1"
        what = f"counts {counted}" if isinstance(value, bool) else f"is {value:g}, {counted}"
        return f"{what}: nothing can be added; write a number of characters"
    if isinstance(value, float):
        return "is no finite number: the agent has no limit; write a number of characters"
    if isinstance(value, str):
        shown = repr(value if len(value) <= _SHOWN else value[:_SHOWN] + "…")
        return f"is text ({shown}): {_NO_MEMORY}; write a number without quotes"
    return f"is {'empty' if value is None else 'no number'}: {_NO_MEMORY}; write a number of characters"


def _text(value: Tree) -> str:
    return value.strip() if isinstance(value, str) else ""


def _disputed(own: dict[str, Tree], above: dict[str, Tree], variables: Mapping[str, str] | None) -> Iterator[str]:
    """The default model of the client's other loader, which leaves aliases of the managed file alone."""
    raw = _merged(_expanded(_normalised(own), variables), _expanded(above, variables))
    yield from filter(None, [_text(_section(raw).get("default"))])


def _other_models(root: dict[str, Tree]) -> Iterator[str]:
    """Every id the configuration names beside the default model; words that are none do no harm here."""
    section = _section(root)
    section.pop("default", None)
    for name in _names({**root, "model": section}, False):
        if name and len(name) <= _ID_LENGTH and "${" not in name:
            yield name


def _names(tree: Tree, inside: bool) -> Iterator[str]:
    """``inside`` says whether what stands around ``tree`` names models: then its items, keys and texts are ids."""
    if isinstance(tree, str):
        yield from [tree.strip()] if inside else []
    elif isinstance(tree, list):
        for item in tree:
            yield from _names(item, inside)
    elif isinstance(tree, dict):
        for key, value in tree.items():
            if inside and not isinstance(value, str):
                yield key.strip()
            speaks = "model" in key.casefold() or "fallback" in key.casefold() or key in _MODEL_KEYS
            yield from _names(value, speaks)
