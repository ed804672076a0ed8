"""``hygiene audit --all`` and ``--format matrix``: every agent of a repository, each on its own (H23)."""

import json

import pytest

from tests.conftest import MemoryRepo
from tests.contract.test_h23_isolation import AGENTS
from tests.in_memory import section_sign

NOW = ("--offline", "--now", "2026-09-15")


@pytest.fixture
def two(repo: MemoryRepo) -> MemoryRepo:
    """Two Hermes agents, each with a repeat to be taken out."""
    for name in AGENTS:
        texts = (f"{name} one", f"Orders of {name} are append-only.", f"{name} one", f"{name} four")
        repo.write(f"agents/{name}/MEMORY.md", section_sign(*texts))
        done = repo.hygiene("init", f"agents/{name}", "--profile", "hermes", "--agent", name)
        assert done.returncode == 0, done.stdout + done.stderr
    return repo


def test_all_agents_are_audited_each_in_a_commit_of_its_own(two: MemoryRepo) -> None:
    done = two.hygiene("audit", "--all", "--format", "json", *NOW)
    document = json.loads(done.stdout)
    assert (done.returncode, document["version"], document["status"]) == (0, 1, "COMPLETE")
    assert [(agent["agent"], agent["deletions"]) for agent in document["agents"]] == [("heron", 1), ("kite", 1)]
    for agent in document["agents"]:
        changed = two.git("show", "--format=", "--name-only", agent["commit"]).split()
        assert changed
        assert all(path.startswith(f"agents/{agent['agent']}/") for path in changed)


def test_a_breach_of_one_stops_no_other_and_is_the_status_of_all(two: MemoryRepo) -> None:
    memory = two.read("agents/heron/MEMORY.md")
    two.write("agents/heron/MEMORY.md", memory.replace(b"CANARY: Do not", b"CANARY: do not"))
    done = two.hygiene("audit", "--all", "--format", "json", *NOW)
    document = json.loads(done.stdout)
    assert (done.returncode, document["status"]) == (1, "CRITICAL")
    assert [agent["status"] for agent in document["agents"]] == ["CRITICAL", "COMPLETE"]
    text = two.hygiene("audit", "--all", *NOW).stdout
    assert "audit of heron: CRITICAL: canary breach" in text
    assert "audit of kite: SKIP" in text


def test_the_matrix_has_one_job_per_agent_and_audits_nothing(two: MemoryRepo) -> None:
    head = two.git("rev-parse", "HEAD")
    done = two.hygiene("audit", "--format", "matrix")
    assert json.loads(done.stdout) == {
        "include": [{"agent": name, "path": f"agents/{name}"} for name in AGENTS],
    }
    assert (done.returncode, done.stdout.count("\n"), two.git("rev-parse", "HEAD")) == (0, 1, head)
    jobs = json.loads(done.stdout)["include"]
    assert two.hygiene("audit", "-C", jobs[1]["path"], "--agent", jobs[1]["agent"], *NOW).returncode == 0


def test_several_agents_and_none_named_is_an_error_that_names_them(two: MemoryRepo) -> None:
    done = two.hygiene("audit", *NOW)
    assert done.returncode == 2
    assert "--agent: heron, kite" in done.stderr
