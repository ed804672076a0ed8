"""The values of a configuration, each checked against the table of fields; every fault is raised with its place."""

import posixpath
import re
import unicodedata

from memory_hygiene.core.contracts import Profile

from . import config_fields as fields
from .config_fields import Field, Kind
from .config_yaml import Mapping, Node, Scalar

_KINDS = {Kind.INTEGER: "a whole number", Kind.NUMBER: "a number", Kind.SWITCH: "true or false", Kind.TEXT: "text"}


def read_children(node: Mapping, known: tuple[str, ...]) -> dict[str, Node]:
    """The values of a map by key. Raises ConfigError for a key that is not known."""
    for key, _ in node.pairs:
        if key.text not in known:
            raise key.place.error(f"unknown key {key.shown}", _suggestion(key.text, known))
    return {key.text: value for key, value in node.pairs}


def _suggestion(word: str, known: tuple[str, ...]) -> str:
    import difflib

    close = difflib.get_close_matches(word.casefold(), known, n=1) if len(word) <= 64 else []
    return f"did you mean {close[0]!r}?" if close else f"known here: {', '.join(known)}"


def read_named_maps(name: str, node: Node) -> tuple[tuple[Scalar, Mapping], ...]:
    """The pairs of a map whose keys are names and whose values are maps. Raises ConfigError when it is empty."""
    pairs = _mapping(name, node).pairs
    if not pairs:
        raise node.place.error(f"{name!r} names nothing", f"remove the line '{name}:'")
    return tuple((_name(key), _mapping(key.shown, value)) for key, value in pairs)


def _mapping(name: str, node: Node) -> Mapping:
    if isinstance(node, Mapping):
        return node
    raise node.place.error(f"{name} is {_found(node)}, not a map", "write its keys below it, indented by two spaces")


def _name(key: Scalar) -> Scalar:
    if key.type == "string":
        return key
    raise key.place.error(f"the name is {_found(key)}, not text", f'quote it: "{key.excerpt}"')


def read_profile(node: Node) -> Profile:
    """The profile that a value names."""
    found = _text("profile", node)
    if found.text not in fields.PROFILES:
        raise node.place.error(f"unknown profile {found.shown}", _suggestion(found.text, fields.PROFILES))
    return Profile(found.text)


def read_category(node: Node) -> str:
    """The name of the category that a value names."""
    found = _text("category", node)
    if found.text not in fields.CATEGORIES:
        raise found.place.error(f"unknown category {found.shown}", _suggestion(found.text, fields.CATEGORIES))
    return found.text


def read_path(node: Node, pattern: str) -> str:
    """The path a value or key holds, if it matches ``pattern`` as a whole."""
    found = _text("path", node)
    if re.fullmatch(pattern, found.text):
        return found.text
    tidy = posixpath.normpath(found.text.replace("\\", "/"))
    is_mended = len(tidy) <= 200 and re.fullmatch(pattern, tidy)
    hint = f"write {tidy!r}" if is_mended else "name what lies in the repository, from its top"
    raise node.place.error(f"path {found.shown}, limit: {fields.PATH_RULE}", hint)


def _text(name: str, node: Node) -> Scalar:
    if isinstance(node, Scalar) and node.type == "string":
        return node
    is_plain = isinstance(node, Scalar) and node.type != "null"
    hint = f'quote it: {name}: "{node.excerpt}"' if isinstance(node, Scalar) and is_plain else f"write '{name}: …'"
    raise node.place.error(f"{name} is {_found(node)}, not text", hint)


def read_text(field: Field, node: Node) -> str:
    """The text of a field that holds one of a given form."""
    found = _text(field.name, node)
    if not re.fullmatch(field.pattern, found.text):
        raise node.place.error(f"{field.name} is {found.shown}", f"write {field.form.replace('`', '')}")
    return found.text


def read_hosts(field: Field, node: Node) -> str:
    """The hosts of a field that lists some, each a name, an address or a network."""
    from memory_hygiene.core.endpoints.addresses import read_listed

    text = read_text(field, node)
    try:
        read_listed(text)
    except ValueError as error:
        raise node.place.error(
            f"{field.name}: {error}", "write names and addresses such as gpu-box 10.0.0.0/8"
        ) from None
    return text


def read_number(field: Field, node: Node) -> int | float:
    """The number of a field that holds one, in its range."""
    if not isinstance(node, Scalar) or not _is_of(field, node.type):
        raise _wrong_type(field, node, f"write digits, from {field.low} to {field.high}")
    value = int(node.text) if field.kind is Kind.INTEGER else float(node.text)
    if not field.low <= value <= field.high:
        hint = f"choose a number from {field.low} to {field.high}"
        raise node.place.error(f"{field.name} is {node.excerpt}, limit {field.low} to {field.high}", hint)
    return value


def read_switch(field: Field, node: Node) -> bool:
    """The truth value of a field that holds one."""
    if not isinstance(node, Scalar) or not _is_of(field, node.type):
        raise _wrong_type(field, node, f"write '{field.name}: true' or '{field.name}: false'")
    return node.text.casefold() == "true"


def _is_of(field: Field, found: str) -> bool:
    return found == field.kind.value or (field.kind is Kind.NUMBER and found == "integer")


def _wrong_type(field: Field, node: Node, hint: str) -> Exception:
    if isinstance(node, Scalar) and node.is_quoted and _is_of(field, node.unquoted_type):
        hint = f"remove the quotes: {field.name}: {node.excerpt}"
    return node.place.error(f"{field.name} is {_found(node)}, not {_KINDS[field.kind]}", hint)


def _found(node: Node) -> str:
    if not isinstance(node, Scalar):
        return "a map"
    if node.type == "null":
        return "empty"
    return f"the text {node.shown}" if node.type == "string" else node.excerpt


def folded(path: str) -> str:
    """``path`` as a disk may see it that knows neither case nor how a letter is composed."""
    return unicodedata.normalize("NFC", path).casefold()
