"""Logs whose days stand in headings, not in their bullets."""

from memory_hygiene.core.contracts import Profile

from .states import planned

MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November")


def test_bullets_of_a_log_are_as_old_as_the_headings_between_say() -> None:
    parts = [f"### {n} {month} 2026\n\n- learned in {month}\n" for n, month in enumerate(MONTHS, 1)]
    for order in (1, -1):
        text = "# P\n\n## Evolution Log (since May 2025)\n\n" + "\n".join(parts[::order])
        plan = planned({"PERSONA.md": text.encode()}, Profile.SANCTUM).plan
        assert {action.place.text for action in plan.actions} == {"- learned in January"}
