"""H10: what each category leads to, and what never goes by age."""

import pytest

from memory_hygiene.core.contracts import Profile
from memory_hygiene.core.kinds.category import Category
from memory_hygiene.core.planning.actions import NAMES, Move, Plan, Prune
from tests.contract.evidence import said
from tests.states import TODAY, planned

TEXT = "Something about the harbour."
MEMORY, USER, SKILL = "memories/MEMORY.md", "memories/USER.md", "skills/operating-rules/SKILL.md"
FADING = (Category.SESSION_NOTE, Category.TEMPORARY_STATE, Category.HISTORICAL_SNAPSHOT)


def _plan(
    category: Category, path: str = MEMORY, age: int | None = 30, deletable: bool = True, folder: bool = True
) -> Plan:
    other = USER if path == MEMORY else MEMORY
    files = {path: f"A stays.\n§\n{TEXT}".encode(), other: b"B stays."}
    if not folder:
        files = {name.rpartition("/")[2]: data for name, data in files.items()}
    return planned(files, Profile.HERMES, TODAY, said({TEXT: category}, age, deletable)).plan


def _done(plan: Plan) -> list[tuple[str, str]]:
    """The actions by name, with the file that a text goes to."""
    return [(NAMES[type(action)], action.to if isinstance(action, Prune | Move) else "") for action in plan.actions]


@pytest.mark.parametrize(
    ("category", "path", "done"),
    [
        *((kind, MEMORY, [("prune", "memories/archive/MEMORY.archive.md")]) for kind in FADING),
        *((kind, USER, [("prune", "memories/archive/USER.archive.md")]) for kind in FADING),
        (Category.TECHNICAL_CONFIG, USER, [("move", MEMORY)]),
        (Category.TECHNICAL_CONFIG, MEMORY, []),
        (Category.IDENTITY, MEMORY, [("move", USER)]),
        (Category.IDENTITY, USER, []),
        (Category.PREFERENCE, MEMORY, [("move", USER)]),
        (Category.PREFERENCE, USER, []),
        (Category.OPERATING_RULE, MEMORY, [("move", SKILL)]),
        (Category.OPERATING_RULE, USER, [("move", SKILL)]),
        (Category.DURABLE_FACT, MEMORY, []),
        (Category.DURABLE_FACT, USER, []),
    ],
)
def test_h10_each_category_has_its_action(category: Category, path: str, done: list[tuple[str, str]]) -> None:
    plan = _plan(category, path)
    assert _done(plan) == done
    assert plan.unresolved == ()


@pytest.mark.parametrize("path", [MEMORY, USER])
def test_h10_what_is_ambiguous_is_asked_with_text_and_reason(path: str) -> None:
    plan = _plan(Category.AMBIGUOUS, path)
    assert plan.actions == ()
    (unresolved,) = plan.unresolved
    assert (unresolved.place.path, unresolved.place.text) == (path, TEXT)
    assert unresolved.reason == "ambiguous: hygiene categorize --review decides"


@pytest.mark.parametrize("category", FADING)
def test_h10_the_shelf_life_is_over_on_the_day_after_its_last(category: Category) -> None:
    assert _plan(category, age=14).actions == ()
    assert _plan(category, age=14).unresolved == ()
    (action,) = _plan(category, age=15).actions
    assert isinstance(action, Prune)
    assert (action.age_days, action.reason) == (15, f"{category.value}, unchanged for 15 days, shelf life 14")


@pytest.mark.parametrize("category", FADING)
def test_h10_of_unknown_age_nothing_goes_and_somebody_is_told(category: Category) -> None:
    plan = _plan(category, age=None)
    assert plan.actions == ()
    assert [unresolved.reason for unresolved in plan.unresolved] == [
        f"{category.value}, but its age is not known: nothing goes by age alone"
    ]


@pytest.mark.parametrize("category", [*Category])
def test_h10_what_is_not_deletable_never_goes_by_age(category: Category) -> None:
    assert not _plan(category, age=9000, deletable=False).removals


@pytest.mark.parametrize("category", [kind for kind in Category if kind not in FADING])
def test_h10_no_other_category_goes_by_age_even_if_deletable(category: Category) -> None:
    assert not _plan(category, age=9000).removals


def test_h10_an_entry_without_the_other_store_stays() -> None:
    plan = planned({MEMORY: TEXT.encode()}, Profile.HERMES, TODAY, said({TEXT: Category.PREFERENCE})).plan
    assert plan.actions == ()
    assert [u.reason for u in plan.unresolved] == ["Preference: it belongs in USER.md, which is not there"]


def test_h01_where_the_repository_is_the_memory_directory_rules_wait() -> None:
    plan = _plan(Category.OPERATING_RULE, folder=False)
    assert plan.actions == ()
    assert [u.reason for u in plan.unresolved] == [
        "Operating Rule: it belongs in a skill file, and this repository holds none"
    ]
