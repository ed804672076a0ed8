"""The message of the commit that an apply makes."""

from memory_hygiene.core.actions import NAMES, Archive, Canonicalise, Plan, Prune

from .safe import safe


def commit_message(plan: Plan, identity: str) -> str:
    """A readable message: what was done to how many entries, one line each, and trailers for programs.

    ``identity`` is the plan's digest. Text from the repository is escaped: a log is read on terminals.
    """
    lines = [_subject(plan), ""]
    trailers = [f"Hygiene-Plan: {identity}", f"Hygiene-Agent: {safe(plan.agent)}"]
    for action in plan.actions:
        place, name = action.place, NAMES[type(action)]
        entry = f" {place.fingerprint}" if place.fingerprint else ""
        lines.append(f"- {name} {safe(place.path)}:{place.line}{entry}: {safe(' '.join(action.reason.split()))}")
        if not isinstance(action, Canonicalise):
            to = f" -> {safe(action.to)}" if isinstance(action, Archive | Prune) and action.to else ""
            trailers.append(f"Hygiene-Action: {name} {place.fingerprint}{to}")
    return "\n".join([*lines, "", *trailers, ""])


def _subject(plan: Plan) -> str:
    counts: dict[str, int] = {}
    for action in plan.actions:
        counts[NAMES[type(action)]] = counts.get(NAMES[type(action)], 0) + 1
    stores = dict.fromkeys(action.place.path.rpartition("/")[2] for action in plan.actions)
    return (
        f"hygiene: {', '.join(f'{name} {count}' for name, count in counts.items())} in {', '.join(map(safe, stores))}"
    )
