r"""A store holds bytes that are no text.

Why: Hermes fails to load a store that is not UTF-8, and with it every other store of the prompt; a NUL ends the text
for many readers.

Bad:

~~~after MEMORY.md escaped
caf\xe9 opens at eight
~~~

Good:

~~~after MEMORY.md
café opens at eight
~~~

Fix: replace the bad bytes by hand, or bring the last good version back. Converting the whole file (`iconv`) would turn
every § that is UTF-8 already into two characters, and so all entries into one.

Source: Hermes Agent 0.19, run: `load_from_disk` raises UnicodeDecodeError, and both stores vanish from the prompt.
"""

from collections.abc import Iterator

from memory_hygiene.core.findings import Hit, Severity
from memory_hygiene.core.model import count_lines
from memory_hygiene.core.rule import StoreRule
from memory_hygiene.core.state import AgentState, Store


def check(store: Store, state: AgentState) -> Iterator[Hit]:
    """At most one hit, at the first bad byte."""
    if store.document.decodable:
        return
    place = _first_bad(store.document.data)
    data = store.document.data
    line = count_lines(data[:place] + b".")
    is_nul = data[place] == 0
    what = "a NUL byte" if is_nul else f"the byte 0x{data[place]:02x} is no UTF-8"
    mend = "take it out" if is_nul else "replace it"
    fix = f"{mend} by hand in line {line}, byte {_column(data, place)}"
    yield Hit(store.path, line, f"{what} at offset {place:,}: the agent cannot load its memory", fix, back=store.path)


def _column(data: bytes, place: int) -> int:
    """The place of a byte in its line, from 1."""
    return place - max(data.rfind(b"\n", 0, place), data.rfind(b"\r", 0, place))


def _first_bad(data: bytes) -> int:
    """The offset of the first byte that is no text."""
    zero = data.find(b"\0")
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start if zero < 0 else min(error.start, zero)
    return max(zero, 0)


RULE = StoreRule("MH401", "undecodable", Severity.ERROR, check)
