"""The messages of the commits that an apply and a snapshot make."""

from collections.abc import Iterable

from memory_hygiene.core.audit.audit_record import APPLY
from memory_hygiene.core.audit.due import AUDIT
from memory_hygiene.core.planning.actions import NAMES, Archive, Canonicalise, Move, Plan, Prune
from memory_hygiene.core.planning.summary_marker import summary_text

from .safe import safe, shorten

LONGEST_SESSION = 200  # characters; Hermes' own ids have some thirty


def commit_message(plan: Plan, identity: str, run: str = APPLY) -> str:
    """A readable message: what was done to how many entries, one line each, and trailers for programs.

    ``identity`` is the plan's digest, ``run`` what carried it out. Text from the repository is escaped: a log is
    read on terminals.
    """
    lines = [_subject(plan, run), "", *(_summaries(plan) if run == AUDIT else ())]
    trailers = [f"Hygiene-Plan: {identity}", f"Hygiene-Agent: {safe(plan.agent)}"]
    for action in plan.actions:
        place, name = action.place, NAMES[type(action)]
        entry = f" {place.fingerprint}" if place.fingerprint else ""
        lines.append(f"- {name} {safe(place.path)}:{place.line}{entry}: {safe(' '.join(action.reason.split()))}")
        if not isinstance(action, Canonicalise):
            to = f" -> {safe(action.to)}" if isinstance(action, Archive | Prune | Move) and action.to else ""
            trailers.append(f"Hygiene-Action: {name} {place.fingerprint}{to}")
    return "\n".join([*lines, "", *trailers, ""])


def _summaries(plan: Plan) -> Iterable[str]:
    """The contract's line about each store, which costs no budget here (H17)."""
    for sizes in plan.stores:
        yield summary_text(safe(sizes.path.rpartition("/")[2]), sizes.after.utilization)
    yield ""


def _subject(plan: Plan, run: str) -> str:
    if not plan.actions:
        return f"hygiene: {run} of {safe(plan.agent)}, nothing to do"
    counts: dict[str, int] = {}
    for action in plan.actions:
        counts[NAMES[type(action)]] = counts.get(NAMES[type(action)], 0) + 1
    stores = dict.fromkeys(action.place.path.rpartition("/")[2] for action in plan.actions)
    return (
        f"hygiene: {', '.join(f'{name} {count}' for name, count in counts.items())} in {', '.join(map(safe, stores))}"
    )


def snapshot_message(
    paths: Iterable[str], details: Iterable[str], identity: str, agent: str, session: str, writer: str
) -> str:
    """The message of a snapshot's commit; ``session`` and ``writer`` come from outside and stay on their line."""
    names = dict.fromkeys(safe(path.rpartition("/")[2]) for path in paths)
    trailers = [f"Hygiene-Snapshot: {identity}", f"Hygiene-Agent: {safe(agent)}", f"Hygiene-Writer: {safe(writer)}"]
    trailers += [f"Hygiene-Session: {shorten(session, LONGEST_SESSION)}"] if session.strip() else []
    told = list(details)
    return "\n".join([f"hygiene: snapshot of {', '.join(names)}", "", *told, *([""] if told else []), *trailers, ""])
