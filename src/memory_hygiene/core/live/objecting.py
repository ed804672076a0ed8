"""Objections to a tool call of a live agent: what would be lost, and what the model can do instead."""

from collections.abc import Callable, Iterable, Sequence

from memory_hygiene.core.canaries.canary import WORDS
from memory_hygiene.core.findings import Finding, Severity
from memory_hygiene.core.sizes import numbered

from .memory_call import MemoryCall, Outcome, Refusal

Quote = Callable[[str], str]
LimitOf = Callable[[str], int]
MOST_LOST = 5
"""Entries one batch may remove without a word."""
_SHOWN = 5
_EDIT = "make the change with the memory tool, one entry at a time"
_FORMAT = "write entries with a line that holds only § between them, and no blank line or space beside it"
_LIMIT = "remove or shorten other entries of the store first"
_WAYS = {
    "entry-lost": f"keep these in the new text, or {_EDIT}",
    "canary-missing": "leave the entry that begins with 'CANARY:' exactly as it is",
    "canary-altered": "leave the entry that begins with 'CANARY:' exactly as it is",
    "over-cap": _LIMIT,
    "drifted": _FORMAT,
    "conflict-marker": "resolve the conflict first; entries cannot hold its markers",
    "ledger-rewritten": "leave the ledger to hygiene, which appends to it",
    "archive-rewritten": "leave the archive to hygiene, which appends to it",
}
_LOST, _CAP = "entry-lost", "over-cap"


def objection(path: str, problems: Iterable[str], ways: Iterable[str]) -> str:
    """What the model reads instead of a result: which file stays as it is, why, and what to do."""
    why = "; ".join(dict.fromkeys(problems))
    instead = "; ".join(dict.fromkeys(ways))
    return f"Not written, {path} stays as it is: {why}. Instead: {instead}."


def to_findings(path: str, findings: Sequence[Finding], quote: Quote) -> str:
    """The objection to a state with these errors, "" without any. ``quote`` makes an entry's text fit to be shown."""
    errors = [finding for finding in findings if finding.severity is Severity.ERROR]
    lost = [finding for finding in errors if finding.name == _LOST]
    problems = [f"{numbered(len(lost), 'entry', 'entries')} would be lost: {_listed(lost, quote)}"] if lost else []
    problems += [quote(finding.message) for finding in errors if finding.name != _LOST][:_SHOWN]
    ways = [_WAYS.get(finding.name, quote(finding.fix) or _EDIT) for finding in (*lost, *errors)]
    return objection(path, problems, ways) if problems else ""


def to_call(call: MemoryCall, outcome: Outcome, swallowed: Sequence[str], splits: bool, quote: Quote) -> str:
    """The objection to a call of the memory tool for what it is, whatever is in the other files; "" for none."""
    path = call.store
    if outcome.refusal is Refusal.DRIFT:
        way = "an add still works; else ask for hygiene apply to be run, which puts the file in order"
        return objection(path, [f"the tool would refuse, for {outcome.detail}"], [way])
    if outcome.refusal is Refusal.OVERFLOW:
        return objection(path, [f"it would hold {outcome.detail}"], [_LIMIT, "or do both in one batch"])
    if outcome.refusal is not Refusal.NONE:
        return ""  # the tool says so itself, and better
    if swallowed:
        shown = ", ".join(quote(line) for line in swallowed[:_SHOWN])
        more = numbered(len(swallowed), "more line")
        problem = f"the file has no § and is one entry to the tool: {more} would go: {shown}"
        return objection(path, [problem], ["replace it by a content that keeps these lines", _FORMAT])
    if splits:
        problem = "a line of the content holds only §, so that it would be read back as several entries"
        return objection(path, [problem], ["add each entry by its own"])
    if _canaries(outcome.after) > max(1, _canaries(outcome.before)):
        return objection(path, ["a second canary would stand in the file"], ["leave canaries to hygiene"])
    return _to_emptying(path, outcome)


def _to_emptying(path: str, outcome: Outcome) -> str:
    left = [entry for entry in outcome.after if WORDS not in entry]
    had = [entry for entry in outcome.before if WORDS not in entry]
    if left or len(had) < 2:
        return ""
    return objection(path, [f"all {len(had)} entries would go"], ["remove only what is wrong or no longer needed"])


def to_losses(call: MemoryCall, outcome: Outcome, lost: Sequence[Finding], quote: Quote) -> str:
    """The objection to a call that takes out more than a single step may: more than half, or more than five entries."""
    had = sum(WORDS not in entry for entry in outcome.before)
    if len(lost) < 2 or (len(lost) <= MOST_LOST and 2 * len(lost) <= had):
        return ""
    problem = f"{len(lost)} of {had} entries would go and nothing takes their place: {_listed(lost, quote)}"
    ways = ["remove only what is wrong or no longer needed", "merge entries by a content that keeps what they say"]
    return objection(call.store, [problem], ways)


def without_losses(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings that the memory tool answers for as well: an entry it takes out is kept by the next snapshot."""
    return tuple(finding for finding in findings if finding.name != _LOST)


def losses(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Those that are entries lost."""
    return tuple(f for f in findings if f.name == _LOST and f.severity is Severity.ERROR)


def within_limit(findings: Iterable[Finding], limit_of: LimitOf) -> tuple[Finding, ...]:
    """The findings without those about a cap that the live agent's own configuration sets higher."""
    return tuple(f for f in findings if f.name != _CAP or f.number > limit_of(f.path))


def _canaries(entries: Iterable[str]) -> int:
    return sum(WORDS in entry for entry in entries)


def _listed(lost: Sequence[Finding], quote: Quote) -> str:
    shown = ", ".join(quote(finding.text) for finding in lost[:_SHOWN])
    return shown + (f" and {len(lost) - _SHOWN} more" if len(lost) > _SHOWN else "")
