"""Bytes to Document, one module per format; Markdown's parser is imported only when a Markdown file is read."""

from memory_hygiene.core.model import Document, Format

from . import section_sign


def parse(format: Format, data: bytes) -> Document:
    """The document of ``data`` read as ``format``; any bytes parse."""
    if format is Format.SECTION_SIGN:
        return section_sign.parse(data)
    from . import markdown

    return markdown.parse(data)
