"""Pointers in stores of an agent whose directory lies below the top of the repository."""

import pytest

from memory_hygiene.core.archive import read_pointer
from memory_hygiene.core.contracts import Limits, Profile
from memory_hygiene.core.links import pointer_places
from memory_hygiene.core.planning.actions import Archive
from memory_hygiene.core.planning.decisions import decide
from memory_hygiene.core.planning.evidence import nothing_known
from memory_hygiene.core.planning.settling import settle
from memory_hygiene.core.settings import single_agent
from memory_hygiene.formats import parse

from .states import TODAY, state_of

ENTRY = b"- [stale] " + b"The nightly job closes the day at 23:50. " * 4 + b"\n"


@pytest.mark.parametrize("store", ["LORE.md", "notes/x.md", "notes/deep/x.md"])
def test_a_pointer_is_true_wherever_the_agent_lives(store: str) -> None:
    for folder in ("", "sanctum/wren"):
        settings = single_agent(Profile.SANCTUM, "wren", folder)._replace(stores=((store, Limits(lines=9)),))
        path = settings.agents[0].absolute(store)
        state = state_of({path: ENTRY}, Profile.SANCTUM, settings)
        (action,), _ = settle(state, tuple(decide(state, TODAY, nothing_known())), TODAY, parse, nothing_known())
        assert isinstance(action, Archive)
        pointer = read_pointer(action.pointer)
        assert pointer is not None
        assert pointer.path.startswith("references/lore-archive/")
        assert action.to in pointer_places(pointer, path, state)
