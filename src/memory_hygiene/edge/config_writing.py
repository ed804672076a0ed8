"""Fresh configurations, and an agent added to one by a patch: what a person wrote there stays byte for byte.

ruamel.yaml says where each value stands; its own round trip would re-space the lines around the new ones.
"""

import codecs
import json
import re
from collections.abc import Iterator

from memory_hygiene.core.contracts import Profile
from memory_hygiene.core.settings import Agent, Settings
from memory_hygiene.errors import ConfigError

from .config_fields import PARAMETERS, PROFILES, VERSION
from .config_reading import read_settings
from .config_values import folded
from .config_yaml import Mapping, Node, Scalar, decode, read_tree

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_./-]*\Z")
_WORDS = frozenset(("null", "true", "false", "yes", "no", "on", "off", "y", "n"))


def fresh(profile: Profile, roster: tuple[Agent, ...], stated: dict[str, int]) -> bytes:
    """The text of a new configuration. Raises ConfigError when a name or path of the roster is not one."""
    text = "".join(line + "\n" for line in _fresh_lines(profile, roster, stated))
    read_settings(text.encode(), "new configuration")
    return text.encode()


def _fresh_lines(profile: Profile, roster: tuple[Agent, ...], stated: dict[str, int]) -> Iterator[str]:
    yield "# The configuration of this memory repo; docs/configuration.md of memory-hygiene has every key."
    yield f"version: {VERSION}"
    yield f"profile: {profile.value}  # {' or '.join(PROFILES)}"
    if roster:
        yield from ("", "# One agent per directory; nothing crosses from one to another.", "agents:")
        for agent in roster:
            yield from _agent_lines(agent, profile, "  ", "  ")
    yield from ("", "# The defaults; take the '#' away to change one.")
    for field in PARAMETERS:
        default = Settings._field_defaults[field.name]
        value = stated.get(field.name)
        if value is not None and value != default and (field.low or 0) <= value <= (field.high or 0):
            yield f"{field.name}: {value}  # as the agent's own config.yaml states it; {field.meaning}"
        else:
            yield f"# {field.name}: {json.dumps(default)}  # {field.meaning}"


def _agent_lines(agent: Agent, shared: Profile | None, outer: str, inner: str) -> Iterator[str]:
    yield f"{outer}{_quoted(agent.name)}:"
    yield f"{outer}{inner}path: {_quoted(agent.path or '.')}"
    if agent.profile is not shared:
        yield f"{outer}{inner}profile: {agent.profile.value}"


def _quoted(text: str) -> str:
    is_plain = text == "." or (_PLAIN.match(text) and text.casefold() not in _WORDS)
    return text if is_plain else json.dumps(text, ensure_ascii=False)


def with_agent(data: bytes, agent: Agent, label: str) -> bytes:
    """``data`` with ``agent`` in its roster; see ``config_file.add_agent``."""
    settings = read_settings(data, label)
    if settings.has_roster and agent in settings.agents:
        return data
    kept = settings.agents if settings.has_roster or agent.path else ()
    _check_free(agent, kept, label)
    text = decode(data, label)
    mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    patched = mark + _patched(text, agent, () if settings.has_roster else kept, label).encode()
    if read_settings(patched, label) != settings._replace(agents=(*kept, agent), has_roster=True):
        raise ConfigError(f"{label}: agent {agent.name!r} does not fit in by itself", "add it to 'agents' by hand")
    return patched


def _check_free(agent: Agent, roster: tuple[Agent, ...], label: str) -> None:
    for other in roster:
        if other.name == agent.name or folded(other.path) == folded(agent.path):
            what = f"{label}: agent {other.name!r} already has the directory {other.path or '.'!r}"
            raise ConfigError(f"{what}, limit 1 agent for each", "choose another name or directory")


def _patched(text: str, agent: Agent, kept: tuple[Agent, ...], label: str) -> str:
    root = read_tree(text, label)
    values = {key.text: value for key, value in root.pairs}
    shared = values.get("profile")
    profile = Profile(shared.text) if isinstance(shared, Scalar) else None
    roster = values.get("agents")
    if isinstance(roster, Mapping):
        return _insert_last(text, roster, agent, profile)
    lines = ["agents:"]
    for each in (*kept, agent):
        lines += _agent_lines(each, profile, "  ", "  ")
    return insert_lines(text, end_of(root), lines) if not root.is_flow else text


def _insert_last(text: str, roster: Mapping, agent: Agent, shared: Profile | None) -> str:
    last, fields = roster.pairs[-1]
    assert isinstance(fields, Mapping)
    if roster.is_flow:
        own = "" if agent.profile is shared else f", profile: {agent.profile.value}"
        added = f", {_quoted(agent.name)}: {{path: {_quoted(agent.path or '.')}{own}}}"
        return text[: fields.place.end] + added + text[fields.place.end :]
    outer = last.place.column - 1
    inner = fields.pairs[0][0].place.column - 1 - outer
    inner = inner if not fields.is_flow else 2
    lines = _agent_lines(agent, shared, " " * outer, " " * inner)
    return insert_lines(text, end_of(fields), list(lines))


def end_of(node: Node) -> int:
    """Where the last value of ``node`` ends (the mark of a block map itself stands after the comments below it)."""
    while isinstance(node, Mapping) and not node.is_flow:
        node = node.pairs[-1][1]
    return node.place.end


def insert_lines(text: str, after: int, lines: list[str]) -> str:
    """``text`` with ``lines`` below the line that holds the index ``after``, in the line ends of the text."""
    ends = re.compile(r"\r\n|\r|\n")
    first, here = ends.search(text), ends.search(text, after)
    end = first.group() if first else "\n"
    added = "".join(line + end for line in lines)
    if here is None:
        return text + end + added
    return text[: here.end()] + added + text[here.end() :]
