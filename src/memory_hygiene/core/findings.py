"""Findings: what rules report, and how severe it is."""

from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple


class Severity(Enum):
    """Errors block a commit when they are new or worse; warnings and infos never do."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Hit(NamedTuple):
    """What a rule yields: a place, a message (lower case: number, limit, effect) and the command that mends it.

    ``line`` and ``column`` are 1-based. ``number`` is how bad it is: the ratchet lets only a larger one block.
    ``severity`` overrides the rule's own. ``text`` is the entry a reader must see in full. ``aspect`` keeps apart
    hits of one rule at one place whose numbers cannot be compared. ``is_old`` is how a rule about a change says
    that the fault was there before, no better. ``back`` is the file that may be taken back, where it was before.
    """

    path: str
    line: int
    message: str
    fix: str
    column: int = 1
    fingerprint: str = ""
    number: int = 0
    severity: Severity | None = None
    text: str = ""
    aspect: str = ""
    is_old: bool = False
    back: str = ""


class Finding(NamedTuple):
    """A hit of a named rule. ``is_old`` says the state before the change had it already, no better."""

    rule: str
    name: str
    severity: Severity
    path: str
    line: int
    column: int
    fingerprint: str
    message: str
    fix: str
    number: int = 0
    text: str = ""
    is_old: bool = False
    aspect: str = ""
    back: str = ""


def errors_of(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Those of the findings that block a commit."""
    return tuple(finding for finding in findings if finding.severity is Severity.ERROR)


class Verdict(NamedTuple):
    """The findings of one check, what was compared, and remarks on how it was judged.

    ``skipped`` names what could not be checked: a verdict with any is incomplete, never clean.
    """

    before: str
    after: str
    findings: tuple[Finding, ...]
    notes: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()

    def count(self, severity: Severity) -> int:
        """How many findings have this severity."""
        return sum(finding.severity is severity for finding in self.findings)

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings that block a commit."""
        return errors_of(self.findings)

    @property
    def is_blocking(self) -> bool:
        """Whether any finding is an error."""
        return bool(self.errors)
