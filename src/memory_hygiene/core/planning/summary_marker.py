"""The summary marker: the contract's line on what an audit left of a store (H17)."""

import re

_SUMMARY = re.compile(r"(?:MEMORY|USER)\.md rewritten\. Utilization: \d{1,4}(?:\.\d)?%\.")


def summary_text(name: str, utilization: float) -> str:
    """The marker for the store called ``name``; ``utilization`` in percent of its limit.

    Always with one decimal: were ``3%`` shorter than ``2.9%``, neither would be right in a store that holds it.
    """
    return f"{name} rewritten. Utilization: {utilization:.1f}%."


def is_summary(text: str) -> bool:
    """Whether an entry is such a marker, which later runs replace."""
    return _SUMMARY.fullmatch(text.strip()) is not None
