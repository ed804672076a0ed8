"""The one escaping function: every text that comes from a repository is printed through it.

It disarms terminal control codes, bidirectional and invisible characters, and the commands that CI runners read out
of logs (``::command::`` at the start of a line, ``##[command]`` anywhere; source: the runner's ActionCommand parser).
"""

import re
import unicodedata

_HIDDEN = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
_PLAIN = re.compile(r"[\x20-\x7e]*\Z")


def safe(text: str) -> str:
    """``text`` on one line, with everything a terminal or a CI runner might obey made visible."""
    if not _PLAIN.match(text):
        text = "".join(_visible(character) for character in text)
    text = text.replace("##[", "##\\[")
    return "\\" + text if text.lstrip().startswith("::") else text


def _visible(character: str) -> str:
    if unicodedata.category(character) not in _HIDDEN:
        return character
    if character in "\n\r\t":
        return {"\n": "\\n", "\r": "\\r", "\t": "\\t"}[character]
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def safe_json(document: object) -> str:
    """``document`` as JSON that no CI runner reads a command out of; every parser reads it as it is."""
    import json

    return json.dumps(document, indent=2).replace("##[", "#\\u0023[") + "\n"


def shorten(text: str, width: int = 72) -> str:
    """``safe`` text of at most ``width`` characters, the cut shown by an ellipsis."""
    line = safe(" ".join(text.split()))
    return line if len(line) <= width else line[: width - 1].rstrip() + "…"
