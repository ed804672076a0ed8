"""A reviewer's decisions put into a configuration, and taken out of it, by a patch: every other byte stays."""

import codecs
import json
import re
from collections.abc import Collection, Iterator, Sequence

from memory_hygiene.core.settings import Override
from memory_hygiene.errors import ConfigError

from .config_reading import read_settings
from .config_writing import end_of, insert_lines
from .config_yaml import Mapping, Node, Scalar, decode, read_tree

_KEY = "categories"
_INDENT = "  "


def with_categories(data: bytes, added: Sequence[Override], gone: Collection[str], label: str) -> bytes:
    """``data`` with ``added`` and without ``gone``; see ``config_file.decide_categories``."""
    settings = read_settings(data, label)
    old = {*gone, *(override.fingerprint for override in added)}
    kept = [override for override in settings.categories if override.fingerprint not in old]
    mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    patched = mark + _patched(decode(data, label), added, old, label).encode()
    if read_settings(patched, label) != settings._replace(categories=(*kept, *added)):
        raise ConfigError(f"{label}: a decision does not fit in by itself", f"write '{_KEY}:' by hand, as a block")
    return patched


def lines_of(overrides: Sequence[Override]) -> list[str]:
    """The lines that ``overrides`` are in a configuration, below the key ``categories``."""
    return [_INDENT + _pair(override) for override in overrides]


def _pair(override: Override) -> str:
    age = "deletable: true, " if override.deletable else ""
    reason = json.dumps(override.reason, ensure_ascii=False)
    return f'"{override.fingerprint}": {{category: {override.category}, {age}reason: {reason}}}'


def _patched(text: str, added: Sequence[Override], gone: Collection[str], label: str) -> str:
    root = read_tree(text, label)
    found = next(((key, value) for key, value in root.pairs if key.text == _KEY), None)
    if found is None:
        is_block = added and not root.is_flow
        return insert_lines(text, end_of(root), [f"{_KEY}:", *lines_of(added)]) if is_block else text
    key, value = found
    assert isinstance(value, Mapping)
    kept = [pair for pair in value.pairs if pair[0].text not in gone]
    if value.is_flow:
        return _in_flow(text, key, value, kept, added)
    if added:
        indent = " " * (value.pairs[0][0].place.column - 1)
        text = insert_lines(text, end_of(value), [indent + _pair(override) for override in added])
    spans = [_lines(text, name, node) for name, node in value.pairs if name.text in gone]
    if not (kept or added):
        spans.insert(0, _lines(text, key, key))
    return "".join(_without(text, spans))


def _in_flow(
    text: str, key: Scalar, value: Mapping, kept: Sequence[tuple[Scalar, Node]], added: Sequence[Override]
) -> str:
    if not (kept or added):
        start, end = _lines(text, key, value)
        return text[:start] + text[end:]
    pairs = [text[name.place.start : node.place.end] for name, node in kept]
    inner = ", ".join([*pairs, *(_pair(override) for override in added)])
    return f"{text[: value.place.start]}{{{inner}}}{text[value.place.end :]}"


def _lines(text: str, key: Scalar, value: Node) -> tuple[int, int]:
    """The range of the whole lines from a key to the end of its value."""
    start = key.place.start - (key.place.column - 1)
    rest = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)?").match(text, end_of(value))
    return start, rest.end() if rest else len(text)


def _without(text: str, spans: Sequence[tuple[int, int]]) -> Iterator[str]:
    at = 0
    for start, end in spans:
        yield text[at:start]
        at = end
    yield text[at:]
