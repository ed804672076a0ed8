"""Fingerprints fold marks, list signs and white space away, and nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_hygiene.core.fingerprint import digest, fingerprint, normalise

SAME = [
    ("- one fact", "* one fact"),
    ("- one fact", "12) one fact"),
    ("- one fact", "one   fact\n"),
    ("one\nfact", "one fact"),
    ("- [stale] one fact", "- one fact"),
    ("- **[prune]** one fact", "- one fact"),
    ("- ~~one fact~~", "- one fact"),
    ("one fact [UNVERIFIED]", "one fact"),
    ("\ufeffone fact", "one fact"),
    ("| a  |   b |", "|a|b|"),
    ("one\u00a0fact", "one fact"),
]
DIFFERENT = [
    ("one fact", "One fact"),
    ("- [ ] one fact", "- [x] one fact"),
    ("~/Keys", "~/keys"),
    ("a\\|b", "a|b"),
    ("one fact [stale]", "one fact"),
    ("[UNVERIFIED] one fact", "one fact"),
    ("-5 degrees", "5 degrees"),
    ("`- one`", "- one"),
    ("[archive](url) one", "one"),
    ("~~one~~ fact", "one fact"),
    ("caf\u00e9", "cafe\u0301"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_same(one: str, other: str) -> None:
    assert fingerprint(one) == fingerprint(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_different(one: str, other: str) -> None:
    assert fingerprint(one) != fingerprint(other)


def test_format_is_stable() -> None:
    """Ledgers and archives on disk name fingerprints: the format must not drift between releases."""
    assert fingerprint("- [stale] Deploys run on Fridays.") == digest(b"Deploys run on Fridays.") == "34c3306dbfcee2f8"


@given(st.text(max_size=60))
def test_any_text_has_one(text: str) -> None:
    assert len(fingerprint(text)) == 16
    assert "  " not in normalise(text)


@given(st.text("ab -*[]stale~|\n\t1.)", max_size=30))
def test_white_space_at_the_ends_never_counts(text: str) -> None:
    assert fingerprint(text) == fingerprint(text + " \n")
