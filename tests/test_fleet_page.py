"""The jobs of a fleet as docs/ci.md shows them: listed, run in parallel, pushed to one branch."""

import json
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from .conftest import MemoryRepo, clean_environment
from .fleets import Fleet, name_of
from .git.servers import guard
from .test_ci_page import BLOCKS, WORKFLOWS, in_page

NAMES = [name_of(number) for number in range(4)]
HOSTILE = (
    "$(touch pwned)",
    "a b",
    "it's",
    'say "hi"',
    "-rf",
    "Überlauf ☃",
    "`touch pwned`",
    "x; touch pwned",
    "##[group]",
)


def gone(name: str) -> str:
    return f"[prune] Agent {name} heard of something that goes with the next audit."


class Forge:
    """A fleet on a server with a gate; each agent has an entry that an audit lets go."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.fleet = Fleet(folder / "fleet", len(NAMES), 10)
        for number, name in enumerate(NAMES):
            store = self.fleet.append(number, gone(name))
            self.fleet.repo.git("commit", "-q", "-m", f"note of {name}", "--", store)
        self.server = folder / "server.git"
        self.fleet.repo.git("clone", "-q", "--bare", ".", str(self.server))
        self.fleet.repo.git("remote", "add", "origin", str(self.server))
        guard(self.server)

    def clone(self, name: str) -> Path:
        """A checkout as a runner makes it: without identity, hooks or merge driver."""
        place = self.folder / name
        command = ["git", "clone", "-q", f"file://{self.server}", str(place)]
        subprocess.run(command, env=clean_environment(), check=True)
        return place

    def arrived(self) -> MemoryRepo:
        """The fleet's own clone with everything that was pushed."""
        self.fleet.repo.git("pull", "-q", "--no-edit", "--ff-only", "origin", "main")
        return self.fleet.repo


@pytest.fixture
def forge(tmp_path: Path) -> Forge:
    return Forge(tmp_path)


def audit_steps() -> str:
    step = WORKFLOWS[2]["jobs"]["audit"]["steps"][-1]
    assert step["env"] == {"AGENT": "${{ matrix.agent }}"}
    assert "${{" not in step["run"], "text of a script is no place for what a repository names"
    return str(step["run"])


def matrix_of(folder: Path, output: Path) -> list[dict[str, str]]:
    done = in_page(WORKFLOWS[2]["jobs"]["agents"]["steps"][-1]["run"], folder, GITHUB_OUTPUT=str(output))
    assert done.returncode == 0, done.stderr
    (line,) = output.read_text().splitlines()
    key, _, matrix = line.partition("=")
    assert key == "matrix"
    assert matrix.isascii()
    jobs: list[dict[str, str]] = json.loads(matrix)["include"]
    return jobs


def test_github_runs_a_job_per_agent_and_all_of_them_arrive(forge: Forge, tmp_path: Path) -> None:
    """Every job but the first finds its push rejected, and merges what the others pushed."""
    base = forge.fleet.repo.git("rev-parse", "HEAD").strip()
    jobs = matrix_of(forge.clone("list"), tmp_path / "output")
    assert [job["agent"] for job in jobs] == NAMES
    assert [job["path"] for job in jobs] == [f"agents/{name}" for name in NAMES]
    clones = [forge.clone(f"job-{job['agent']}") for job in jobs]
    with ThreadPoolExecutor(len(jobs)) as pool:
        done = list(pool.map(lambda job, clone: in_page(audit_steps(), clone, AGENT=job["agent"]), jobs, clones))
    assert [one.returncode for one in done] == [0] * len(jobs), "".join(one.stdout + one.stderr for one in done)
    assert "rejected" in "".join(one.stderr for one in done)
    repo = forge.arrived()
    for number, name in enumerate(NAMES):
        assert gone(name).encode() not in repo.read(forge.fleet.members[number].store)
        assert f"audit of {name}: COMPLETE" in done[number].stdout
        assert not [other for other in NAMES if other != name and f"Agent {other}" in done[number].stdout]
    for command in (
        ("check", "--from-ref", base, "--to-ref", "HEAD"),
        ("prove", f"{base}..HEAD"),
        ("ledger", "verify"),
    ):
        checked = repo.hygiene(*command)
        assert checked.returncode == 0, checked.stdout + checked.stderr


def test_what_the_agent_pushed_meanwhile_is_merged_entry_by_entry(forge: Forge) -> None:
    clone = forge.clone("job")
    news = f"Agent {NAMES[0]} learnt this while the audit was running somewhere else."
    store = forge.fleet.append(0, news)
    forge.fleet.repo.git("commit", "-q", "-am", "news")
    forge.fleet.repo.git("push", "-q", "origin", "main")
    done = in_page(audit_steps(), clone, AGENT=NAMES[0])
    assert done.returncode == 0, done.stdout + done.stderr
    data = forge.arrived().read(store)
    assert (news.encode() in data, gone(NAMES[0]).encode() in data) == (True, False)


def test_a_critical_agent_fails_its_own_job_alone_and_what_was_committed_is_pushed(forge: Forge) -> None:
    store = forge.fleet.members[0].store
    forge.fleet.repo.write(store, b"Nothing else is here.")
    forge.fleet.repo.git("commit", "-q", "--no-verify", "-am", "stripped")
    forge.fleet.repo.git(
        "push", "-q", "--no-verify", "--receive-pack=git -c core.hooksPath=/dev/null receive-pack", "origin", "main"
    )
    clone = forge.clone("job")
    done = in_page(audit_steps(), clone, AGENT=",".join(NAMES[:2]))
    assert done.returncode == 1, done.stdout + done.stderr
    assert f"audit of {NAMES[0]}: CRITICAL" in done.stdout
    assert f"audit of {NAMES[1]}: COMPLETE" in done.stdout
    assert gone(NAMES[1]).encode() not in forge.arrived().read(forge.fleet.members[1].store)


def test_gitlab_takes_the_list_as_a_part_of_a_child_pipeline(forge: Forge) -> None:
    parent, child = WORKFLOWS[3], WORKFLOWS[4]
    clone = forge.clone("list")
    assert in_page("\n".join(parent["agents"]["script"]), clone).returncode == 0
    part = YAML(typ="safe", pure=True).load((clone / "agents.yml").read_text())
    assert part == {child["audit"]["extends"]: {"parallel": {"matrix": [{"AGENT": NAMES}]}}}
    includes = parent["audits"]["trigger"]["include"]
    assert includes[0] == {"artifact": parent["agents"]["artifacts"]["paths"][0], "job": "agents"}
    script = "\n".join(line for line in child["audit"]["script"] if "set-url" not in line)
    done = in_page(script, forge.clone("job"), AGENT=NAMES[2], CI_COMMIT_REF_NAME="main")
    assert done.returncode == 0, done.stdout + done.stderr
    assert gone(NAMES[2]).encode() not in forge.arrived().read(forge.fleet.members[2].store)


def test_cron_runs_them_on_one_clone(forge: Forge) -> None:
    line = next(text for language, text in BLOCKS if language == "sh" and "xargs" in text)
    base = forge.fleet.repo.git("rev-parse", "HEAD").strip()
    done = in_page(line, forge.fleet.repo.path)
    assert done.returncode == 0, done.stdout + done.stderr
    repo = forge.fleet.repo
    assert len(repo.git("log", "--format=%s", f"{base}..").splitlines()) == len(NAMES)
    assert repo.git("status", "--porcelain", "-uno") == ""


@pytest.mark.parametrize(("form", "most"), [("matrix", 256), ("gitlab", 200), ("names", 300)])
def test_a_large_roster_is_dealt_out(form: str, most: int, tmp_path: Path) -> None:
    fleet = Fleet(tmp_path / "fleet", 300, has_hooks=False)

    def jobs(*options: str) -> list[str]:
        done = fleet.repo.hygiene("audit", "--all", "--format", form, *options)
        assert done.returncode == 0, done.stderr
        if form == "names":
            return done.stdout.splitlines()
        document = json.loads(done.stdout)
        if form == "matrix":
            return [job["agent"] for job in document["include"]]
        names: list[str] = document[".agents"]["parallel"]["matrix"][0]["AGENT"]
        return names

    for options, count in (((), most), (("--jobs", "7"), 7), (("--jobs", "1000"), 300)):
        found = jobs(*options)
        assert len(found) == count
        sizes = {len(names.split(",")) for names in found}
        assert max(sizes) - min(sizes) <= 1
        assert sorted(",".join(found).split(",")) == [name_of(number) for number in range(300)]


def test_the_list_reads_no_memory(tmp_path: Path) -> None:
    fleet = Fleet(tmp_path / "fleet", 3, has_hooks=False)
    for file in fleet.repo.path.glob("agents/*/*"):
        file.unlink()
    shown = fleet.repo.hygiene("audit", "--all", "--format", "matrix")
    assert len(json.loads(shown.stdout)["include"]) == 3


@pytest.mark.parametrize("name", ["$(touch pwned)", "a b", "-x", 'a"b', "a'b", "a,b", "ü", "a\\nb", "##[x]", "A"])
def test_no_name_can_say_anything_to_a_shell(name: str, tmp_path: Path) -> None:
    repo = MemoryRepo(tmp_path / "r")
    repo.write(".hygiene.yaml", f"version: 1\nprofile: hermes\nagents:\n  {json.dumps(name)}: {{path: a}}\n")
    done = repo.hygiene("audit", "--all", "--format", "matrix")
    assert (done.returncode, done.stdout) == (2, "")
    assert "is no agent name" in done.stderr


@pytest.mark.parametrize("folder", HOSTILE)
def test_no_folder_can_say_anything_to_a_job(folder: str, tmp_path: Path) -> None:
    repo = MemoryRepo(tmp_path / "r")
    config = f"version: 1\nprofile: hermes\nagents:\n  one: {{path: {json.dumps(folder)}}}\n  two: {{path: two}}\n"
    repo.write(".hygiene.yaml", config)
    for place in (folder, "two"):
        assert repo.write(f"{place}/MEMORY.md", "One.\n§\n[prune] Two.\n§\nThree.")
    repo.commit()
    for name in ("one", "two"):
        done = repo.hygiene("canary", "rotate", "--agent", name)
        assert done.returncode == 0, done.stdout + done.stderr
    server = tmp_path / "server.git"
    repo.git("clone", "-q", "--bare", ".", str(server))
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "-q", str(server), str(clone)], env=clean_environment(), check=True)
    jobs = matrix_of(clone, tmp_path / "output")
    assert [job["path"] for job in jobs] == [folder, "two"]
    done = in_page(audit_steps().replace("--if-due", "--force --offline"), clone, AGENT=jobs[0]["agent"])
    assert done.returncode == 0, done.stdout + done.stderr
    assert not list(tmp_path.rglob("pwned"))
    assert b"[prune]" not in (clone / folder / "MEMORY.md").read_bytes()
