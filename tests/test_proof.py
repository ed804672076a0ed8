"""The account of a change, and what a history without a configuration is taken for."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_hygiene.core.contracts import Profile
from memory_hygiene.core.losses.guessing import guess_settings
from memory_hygiene.core.losses.proof import account_of
from memory_hygiene.core.losses.trimming import trimmed

from .in_memory import change_of, section_sign, state_of

ENTRIES = [f"berth{n} meter{n} quay{n} crane{n} buoy{n}" for n in range(6)]
STORE = st.lists(st.sampled_from(ENTRIES + [f"[prune] {entry}" for entry in ENTRIES[:2]]), max_size=7)
COLD = st.lists(st.sampled_from(ENTRIES), max_size=3)


def files(memory: list[str], user: list[str], cold: list[str]) -> dict[str, bytes]:
    """An agent's files with these entries; an empty store is no file."""
    made = {"MEMORY.md": section_sign(*memory), "USER.md": section_sign(*user)}
    made["archive/MEMORY.archive.md"] = "\n\n".join(cold).encode()
    return {path: data for path, data in made.items() if data}


@given(STORE, STORE, STORE, STORE, COLD)
def test_what_left_and_what_came_is_the_whole_difference(
    memory: list[str], user: list[str], memory_after: list[str], user_after: list[str], cold: list[str]
) -> None:
    before, after = files(memory, user, []), files(memory_after, user_after, cold)
    account = account_of(change_of(before, after))
    had, has = (Counter(b.fingerprint for _, b in state_of(each).blocks()) for each in (before, after))
    left = Counter([one.fingerprint for one in account.lost] + [one.fingerprint for one in account.dropped])
    came = Counter(one.fingerprint for one in account.added)
    assert not account.edited
    assert had - left + came == has
    assert not left & came
    kept = {b.fingerprint for _, b in state_of({"MEMORY.md": section_sign(*cold)}).blocks()}
    assert not {one.fingerprint for one in account.lost} & (kept | set(has))


@given(STORE, STORE, STORE, STORE, COLD)
def test_what_nobody_touched_decides_nothing(
    memory: list[str], user: list[str], memory_after: list[str], user_after: list[str], cold: list[str]
) -> None:
    change = change_of(files(memory, user, []), files(memory_after, user_after, cold))
    assert account_of(trimmed(change)) == account_of(change)


@given(STORE, STORE)
def test_a_move_has_both_ends(memory: list[str], user: list[str]) -> None:
    account = account_of(change_of(files(memory, user, []), files(user, memory, [])))
    assert (account.lost, account.added, account.dropped) == ((), (), ())
    assert all({moved.source, moved.target} == {"MEMORY.md", "USER.md"} for moved in account.moved)


def test_nothing_happened_says_nothing() -> None:
    same = files(ENTRIES, [], [])
    assert account_of(change_of(same, same)).is_empty


@pytest.mark.parametrize(
    ("paths", "signs", "profile", "agents"),
    [
        (["MEMORY.md"], True, None, {("", "hermes")}),
        (["MEMORY.md"], False, None, {("", "sanctum")}),
        (["MEMORY.md"], False, Profile.HERMES, {("", "hermes")}),
        (["LORE.md", "MEMORY.md"], True, None, {("", "sanctum")}),
        (["SOUL.md", "memories/MEMORY.md", "memories/USER.md"], True, None, {("", "hermes")}),
        (["a/MEMORY.md", "b/c/CREED.md"], True, None, {("a", "hermes"), ("b/c", "sanctum")}),
        (["README.md", "docs/memory.md", "x/MEMORY.md.bak"], True, None, None),
    ],
)
def test_profiles_are_guessed_by_file_names(
    paths: list[str], signs: bool, profile: Profile | None, agents: set[tuple[str, str]] | None
) -> None:
    found = guess_settings(paths, lambda _: signs, profile)
    assert (None if found is None else {(agent.path, agent.profile.value) for agent in found.agents}) == agents
