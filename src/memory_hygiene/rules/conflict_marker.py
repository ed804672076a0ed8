"""A store holds the marks of an unresolved merge.

Why: the agent reads both sides and the marks as memory: contradictions, one of them long overruled.

Bad:

~~~after MEMORY.md
<<<<<<< HEAD
Deploys run on Fridays.
=======
Deploys run on Mondays.
>>>>>>> side
~~~

Good:

~~~after MEMORY.md
Deploys run on Mondays.
§
git writes <<<<<<< and ======= where two branches disagree.
~~~

Fix: keep the right lines of both sides, delete the marks, `git add` the file.

Source: git's conflict style (also diff3's `|||||||`). A mark begins a line; in Markdown a fenced code block may show
one, a row of `=======` alone underlines a heading, and seven `>` alone are a quote in quotes.
"""

import re
from collections.abc import Iterator

from memory_hygiene.core.findings import Hit, Severity
from memory_hygiene.core.model import Document, Format, Shape, decode, universal_newlines
from memory_hygiene.core.rule import StoreRule
from memory_hygiene.core.shell import from_top
from memory_hygiene.core.state import MAX_BYTES, AgentState, Store

_MARK = re.compile(r"^(?:(?P<open><{7})|(?P<base>\|{7})|(?P<close>>{7}))(?: .*)?$|^(?P<middle>={7})$", re.MULTILINE)


def check(store: Store, state: AgentState) -> Iterator[Hit]:
    """One hit per conflict, at its first mark."""
    data = store.document.data
    if len(data) > MAX_BYTES or not (b"<<<<<<<" in data or b">>>>>>>" in data):
        return
    for line in _conflicts(store.document):
        message = "an unresolved merge: the agent would read both sides as its memory"
        yield Hit(store.path, line, message, f"resolve it by hand, then git add -- {from_top(store.path)}")


def _conflicts(document: Document) -> Iterator[int]:
    """The line of the first mark of each conflict."""
    is_open, middle = False, 0
    for line, kind in _marks(document):
        if kind == "open":
            yield line
            is_open, middle = True, 0
        elif kind == "middle":
            middle = 0 if is_open else line
        elif kind == "close":
            if not is_open and (middle or document.format is Format.SECTION_SIGN):
                yield middle or line
            is_open, middle = False, 0


def _marks(document: Document) -> Iterator[tuple[int, str]]:
    """Line and kind of everything that looks like a mark, outside fenced code."""
    text = universal_newlines(decode(document.data)[0])
    fenced = {
        block.line + offset
        for block in document.blocks
        if block.shape is Shape.FENCED_CODE
        for offset in range(block.text.count("\n") + 1)
    }
    line, counted_to = 1, 0
    for match in _MARK.finditer(text):
        line += text.count("\n", counted_to, match.start())
        counted_to = match.start()
        if line not in fenced:
            yield line, match.lastgroup or ""


RULE = StoreRule("MH402", "conflict-marker", Severity.ERROR, check)
