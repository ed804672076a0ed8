"""H26: apply, restore and snapshot at work for twenty seconds while the real client hammers: not one entry is lost."""

import json
import os
import subprocess
import time
from collections import Counter
from pathlib import Path

import pytest

from memory_hygiene.core.archive import read_archive
from memory_hygiene.edge.clock import timestamp, today
from memory_hygiene.edge.workspace import open_workspace
from memory_hygiene.formats import parse
from memory_hygiene.runs.applying import apply_plan, locked
from memory_hygiene.runs.planning import plan_agent
from memory_hygiene.runs.restoring import restore_last_apply
from memory_hygiene.runs.snapshotting import snapshot_agent
from tests.conftest import MemoryRepo

HAMMER = Path(__file__).with_name("hammering.py")
SECONDS = 22
WORKERS = ("one", "two")
FIRST = ("Deploys run on Fridays.", "[stale] The staging database answered on port 8410 until the move.")
LATER = {
    "apply": ("not committed yet", "is held by another process", "changed while the plan was made"),
    "restore": ("changed since the last apply", "not committed yet", "no state from before", "is held by another"),
    "snapshot": ("is held by another process",),
}
"""What a command may answer instead of doing its work: nothing is written then, and it can be run again."""

pytestmark = pytest.mark.hermes


@pytest.fixture
def home(tmp_path: Path) -> MemoryRepo:
    """A live memory directory under guard: hooks, canaries, ledger."""
    repo = MemoryRepo(tmp_path / "home" / "memories")
    repo.write("MEMORY.md", "\n§\n".join(FIRST)).chmod(0o600)
    assert repo.hygiene("init", "--profile", "hermes").returncode == 0
    return repo


def _run(repo: MemoryRepo, command: str, *arguments: str) -> str:
    """Run a command of ours in the midst of it: done, nothing to do, refused for now, or (fails) anything else."""
    done = repo.hygiene(command, *arguments)
    if done.returncode in (0, 1):
        assert done.returncode == 0 or "over its cap" in done.stdout or "CRITICAL" in done.stdout, done.stdout
        return "nothing" if "nothing to" in done.stdout else "done"
    assert any(said in done.stderr for said in LATER[command]), done.stderr
    return "later"


def _at_once(repo: MemoryRepo, *, and_back: bool) -> Counter[str]:
    """As an audit does: snapshot and apply under one lock, so that no write comes between; then take it back."""
    workspace = open_workspace(str(repo.path))
    agent = workspace.settings.agents[0]
    done: Counter[str] = Counter()
    with locked(workspace, agent):
        done["snapshot done"] += snapshot_agent(workspace, agent, "hammered", timestamp()) is not None
        done["apply done"] += (
            apply_plan(workspace, lambda: plan_agent(workspace, agent, today()), timestamp()) is not None
        )
        if and_back and done["apply done"]:
            done["restore done"] += restore_last_apply(workspace, agent, timestamp()) is not None
    return done


def _logged(path: Path) -> tuple[set[str], set[str]]:
    """What the client wrote and never took out again, and what it took out on purpose."""
    wrote: Counter[str] = Counter()
    took: set[str] = set()
    for line in path.read_text("utf-8").splitlines():
        what, text = json.loads(line)
        if what == "wrote":
            wrote[text] += 1
        else:
            took.add(text)
    return set(wrote), took


def _kept(repo: MemoryRepo) -> set[str]:
    """Every entry in a store or in the cold tier."""
    found: set[str] = set()
    for name in ("MEMORY.md", "USER.md"):
        path = repo.path / name
        found.update(path.read_text("utf-8").split("\n§\n") if path.exists() else ())
    for path in repo.path.glob("archive/*.md"):
        found.update(kept.data.decode() for kept in read_archive(path.read_bytes(), parse).kept)
    return found


def test_h26_nothing_is_lost_while_the_client_hammers(hermes_python: str, home: MemoryRepo, tmp_path: Path) -> None:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "HERMES_"))}
    logs = [tmp_path / f"{worker}.log" for worker in WORKERS]
    start = home.git("rev-parse", "HEAD").strip()
    children = [
        subprocess.Popen([hermes_python, str(HAMMER), str(home.path.parent), worker, str(SECONDS), str(log)], env=kept)
        for worker, log in zip(WORKERS, logs)
    ]
    seen: Counter[str] = Counter()
    began = time.monotonic()
    while any(child.poll() is None for child in children):
        for command, *arguments in (["snapshot"], ["apply"], ["restore", "--last-apply"]):
            seen[f"{command} {_run(home, command, *arguments)}"] += 1
        seen += _at_once(home, and_back=seen["apply done"] % 2 == 0)
    assert time.monotonic() - began >= SECONDS
    assert [child.wait() for child in children] == [0, 0]
    _run(home, "snapshot", "--session", "last")
    print(dict(seen))
    present = _kept(home)
    total = 0
    for log in logs:
        wrote, took = _logged(log)
        total += len(wrote)
        assert wrote - took - present == set()
    assert set(FIRST) <= present
    assert total > 100
    assert min(seen["apply done"], seen["restore done"]) > 1
    assert seen["snapshot done"] > 4
    _is_sound(home, start)


def _is_sound(repo: MemoryRepo, start: str) -> None:
    """The repository and its history hold together, and every commit passes the gate."""
    assert repo.git("fsck", "--strict", "--no-dangling") == ""
    assert repo.git("status", "--porcelain") == ""
    assert not (repo.path / ".git/hygiene/journal").exists()
    checked = repo.hygiene("check", "--from-ref", start, "--to-ref", "HEAD", "--format", "json")
    errors = [f for f in json.loads(checked.stdout)["findings"] if f["severity"] == "error"]
    assert errors == []
