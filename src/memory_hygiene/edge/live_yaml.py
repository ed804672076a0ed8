"""A YAML file of somebody else's as plain values: as PyYAML's safe loader reads it (YAML 1.1), within bounds.

Built on the events of ruamel.yaml's pure parser, so that nothing is constructed but maps, lists and scalars. An alias
costs what it stands for: text cannot grow into more values than ``MAX_VALUES``.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError
from ruamel.yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    NodeEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)
from ruamel.yaml.reader import ReaderError

from memory_hygiene.core.live.live_config import Tree

MAX_VALUES = 50_000
MAX_DEPTH = 60
_MERGE = "<<"
_NULL = re.compile(r"(?:~|null|Null|NULL|)\Z")
_BOOLEAN = re.compile(r"(?:(yes|Yes|YES|true|True|TRUE|on|On|ON)|no|No|NO|false|False|FALSE|off|Off|OFF)\Z")
_INTEGER = re.compile(r"([-+]?)(?:0b([01_]+)|0x([0-9a-fA-F_]+)|0([0-7_]+)|(0|[1-9][0-9_]*))\Z")
_SIXTIES = re.compile(r"[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?\Z")
_FLOAT = re.compile(r"[-+]?(?:[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?)\Z")
_SPECIAL = re.compile(r"[-+]?\.(?:inf|Inf|INF)\Z|\.(?:nan|NaN|NAN)\Z")
_MOST = 10**18  # no limit or model is told apart beyond it
_PREFIX = "tag:yaml.org,2002:"


class NotYamlError(Exception):
    """The text is none, or more than is read; the message says why in lower case."""


class _Part(NamedTuple):
    """A value and how many values it holds, itself included."""

    tree: Tree
    size: int


def read_plain(text: str) -> Tree:
    """The value of a YAML document, None for an empty one. Raises NotYamlError."""
    try:
        return _Builder(_checked(YAML(typ="safe", pure=True).parse(text))).document()
    except ReaderError as error:
        raise NotYamlError(f"control character U+{ord(text[error.position]):04X}") from None
    except MarkedYAMLError as error:
        raise NotYamlError(_said(error, text)) from None
    except (ValueError, OverflowError):  # an escape such as "\\UFFFFFFFF", or a %YAML directive with odd numbers
        raise NotYamlError("an escape or directive that is not YAML") from None


def _said(error: MarkedYAMLError, text: str) -> str:
    mark = error.problem_mark or error.context_mark
    line = 0 if mark is None else mark.line
    lines = text.splitlines()
    tab = " (indent with spaces instead of tabs)" if line < len(lines) and "\t" in lines[line] else ""
    return f"broken YAML in line {line + 1}: {' '.join(str(error.problem or error.context).split())}{tab}"


def _checked(events: Iterator[Event]) -> Iterator[Event]:
    depth = 0
    for event in events:
        if isinstance(event, MappingStartEvent | SequenceStartEvent):
            depth += 1
            if depth > MAX_DEPTH:
                raise NotYamlError(f"nested more than {MAX_DEPTH} deep")
        elif isinstance(event, MappingEndEvent | SequenceEndEvent):
            depth -= 1
        yield event


class _Builder:
    """Builds the tree of one document."""

    def __init__(self, events: Iterator[Event]) -> None:
        self._events = events
        self._anchors: dict[str, _Part] = {}
        self._size = 0

    def document(self) -> Tree:
        """The tree of the only document."""
        tree: Tree = None
        has_one = False
        for event in self._events:
            if isinstance(event, DocumentStartEvent):
                if has_one:
                    raise NotYamlError("a second document begins")
                has_one = True
                tree = self._part(next(self._events)).tree
        return tree

    def _part(self, event: Event) -> _Part:
        if isinstance(event, AliasEvent):
            part = self._anchors.get(event.anchor)
            if part is None:
                raise NotYamlError("an alias without its anchor above it")
            self._count(part.size)
            return part
        self._count(1)
        part = self._fresh(event)
        if isinstance(event, NodeEvent) and event.anchor:
            self._anchors[event.anchor] = part
        return part

    def _count(self, size: int) -> None:
        self._size += size
        if self._size > MAX_VALUES:
            raise NotYamlError(f"more than {MAX_VALUES:,} values")

    def _fresh(self, event: Event) -> _Part:
        if isinstance(event, ScalarEvent):
            return _Part(_scalar(event), 1)
        if isinstance(event, SequenceStartEvent):
            _refuse_tag(event.tag, "seq")
            parts = list(self._items())
            return _Part([part.tree for part in parts], 1 + sum(part.size for part in parts))
        assert isinstance(event, MappingStartEvent)
        _refuse_tag(event.tag, "map")
        return self._mapping()

    def _items(self) -> Iterator[_Part]:
        for event in self._events:
            if isinstance(event, SequenceEndEvent):
                return
            yield self._part(event)

    def _mapping(self) -> _Part:
        own: dict[str, Tree] = {}
        shared: list[Tree] = []
        size = 1
        for event in self._events:
            if isinstance(event, MappingEndEvent):
                return _Part({**_shared(shared), **own}, size)
            key = self._part(event)
            value = self._part(next(self._events))
            size += key.size + value.size
            if isinstance(event, ScalarEvent) and event.value == _MERGE and not event.style:
                shared.append(value.tree)
            elif isinstance(key.tree, str):
                own[key.tree] = value.tree
        raise AssertionError("the parser ends every map")


def _shared(merges: list[Tree]) -> dict[str, Tree]:
    """What ``<<`` brings in: of several maps the first one wins."""
    found: dict[str, Tree] = {}
    for merge in merges:
        for tree in merge if isinstance(merge, list) else [merge]:
            if not isinstance(tree, dict):
                raise NotYamlError("'<<' names no map")
            for key, value in tree.items():
                found.setdefault(key, value)
    return found


def _refuse_tag(tag: str | None, kind: str) -> None:
    if tag and str(tag) != _PREFIX + kind:
        raise NotYamlError("a tag the agent's loader does not know")


def _scalar(event: ScalarEvent) -> Tree:
    tag = str(event.tag or "")
    if tag in ("!", _PREFIX + "str"):
        return str(event.value)
    if tag and tag.removeprefix(_PREFIX) not in ("int", "float", "bool", "null"):
        raise NotYamlError("a tag the agent's loader does not know")
    return str(event.value) if event.style and not tag else _typed(event.value)


def _typed(text: str) -> Tree:
    """A plain scalar as YAML 1.1 types it; dates stay text, for no setting of ours is one."""
    if _NULL.match(text):
        return None
    if word := _BOOLEAN.match(text):
        return bool(word[1])
    if len(text) > 40:
        return text
    if number := _INTEGER.match(text):
        return _integer(number)
    if _SIXTIES.match(text):
        return _sixties(text)
    if _FLOAT.match(text) or _SPECIAL.match(text):
        return float(text.lower().replace("_", "").replace(".inf", "inf").replace(".nan", "nan"))
    return text


def _integer(number: re.Match[str]) -> int:
    sign, *digits = number.groups()
    text, base = next((text, base) for text, base in zip(digits, (2, 16, 8, 10)) if text is not None)
    bare = text.replace("_", "")
    value = min(int(bare, base), _MOST) if bare else 0
    return -value if sign == "-" else value


def _sixties(text: str) -> float:
    value = 0.0
    for part in text.lstrip("+-").replace("_", "").split(":"):
        value = value * 60 + float(part)
    return -value if text.startswith("-") else value
