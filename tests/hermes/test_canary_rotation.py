"""Rotation beside the real client: its lock is waited for, and what it writes next keeps the new canary (H22, H26)."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from memory_hygiene.core.canaries.canary import canary_text
from tests.conftest import MemoryRepo
from tests.test_init import canary_of

from .homes import CANARY, PROBE, RealClient, Stores, make_home

pytestmark = pytest.mark.hermes


@pytest.fixture
def home(tmp_path: Path) -> MemoryRepo:
    """A live home with a canary in one store, and none yet in the other; set up."""
    memory = f"The build server is 10.0.0.7.\n§\n{CANARY}\n§\nDeploys run on Fridays."
    repo = make_home(tmp_path / "home", Stores(memory.encode(), "Prefers tea.\n§\nLives in Bergen.".encode()))
    done = repo.hygiene("init", ".", "--profile", "hermes")
    assert done.returncode == 0, done.stderr
    return repo


def test_h22_rotation_waits_for_the_real_client_and_the_client_keeps_the_new_canary(
    hermes_python: str, client: RealClient, home: MemoryRepo
) -> None:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "HERMES_"))}
    command = [hermes_python, str(PROBE), str(home.path.parent), "--hold-lock", "user", "3"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8", env=kept) as child:
        assert child.stdout is not None
        assert "holding" in child.stdout.readline()
        old = home.read("MEMORY.md")
        done = home.hygiene("canary", "rotate", "--wait", "0.2")
        assert done.returncode == 2
        assert "USER.md.lock" in done.stderr
        assert home.read("MEMORY.md") == old
        done = home.hygiene("canary", "rotate", "--wait", "30")
        assert done.returncode == 0, done.stderr
    new = canary_of(home.read("MEMORY.md"))
    assert new != canary_of(old)
    seen = client.look(home.path.parent)["memory"]
    assert (seen.entries[1], seen.drift) == (canary_text(new), False)
    answer = client.call(home.path.parent, "memory", {"action": "add", "target": "memory", "content": "One more."})
    assert "true" in json.dumps(answer)
    assert canary_of(home.read("MEMORY.md")) == new
    assert home.hygiene("canary", "verify").returncode == 0
