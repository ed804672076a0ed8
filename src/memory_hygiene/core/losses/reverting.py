"""What git did to a ledger that did more than grow: whether it took an apply back, or squashed a merge.

A revert takes whole records from the end of the ledger, and nothing else of it. Who does that wants the apply undone,
and there is a way that keeps the trail; a ledger that somebody shortens otherwise is not explained away. A squashed
merge has the records of both sides in the order of time, which is right for two parents, and it has one.
"""

from memory_hygiene.core.audit.appending import folded
from memory_hygiene.core.audit.ledger import split_records
from memory_hygiene.core.shell import hygiene
from memory_hygiene.core.state import AgentState, Change

_SQUASHED = "; all of it is there with more in between, as a squashed merge puts it"
_UNSQUASH = (
    "git reset --merge, then merge without --squash"
    " (or in one commit: git cherry-pick --no-commit HEAD..OTHER && git commit)"
)
_DIGITS = 12  # of a plan's digest, as messages show it


def taken_plan(before: AgentState, after: AgentState) -> str:
    """The first digits of the last plan whose record a change takes from the end of the ledger; "" for no revert."""
    had, has = folded(before.ledger_data).rstrip("\n"), folded(after.ledger_data).rstrip("\n")
    if not had.startswith(has) or had == has:
        return ""
    kept = len(after.ledger.records)
    _, records = split_records(before.ledger_data)
    whole = "".join(text for _, text in records[kept:]).strip("\n")
    if has and whole != had[len(has) :].strip("\n"):
        return ""  # what stays ends in the middle of a record
    gone = before.ledger.records[kept:]
    return next((plan[:_DIGITS] for record in reversed(gone) if (plan := record.get("plan"))), "")


def explained(before: AgentState, change: Change, fix: str, *, is_between: bool) -> tuple[str, str]:
    """What to add to a message about a ledger or archive that did more than grow, and the fix in place of ``fix``.

    Nothing is added to a change that is neither a revert nor a squashed merge. ``is_between`` says that all of the
    old file is there, in its order, and that it would do for a merge.
    """
    if change.is_joining:
        return "", fix
    if is_between:
        return _SQUASHED, f"{_UNSQUASH}; or {fix}"
    plan = taken_plan(before, change.after)
    if not plan:
        return "", fix
    last, other = (hygiene(f"restore {option}", change.after) for option in ("--last-apply", "--commit COMMIT"))
    said = f"; this is what a revert by git does to the apply of plan {plan}"
    return said, f"drop the revert, then {last} (an older apply: {other}) takes it back and keeps the trail; or {fix}"
