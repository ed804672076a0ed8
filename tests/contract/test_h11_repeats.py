"""H11: exact repeats within a store and across both; the category decides which store keeps one."""

import pytest

from memory_hygiene.core.contracts import Profile
from memory_hygiene.core.kinds.category import Category
from memory_hygiene.core.planning.actions import Dedup, Plan, Prune
from memory_hygiene.runs.planning import Planned, prove_plan
from tests.contract.evidence import said
from tests.in_memory import section_sign
from tests.states import TODAY, planned

ONE, TWO = "The crane is on pier C.", "Prefers tables."
TIME = "2026-09-15T12:00:00Z"


def _found(memory: tuple[str, ...], user: tuple[str, ...], category: Category, age: int = 1) -> Planned:
    files = {"MEMORY.md": section_sign(*memory), "USER.md": section_sign(*user)}
    known = said({ONE: category, TWO: category}, age)
    return planned(files, Profile.HERMES, TODAY, known)


def _gone(plan: Plan) -> list[tuple[str, int, str]]:
    """Where repeats go, and what the reason says of the ones that stay."""
    return [(a.place.path, a.place.line, a.reason) for a in plan.actions if isinstance(a, Dedup)]


def test_h11_within_a_store_the_later_one_goes() -> None:
    plan = _found((ONE, TWO, ONE), ("x",), Category.DURABLE_FACT).plan
    assert _gone(plan) == [("MEMORY.md", 5, "repeats line 1")]


@pytest.mark.parametrize(
    ("category", "gone"),
    [
        (Category.DURABLE_FACT, ("USER.md", 3, "repeats MEMORY.md:1")),
        (Category.OPERATING_RULE, ("USER.md", 3, "repeats MEMORY.md:1")),
        (Category.TECHNICAL_CONFIG, ("USER.md", 3, "repeats MEMORY.md:1")),
        (Category.PREFERENCE, ("MEMORY.md", 1, "repeats USER.md:3")),
        (Category.IDENTITY, ("MEMORY.md", 1, "repeats USER.md:3")),
    ],
)
def test_h11_across_stores_the_category_decides(category: Category, gone: tuple[str, int, str]) -> None:
    found = _found((ONE, "x"), ("y", ONE), category)
    assert _gone(found.plan) == [gone]
    assert found.plan.moves == ()
    prove_plan(found, TIME)


def test_h11_what_only_looks_alike_stays() -> None:
    alike = (ONE, ONE.lower(), ONE.replace(" ", "  "), f"- {ONE}", f"{ONE} [UNVERIFIED]")
    assert _gone(_found(alike, ("x",), Category.DURABLE_FACT).plan) == []


def test_h11_when_the_copy_that_would_stay_fades_all_of_them_go() -> None:
    found = _found((ONE, "x"), ("y", ONE), Category.SESSION_NOTE, age=40)
    assert [(type(a), a.place.path) for a in found.plan.actions] == [(Prune, "MEMORY.md"), (Prune, "USER.md")]
    after = {file.path: file.after for file in prove_plan(found, TIME).files}
    assert ONE.encode() in after["archive/MEMORY.archive.md"]
    assert ONE.encode() in after["archive/USER.archive.md"]
