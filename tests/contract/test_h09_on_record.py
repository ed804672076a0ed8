"""H9: no entry is removed without its category on record; the proof refuses a plan that says none."""

from dataclasses import replace

import pytest

from memory_hygiene.core.contracts import Profile
from memory_hygiene.core.kinds.category import Category
from memory_hygiene.errors import NotProvedError
from memory_hygiene.runs.planning import prove_plan
from tests.contract.evidence import said
from tests.contract.homes import Home
from tests.in_memory import section_sign
from tests.states import TODAY, planned

TIME = "2026-09-15T12:00:00Z"
FADED, TWICE, PRUNED = "Watered the plants.", "The crane is on pier C.", "[prune] Guest plotter."


@pytest.mark.parametrize("text", [FADED, TWICE, PRUNED])
def test_h09_the_proof_refuses_a_removal_without_its_category(text: str) -> None:
    files = {"MEMORY.md": section_sign(FADED, TWICE, PRUNED, TWICE, "stays")}
    found = planned(files, Profile.HERMES, TODAY, said({FADED: Category.SESSION_NOTE}))
    assert len(prove_plan(found, TIME).plan.removals) == 3
    gone = next(removal.place for removal in found.plan.removals if removal.place.text == text)
    kept = tuple(pair for pair in found.plan.judgements if pair[0] != gone.fingerprint)
    with pytest.raises(NotProvedError, match=f"line {gone.line} would go without a category on record"):
        prove_plan(replace(found, plan=replace(found.plan, judgements=kept)), TIME)


def test_h09_the_ledger_has_the_category_of_each_removed_entry(audited: Home) -> None:
    record = audited.records()[-1]
    assert len(record.removed) == int(record.get("deletions")) > 0
    names = tuple(f"[{category.value} " for category in Category)
    assert all(judged.reason.startswith(names) for judged in record.removed)
