r"""A § store begins with a byte-order mark.

Why: Hermes takes the mark for a part of its first entry, an invisible character, and keeps that entry out of the
prompt. The agent no longer knows what the file still says.

Bad:

~~~after MEMORY.md escaped
\xef\xbb\xbfDeploys run on Fridays.
~~~

Good:

~~~after MEMORY.md
Deploys run on Fridays.
~~~

Fix: save the file as UTF-8 without a byte-order mark; every other byte stays.

Source: Hermes Agent 0.19, run: it reads `utf-8`, not `utf-8-sig`, and blocks the entry as `invisible_unicode_U+FEFF`.
"""

from collections.abc import Iterator

from memory_hygiene.core.findings import Hit, Severity
from memory_hygiene.core.model import Format
from memory_hygiene.core.rule import StoreRule
from memory_hygiene.core.state import AgentState, Store

_MARK = b"\xef\xbb\xbf"


def check(store: Store, state: AgentState) -> Iterator[Hit]:
    """At most one hit."""
    if store.document.format is Format.SECTION_SIGN and store.document.data.startswith(_MARK):
        message = "the file begins with a byte-order mark: Hermes blocks its first entry (invisible_unicode_U+FEFF)"
        fix = "save it as UTF-8 without a byte-order mark: its first 3 bytes, EF BB BF, go, and nothing else"
        yield Hit(store.path, 1, message, fix)


RULE = StoreRule("MH413", "byte-order-mark", Severity.ERROR, check)
