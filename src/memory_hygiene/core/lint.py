"""Linting: run the rules over a change, and let only what is new or worse block it (the ratchet)."""

from collections.abc import Iterable, Iterator

from .findings import Finding, Hit, Severity
from .rule import AgentRule, ChangeRule, Repo, RepoRule, Rule, StoreRule
from .state import AgentState, Change

_Key = tuple[str, str, str, str]


def lint_change(
    rules: Iterable[Rule],
    change: Change,
    strict: bool = False,
    acknowledge: bool = True,
    part: Change | None = None,
) -> tuple[Finding, ...]:
    """The findings of ``change``, errors first: old ones lowered to warnings unless ``strict``.

    With ``acknowledge``, a CRITICAL ledger record added in the change lowers what it names, unless ``strict``. Rules
    about states look at ``part`` of the change alone, where that is given.
    """
    chosen = tuple(rules)
    looked_at = part or change
    findings = list(_findings(chosen, looked_at.after))
    known = _known(chosen, findings, looked_at)
    findings = [_with_way_back(_aged(finding, known), change) for finding in findings]
    for rule in chosen:
        if isinstance(rule, ChangeRule):
            found = [_finding(rule, hit) for hit in rule.check(change)]
            findings += [f._replace(severity=Severity.ERROR) for f in found] if strict and rule.is_timed else found
    if not strict:
        named = _acknowledged(change) if acknowledge and any(map(_is_error, findings)) else frozenset()
        final = {rule.id for rule in chosen if isinstance(rule, ChangeRule) and not rule.is_acknowledgeable}
        findings = [f if f.rule in final else _lowered(f, change.after, named) for f in findings]
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


def _known(rules: tuple[Rule, ...], findings: list[Finding], change: Change) -> dict[_Key, list[int]]:
    """The numbers of what was already wrong before, worst first; of several parents the worse one counts.

    Only rules that found something after the change are asked again.
    """
    asked = tuple(rule for rule in rules if any(finding.rule == rule.id for finding in findings))
    known: dict[_Key, list[int]] = {}
    for before in change.befores if asked else ():
        numbers: dict[_Key, list[int]] = {}
        for finding in _findings(asked, before):
            numbers.setdefault(_key(finding), []).append(finding.number)
        for key, values in numbers.items():
            known[key] = _worse(known.get(key, []), sorted(values, reverse=True))
    return known


def _worse(a: list[int], b: list[int]) -> list[int]:
    longer = a if len(a) >= len(b) else b
    return [*map(max, zip(a, b)), *longer[min(len(a), len(b)) :]]


def _key(finding: Finding) -> _Key:
    return finding.rule, finding.path, finding.fingerprint, finding.aspect


def _aged(finding: Finding, known: dict[_Key, list[int]]) -> Finding:
    """``finding`` marked old when one at least as bad was there before."""
    numbers = known.get(_key(finding), [])
    match = next((number for number in reversed(numbers) if number >= finding.number), None)
    if match is None:
        return finding
    numbers.remove(match)
    return finding._replace(is_old=True)


def _with_way_back(finding: Finding, change: Change) -> Finding:
    """``finding`` with the command that takes its file back, if some state before had the file without the fault."""
    source = next((before.snapshot.label for before in change.befores if finding.back in before.files), None)
    if not finding.back or source is None or finding.is_old:
        return finding
    from .shell import bring_back

    return finding._replace(fix=f"{finding.fix}, or {bring_back(finding.back, source)}")


def _acknowledged(change: Change) -> frozenset[tuple[str, str]]:
    """Pairs of rule and path (within the agent directory) that CRITICAL records added in the change name.

    People write rule and store in either order; no rule is called like a store.
    """
    added = change.after.ledger.added_since(tuple(before.ledger for before in change.befores))
    pairs = [pair for record in added if record.get("status") == "CRITICAL" for pair in record.critical]
    turned = [" ".join(pair).rpartition(" ") for pair in pairs]
    return frozenset((*pairs, *((rule, path) for path, _, rule in turned)))


def _lowered(finding: Finding, after: AgentState, named: frozenset[tuple[str, str]]) -> Finding:
    """An old or acknowledged error as a warning."""
    relative = after.agent.relative(finding.path) or finding.path
    is_named = (finding.rule, relative) in named or (finding.name, relative) in named
    if _is_error(finding) and (finding.is_old or is_named):
        return finding._replace(severity=Severity.WARNING)
    return finding


def _is_error(finding: Finding) -> bool:
    return finding.severity is Severity.ERROR


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
        hit.is_old,
        hit.aspect,
        hit.back,
    )


def _order(finding: Finding) -> tuple[bool, str, int, str, str]:
    return finding.severity is not Severity.ERROR, finding.path, finding.line, finding.rule, finding.fingerprint
