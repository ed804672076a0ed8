"""Linting: run the rules over a change, and let only what is new or worse block it (the ratchet)."""

from collections.abc import Iterable, Iterator

from .findings import Finding, Hit, Severity
from .rule import AgentRule, ChangeRule, Repo, RepoRule, Rule, StoreRule
from .state import AgentState, Change

_Key = tuple[str, str, str]


def lint_change(rules: Iterable[Rule], change: Change, strict: bool = False) -> tuple[Finding, ...]:
    """The findings of ``change`` in report order: old ones lowered to warnings unless ``strict``."""
    chosen = tuple(rules)
    known = _known(chosen, change)
    findings = [_aged(finding, known, strict) for finding in _findings(chosen, change.after)]
    for rule in chosen:
        if isinstance(rule, ChangeRule):
            findings += [_finding(rule, hit) for hit in rule.check(change)]
    findings = [_acknowledged(finding, change, strict) for finding in findings]
    return tuple(sorted(findings, key=_order))


def lint_repo(rules: Iterable[Rule], repo: Repo) -> tuple[Finding, ...]:
    """The findings about the repository as a whole."""
    hits = ((rule, hit) for rule in rules if isinstance(rule, RepoRule) for hit in rule.check(repo))
    return tuple(sorted((_finding(rule, hit) for rule, hit in hits), key=_order))


def _findings(rules: tuple[Rule, ...], state: AgentState) -> Iterator[Finding]:
    for rule in rules:
        if isinstance(rule, StoreRule):
            for store in state.stores:
                yield from (_finding(rule, hit) for hit in rule.check(store, state))
        elif isinstance(rule, AgentRule):
            yield from (_finding(rule, hit) for hit in rule.check(state))


def _known(rules: tuple[Rule, ...], change: Change) -> dict[_Key, list[int]]:
    """The numbers of what was already wrong before, by rule, path and fingerprint; any parent's counts."""
    known: dict[_Key, list[int]] = {}
    for before in change.befores:
        numbers: dict[_Key, list[int]] = {}
        for finding in _findings(rules, before):
            numbers.setdefault(_key(finding), []).append(finding.number)
        for key, values in numbers.items():
            known[key] = max(known.get(key, []), sorted(values), key=len)
    return known


def _key(finding: Finding) -> _Key:
    return finding.rule, finding.path, finding.fingerprint


def _aged(finding: Finding, known: dict[_Key, list[int]], strict: bool) -> Finding:
    """``finding`` marked old, and lowered to a warning, when one at least as bad was there before."""
    numbers = known.get(_key(finding), [])
    match = next((number for number in numbers if number >= finding.number), None)
    if match is None:
        return finding
    numbers.remove(match)
    lowered = finding.severity is Severity.ERROR and not strict
    return finding._replace(is_old=True, severity=Severity.WARNING if lowered else finding.severity)


def _acknowledged(finding: Finding, change: Change, strict: bool) -> Finding:
    """A CRITICAL ledger record added in the same change lowers the finding it names to a warning."""
    if strict or finding.severity is not Severity.ERROR:
        return finding
    added = change.after.ledger.added_since(tuple(before.ledger for before in change.befores))
    relative = change.after.agent.relative(finding.path) or finding.path
    named = {pair for record in added if record.get("status") == "CRITICAL" for pair in record.critical}
    return finding._replace(severity=Severity.WARNING) if (finding.rule, relative) in named else finding


def _finding(rule: Rule, hit: Hit) -> Finding:
    return Finding(
        rule.id,
        rule.name,
        hit.severity or rule.severity,
        hit.path,
        hit.line,
        hit.column,
        hit.fingerprint,
        hit.message,
        hit.fix,
        hit.number,
        hit.text,
    )


def _order(finding: Finding) -> tuple[bool, str, int, str, str]:
    return finding.severity is not Severity.ERROR, finding.path, finding.line, finding.rule, finding.fingerprint
