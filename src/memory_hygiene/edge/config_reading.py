"""From the bytes of ``.hygiene.yaml`` to ``Settings``."""

import re

from memory_hygiene.core.contracts import KB, Limits, Profile
from memory_hygiene.core.settings import Agent, Override, Settings, single_agent

from . import config_fields as fields
from .config_fields import Field, Kind
from .config_values import (
    folded,
    read_category,
    read_children,
    read_hosts,
    read_named_maps,
    read_number,
    read_path,
    read_profile,
    read_switch,
    read_text,
)
from .config_yaml import Mapping, Node, Scalar, decode, read_tree

_ROOT_KEYS = ("version", "profile", "agents", *(field.name for field in fields.PARAMETERS), "stores", "categories")


def read_settings(data: bytes, label: str) -> Settings:
    """The settings in the bytes of a configuration; ``label`` names them in messages. Raises ConfigError only."""
    root = read_tree(decode(data, label), label)
    values = read_children(root, _ROOT_KEYS)
    _check_version(root, values.get("version"))
    profile = read_profile(values["profile"]) if "profile" in values else None
    settings = _settings(root, values.get("agents"), profile)
    stores = _stores(values["stores"]) if "stores" in values else ()
    categories = _categories(values["categories"]) if "categories" in values else ()
    named = {"stores": stores, "categories": categories}
    return Settings(**{**settings._asdict(), **_parameters(values), **named})


def _parameters(values: dict[str, Node]) -> dict[str, int | float | str]:
    return {field.name: _value(field, values[field.name]) for field in fields.PARAMETERS if field.name in values}


def _value(field: Field, node: Node) -> int | float | str:
    match field.kind:
        case Kind.SWITCH:
            return read_switch(field, node)
        case Kind.TEXT:
            return (read_hosts if field.name == fields.HOSTS else read_text)(field, node)
        case Kind.INTEGER | Kind.NUMBER:
            return read_number(field, node)


def _check_version(root: Mapping, node: Node | None) -> None:
    if node is None:
        raise root.place.error("no 'version'", f"add the line 'version: {fields.VERSION}'")
    found = read_number(Field("version", Kind.INTEGER, 1, 10**9, ""), node)
    if found != fields.VERSION:
        hint = "install the release of memory-hygiene that wrote it"
        raise node.place.error(f"version {found} of the format, limit {fields.VERSION}", hint)


def _settings(root: Mapping, roster: Node | None, profile: Profile | None) -> Settings:
    hint = f"add the line 'profile: {fields.PROFILES[0]}' (one of {', '.join(fields.PROFILES)})"
    if roster is not None:
        agents = _agents(roster, profile, hint)
        return Settings(profile or agents[0].profile, agents, has_roster=True)
    if profile is None:
        raise root.place.error("no 'profile'", hint)
    return single_agent(profile)


def _agents(roster: Node, shared: Profile | None, hint: str) -> tuple[Agent, ...]:
    agents: dict[str, Agent] = {}
    for key, node in read_named_maps("agents", roster):
        _check_agent_name(key)
        values = read_children(node, ("path", "profile"))
        profile = read_profile(values["profile"]) if "profile" in values else shared
        if profile is None:
            raise key.place.error(f"agent {key.shown} has no profile, nor has the file", hint)
        if "path" not in values:
            raise key.place.error(f"agent {key.shown} has no path", f"add the line 'path: {key.text}' under it")
        agent = Agent(key.text, _agent_path(values["path"], agents), profile)
        agents[folded(agent.path)] = agent
    return tuple(agents.values())


def _agent_path(node: Node, taken: dict[str, Agent]) -> str:
    path = read_path(node, fields.AGENT_PATH)
    path = "" if path == "." else path
    if folded(path) in taken:
        hint = "give each agent a directory of its own; upper and lower case are the same on many disks"
        raise node.place.error(f"the directory of agent {taken[folded(path)].name!r}, limit 1 agent each", hint)
    return path


def _check_agent_name(key: Scalar) -> None:
    if not re.fullmatch(fields.AGENT_NAME, key.text):
        hint = "1 to 64 of a-z, 0-9, '_' and '-', beginning with a letter or digit"
        raise key.place.error(f"{key.shown} is no agent name", hint)


def _stores(node: Node) -> tuple[tuple[str, Limits], ...]:
    stores: dict[str, tuple[str, Limits]] = {}
    for key, limits in read_named_maps("stores", node):
        path = read_path(key, fields.INNER_PATH)
        if folded(path) in stores:
            raise key.place.error(f"the store {stores[folded(path)][0]!r} again, limit 1", "remove one of them")
        found = read_children(limits, tuple(cap.name for cap in fields.CAPS))
        caps = {cap.name: int(read_number(cap, found[cap.name])) for cap in fields.CAPS if cap.name in found}
        if not caps:
            raise key.place.error(f"no cap for {key.shown}", "give it chars, lines or kb")
        size = caps["kb"] * KB if "kb" in caps else None
        stores[folded(path)] = (path, Limits(caps.get("chars"), caps.get("lines"), size))
    return tuple(stores.values())


def _categories(node: Node) -> tuple[Override, ...]:
    return tuple(_override(key, values) for key, values in read_named_maps("categories", node))


def _override(key: Scalar, node: Mapping) -> Override:
    if not re.fullmatch(fields.FINGERPRINT, key.text):
        raise key.place.error(f"{key.shown} is no fingerprint", "16 of 0-9 and a-f: see hygiene list")
    known = ("category", fields.REASON.name, fields.DELETABLE.name)
    values = read_children(node, known)
    for name in known[:2]:
        if name not in values:
            raise key.place.error(f"no {name} for {key.shown}", f"add '{name}: …' to it")
    category = read_category(values["category"])
    reason = read_text(fields.REASON, values["reason"])
    switch = values.get("deletable")
    deletable = read_switch(fields.DELETABLE, switch) if switch else False
    if switch and deletable and category not in fields.FADES:
        raise switch.place.error(f"{category} never goes by age", "write 'deletable: false'")
    return Override(key.text, category, reason, deletable)
