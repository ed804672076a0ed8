"""The live agent's ``config.yaml``: what it states, where it is looked for, and what hostile bytes do (nothing)."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_hygiene.core.contracts import Profile
from memory_hygiene.core.live.live_config import LiveConfig, Tree, limit_notes, live_config, with_live_limits
from memory_hygiene.core.settings import Agent, single_agent
from memory_hygiene.edge.live_config import MAX_BYTES, find_home, read_live_config
from memory_hygiene.edge.live_yaml import MAX_VALUES, NotYamlError, read_plain

AGENT = Agent("default", "", Profile.HERMES)
SETTINGS = single_agent(Profile.HERMES)


@pytest.fixture(autouse=True)
def _no_managed_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HERMES_MANAGED_DIR", str(tmp_path / "not-there"))


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home without configuration."""
    (tmp_path / "home/memories").mkdir(parents=True)
    return tmp_path / "home"


def read(home: Path) -> LiveConfig:
    found = read_live_config(str(home / "memories"), AGENT)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("tree", "others"),
    [
        ({"model": "a-1", "fallback_providers": [{"provider": "p", "model": "b-2"}]}, {"b-2"}),
        ({"model": "a-1", "fallback_model": {"provider": "p", "model": "b-2"}}, {"b-2"}),
        ({"model": "a-1", "auxiliary": {"vision": {"provider": "p", "model": "v-3"}}}, {"v-3"}),
        ({"model": "a-1", "providers": {"x": {"models": {"c-1": {}, "c-2": None}}}}, {"c-1", "c-2"}),
        ({"model": "a-1", "custom_providers": [{"name": "x", "models": ["d-1", {"id": "d-2"}]}]}, {"d-1", "d-2"}),
        (
            {"model": "a-1", "delegation": {"model": "e-1"}, "providers": {"x": {"default_model": "e-2"}}},
            {"e-1", "e-2"},
        ),
        ({"model": {"default": "a-1", "model": "stale-0"}}, set()),
        ({"model": "a-1", "auxiliary": {"vision": {"model": "a-1"}}}, set()),
        ({"model": "a-1", "auxiliary": {"vision": {"model": "${VISION}"}}}, set()),
    ],
)
def test_every_other_model_is_known(tree: Tree, others: set[str]) -> None:
    """H13: what a fallback, an auxiliary task or an endpoint names is no mistake in an entry."""
    found = live_config(tree)
    assert found.model == "a-1"
    assert others <= found.other_models
    assert not found.other_models & {"a-1", "stale-0", "${VISION}"}


def test_a_model_that_only_the_agent_knows_is_unknown() -> None:
    found = live_config({"model": {"default": "vendor/${WHICH}", "provider": "p"}})
    assert (found.model, found.provider) == ("", "p")
    assert found.notes == ("the model is 'vendor/${WHICH}': only the agent's own environment knows which",)
    assert live_config({"model": "${WHICH}"}, variables={"WHICH": "a-1"}).model == "a-1"


@pytest.mark.parametrize(
    ("memory", "user", "expected"),
    [(None, None, (2200, 1375)), (3000, None, (3000, 1375)), (None, 900, (2200, 900)), (2200, 1375, (2200, 1375))],
)
def test_stated_limits_win(memory: int | None, user: int | None, expected: tuple[int, int]) -> None:
    """H2: limits are read from the agent's config.yaml when it states them."""
    settings = with_live_limits(SETTINGS, LiveConfig(memory_char_limit=memory, user_char_limit=user))
    assert (settings.max_memory_chars, settings.max_user_chars) == expected
    assert with_live_limits(SETTINGS, None) is SETTINGS


def test_a_difference_to_the_gate_is_told_with_its_mend() -> None:
    """H2: the gate cannot see the machine, so that status and plan say where it judges by another number."""
    assert limit_notes(SETTINGS, None) == ()
    assert limit_notes(SETTINGS, LiveConfig(memory_char_limit=2200)) == ()
    assert limit_notes(SETTINGS, LiveConfig(memory_char_limit=3000)) == (
        "the agent's config.yaml allows MEMORY.md 3,000 characters: "
        "the gate judges by 2,200; set max_memory_chars: 3000 in .hygiene.yaml",
    )
    roomy = SETTINGS._replace(max_user_chars=5000)
    assert limit_notes(roomy, LiveConfig()) == (
        "the agent's config.yaml states no limit for USER.md, so the agent counts to 1,375: "
        "the gate judges by 5,000; set max_user_chars: 1375 in .hygiene.yaml",
    )
    assert limit_notes(SETTINGS._replace(max_user_chars=900), LiveConfig()) == ()


def test_the_home_is_the_parent_of_memories(home: Path) -> None:
    assert find_home(str(home / "memories"), AGENT) is None
    (home / "config.yaml").write_text("model: a-1\n")
    assert find_home(str(home / "memories"), AGENT) == str(home)
    assert find_home(str(home), AGENT) == str(home)
    assert find_home(str(home), AGENT._replace(path="memories")) == str(home)
    assert find_home(str(home / "memories"), AGENT._replace(profile=Profile.SANCTUM)) is None


def test_a_clone_is_no_home(tmp_path: Path) -> None:
    """Promise 7: a configuration beside a clone is somebody else's."""
    (tmp_path / "config.yaml").write_text("model: a-1\n")
    (tmp_path / "clone").mkdir()
    assert find_home(str(tmp_path / "clone"), AGENT) is None
    assert find_home(str(tmp_path), AGENT) is None
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/memories").symlink_to(tmp_path / "clone")
    (tmp_path / "elsewhere/config.yaml").write_text("model: a-1\n")
    assert find_home(str(tmp_path / "elsewhere/memories"), AGENT) is None


def test_a_link_to_a_home_names_no_agent(home: Path, tmp_path: Path) -> None:
    """Promise 7: a link committed to a repository does not lead into somebody's home."""
    (home / "config.yaml").write_text("model: a-1\n")
    (tmp_path / "repo").mkdir()
    (tmp_path / "repo/memories").symlink_to(home / "memories")
    assert find_home(str(tmp_path / "repo"), AGENT._replace(path="memories")) is None
    assert find_home(str(tmp_path / "repo"), AGENT) is None


def test_hermes_home_is_not_asked(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "config.yaml").write_text("model: a-1\n")
    monkeypatch.setenv("HERMES_HOME", str(home))
    (tmp_path / "other/memories").mkdir(parents=True)
    assert read_live_config(str(tmp_path / "other/memories"), AGENT) is None


def test_a_secret_file_beside_it_makes_variables_unknown(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The agent lets its .env override the environment; that file is not ours to read."""
    (home / "config.yaml").write_text("model: ${HYGIENE_TEST_MODEL}\n")
    monkeypatch.setenv("HYGIENE_TEST_MODEL", "a-1")
    assert read(home).model == "a-1"
    (home / ".env").write_text("HYGIENE_TEST_MODEL=b-2\n")
    assert read(home).model == ""


def test_a_link_is_followed_outside_the_repository_only(home: Path, tmp_path: Path) -> None:
    (tmp_path / "dotfiles.yaml").write_text("model: a-1\n")
    (home / "config.yaml").symlink_to(tmp_path / "dotfiles.yaml")
    assert read(home).model == "a-1"
    inside = read_live_config(str(home), AGENT)
    assert inside is not None
    assert inside.model == ""
    assert inside.problems == (
        "config.yaml is not read, so nothing it states is known here: it is a link inside the repository",
    )


@pytest.mark.parametrize("kind", ["folder", "pipe", "device", "dangling", "loop", "large"])
def test_what_is_no_file_is_a_problem(kind: str, home: Path) -> None:
    path = home / "config.yaml"
    match kind:
        case "folder":
            path.mkdir()
        case "pipe":
            os.mkfifo(path)
        case "device":
            path.symlink_to("/dev/zero")
        case "dangling":
            path.symlink_to("nowhere")
        case "loop":
            path.symlink_to("config.yaml")
        case "large":
            path.write_bytes(b"#" * (MAX_BYTES + 1))
    found = read(home)
    assert (found.model, found.memory_char_limit) == ("", None)
    assert len(found.problems) == (0 if kind == "dangling" else 1)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission_is_a_problem(home: Path) -> None:
    (home / "config.yaml").write_text("model: a-1\n")
    (home / "config.yaml").chmod(0)
    assert "Permission denied" in read(home).problems[0]


def test_bytes_that_are_not_text_are_a_problem(home: Path) -> None:
    (home / "config.yaml").write_bytes(b"model: caf\xe9\n")
    assert read(home).problems == (
        "config.yaml: byte 0xe9 is not UTF-8: the agent ignores the whole file and works with its defaults",
    )


def test_managed_file_may_be_missing_or_odd(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "config.yaml").write_text("memory: {memory_char_limit: 3000}\n")
    folder = tmp_path / "managed"
    folder.mkdir()
    monkeypatch.setenv("HERMES_MANAGED_DIR", f" {folder} ")
    assert read(home).memory_char_limit == 3000
    (folder / "config.yaml").write_text("memory: {memory_char_limit: 4000}\n")
    assert read(home).memory_char_limit == 4000
    (folder / "config.yaml").write_text("memory: [\n")
    assert read(home).memory_char_limit == 3000
    assert read(home).problems[0].startswith("the managed config.yaml: broken YAML in line 2")


def bomb(levels: int) -> str:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    for level in range(1, levels):
        lines.append(f"a{level}: &a{level} [{', '.join([f'*a{level - 1}'] * 9)}]")
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (bomb(30), f"more than {MAX_VALUES:,} values"),
        ("a: " + "[" * 100 + "]" * 100, "nested more than 60 deep"),
        ("- " * 100 + "x", "nested more than 60 deep"),
        ("a: &a [*a]", "an alias without its anchor above it"),
        ("a: [" + "x," * MAX_VALUES + "]", f"more than {MAX_VALUES:,} values"),
    ],
)
def test_text_cannot_grow(text: str, said: str) -> None:
    with pytest.raises(NotYamlError) as caught:
        read_plain(text)
    assert str(caught.value) == said


@given(st.text(alphabet=st.characters(codec="utf-8", max_codepoint=0x2FF) | st.sampled_from(":-[]{}&*!|>'\"\n#<")))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        tree = read_plain(text)
    except NotYamlError:
        return
    live_config(tree, tree)


LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
KEYS = st.sampled_from(["model", "default", "memory", "memory_char_limit", "name", "models", "provider"]) | st.text()
TREES = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4))


@given(TREES, TREES)
def test_any_tree_makes_a_configuration(user: Tree, managed: Tree) -> None:
    found = live_config(user, managed, {"A": "b"})
    assert found.memory_char_limit is None or found.memory_char_limit >= 1
    assert all("\n" not in problem for problem in found.problems)
