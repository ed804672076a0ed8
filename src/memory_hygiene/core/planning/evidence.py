"""Evidence: what decisions about a Hermes agent's entries rest on besides the files, as answers to questions."""

from collections.abc import Callable
from dataclasses import dataclass

from memory_hygiene.core.contracts import Profile, contract_of
from memory_hygiene.core.kinds.category import Category, Judgement
from memory_hygiene.core.state import AgentState, Store

NO_CATEGORY = Judgement(Category.DURABLE_FACT, 0.0, None, False, ())
_HOMES = {
    Category.IDENTITY: "USER.md",
    Category.PREFERENCE: "USER.md",
    Category.TECHNICAL_CONFIG: "MEMORY.md",
}


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known of entries, by their text.

    ``age_of`` gives days by fingerprint, None when unknown; ``judge`` the category of a text in the file of that name;
    ``correct`` the text with the model it states as it is configured now, None when nothing is wrong; ``is_reached``
    whether the endpoints in a text answer, None when they were not asked; ``shorten`` the text in fewer characters;
    ``since_of`` the day (``YYYY-MM-DD``) since when the words of a fingerprint stand, "" when unknown.
    ``merges_near`` is a wish: later entries that say the same in other small words go.
    """

    age_of: Callable[[str], int | None]
    judge: Callable[[str, str], Judgement]
    correct: Callable[[str], str | None]
    is_reached: Callable[[str], bool | None]
    shorten: Callable[[str], str]
    since_of: Callable[[str], str] = lambda fingerprint: ""
    merges_near: bool = False


def home_name(category: Category) -> str:
    """The Hermes store in which entries of a category belong (contract, H10), "" when it is not one or any is right."""
    return _HOMES.get(category, "")


def name_of(state: AgentState, store: Store) -> str:
    """``MEMORY.md`` or ``USER.md`` for a Hermes § store, whatever its folder; "" for anything else."""
    relative = state.agent.relative(store.path) or ""
    found = contract_of(Profile.HERMES, relative) if state.agent.profile is Profile.HERMES else None
    name = found[0].rpartition("/")[2] if found else ""
    return name if name in ("MEMORY.md", "USER.md") else ""


def counterpart(state: AgentState, store: Store) -> str:
    """The path of the other Hermes store beside ``store``."""
    folder, _, _ = store.path.rpartition("/")
    other = "USER.md" if name_of(state, store) == "MEMORY.md" else "MEMORY.md"
    return f"{folder}/{other}" if folder else other


def nothing_known() -> Evidence:
    """Evidence by which nothing is decided but by tags, repeats and caps: what the gate asks the planner with."""
    return Evidence(
        age_of=lambda fingerprint: None,
        judge=lambda text, name: NO_CATEGORY,
        correct=lambda text: None,
        is_reached=lambda text: None,
        shorten=lambda text: text,
    )
