"""Section-sign stores, read exactly as Hermes Agent 0.19 reads them.

Source: ``tools/memory_tool.py`` of hermes-agent 0.19.0, run: decode UTF-8 with universal newlines, split on
``LF § LF``, strip each piece, drop the empty ones. Anything else with a § in it is text of an entry.
"""

import re

from memory_hygiene.core.fingerprint import fingerprint
from memory_hygiene.core.model import Block, Document, Format, Kind, Shape, decode, universal_newlines

_DELIMITER = re.compile(rb"(?:\r\n|\r|\n)\xc2\xa7(?:\r\n|\r|\n)")


def parse(data: bytes) -> Document:
    """The document of a § store; any bytes parse."""
    blocks: list[Block] = []
    decodable = decode(data)[1]
    line, counted_to = 1, 0
    for start, end in _stripped_pieces(data):
        line += _line_ends(data[counted_to:start])
        counted_to = start
        text = universal_newlines(decode(data[start:end])[0])
        blocks.append(Block(Kind.ENTRY, Shape.SECTION_SIGN, start, end, line, text, fingerprint(text), (), 0, True))
    return Document(data, Format.SECTION_SIGN, tuple(blocks), frozenset(), decodable)


def _stripped_pieces(data: bytes) -> list[tuple[int, int]]:
    """Byte spans of the non-empty entries."""
    spans: list[tuple[int, int]] = []
    start = 0
    for match in _DELIMITER.finditer(data):
        spans.append(_strip(data, start, match.start()))
        start = match.end()
    spans.append(_strip(data, start, len(data)))
    return [span for span in spans if span[0] < span[1]]


def _strip(data: bytes, start: int, end: int) -> tuple[int, int]:
    """The span without white space at its ends, as ``str.strip`` sees it."""
    if start < end and _is_ink(data[start]) and _is_ink(data[end - 1]):
        return start, end
    text = decode(data[start:end])[0]
    body = text.lstrip()
    start += len(text[: len(text) - len(body)].encode("utf-8", "surrogateescape"))
    return start, start + len(body.rstrip().encode("utf-8", "surrogateescape"))


def _is_ink(byte: int) -> bool:
    """Whether a byte is a character that no white space has in it: of those beyond ASCII some are."""
    return 0x20 < byte < 0x80


def _line_ends(data: bytes) -> int:
    return data.count(b"\n") + data.count(b"\r") - data.count(b"\r\n")
