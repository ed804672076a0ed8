"""YAML as far as a configuration needs it: maps and plain values, each with its place; the rest is refused.

Built on the events of ruamel.yaml's pure parser. Nothing is constructed, so no text can expand, recurse or
call anything; anchors, aliases, tags and directives are not used here and end the reading.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, StreamMark
from ruamel.yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    NodeEvent,
    ScalarEvent,
    SequenceStartEvent,
)
from ruamel.yaml.reader import ReaderError

from memory_hygiene.errors import ConfigError

MAX_BYTES = 64 * 1024
MAX_DEPTH = 8
MARK = "\ufeff"
_SHOWN = 40
_LINE_END = re.compile(r"\r\n|\r|\n")
# YAML 1.2's core schema, without octal and hexadecimal numbers: releases of YAML disagree about 010.
_TYPES = (
    ("null", re.compile(r"(?:~|null|Null|NULL|)\Z")),
    ("boolean", re.compile(r"(?:true|True|TRUE|false|False|FALSE)\Z")),
    ("integer", re.compile(r"[-+]?(?:0|[1-9][0-9]{0,17})\Z")),
    ("number", re.compile(r"[-+]?(?:\.[0-9]+|(?:0|[1-9][0-9]*)(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?\Z")),
)


class Place(NamedTuple):
    """Where something stands: line and column from 1, and the half-open range of code points it covers."""

    label: str
    line: int
    column: int
    start: int = 0
    end: int = 0

    def error(self, what: str, hint: str) -> ConfigError:
        """The error to raise about what stands here."""
        return ConfigError(f"{self.label}:{self.line}:{self.column}: {what}", hint)


class Scalar(NamedTuple):
    """A plain value. ``type`` is null, boolean, integer, number or string; quoted values are always strings."""

    text: str
    type: str
    is_quoted: bool
    place: Place

    @property
    def unquoted_type(self) -> str:
        """The type the text would have without quotes."""
        return _type_of(self.text)

    @property
    def shown(self) -> str:
        """The text, cut and escaped, in quotes, for messages."""
        return repr(self.text if len(self.text) <= _SHOWN else self.text[:_SHOWN] + "…")

    @property
    def excerpt(self) -> str:
        """The text, cut and escaped, without quotes, for messages."""
        return self.shown[1:-1]


class Mapping(NamedTuple):
    """Keys and values in the order of the file; no key twice."""

    pairs: tuple[tuple[Scalar, "Node"], ...]
    place: Place
    is_flow: bool


Node: TypeAlias = Scalar | Mapping


def decode(data: bytes, label: str) -> str:
    """The text of a configuration, without byte-order mark. Raises ConfigError when it is none."""
    top = Place(label, 1, 1)
    if len(data) > MAX_BYTES:
        raise top.error(f"{len(data)} bytes, limit {MAX_BYTES}", "a configuration has a few lines; is this the file?")
    try:
        return data.decode("utf-8").removeprefix(MARK)
    except UnicodeDecodeError as error:
        place = _place_of(label, data[: error.start].decode("utf-8").removeprefix(MARK))
        raise place.error(f"byte 0x{data[error.start]:02x} is not UTF-8", "save the file as UTF-8") from None


def read_tree(text: str, label: str) -> Mapping:
    """The map at the root of a YAML text. Raises ConfigError with the place of the first fault."""
    events = _events(text, label)
    root = None
    for event in events:
        if isinstance(event, DocumentStartEvent):
            if root is not None:
                raise _place(label, event).error("a second document, limit 1", "keep what stands above the '---'")
            if event.version or event.tags:
                raise _place(label, event).error("a YAML directive", "remove the lines that begin with '%'")
            root = _node(next(events), events, label, 1)
    if isinstance(root, Mapping):
        return root
    if root is None or root.type == "null":
        raise Place(label, 1, 1).error("nothing is configured", "it needs two lines: 'version: 1', 'profile: hermes'")
    raise root.place.error("plain text instead of 'key: value' lines", "begin with 'version: 1'")


def _node(event: Event, events: Iterator[Event], label: str, depth: int) -> Node:
    place = _place(label, event)
    _refuse_extras(event, place)
    if depth > MAX_DEPTH:
        raise place.error(
            f"nested {depth} deep, limit {MAX_DEPTH}", "see docs/configuration.md for what may stand here"
        )
    if isinstance(event, ScalarEvent):
        return _scalar(event, place)
    assert isinstance(event, MappingStartEvent)
    return _mapping(event, events, place, depth)


def _refuse_extras(event: Event, place: Place) -> None:
    if isinstance(event, AliasEvent) or (isinstance(event, NodeEvent) and event.anchor):
        raise place.error("an anchor or alias", "write the value out, without '&' and '*' (or quote it)")
    if isinstance(event, ScalarEvent | SequenceStartEvent | MappingStartEvent) and event.tag:
        raise place.error("a YAML tag", "write the value without '!' (or quote it)")
    if isinstance(event, SequenceStartEvent):
        raise place.error("a list, of which a configuration has none", "write 'key: value' lines, without '-' and '['")


def _scalar(event: ScalarEvent, place: Place) -> Scalar:
    if event.style in ("|", ">"):
        raise place.error("a block of text", "write the value on one line, without '|' and '>'")
    quoted = bool(event.style)
    return Scalar(event.value, "string" if quoted else _type_of(event.value), quoted, place)


def _type_of(text: str) -> str:
    return next((name for name, form in _TYPES if form.match(text)), "string")


def _mapping(event: MappingStartEvent, events: Iterator[Event], place: Place, depth: int) -> Mapping:
    pairs: dict[str, tuple[Scalar, Node]] = {}
    for key_event in events:
        if isinstance(key_event, MappingEndEvent):
            end = key_event.end_mark.index
            return Mapping(tuple(pairs.values()), place._replace(end=end), bool(event.flow_style))
        key = _node(key_event, events, place.label, depth + 1)
        if not isinstance(key, Scalar):
            raise key.place.error("a map as a key", "a key is one word, followed by ': '")
        if key.text in pairs:
            first = pairs[key.text][0].place.line
            raise key.place.error(f"key {key.shown} twice, first in line {first}", "remove one of them")
        value = _node(next(events), events, place.label, depth + 1)
        is_absent = value.place.start == value.place.end
        pairs[key.text] = (key, value._replace(place=key.place) if is_absent else value)
    raise AssertionError("the parser ends every map")


def _events(text: str, label: str) -> Iterator[Event]:
    try:
        yield from YAML(typ="safe", pure=True).parse(text)
    except ReaderError as error:
        place = _place_of(label, text[: error.position])
        raise place.error(f"control character U+{ord(text[error.position]):04X}", "remove it") from None
    except MarkedYAMLError as error:
        raise _broken(error, text, label) from None
    except (ValueError, OverflowError):  # an escape such as "\\UFFFFFFFF", or a %YAML directive with odd numbers
        raise Place(label, 1, 1).error(
            "an escape or directive that is not YAML", "remove what holds '\\U' or '%'"
        ) from None


def _broken(error: MarkedYAMLError, text: str, label: str) -> ConfigError:
    mark = error.problem_mark or error.context_mark
    place = Place(label, 1, 1) if mark is None else Place(label, mark.line + 1, mark.column + 1)
    lines = _LINE_END.split(text)
    has_tab = place.line <= len(lines) and "\t" in lines[place.line - 1]
    hint = (
        "indent with spaces instead of tabs"
        if has_tab
        else "write 'key: value' lines; quote text that holds ': ' or '#'"
    )
    said = " ".join(str(error.problem or error.context or "odd text").split())
    return place.error(f"broken YAML: {said}", hint)


def _place(label: str, event: Event) -> Place:
    start, end = event.start_mark, event.end_mark
    assert isinstance(start, StreamMark)
    assert isinstance(end, StreamMark)
    return Place(label, start.line + 1, start.column + 1, start.index, end.index)


def _place_of(label: str, before: str) -> Place:
    lines = _LINE_END.split(before)
    return Place(label, len(lines), len(lines[-1]) + 1, len(before))
