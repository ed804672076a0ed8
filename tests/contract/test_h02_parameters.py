"""H2, parameters: the contract's defaults, and limits read from the agent's config.yaml when it states them."""

import json
from pathlib import Path

import pytest

from memory_hygiene.core.contracts import Profile
from memory_hygiene.core.settings import single_agent
from tests.conftest import MemoryRepo

DEFAULTS = {
    "memory_threshold": 85,
    "max_memory_chars": 2200,
    "max_user_chars": 1375,
    "compress_entries": True,
    "dry_run": False,
    "audit_every_days": 14,
    "skip_below": 75,
    "gap_alert_days": 21,
    "shelf_life_days": 14,
}
LIMITS = "memory:\n  memory_char_limit: 3000\n  user_char_limit: 900\n"


@pytest.fixture(autouse=True)
def _no_managed_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HERMES_MANAGED_DIR", str(tmp_path / "not-there"))


@pytest.fixture
def live(tmp_path: Path) -> MemoryRepo:
    """The memory directory of a live agent, with a configuration of its own and none of ours."""
    repo = MemoryRepo(tmp_path / "home/memories")
    (tmp_path / "home/config.yaml").write_text("model: anthropic/claude-sonnet-4.6\n" + LIMITS)
    repo.environment["HERMES_MANAGED_DIR"] = str(tmp_path / "not-there")
    repo.write("MEMORY.md", "One.\n§\n" + "x" * 2500)
    repo.write("USER.md", "Name is Ann.")
    return repo


def agent_in(repo: MemoryRepo) -> dict[str, object]:
    done = repo.hygiene("status", "--format", "json")
    assert done.returncode == 0, done.stderr
    agent = json.loads(done.stdout)["agents"][0]
    assert isinstance(agent, dict)
    return agent


def limits_in(repo: MemoryRepo) -> list[int]:
    stores = agent_in(repo)["stores"]
    assert isinstance(stores, list)
    return [store["caps"][0]["limit"] for store in stores]


def test_the_defaults_are_those_of_the_contract() -> None:
    assert single_agent(Profile.HERMES)._asdict().items() >= DEFAULTS.items()


def test_a_fresh_configuration_takes_the_limits_the_agent_states(live: MemoryRepo) -> None:
    done = live.hygiene("init", "--profile", "hermes")
    assert done.returncode == 0, done.stderr
    assert "took max_memory_chars: 3000 from the agent's config.yaml" in done.stdout + done.stderr
    config = live.read(".hygiene.yaml").decode()
    assert "\nmax_memory_chars: 3000  # as the agent's own config.yaml states it" in config
    assert "\nmax_user_chars: 900  #" in config
    assert limits_in(live) == [3000, 900]
    assert "BROKEN" not in live.hygiene("status").stdout


def test_the_gate_judges_by_its_own_configuration_only(live: MemoryRepo) -> None:
    """Promise 2: what blocks a commit does not depend on the machine."""
    live.write(".hygiene.yaml", "version: 1\nprofile: hermes\n")
    live.git("add", "-A")
    done = live.hygiene("check")
    assert done.returncode == 1
    assert "2,200" in done.stdout
    assert "3,000" not in done.stdout


def test_status_counts_by_the_live_limit_and_tells_the_difference(live: MemoryRepo) -> None:
    live.write(".hygiene.yaml", "version: 1\nprofile: hermes\nmax_user_chars: 900\n")
    assert limits_in(live) == [3000, 900]
    shown = live.hygiene("status").stdout
    assert (
        "  note: the agent's config.yaml allows MEMORY.md 3,000 characters: "
        "the gate judges by 2,200; set max_memory_chars: 3000 in .hygiene.yaml\n"
    ) in shown
    assert shown.count("  note: ") == 1
    assert (
        "  its config.yaml: model anthropic/claude-sonnet-4.6, MEMORY.md 3,000 characters, USER.md 900 characters\n"
        in shown
    )


def test_a_quoted_limit_is_told_with_what_it_does_to_the_agent(live: MemoryRepo) -> None:
    (live.path.parent / "config.yaml").write_text('memory:\n  memory_char_limit: "3000"\n')
    done = live.hygiene("init", "--profile", "hermes")
    assert "warning: memory.memory_char_limit in config.yaml is text ('3000')" in done.stdout + done.stderr
    assert limits_in(live) == [2200, 1375]
    shown = live.hygiene("status").stdout
    assert (
        "BROKEN live-config: memory.memory_char_limit in config.yaml is text ('3000'): the agent then loads no" in shown
    )


def test_the_home_itself_as_the_repository(tmp_path: Path) -> None:
    home = MemoryRepo(tmp_path / "home")
    home.environment["HERMES_MANAGED_DIR"] = str(tmp_path / "not-there")
    home.write("config.yaml", LIMITS)
    home.write("memories/MEMORY.md", "One.")
    assert home.hygiene("init", "--profile", "hermes").returncode == 0
    assert limits_in(home)[0] == 3000
    assert home.git("ls-files", "config.yaml") == ""


def test_managed_limits_win(live: MemoryRepo, tmp_path: Path) -> None:
    (tmp_path / "managed").mkdir()
    (tmp_path / "managed/config.yaml").write_text("memory: {memory_char_limit: 4000}\n")
    live.environment["HERMES_MANAGED_DIR"] = str(tmp_path / "managed")
    live.write(".hygiene.yaml", "version: 1\nprofile: hermes\n")
    assert limits_in(live) == [4000, 900]


def test_a_clone_elsewhere_has_the_limits_of_the_repository(live: MemoryRepo, tmp_path: Path) -> None:
    live.hygiene("init", "--profile", "hermes")
    live.git("clone", "-q", str(live.path), str(tmp_path / "clone"))
    clone = MemoryRepo(tmp_path / "clone")
    agent = agent_in(clone)
    assert agent["live"] is None
    assert limits_in(clone) == [3000, 900]


def test_nothing_of_the_configuration_but_model_and_limits_is_shown(live: MemoryRepo) -> None:
    """Promise 8: keys and addresses stay where they are."""
    secret = "sk-" + "a" * 24
    text = f"model: {{default: m-1, api_key: {secret}, base_url: 'http://inner:1/v1'}}\nmemory: [{secret}]\n"
    (live.path.parent / "config.yaml").write_text(text)
    live.write(".hygiene.yaml", "version: 1\nprofile: hermes\n")
    for arguments in (("status",), ("status", "--format", "json")):
        shown = live.hygiene(*arguments).stdout
        assert "m-1" in shown
        assert secret not in shown
        assert "inner" not in shown
